"""CLIPS, through clipspy: the second opinion, and the engine where durable_rules cannot be imported.

The same patterns by other means: one template for each predicate, one rule for each rule, a call back to Python for
each match. Facts are retracted at the end of a step, and the environment is reset at the end of a session.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import clips

from adjudicator.engine.interface import Assertion, Match, Shape, shapes
from adjudicator.errors import EngineError
from adjudicator.model.rule import Rule
from adjudicator.model.vocabulary import Value

_ABSENT = "absent"


class Clips:
    """Rules compiled into one CLIPS environment."""

    name = "clips"

    def __init__(self, rules: Sequence[Rule]) -> None:
        patterns = [shapes(rule) for rule in rules]
        self._slots: dict[str, dict[str, str]] = {}
        for shape in (s for rule in patterns for s in rule):
            slots = self._slots.setdefault(shape.predicate, {})
            for attribute in sorted(shape.attributes()):
                slots.setdefault(attribute, f"a{len(slots)}")
        self._names = {predicate: f"t{n}" for n, predicate in enumerate(sorted(self._slots))}
        self._matches: list[Match] = []
        self._lock = threading.Lock()
        self._environment = clips.Environment()
        self._environment.define_function(self._matched, "matched")
        for predicate, slots in sorted(self._slots.items()):
            declared = " ".join(f"(slot {slot} (default {_ABSENT}))" for slot in slots.values())
            self._build(f"(deftemplate {self._names[predicate]} (slot number) {declared})")
        for number, rule in enumerate(patterns):
            self._build(self._rule(number, rule))
        self._templates = {p: self._environment.find_template(name) for p, name in self._names.items()}

    @contextmanager
    def session(self) -> Iterator[ClipsSession]:
        """A session that ends with a reset; others wait for it."""
        with self._lock:
            self._environment.reset()
            try:
                yield ClipsSession(self._environment, self._templates, self._slots, self._matches)
            finally:
                self._environment.reset()
                self._matches.clear()

    def _build(self, construct: str) -> None:
        try:
            self._environment.build(construct)
        except clips.CLIPSError as error:
            raise EngineError(f"CLIPS refused a construct: {error}") from None

    def _matched(self, rule: int, *facts: int) -> int:
        self._matches.append(Match(int(rule), tuple(map(int, facts))))
        return 0

    def _rule(self, number: int, patterns: Sequence[Shape]) -> str:
        conditions = " ".join(self._pattern(i, shape, patterns) for i, shape in enumerate(patterns))
        facts = " ".join(f"?f{i}" for i in range(len(patterns)))
        return f"(defrule r{number} {conditions} => (matched {number} {facts}))"

    def _pattern(self, index: int, shape: Shape, patterns: Sequence[Shape]) -> str:
        slots = self._slots[shape.predicate]
        tests = [f"({slots[a]} {_literal(value)})" for a, value in shape.literals]
        tests += [f"({slots[a]} ?v{index}{slots[a]}&~{_ABSENT})" for a, _ in shape.binds]
        for attribute, other, its in shape.joins:
            tests.append(f"({slots[attribute]} ?v{other}{self._slots[patterns[other].predicate][its]})")
        return f"({self._names[shape.predicate]} (number ?f{index}) {' '.join(tests)})"


class ClipsSession:
    """One incident: facts in, matches out."""

    def __init__(
        self,
        environment: clips.Environment,
        templates: Mapping[str, clips.Template],
        slots: Mapping[str, Mapping[str, str]],
        matches: list[Match],
    ) -> None:
        self._environment, self._templates, self._slots, self._matches = environment, templates, slots, matches
        self._facts: dict[int, clips.Fact] = {}

    def add(self, facts: Sequence[Assertion]) -> list[Match]:
        """Assert facts; the matches that they complete."""
        for fact in facts:
            if fact.predicate in self._templates:
                slots = self._slots[fact.predicate]
                values = {slots[a]: _value(fact.values[a]) for a in slots if a in fact.values}
                template = self._templates[fact.predicate]
                self._facts[fact.number] = template.assert_fact(number=fact.number, **values)
        self._environment.run()
        found = list(self._matches)
        self._matches.clear()
        return found

    def remove(self, numbers: Sequence[int]) -> None:
        """Retract facts by number."""
        for number in numbers:
            if number in self._facts:
                self._facts.pop(number).retract()


def _value(value: Value) -> int | str:
    """Words marked as words, so that a number is never taken for one."""
    return value if isinstance(value, int) else f"s{value}"


def _literal(value: Value) -> str:
    if isinstance(value, int):
        return str(value)
    return '"' + f"s{value}".replace("\\", "\\\\").replace('"', '\\"') + '"'
