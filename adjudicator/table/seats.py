"""Who sits where: partners, adversaries, sides, and who is on whose left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.model.fact import Fact, fact
from adjudicator.model.vocabulary import Value


@dataclass(frozen=True)
class Seating:
    """Seats in clockwise order; with ``partners`` those opposite play together, else everyone for himself."""

    seats: tuple[str, ...]
    partners: bool

    def left(self, seat: str, steps: int = 1) -> str:
        """The seat so many places to the left."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def partner(self, seat: str) -> str | None:
        """The seat opposite, where partners play."""
        return self.left(seat, len(self.seats) // 2) if self.partners else None

    def side(self, seat: str) -> str:
        """A side named by its seats in their order, as ``north-south``."""
        return "-".join(s for s in self.seats if s in (seat, self.partner(seat)))

    def facts(self) -> Iterator[Fact]:
        """The relations between seats, as rules see them."""
        for seat in self.seats:
            partner = self.partner(seat)
            yield _relation("left", seat, self.left(seat))
            yield _relation("side", seat, self.side(seat))
            if partner is not None:
                yield _relation("partner", seat, partner)
            others = [s for s in self.seats if s not in (seat, partner)]
            yield from (_relation("adversary", seat, other) for other in others)
            yield from (_relation("adverse-side", seat, side) for side in sorted({self.side(s) for s in others}))


def _relation(name: str, of: str, value: Value) -> Fact:
    return fact("relation", name, {"of": of, "is": value})
