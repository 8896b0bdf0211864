"""What the engine matched is decided here: comparisons, counts, exceptions, and the facts that nobody stated.

All of it is the same for every engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.compile.program import Program
from adjudicator.errors import EngineError
from adjudicator.evaluate.asking import Asking
from adjudicator.evaluate.matching import Bindings, bind, holds
from adjudicator.evaluate.memory import Firing, Memory
from adjudicator.model.fact import Fact
from adjudicator.model.rule import Count, Rule, Var

MAX_FIRINGS = 200_000


@dataclass(frozen=True)
class Way:
    """One way in which a rule fires: with which bindings and premises, in which worlds, and what stands against it."""

    bindings: Bindings
    premises: tuple[int, ...]
    label: int
    blocked_by: tuple[int, ...]
    defeated_by: tuple[int, ...]


class Deciding:
    """Decides matches, step by step; remembers what has fired in the step, for what it overrides."""

    def __init__(self, program: Program, memory: Memory, asking: Asking) -> None:
        self.program, self.memory, self.asking = program, memory, asking
        self._fired: dict[str, list[Firing]] = {}

    def begin_step(self) -> None:
        """Nothing has fired yet."""
        self._fired = {}

    def fire(self, rule: Rule, way: Way, step: int, at: int) -> Firing:
        """Keep a way in which a rule fires.

        Raises:
            EngineError: the rules do not come to rest.
        """
        number = len(self.memory.firings)
        if number >= MAX_FIRINGS:
            raise EngineError(f"more than {MAX_FIRINGS:,} conclusions from one incident")
        firing = Firing(number, rule, way.premises, way.bindings, step, at, way.blocked_by, way.defeated_by)
        self._fired.setdefault(rule.id, []).append(self.memory.fire(firing, way.label))
        return firing

    def ways(self, rule: Rule, premises: tuple[int, ...], step: int, at: int) -> Iterator[Way]:
        """The ways in which a rule fires on these premises; each must be fired before the next is asked for."""
        nodes = [self.memory.nodes[n] for n in premises]
        bound = bind(rule.positive, [n.fact for n in nodes], {})
        if bound is None or any(p.earlier and n.step >= step for p, n in zip(rule.positive, nodes, strict=True)):
            return
        size = self.memory.worlds.size
        for counted, label in self._counted(rule, bound, step):
            yield from self._decided(rule, premises, counted, self.memory.worlds.lifted(label, size), step, at)

    def _counted(self, rule: Rule, bound: Bindings, step: int) -> list[tuple[Bindings, int]]:
        """The bindings for every number that each count may have, with the worlds in which it has it."""
        found = [(bound, self.memory.worlds.every)]
        for count in rule.counts:
            found = [way for b, label in found for way in self._with_count(count, b, label, step)]
        return found

    def _with_count(self, count: Count, bound: Bindings, label: int, step: int) -> Iterator[tuple[Bindings, int]]:
        variable = count.test.value
        for number, here in self._numbers(count, bound, step).items():
            if not label & here:
                continue
            if isinstance(variable, Var) and count.test.op == "eq" and variable.name not in bound:
                yield {**bound, variable.name: number}, label & here
            elif holds(count.test, number, bound):
                yield bound, label & here

    def _numbers(self, count: Count, bound: Bindings, step: int) -> dict[int, int]:
        """How many different facts match, or their total, and in which worlds so many."""
        labels: dict[Fact, int] = {}
        for label, (node,) in self.memory.matches([count.of], bound, step):
            fact = self.memory.nodes[node].fact
            labels[fact] = labels.get(fact, 0) | label
        numbers = {0: self.memory.worlds.every}
        for known, label in labels.items():
            each = int(str(known.values[count.each])) if count.each else 1
            more: dict[int, int] = {}
            for n, here in numbers.items():
                for number, part in ((n + each, here & label), (n, here & ~label)):
                    if part:
                        more[number] = more.get(number, 0) | part
            numbers = more
        return numbers

    def _decided(
        self, rule: Rule, premises: tuple[int, ...], bound: Bindings, label: int, step: int, at: int
    ) -> Iterator[Way]:
        """Exceptions, then facts to ask for; one way for each answer. A way that was overridden has no world left."""
        blockers = [found for blocker in rule.unless for found in self.memory.matches(blocker, bound, step)]
        defeaters = self._defeaters(rule, bound)
        for here, _ in blockers:
            label &= ~here
        for firing in defeaters:
            label &= ~self.memory.holds(firing.number)
        against = tuple(n for _, nodes in blockers for n in nodes), tuple(f.number for f in defeaters)
        if not label:
            if defeaters and not any(isinstance(a.value.value, Var) for a in rule.asked):
                yield Way(bound, premises, 0, *against)
            return
        size = self.memory.worlds.size
        ways = self._asked(rule, bound, step, at)
        label = self.memory.worlds.lifted(label, size)
        for values, facts in ways:
            yield Way(values, (*premises, *facts), label, *against)

    def _asked(self, rule: Rule, bound: Bindings, step: int, at: int) -> list[tuple[Bindings, tuple[int, ...]]]:
        ways: list[tuple[Bindings, tuple[int, ...]]] = [(bound, ())]
        for asked in rule.asked:
            ways = [
                (values, (*nodes, node))
                for b, nodes in ways
                for values, node in self.asking.answers(asked, b, step, at)
            ]
        return ways

    def _defeaters(self, rule: Rule, bound: Bindings) -> list[Firing]:
        """The firings of this step that override the rule with the same values."""
        return [
            firing
            for defeater in self.program.defeaters.get(rule.id, ())
            for firing in self._fired.get(defeater.rule, ())
            if all(firing.bindings.get(v.name) == bound.get(v.name) for v in defeater.same)
            and self.memory.holds(firing.number)
        ]
