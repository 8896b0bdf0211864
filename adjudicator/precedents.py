"""Decisions that bear on an incident: on one issue, what is shared, what was only there, and what is only here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudicator.evaluate.matching import Bindings
from adjudicator.evaluate.run import Outcome
from adjudicator.model.law import Decision, Matter
from adjudicator.model.rule import Pattern

RELATIONS = ("on-point", "forced", "analogous", "distinguishable")
PUT_ASIDE = " (of which the decision itself says that it would not matter)"

Ways = tuple[tuple[Pattern, ...], ...]


@dataclass(frozen=True)
class Precedent:
    """A decision beside an incident. The factors are told in words, each once.

    Attributes:
        relation: on-point (the same factors), forced (all that favoured the winner, and nothing new for the loser),
            analogous (what the opinion needed, and nothing new for the loser that it does not itself put aside), else
            distinguishable.
        fate: in-force under its own code, other-code elsewhere.
    """

    id: str
    publication: str
    number: str
    relation: str
    fate: str
    held: str
    shared: tuple[str, ...]
    only_there: tuple[str, ...]
    only_here: tuple[str, ...]


def precedents(outcome: Outcome, decisions: Iterable[Decision]) -> tuple[Precedent, ...]:
    """The decisions whose issue arises, the nearest first; where it arises twice, the nearer time counts."""
    found = [p for d in decisions if d.matter is not None and (p := _nearest(outcome, d, d.matter)) is not None]
    return tuple(sorted(found, key=lambda p: (RELATIONS.index(p.relation), p.publication, int(p.number))))


def _nearest(outcome: Outcome, decision: Decision, matter: Matter) -> Precedent | None:
    compared = [_compare(outcome, decision, matter, here) for here in _present(outcome, matter)]
    return min(compared, key=lambda p: (RELATIONS.index(p.relation), -len(p.shared)), default=None)


def _present(outcome: Outcome, matter: Matter) -> Iterator[frozenset[str]]:
    """The factors that hold, each time that the issue arises."""
    for bound in _found(outcome, matter.arises, matter.unless, {}):
        yield frozenset(f.id for f in matter.factors if any(_found(outcome, f.when, f.unless, bound)))


def _found(outcome: Outcome, ways: Ways, unless: Ways, bound: Bindings) -> Iterator[Bindings]:
    """The bindings of every way that is filled, save where an exception holds."""
    for patterns in ways:
        for found in _filled(outcome, patterns, bound):
            if not any(any(_filled(outcome, blocker, found)) for blocker in unless):
                yield found


def _filled(outcome: Outcome, patterns: tuple[Pattern, ...], bound: Bindings) -> Iterator[Bindings]:
    """The bindings under which what was derived, for certain, fills the patterns."""
    memory = outcome.memory
    last, presumed = max(node.step for node in memory.nodes) + 1, memory.worlds.as_presumed()
    for label, _, found in memory.ways(patterns, bound, last):
        if label & presumed == presumed:
            yield found


def _compare(outcome: Outcome, decision: Decision, matter: Matter, here: frozenset[str]) -> Precedent:
    there = frozenset(f.id for f in matter.factors if f.present)
    says = {f.id: f.says + (PUT_ASIDE if f.immaterial else "") for f in matter.factors}
    return Precedent(
        decision.id,
        decision.publication,
        decision.number,
        _relation(matter, there, here),
        "in-force" if decision.code == outcome.code.id else "other-code",
        decision.held,
        *(
            tuple(says[f.id] for f in matter.factors if f.id in part)
            for part in (there & here, there - here, here - there)
        ),
    )


def _relation(matter: Matter, there: frozenset[str], here: frozenset[str]) -> str:
    if here == there:
        return "on-point"
    winning = {f.id for f in matter.factors if f.favours == matter.winner}
    needed = {f.id for f in matter.factors if f.needed}
    put_aside = {f.id for f in matter.factors if f.immaterial}
    against = (here - there) - winning
    if against - put_aside:
        return "distinguishable"
    if there & winning <= here and not against:
        return "forced"
    return "analogous" if needed and needed <= here else "distinguishable"
