"""What an engine is given and what it gives back, whichever engine it is.

An engine matches conjunctions of patterns by equality: literals, and variables shared between patterns. Everything
else of a rule (comparisons, lists, exceptions, counts, arithmetic) is decided beside it, once for all engines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from adjudicator.model.rule import Pattern, Rule, Var
from adjudicator.model.vocabulary import Value

TRIGGER = "on."


@dataclass(frozen=True)
class Assertion:
    """A fact as an engine sees it: a number, what it is, and its attributes."""

    number: int
    predicate: str
    values: Mapping[str, Value]


@dataclass(frozen=True, order=True)
class Match:
    """A rule (by its index in the program) and the numbers of the facts that fill its patterns, in their order."""

    rule: int
    facts: tuple[int, ...]


class Session(Protocol):
    """One incident in an engine."""

    def add(self, facts: Sequence[Assertion]) -> list[Match]:
        """Assert facts; the matches that they complete."""

    def remove(self, numbers: Sequence[int]) -> None:
        """Retract facts by number."""


class Engine(Protocol):
    """Rules ready to match. One session at a time; a second one waits for the first to end."""

    name: str

    def session(self) -> AbstractContextManager[Session]:
        """A session that leaves nothing behind."""


@dataclass(frozen=True)
class Shape:
    """The part of a pattern that an engine decides.

    Attributes:
        literals: attributes that must equal a value.
        binds: attributes that bind a variable here, for the first time in the rule.
        joins: attributes that must equal the variable bound in an earlier pattern: (attribute, pattern, its attribute).
    """

    predicate: str
    literals: tuple[tuple[str, Value], ...]
    binds: tuple[tuple[str, Var], ...]
    joins: tuple[tuple[str, int, str], ...]

    def attributes(self) -> set[str]:
        """Every attribute that the engine looks at."""
        return {a for a, _ in self.literals} | {a for a, _ in self.binds} | {a for a, _, _ in self.joins}


def shapes(rule: Rule) -> tuple[Shape, ...]:
    """The patterns of a rule, the trigger first, as an engine matches them."""
    bound: dict[Var, tuple[int, str]] = {}
    found = []
    for index, pattern in enumerate(rule.positive):
        found.append(_shape(index, pattern, bound))
        for attribute, variable in found[-1].binds:
            bound.setdefault(variable, (index, attribute))
    return tuple(found)


def _shape(index: int, pattern: Pattern, bound: Mapping[Var, tuple[int, str]]) -> Shape:
    literals: list[tuple[str, Value]] = []
    binds: list[tuple[str, Var]] = []
    joins: list[tuple[str, int, str]] = []
    for test in pattern.tests:
        if test.op != "eq":
            continue
        if not isinstance(test.value, Var):
            literals.append((test.attribute, test.value))
        elif test.value in bound:
            joins.append((test.attribute, *bound[test.value]))
        else:
            binds.append((test.attribute, test.value))
    prefix = TRIGGER if index == 0 else ""
    return Shape(
        prefix + pattern.predicate, tuple(sorted(literals, key=str)), tuple(sorted(binds)), tuple(sorted(joins))
    )
