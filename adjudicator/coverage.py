"""Coverage: for each clause the cases in which it bites, and the near misses in which it does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.cases import Case
from adjudicator.engine import engines
from adjudicator.evaluate.run import Outcome
from adjudicator.model.incident import Event, Incident
from adjudicator.model.law import Clause, Law
from adjudicator.rulebook import CodeBook, Rulebook
from adjudicator.service import evaluated

Token = tuple[str, ...]


@dataclass(frozen=True)
class ClauseCoverage:
    """One clause; ``status`` is encoded, definition (used by rules elsewhere) or unmodelled."""

    law: str
    clause: str
    kind: str
    status: str
    rules: tuple[str, ...]
    fired_by: tuple[str, ...]
    declined_by: tuple[str, ...]
    unmodelled: str


@dataclass(frozen=True)
class RuleCoverage:
    """One rule: the cases in which it fired, and their near misses in which it did not."""

    rule: str
    fired_by: tuple[str, ...]
    declined_by: tuple[str, ...]


def of_rules(book: CodeBook, cases: Sequence[Case], rulebook: Rulebook) -> dict[str, RuleCoverage]:
    """The coverage of every rule of a code by the cases under it."""
    own = [case for case in cases if case.incident.code == book.code.id]
    fired = {case.name: _fired(evaluated(case.incident, rulebook, engines.default())) for case in own}
    near = _near(own)
    return {rule.id: _of_rule(rule.id, fired, near) for rule in book.program.rules}


def of_clauses(book: CodeBook, rules: Mapping[str, RuleCoverage]) -> list[ClauseCoverage]:
    """The coverage of every clause of a code, in the order of the laws."""
    return [_of_clause(law, clause, rules) for law in book.laws for clause in law.clauses]


def _of_clause(law: Law, clause: Clause, rules: Mapping[str, RuleCoverage]) -> ClauseCoverage:
    names = tuple(rule.id for rule in clause.rules) or clause.used_by
    status = "encoded" if clause.rules else "definition" if clause.used_by else "unmodelled"
    found = [rules[name] for name in names]
    fired = tuple(sorted({case for rule in found for case in rule.fired_by}))
    declined = tuple(sorted({case for rule in found for case in rule.declined_by}))
    return ClauseCoverage(law.number, clause.id, clause.kind, status, names, fired, declined, clause.unmodelled)


def _fired(outcome: Outcome) -> frozenset[str]:
    memory = outcome.memory
    return frozenset(firing.rule.id for firing in memory.firings if memory.held(firing.number))


def _of_rule(rule: str, fired: Mapping[str, frozenset[str]], near: Mapping[str, Sequence[str]]) -> RuleCoverage:
    by = tuple(sorted(name for name, rules in fired.items() if rule in rules))
    declined = {other for name in by for other in near[name] if rule not in fired[other]}
    return RuleCoverage(rule, by, tuple(sorted(declined)))


def _near(cases: Sequence[Case]) -> dict[str, list[str]]:
    """For each case the others that differ from it in one event or one fact."""
    told = {case.name: (_events(case.incident), _facts(case.incident)) for case in cases}
    near: dict[str, list[str]] = {name: [] for name in told}
    names = list(told)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if _differ_by_one(told[one], told[other]):
                near[one].append(other)
                near[other].append(one)
    return near


def _differ_by_one(one: tuple[list[Token], set[Token]], other: tuple[list[Token], set[Token]]) -> bool:
    facts = one[1] ^ other[1]
    changed = len({fact[0] for fact in facts}) if facts else 0
    if one[0] == other[0]:
        return changed == 1
    return not facts and _one_edit(one[0], other[0])


def _one_edit(one: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether one event was changed, added or left out."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    same = 0
    while same < len(short) and short[same] == long[same]:
        same += 1
    rest = short[same + 1 :] if len(short) == len(long) else short[same:]
    return list(rest) == list(long[same + 1 :])


def _events(incident: Incident) -> list[Token]:
    """Each event as words; an event that it refers to is named by what it was, for numbers shift."""
    by_number = {event.n: event for event in incident.events}
    return [_token(event, by_number) for event in incident.events]


def _token(event: Event, by_number: Mapping[int, Event]) -> Token:
    details = []
    for name, value in sorted(event.details.items()):
        meant = by_number.get(value) if isinstance(value, int) and name != "trick" else None
        details.append(f"{name} {meant.by} {meant.act} {meant.value}" if meant else f"{name} {value}")
    return (str(event.by), event.act, str(event.value), *details)


def _facts(incident: Incident) -> set[Token]:
    """Everything that is stated beside the events, each with what it is about first."""
    stated: Iterable[Token] = ((f"{s.fact} {s.key}", s.value, s.alleged_by) for s in incident.facts)
    people = ((f"person {p.name}", p.table, str(p.rubbers)) for p in incident.people if p.table or p.rubbers)
    dealt = ((f"dealt {seat}", str(number)) for seat, number in incident.dealt.items())
    top = {
        "dealer": incident.dealer,
        "declarer": incident.declarer,
        "contract": str(incident.contract),
        "tricks": str(incident.tricks),
        "seats": str(incident.seats),
        "hands": str((incident.hands_at, sorted(incident.hands.items()), sorted(incident.suits_known.items()))),
        "score": str(sorted(incident.score.items())),
        "pack": str(incident.pack),
        "deals": str([(_events(deal), sorted(_facts(deal))) for deal in incident.deals]),
    }
    return {*stated, *people, *dealt, *top.items()}
