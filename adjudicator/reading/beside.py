"""What an incident says beside the acts: who else was there, the cards dealt to each player, the score so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.errors import Report, shown
from adjudicator.model.incident import Person
from adjudicator.reading.fields import Fields, whole_number
from adjudicator.reading.nodes import Map, Node, Seq, Text, kind
from adjudicator.reading.people import People

PERSON = ("name", "table", "rubbers", "note")


def named(fields: Fields) -> Iterator[tuple[str, Node]]:
    """The people of an incident, each name with what is said of him; ``people`` is a list or a mapping by name."""
    node = fields.node("people")
    if isinstance(node, Map):
        yield from ((key.value, value) for key, value in node.entries)
    for item in node.items if isinstance(node, Seq) else ():
        name = item.get("name") if isinstance(item, Map) else item
        if isinstance(name, Text):
            yield name.value, item


def read_people(fields: Fields, report: Report) -> tuple[Person, ...]:
    """The people of an incident. One of whom nothing more is said belongs to no table."""
    node = fields.node("people")
    if isinstance(node, Text):
        report.add(node.mark, f"'people' must be a list or a mapping by name, not {kind(node)}")
    for item in node.items if isinstance(node, Seq) else ():
        if not isinstance(item.get("name") if isinstance(item, Map) else item, Text):
            report.add(item.mark, "a person must be a name, or a mapping with 'name:'")
    return tuple(_person(name, node, report) for name, node in named(fields))


def _person(name: str, node: Node, report: Report) -> Person:
    if isinstance(node, Seq):
        report.add(node.mark, f"what is said of {shown(name)} must be a word or a mapping, not {kind(node)}")
    if not isinstance(node, Map):
        return Person(name, "", 0)
    entry = Fields(node, shown(name), report, PERSON)
    rubbers = whole_number(entry.text("rubbers", "0"))
    if rubbers is None or rubbers < 0:
        report.add(entry.place("rubbers"), f"'rubbers' must be a number, not {shown(entry.text('rubbers'))}")
    return Person(name, entry.text("table"), rubbers or 0)


def read_dealt(fields: Fields, people: People, report: Report) -> dict[str, int]:
    """The number of cards that each seat was dealt."""
    found: dict[str, int] = {}
    for seat, node in fields.entries("dealt"):
        name, number = people.seat(seat.value), whole_number(node.value) if isinstance(node, Text) else None
        if name is None:
            report.unknown(seat.mark, "seat", seat.value, people.seats)
        elif number is None or number < 0:
            word = shown(node.value) if isinstance(node, Text) else kind(node)
            report.add(node.mark, f"the cards dealt to {name} must be a number, not {word}")
        else:
            found[name] = number
    return found


def read_score(fields: Fields, people: People, columns: Sequence[str], report: Report) -> dict[str, dict[str, int]]:
    """The score of the rubber before this deal, by side and column; a number alone is the trick score."""
    sides = people.sides()
    found = {side: dict.fromkeys(columns, 0) for side in sides if "score" in fields or "deals" in fields}
    for side, node in fields.entries("score"):
        name = next((s for s in sides if s.lower() == side.value.lower()), None)
        if name is None:
            report.unknown(side.mark, "side", side.value, sides)
            continue
        given = Map(((Text("trick", node.mark), node),), node.mark) if isinstance(node, Text) else node
        entry = Fields(given, f"the score of {name}", report, columns)
        for column in columns:
            number = whole_number(entry.text(column, "0"))
            if number is None or number < 0:
                report.add(entry.place(column), f"{shown(column)} must be a number, not {shown(entry.text(column))}")
            found[name][column] = number or 0
    return found
