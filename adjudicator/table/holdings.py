"""What a player held: from the hands reported, from cards that he played later, or as stated beside a card.

Neutral facts only: what follows from holding a card is for the laws. Later events are read ahead here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from adjudicator.model.incident import Event, Incident, Issue
from adjudicator.model.vocabulary import Value, Vocabulary, Word

RETURNS = "withdraw"  # the act that takes a card back, besides any that stands instead of an earlier one


@dataclass(frozen=True)
class Holdings:
    """The cards of one incident. ``who`` gives the seats of a word that names somebody (a seat, a role)."""

    incident: Incident
    vocabulary: Vocabulary
    who: Callable[[str], Sequence[str]]

    def held(self, seat: str, suit: str, at: int) -> str:
        """Whether a player held a card of a suit before an event: ``yes``, ``no``, or "" where nothing shows it."""
        cards = self._hand(seat, at)
        if any(card[0] == suit for card in cards):
            return "yes"
        if suit in self.incident.suits_known.get(seat, ()):
            return "no"
        if any(card[0] == suit for e, card in self._played(seat) if e.n > at):
            return "yes"
        event = next((e for e in self.incident.events if e.n == at and seat in self._seats(e)), None)
        return str(event.details.get("could_follow", "")) if event else ""

    def disputed(self, word: Word, at: int) -> bool:
        """Whether an act, contention or question that the word names puts what was held at an event in issue."""
        acts = (e for e in self.incident.events if e.act in word.disputed_by)
        issues = (i for i in self.incident.issues if i.word in word.disputed_by)
        return any(at in self._events_of_act(e) for e in acts) or any(at in self._events_of_issue(i) for i in issues)

    # -- cards

    def _hand(self, seat: str, at: int) -> list[str]:
        """The known cards of a hand before an event, counted from when it was reported (event 1, or as said)."""
        cards = list(self.incident.hands.get(seat, ()))
        reported = self.incident.hands_at
        for n, card, leaves in self._moves(seat):
            if reported <= n < at:
                self._move(cards, card, leaves)
            elif at <= n < reported:
                self._move(cards, card, not leaves)
        return cards

    def _moves(self, seat: str) -> Iterator[tuple[int, str, bool]]:
        """Every card that left a hand or came back to it: the event, the card, whether it left."""
        by_number = {e.n: (e, card) for e, card in self._played(seat)}
        for event in self.incident.events:
            back = by_number.get(self._taken_back(event))
            if back is not None:
                yield event.n, back[1], False
            if event.n in by_number:
                yield event.n, by_number[event.n][1], True

    def _taken_back(self, event: Event) -> int:
        back = event.value if event.act == RETURNS else event.details.get("instead-of", 0)
        return back if isinstance(back, int) else 0

    def _played(self, seat: str) -> Iterator[tuple[Event, str]]:
        """The cards that a player led or played."""
        acts = self.vocabulary.of("act")
        for event in self.incident.events:
            word = acts[event.act]
            if word.value == "card" and "rank" in word.attributes and seat in self._seats(event):
                yield event, str(event.value)

    @staticmethod
    def _move(cards: list[str], card: str, leaves: bool) -> None:
        if not leaves:
            cards.append(card)
        elif card in cards:
            cards.remove(card)

    # -- who, and which events

    def _seats(self, event: Event) -> set[str]:
        return {seat for word in event.by for seat in self.who(word)}

    def _events_of_act(self, event: Event) -> set[Value]:
        own = {event.value} if self.vocabulary.of("act")[event.act].value == "event" else set()
        return own | {event.details[name] for name in ("about", "at") if name in event.details}

    def _events_of_issue(self, issue: Issue) -> set[Value]:
        attributes = self.vocabulary.of(issue.kind)[issue.word].attributes
        return {value for name, value in issue.attributes.items() if attributes[name].type == "event"}
