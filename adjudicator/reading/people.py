"""Who is meant: seats, roles, sides, lists and others present."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.errors import Mark, Report, shown
from adjudicator.reading.nodes import Node, Seq, Text, kind

ROLES = ("declarer", "dummy", "dealer", "eldest-hand", "leader", "left-adversary", "right-adversary")
SIDES = ("declarer-side", "adversaries")
OTHERS = ("bystander", "nobody", "adversary")
COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}


@dataclass(frozen=True)
class People:
    """The seats of the table and the others that an incident names."""

    seats: tuple[str, ...]
    partners: bool
    others: tuple[str, ...] = ()

    def sides(self) -> dict[str, tuple[str, ...]]:
        """Seats by side, a side named by its seats in their order."""
        if not self.partners:
            return {seat: (seat,) for seat in self.seats}
        half = len(self.seats) // 2
        pairs = [(self.seats[i], self.seats[i + half]) for i in range(half)]
        return {"-".join(pair): pair for pair in pairs}

    def words(self) -> list[str]:
        """Every word that may name somebody."""
        return [*self.seats, *self.sides(), *ROLES, *SIDES, *OTHERS, *self.others]

    def seat(self, text: str) -> str | None:
        """The seat that a word names, None where it names none."""
        word = self._known(text)
        return word if word in self.seats else None

    def one(self, text: str, mark: Mark, report: Report) -> str:
        """The seat, role or person that a word names; "" (and a note) where it names nobody known."""
        word = self._known(text)
        if word is None:
            report.unknown(mark, "seat or person", text, self.words())
        return word or ""

    def several(self, node: Node, report: Report) -> tuple[str, ...]:
        """Those named by a word or a list; a side stands for its seats."""
        nodes = node.items if isinstance(node, Seq) else (node,)
        found: list[str] = []
        for inner in nodes:
            if not isinstance(inner, Text):
                report.add(inner.mark, f"who acted must be a word or a list of words, not {kind(inner)}")
            elif name := self.one(inner.value, inner.mark, report):
                found.extend(self.sides().get(name, (name,)))
        if isinstance(node, Seq) and not nodes:
            report.add(node.mark, "the list of those who acted is empty")
        return tuple(dict.fromkeys(found))

    def _known(self, text: str) -> str | None:
        word = COMPASS.get(text, text) if COMPASS.get(text, text) in self.seats else text
        if word in self.words():
            return word
        return next((w for w in self.words() if w.lower() == word.lower()), None)


def read_seats(node: Node | None, default: tuple[str, ...], partners: bool, report: Report) -> tuple[str, ...]:
    """The seats in clockwise order: as many as the code has, none twice."""
    if node is None:
        return default
    if not isinstance(node, Seq):
        report.add(node.mark, f"'seats' must be a list of {len(default)} names")
        return default
    names = tuple(_full(x.value, default) for x in node.items if isinstance(x, Text))
    for item in node.items:
        if not isinstance(item, Text):
            report.add(item.mark, f"a seat must be a word, not {kind(item)}")
    if len(node.items) != len(default):
        report.add(node.mark, f"this code has {len(default)} seats, not {len(node.items)}")
    if len(names) != len(default):
        return default
    taken = {*_reserved(), *(People(names, partners).sides() if partners else ())}
    for name in names:
        if name in taken:
            report.add(
                node.mark, f"{shown(name)} cannot be the name of a seat; it stands twice or means something else"
            )
        taken.add(name)
    return names


def _full(name: str, default: tuple[str, ...]) -> str:
    long = COMPASS.get(name, name)
    return long if long in default else name


def _reserved() -> Iterable[str]:
    return (*ROLES, *SIDES, *OTHERS, "none", "any", "")
