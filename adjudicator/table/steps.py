"""An incident as steps in time: the start, each event, the moment the auction is over, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.model.fact import Fact, fact
from adjudicator.model.incident import Event, Incident
from adjudicator.model.law import Code
from adjudicator.model.vocabulary import Value, Vocabulary
from adjudicator.table.acts import card_meaning
from adjudicator.table.seats import Seating


@dataclass(frozen=True)
class Step:
    """One moment: its number in order, the event it belongs to (0 before the first), and what happens in it.

    ``event`` is None for a moment that is no act; then ``facts`` says which moment it is.
    """

    number: int
    at: int
    event: Event | None
    facts: tuple[Fact, ...]


def steps(incident: Incident, vocabulary: Vocabulary) -> tuple[Step, ...]:
    """The moments of an incident in order."""
    found: list[Step] = []

    def add(at: int, event: Event | None, *facts: Fact) -> None:
        found.append(Step(len(found), at, event, facts))

    over = _auction_over(incident, vocabulary)
    add(0, None, _moment("start"))
    for event in incident.events:
        if event.n == over:
            add(event.n - 1, None, _moment("auction-over"))
        add(event.n, event)
    last = len(incident.events)
    if over == last + 1:
        add(last, None, _moment("auction-over"))
    add(last, None, _moment("end"), *_issues(incident))
    return tuple(found)


def background(incident: Incident, code: Code, vocabulary: Vocabulary) -> Iterator[Fact]:
    """What holds throughout: seating, the code's values, and what the report states at its top level."""
    yield from Seating(incident.seats, code.partners).facts()
    for (name, of), number in sorted(code.values.items(), key=str):
        yield fact("value", name, {"of": of, "is": number})
    yield from _givens(incident, vocabulary)
    yield from _beside(incident)
    yield from _hands(incident, code)


def _moment(name: str) -> Fact:
    return fact("moment", name, {})


def _auction_over(incident: Incident, vocabulary: Vocabulary) -> int:
    """The event before which a stated contract or result closes the auction; 0 where nothing of the kind is stated.

    It is the first act of play after the last call; without any the first act that belongs to the time after the play,
    which may also have to do with an earlier deal.
    """
    if incident.contract is None and incident.tricks is None:
        return 0
    acts = vocabulary.of("act")
    calls = [e.n for e in incident.events if acts[e.act].phase == "auction"]
    later = [(acts[e.act].phase, e.n) for e in incident.events if e.n > max(calls, default=0)]
    found = [n for phase, n in later if phase == "play"] or [n for phase, n in later if phase == "afterwards"]
    return found[0] if found else len(incident.events) + 1


def _givens(incident: Incident, vocabulary: Vocabulary) -> Iterator[Fact]:
    calls = [e for e in incident.events if vocabulary.of("act")[e.act].value == "call"]
    for name, seat in (("dealer", incident.dealer), ("declarer", incident.declarer)):
        if seat:
            yield fact("given", name, {"seat": seat})
    if calls:
        first = calls[0]
        by = incident.dealer if first.by[0] == "dealer" else first.by[0]
        yield fact("given", "first-call", {"event": first.n, "by": by})
    if incident.contract is not None:
        contract = incident.contract
        given: dict[str, Value] = {"level": contract.level, "denom": contract.denomination, "times": contract.times}
        yield fact("given", "contract", given)
    if incident.tricks is not None:
        yield fact("given", "result", {"tricks": incident.tricks})


def _beside(incident: Incident) -> Iterator[Fact]:
    """The people, the pack and the number of cards dealt, as stated."""
    for person in incident.people:
        said: dict[str, Value] = {"seat": person.name, "table": person.table or "none", "rubbers": person.rubbers}
        yield fact("given", "person", said)
    yield from (fact("given", "pack-extra", {"card": card}) for card in incident.pack.extra)
    yield from (fact("given", "pack-missing", {"card": card}) for card in incident.pack.missing)
    for seat, number in incident.dealt.items():
        yield fact("given", "dealt", {"seat": seat, "cards": number})
    for side, columns in incident.score.items():
        yield fact("given", "score", {"side": side, **columns})


def _hands(incident: Incident, code: Code) -> Iterator[Fact]:
    """The cards that each player was dealt, and the length of the suits of which all are known."""
    if incident.hands_at != 1:
        return
    for seat, cards in incident.hands.items():
        for card in cards:
            yield fact("given", "card-held", {"seat": seat, **card_meaning(card, code)})
        for suit in incident.suits_known.get(seat, ()):
            length = sum(card.startswith(suit) for card in cards)
            yield fact("given", "suit-length", {"seat": seat, "suit": suit, "cards": length})


def _issues(incident: Incident) -> Iterator[Fact]:
    for number, issue in enumerate(incident.issues, 1):
        by: dict[str, Value] = {"by": issue.by} if issue.kind == "contention" else {}
        yield fact(issue.kind, issue.word, {**issue.attributes, **by, "issue": number})
