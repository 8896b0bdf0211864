"""Codes, laws, clauses and decisions as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.errors import Mark
from adjudicator.model.rule import Pattern, Rule
from adjudicator.model.vocabulary import Value


@dataclass(frozen=True)
class Dispute:
    """A place that can be read in more than one way; ``contested`` are the rules that follow one of the readings.

    The readings part where any group of ``parting`` patterns holds over what was derived and no group of ``agreeing``
    ones does.
    """

    readings: tuple[str, ...]
    contested: tuple[str, ...]
    parting: tuple[tuple[Pattern, ...], ...]
    agreeing: tuple[tuple[Pattern, ...], ...]


@dataclass(frozen=True)
class Clause:
    """One clause, restated by ``says``; one without rules is used by others, or is not modelled, with the reason."""

    id: str
    kind: str
    says: str
    printed: str
    rules: tuple[Rule, ...]
    used_by: tuple[str, ...]
    disputes: tuple[Dispute, ...]
    unmodelled: str
    mark: Mark


@dataclass(frozen=True)
class Law:
    """One law of a code, in clauses."""

    code: str
    number: str
    title: str
    clauses: tuple[Clause, ...]
    mark: Mark

    @property
    def path(self) -> str:
        """The file it stands in."""
        return self.mark.path


@dataclass(frozen=True)
class Calls:
    """How calls are written: every spelling (upper case) with what it means: kind, level, denomination."""

    spellings: Mapping[str, tuple[str, int, str]]


@dataclass(frozen=True)
class Code:
    """A code of laws: its seats, pack, calls and values."""

    id: str
    title: str
    adopted_by: str
    date: str
    source: str
    game: str
    amends: str
    seats: tuple[str, ...]
    partners: bool
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    hand: int
    calls: Calls
    values: Mapping[tuple[str, Value], int]
    mark: Mark


@dataclass(frozen=True)
class Factor:
    """A material fact of a decision: patterns over what was derived, and the side that it favours.

    Attributes:
        favours: claimant or respondent.
        needed: whether the opinion rests on it.
        present: False for a fact that the decided incident lacks.
        immaterial: whether the opinion itself says that it would not have mattered.
        when: the ways in which it may be so; all conditions of one way must hold.
    """

    id: str
    says: str
    favours: str
    needed: bool
    present: bool
    immaterial: bool
    when: tuple[tuple[Pattern, ...], ...]
    unless: tuple[tuple[Pattern, ...], ...]


@dataclass(frozen=True)
class Matter:
    """The issue that a decision settled: what it is called, the ways in which it arises, and who won."""

    name: str
    arises: tuple[tuple[Pattern, ...], ...]
    unless: tuple[tuple[Pattern, ...], ...]
    winner: str
    factors: tuple[Factor, ...]


@dataclass(frozen=True)
class Decision:
    """A published decision: what it construes, its incident (kept as written), what was held and why, its ratio."""

    number: str
    publication: str
    title: str
    code: str
    construes: tuple[str, ...]
    incident: object
    expect: object
    held: str
    reasoning: str
    rules: tuple[Rule, ...]
    matter: Matter | None
    mark: Mark

    @property
    def id(self) -> str:
        """``card-committee-2``."""
        return f"{self.publication}-{self.number}"
