"""States between steps: what a step ended, set or started, taking effect when the step is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.evaluate.memory import Firing, Memory, Node
from adjudicator.model.fact import Fact
from adjudicator.model.vocabulary import Value, Word


@dataclass(frozen=True)
class Effect:
    """One change of state: ``end`` names what it ends by some attributes, ``set`` and ``start`` carry all."""

    kind: str
    fact: Fact
    firing: Firing


@dataclass(frozen=True)
class Conflict:
    """Two values of one state, set in one step, neither giving way."""

    at: int
    first: Fact
    second: Fact
    firings: tuple[int, int]


@dataclass
class States:
    """The states that hold, by name."""

    memory: Memory
    words: Mapping[str, Word]
    conflicts: list[Conflict] = field(default_factory=list)
    _holding: dict[str, dict[int, Node]] = field(default_factory=dict)

    def add(self, node: Node) -> None:
        """Count a node among the states that hold."""
        self._holding.setdefault(node.fact.name, {})[node.number] = node

    def holding(self) -> tuple[int, ...]:
        """The nodes of all states that hold."""
        return tuple(sorted(n for nodes in self._holding.values() for n in nodes))

    def take_effect(self, effects: Iterable[Effect], step: int, at: int) -> tuple[list[Node], list[Node]]:
        """Apply the changes of a step, ends first; the nodes that hold from now on and those that hold no longer."""
        live = [(e, label) for e in effects if (label := self.memory.held(e.firing.number))]
        before = {e.fact.name: list(self._holding.get(e.fact.name, {}).values()) for e, _ in live}
        self._note_conflicts(live, at)
        for effect, label in live:
            for node in self._ended(effect, before[effect.fact.name]):
                self.memory.set_label(node.number, self.memory.label(node.number) & ~label)
        started = {n.number: n for e, label in live if e.kind != "end" for n in [self._start(e, label, step, at)]}
        touched = [n for name in before for n in self._holding.get(name, {}).values()]
        gone = [n for n in touched if not self.memory.label(n.number)]
        for node in gone:
            node.until = step
            del self._holding[node.fact.name][node.number]
        known = {n.number for nodes in before.values() for n in nodes}
        return [n for number, n in started.items() if number not in known], gone

    def _ended(self, effect: Effect, holding: Sequence[Node]) -> list[Node]:
        """The states that an effect puts an end to: those it names, or the other values of the key that it sets."""
        if effect.kind == "start":
            return []
        wanted = dict(effect.fact.attributes)
        if effect.kind == "set":
            wanted = {name: wanted[name] for name in self.words[effect.fact.name].key or ()}
        matching = [n for n in holding if _fits(n.fact, wanted)]
        return [n for n in matching if effect.kind == "end" or n.fact != effect.fact]

    def _start(self, effect: Effect, label: int, step: int, at: int) -> Node:
        """The node of a state from now on: the one that holds already, or a new one. Only a new world adds a reason."""
        holding = self._holding.get(effect.fact.name, {}).values()
        held = (n for n in holding if n.fact == effect.fact and self.memory.label(n.number))
        node = next(held, None) or self.memory.node(effect.fact, step, at)
        before = self.memory.label(node.number)
        if before | label != before:
            self.memory.set_label(node.number, before | label)
            node.firings.append(effect.firing.number)
            self.add(node)
        return node

    def _note_conflicts(self, live: list[tuple[Effect, int]], at: int) -> None:
        sets = [(e, label) for e, label in live if e.kind == "set"]
        for i, (first, label) in enumerate(sets):
            for second, other in sets[i + 1 :]:
                key = self.words[first.fact.name].key or ()
                same = first.fact.name == second.fact.name and all(
                    first.fact.values[k] == second.fact.values[k] for k in key
                )
                if same and first.fact != second.fact and label & other & self.memory.worlds.as_presumed():
                    numbers = first.firing.number, second.firing.number
                    self.conflicts.append(Conflict(at, first.fact, second.fact, numbers))


def _fits(fact: Fact, wanted: Mapping[str, Value]) -> bool:
    return all(fact.values[name] == value for name, value in wanted.items())
