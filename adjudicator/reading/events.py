"""The events of an incident: exactly one act each, with its details."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.errors import Mark, Report, shown, suggestion
from adjudicator.model.incident import Event
from adjudicator.model.law import Code
from adjudicator.model.vocabulary import Attribute, Value, Vocabulary
from adjudicator.reading.cards import read_card
from adjudicator.reading.fields import whole_number
from adjudicator.reading.nodes import Map, Node, Text, kind
from adjudicator.reading.people import People

EARLIER = ("instead-of", "about")
OTHER = ("with", "at")


@dataclass(frozen=True)
class Table:
    """What is needed to understand the words of one incident."""

    code: Code
    vocabulary: Vocabulary
    people: People
    events: int
    report: Report

    def value(self, attribute: Attribute, node: Node) -> Value | None:
        """A value of the attribute's type; None (and a note) where the words are none."""
        if not isinstance(node, Text):
            self.report.add(node.mark, f"{shown(attribute.name)} must be a word, not {kind(node)}")
            return None
        text, mark = node.value, node.mark
        match attribute.type:
            case "seat" | "side":
                return self.people.one(text, mark, self.report) or None
            case "call":
                return self._call(text, mark)
            case "card":
                return self._card(text, mark)
            case "option" | "remark":
                return self._word(attribute.type, text, mark)
            case "event":
                return self.event(text, mark)
            case "number":
                return self._number(attribute, text, mark)
        if attribute.values and text not in attribute.values:
            self.report.unknown(mark, f"value of {shown(attribute.name)}", text, attribute.values)
            return None
        return text

    def event(self, text: str, mark: Mark) -> int | None:
        """The number of an event that there is."""
        number = whole_number(text)
        if number is None or not 1 <= number <= self.events:
            there = f"events are numbered 1 to {self.events}" if self.events else "there are no events"
            self.report.add(mark, f"there is no event {shown(text)}; {there}")
            return None
        return number

    def _number(self, attribute: Attribute, text: str, mark: Mark) -> int | None:
        number = whole_number(text)
        if number is None or number < 0:
            self.report.add(mark, f"{shown(attribute.name)} must be a number, not {shown(text)}")
            return None
        return number

    def _call(self, text: str, mark: Mark) -> str | None:
        spellings = self.code.calls.spellings
        word = " ".join(text.upper().split())
        if word in spellings:
            return word
        near = suggestion(word, spellings)
        words = sorted({s.lower() for s, (_, level, _) in spellings.items() if not level})
        bids = [s for s, (_, level, _) in spellings.items() if level]
        accepted = f"; write a bid as {bids[0]} to {bids[-1]}, or {', '.join(words)}" if bids and not near else ""
        self.report.add(mark, f"unknown call {shown(text)}{near}{accepted}")
        return None

    def _card(self, text: str, mark: Mark) -> str | None:
        card = read_card(text, self.code)
        if card is None:
            self.report.add(mark, f"there is no card {shown(text)}; write the suit and the rank, as in HK or S10")
        return card

    def _word(self, word_kind: str, text: str, mark: Mark) -> str | None:
        words = self.vocabulary.of(word_kind)
        for name, word in words.items():
            if text == name or text in word.also:
                return name
        self.report.unknown(mark, word_kind, text, [*words, *(a for w in words.values() for a in w.also)])
        return None


def read_event(n: int, node: Node, table: Table) -> Event | None:
    """One event; None (and notes) where it cannot be understood."""
    report, acts = table.report, table.vocabulary.of("act")
    if not isinstance(node, Map):
        report.add(node.mark, f"an event must be a mapping such as {{by: north, call: 1H}}, not {kind(node)}")
        return None
    details = table.vocabulary.of("detail")
    named = [(k, v) for k, v in node.entries if k.value in acts]
    for key in node.words():
        if key.value not in acts and key.value not in details and key.value != "by":
            report.unknown(key.mark, "act or detail of an event", key.value, ["by", *acts, *details])
    by = node.get("by")
    if by is None:
        report.add(node.mark, f"event {n} does not say by whom; add by: (nobody, if nobody did it)")
    actors = table.people.several(by, report) if by is not None else ()
    found = _details(n, node, table)
    if len(named) != 1:
        known = "no act" if not named else "more than one act: " + ", ".join(k.value for k, _ in named)
        report.add(node.mark, f"event {n} has {known}; exactly one is expected")
        return None
    key, value = named[0]
    word = acts[key.value]
    read = table.value(Attribute(key.value, word.value or "word", word.values), value)
    return Event(n, actors, word.same_as or word.name, read, found, node.mark) if actors and read is not None else None


def _details(n: int, node: Map, table: Table) -> dict[str, Value]:
    found: dict[str, Value] = {}
    details = table.vocabulary.of("detail")
    for key, value in node.entries:
        if key.value not in details:
            continue
        read = table.value(details[key.value].attributes[key.value], value)
        if read is None:
            continue
        if isinstance(read, int) and ((key.value in EARLIER and read >= n) or (key.value in OTHER and read == n)):
            which = "an earlier" if key.value in EARLIER else "another"
            table.report.add(value.mark, f"{shown(key.value)} of event {n} must name {which} event, not {read}")
        found[key.value] = read
    return found


def check_replacements(events: Sequence[Event], seats: Sequence[str], report: Report) -> None:
    """An act replaces an earlier act of the same sort by the same player."""
    by_number = {event.n: event for event in events}
    for event in events:
        earlier = by_number.get(int(str(event.details.get("instead-of", 0))))
        if earlier is None:
            continue
        known = {*event.by, *earlier.by} <= set(seats)
        if earlier.act != event.act or (known and earlier.by != event.by):
            done = f"event {earlier.n} is {', '.join(earlier.by)}: {earlier.act} {earlier.value}"
            text = f"'instead-of' of event {event.n} must name an act of the same sort by the same player; {done}"
            report.add(event.mark, text)
