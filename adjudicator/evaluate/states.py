"""States between steps: what a step ended, set or started, taking effect when the step is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """The states that hold, by node."""

    memory: Memory
    words: Mapping[str, Word]
    current: dict[int, Node] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)

    def take_effect(self, effects: Iterable[Effect], step: int, at: int) -> tuple[list[Node], list[Node]]:
        """Apply the changes of a step, ends first; the nodes that hold from now on and those that hold no longer."""
        live = [(e, label) for e in effects if (label := self.memory.held(e.firing.number))]
        before = {n: self.memory.label(n) for n in self.current}
        self._note_conflicts(live, at)
        for effect, label in live:
            for node in self._ended(effect, before):
                self.memory.set_label(node.number, self.memory.label(node.number) & ~label)
                node.ended_by.append(effect.firing.number)
        started = [self._start(effect, label, step, at) for effect, label in live if effect.kind != "end"]
        gone = [node for n, node in self.current.items() if not self.memory.label(n)]
        for node in gone:
            del self.current[node.number]
        fresh = {node.number: node for node in started if node.number not in before}
        return list(fresh.values()), gone

    def _ended(self, effect: Effect, before: Mapping[int, int]) -> list[Node]:
        """The states that an effect puts an end to: those it names, or the other values of the key that it sets."""
        if effect.kind == "start":
            return []
        wanted = dict(effect.fact.attributes)
        if effect.kind == "set":
            wanted = {name: wanted[name] for name in self.words[effect.fact.name].key or ()}
        nodes = (self.memory.nodes[n] for n in before)
        matching = [n for n in nodes if n.fact.name == effect.fact.name and _fits(n.fact, wanted)]
        return [n for n in matching if effect.kind == "end" or n.fact != effect.fact]

    def _start(self, effect: Effect, label: int, step: int, at: int) -> Node:
        """The node of a state from now on: the one that holds already, or a new one. Only a new world adds a reason."""
        held = (n for n in self.current.values() if n.fact == effect.fact and self.memory.label(n.number))
        node = next(held, None) or self.memory.node(effect.fact, step, at)
        before = self.memory.label(node.number)
        if before | label != before:
            self.memory.set_label(node.number, before | label)
            node.firings.append(effect.firing.number)
            self.current[node.number] = node
        return node

    def _note_conflicts(self, live: list[tuple[Effect, int]], at: int) -> None:
        sets = [(e, label) for e, label in live if e.kind == "set"]
        for i, (first, label) in enumerate(sets):
            for second, other in sets[i + 1 :]:
                key = self.words[first.fact.name].key or ()
                same = first.fact.name == second.fact.name and all(
                    first.fact.values[k] == second.fact.values[k] for k in key
                )
                if same and first.fact != second.fact and label & other:
                    numbers = first.firing.number, second.firing.number
                    self.conflicts.append(Conflict(at, first.fact, second.fact, numbers))


def _fits(fact: Fact, wanted: Mapping[str, Value]) -> bool:
    return all(fact.values[name] == value for name, value in wanted.items())
