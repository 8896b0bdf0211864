"""Worlds: every way in which the facts that nobody stated may be.

A label is a whole number whose bit ``w`` says that something holds in world ``w``. With no such fact there is one
world, and every label is 0 or 1. A fact that is presumed has worlds too, those in which it is otherwise: the ruling
is given as presumed, and what it would be otherwise is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.model.vocabulary import Value

MAX_WORLDS = 1 << 16
MAX_PRESUMED = 1 << 6  # worlds up to which a presumption is also followed otherwise


@dataclass(frozen=True)
class OpenFact:
    """A fact that may have several values; world ``w`` gives it value number ``w // stride % len(values)``.

    ``presumed`` is the value taken where nobody stated one, "" where it is open.
    """

    name: str
    key: tuple[tuple[str, Value], ...]
    values: tuple[str, ...]
    stride: int
    presumed: str = ""


@dataclass
class Worlds:
    """The worlds distinguished so far."""

    size: int = 1
    open: list[OpenFact] = field(default_factory=list)

    @property
    def every(self) -> int:
        """The label of what holds in every world."""
        return (1 << self.size) - 1

    def room_for(self, values: int, *, presumed: bool) -> bool:
        """Whether one more fact with so many values can be told apart."""
        return self.size * values <= (MAX_PRESUMED if presumed else MAX_WORLDS)

    def where(self, fact: OpenFact, value: str) -> int:
        """The label of the worlds in which a fact has a value."""
        period = fact.stride * len(fact.values)
        block = ((1 << fact.stride) - 1) << (fact.stride * fact.values.index(value))
        return self.lifted(block, period)

    def as_presumed(self, but: OpenFact | None = None) -> int:
        """The label of the worlds in which every presumed fact is as presumed, one of them perhaps excepted."""
        label = self.every
        for fact in self.open:
            if fact.presumed and fact is not but:
                label &= self.where(fact, fact.presumed)
        return label

    def split(self, fact: OpenFact) -> list[int]:
        """Multiply the worlds by the values of a fact; the label of each value."""
        each = [self.every << (self.size * i) for i in range(len(fact.values))]
        self.size *= len(fact.values)
        self.open.append(fact)
        return each

    def lifted(self, label: int, size: int) -> int:
        """A label that was made when there were ``size`` worlds, as it reads now: every split repeats it."""
        return sum(label << (size * i) for i in range(self.size // size))
