"""An incident file to an incident, every error at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.errors import Report, shown
from adjudicator.model.incident import Incident, Issue, Stated
from adjudicator.model.law import Code
from adjudicator.model.vocabulary import Attribute, Value, Vocabulary
from adjudicator.reading.beside import named, read_dealt, read_people, read_score
from adjudicator.reading.cards import read_contract, read_hands, read_pack, read_suits
from adjudicator.reading.events import Table, check_replacements, read_event
from adjudicator.reading.fields import Fields, whole_number
from adjudicator.reading.nodes import Map, Node, Text, kind, plain
from adjudicator.reading.people import People, read_seats

KEYS = (
    "id",
    "code",
    "title",
    "seats",
    "dealer",
    "declarer",
    "contract",
    "result",
    "hands",
    "pack",
    "people",
    "dealt",
    "events",
    "facts",
    "contentions",
    "questions",
    "expect",
    "note",
    "hands_at",
    "score",
    "deals",
)
OF_THE_RUBBER = ("code", "seats", "people")  # what an earlier deal has from the incident in which it stands
NOT_OF_A_DEAL = ("deals", "score", "expect")
FACT_NOTES = ("alleged_by", "found_by", "rests_on")


def code_named(node: Node, codes: Mapping[str, Code], report: Report) -> str:
    """The code that the incident itself names; "" where it names none."""
    named = node.get("code") if isinstance(node, Map) else None
    if named is None:
        return ""
    if not isinstance(named, Text) or named.value not in codes:
        report.unknown(named.mark, "code", named.value if isinstance(named, Text) else kind(named), codes)
        return ""
    return named.value


def read_incident_node(node: Node, code: Code, vocabulary: Vocabulary, report: Report) -> Incident:
    """One incident under one code; faults go to ``report``, and what they spoil is left out."""
    fields = Fields(node, "an incident", report, KEYS)
    seats = read_seats(fields.node("seats"), code.seats, code.partners, report)
    people = People(seats, code.partners, tuple(name for name, _ in named(fields)))
    nodes = fields.seq("events")
    table = Table(code, vocabulary, people, len(nodes), report)
    events = tuple(e for n, x in enumerate(nodes, 1) if (e := read_event(n, x, table)))
    check_replacements(events, seats, report)
    contract, pack = fields.node("contract"), read_pack(fields, code, report)
    reader = _Reader(table)
    return Incident(
        fields.text("id"),
        code.id,
        fields.text("title"),
        seats,
        reader.seat(fields, "dealer"),
        reader.seat(fields, "declarer"),
        read_contract(contract, code, report) if contract else None,
        reader.tricks(fields),
        events,
        tuple(sorted(reader.facts(fields), key=lambda s: (s.fact, str(s.key), s.value, s.alleged_by))),
        tuple(reader.issues(fields)),
        read_hands(fields, pack, people, code, report),
        plain(node),
        fields.mark,
        people=read_people(fields, report),
        pack=pack,
        dealt=read_dealt(fields, people, report),
        suits_known=read_suits(fields, people, code),
        score=read_score(fields, people, _columns(vocabulary), report),
        hands_at=reader.hands_at(fields),
        deals=tuple(_deal(x, fields, code, vocabulary, report) for x in fields.seq("deals")),
    )


def _deal(node: Node, rubber: Fields, code: Code, vocabulary: Vocabulary, report: Report) -> Incident:
    """An earlier deal of the rubber: an incident with the seats and the people of the later one."""
    for key in node.words() if isinstance(node, Map) else ():
        if key.value in NOT_OF_A_DEAL:
            report.add(key.mark, f"{shown(key.value)} has no place in one of the deals; it belongs beside 'deals'")
    own = node.entries if isinstance(node, Map) else ()
    named = [key.value for key, _ in own]
    given = [(k, v) for k, v in rubber.map.entries if k.value in OF_THE_RUBBER and k.value not in named]
    kept = [(k, v) for k, v in own if k.value not in NOT_OF_A_DEAL]
    return read_incident_node(
        Map((*given, *kept), node.mark) if isinstance(node, Map) else node, code, vocabulary, report
    )


def _columns(vocabulary: Vocabulary) -> list[str]:
    """What may be said of the score of a side."""
    word = vocabulary.of("given").get("score")
    return [name for name in word.attributes if name != "side"] if word else []


@dataclass(frozen=True)
class _Reader:
    """Reads the parts of an incident that stand beside its events."""

    table: Table

    def seat(self, fields: Fields, key: str) -> str:
        """A seat named at the top level."""
        node = fields.node(key)
        if node is None:
            return ""
        people = self.table.people
        if not isinstance(node, Text) or people.one(node.value, node.mark, Report()) not in people.seats:
            word = node.value if isinstance(node, Text) else kind(node)
            self.table.report.unknown(node.mark, "seat", word, people.seats)
            return ""
        return people.one(node.value, node.mark, self.table.report)

    def tricks(self, fields: Fields) -> int | None:
        """The tricks that the declarer took."""
        node = fields.node("result")
        if node is None:
            return None
        if isinstance(node, Text):
            self.table.report.add(node.mark, f"write the declarer's tricks as {{tricks: {node.value[:20]}}}")
            return None
        result = Fields(node, "'result'", self.table.report, ["tricks"], ["tricks"])
        number, most = whole_number(result.text("tricks")), self.table.code.hand
        if "tricks" in result and (number is None or not 0 <= number <= most):
            self.table.report.add(result.place("tricks"), f"'tricks' must be a number from 0 to {most}")
            return None
        return number

    def hands_at(self, fields: Fields) -> int:
        """The event before which the hands were as reported; 1 where they are the original ones."""
        node = fields.node("hands_at")
        number = self.table.value(Attribute("hands_at", "number"), node) if node is not None else None
        return number if isinstance(number, int) else 1

    def facts(self, fields: Fields) -> Iterator[Stated]:
        """The facts stated beside the events."""
        words, report = self.table.vocabulary.of("fact"), self.table.report
        for node in fields.seq("facts"):
            name = node.get("fact") if isinstance(node, Map) else None
            if not isinstance(name, Text):
                report.add(node.mark, "a fact must be a mapping with 'fact:' and its word")
                continue
            if name.value not in words:
                report.unknown(name.mark, "fact", name.value, words)
                continue
            word = words[name.value]
            entry = Fields(
                node, f"fact {shown(name.value)}", report, ["fact", "value", *word.attributes, *FACT_NOTES], ["value"]
            )
            given = entry.node("value")
            value = self.table.value(Attribute("value", "word", word.values), given) if given is not None else None
            key = tuple((k, self._attribute(entry, a)) for k, a in sorted(word.attributes.items()))
            alleged = self._attribute(entry, Attribute("alleged_by", "side"))
            if value is not None:
                yield Stated(name.value, key, str(value), "" if alleged == "none" else str(alleged), node.mark)

    def issues(self, fields: Fields) -> Iterator[Issue]:
        """Contentions, then questions, in the order written."""
        for node in fields.seq("contentions"):
            if (issue := self._issue("contention", "contends", node)) is not None:
                yield issue
        for node in fields.seq("questions"):
            if (issue := self._issue("question", "ask", node)) is not None:
                yield issue

    def _issue(self, issue_kind: str, opener: str, node: Node) -> Issue | None:
        report, words = self.table.report, self.table.vocabulary.of(issue_kind)
        name = node.get(opener) if isinstance(node, Map) else None
        if not isinstance(name, Text):
            report.add(node.mark, f"a {issue_kind} must be a mapping with '{opener}:' and its word")
            return None
        options = {o: w for w, x in self.table.vocabulary.of("option").items() for o in (w, *x.also)}
        is_option = issue_kind == "contention" and name.value not in words and name.value in options
        if name.value not in words and not is_option:
            report.unknown(
                name.mark, issue_kind, name.value, [*words, *(options if issue_kind == "contention" else ())]
            )
            return None
        word = words["entitled" if is_option else name.value]
        required = [*(["by"] if issue_kind == "contention" else []), *word.needs]
        entry = Fields(node, f"{issue_kind} {shown(name.value)}", report, [opener, "by", *word.attributes], required)
        found = {k: self._attribute(entry, a) for k, a in word.attributes.items()}
        if is_option:
            found["option"] = options[name.value]
        by = self._attribute(entry, Attribute("by", "seat"))
        shown_as = options[name.value] if is_option else name.value
        return Issue(issue_kind, word.name, shown_as, str(by), found, node.mark)

    def _attribute(self, entry: Fields, attribute: Attribute) -> Value:
        node = entry.node(attribute.name)
        value = self.table.value(attribute, node) if node is not None else None
        return attribute.empty if value is None else value
