"""An incident as understood: what people did, in order, in neutral words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.errors import Mark
from adjudicator.model.vocabulary import Value


@dataclass(frozen=True)
class Event:
    """One act. ``n`` counts from 1; ``by`` names seats or roles; ``value`` is what stands after the act's word."""

    n: int
    by: tuple[str, ...]
    act: str
    value: Value
    details: Mapping[str, Value]
    mark: Mark


@dataclass(frozen=True)
class Stated:
    """A fact stated in the incident: its word, which one (key), and the value."""

    fact: str
    key: tuple[tuple[str, Value], ...]
    value: str
    alleged_by: str
    mark: Mark


@dataclass(frozen=True)
class Issue:
    """A contention or a question. ``attributes`` holds what it is about."""

    kind: str
    word: str
    shown: str
    by: str
    attributes: Mapping[str, Value]
    mark: Mark


@dataclass(frozen=True)
class Contract:
    """The final declaration as stated; ``times`` is how often it was doubled."""

    level: int
    denomination: str
    times: int


@dataclass(frozen=True)
class Person:
    """One whom ``people`` names: the table that he belongs to ("" where to none), the rubbers that he played there."""

    name: str
    table: str
    rubbers: int


@dataclass(frozen=True)
class Pack:
    """What the pack has besides its own cards, and what it lacks."""

    extra: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Incident:
    """Everything a report says. Empty strings and Nones stand for what it leaves out.

    ``dealt`` is the number of cards that each seat was dealt, where it is stated.

    ``code_named`` is False where neither the report nor the caller named a code, and the newest was taken.
    ``suits_known`` are the suits of each hand that are reported in full; ``hands_at`` is the event before which the
    hands were as reported. ``score`` is what each side had scored in the rubber before this deal, by column; ``deals``
    are the earlier deals of the rubber, each an incident of its own.
    """

    id: str
    code: str
    title: str
    seats: tuple[str, ...]
    dealer: str
    declarer: str
    contract: Contract | None
    tricks: int | None
    events: tuple[Event, ...]
    facts: tuple[Stated, ...]
    issues: tuple[Issue, ...]
    hands: Mapping[str, tuple[str, ...]]
    source: object
    mark: Mark
    code_named: bool = True
    people: tuple[Person, ...] = ()
    pack: Pack = Pack()
    dealt: Mapping[str, int] = field(default_factory=dict)
    suits_known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    score: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    hands_at: int = 1
    deals: tuple[Incident, ...] = ()
