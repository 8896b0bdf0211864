"""Worlds: every way in which the facts that nobody stated may be.

A label is a whole number whose bit ``w`` says that something holds in world ``w``. With no open fact there is one
world, and every label is 0 or 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.model.vocabulary import Value

MAX_WORLDS = 1 << 16


@dataclass(frozen=True)
class OpenFact:
    """A fact that may have several values; world ``w`` gives it value number ``w // stride % len(values)``."""

    name: str
    key: tuple[tuple[str, Value], ...]
    values: tuple[str, ...]
    stride: int


@dataclass
class Worlds:
    """The worlds distinguished so far."""

    size: int = 1
    open: list[OpenFact] = field(default_factory=list)

    @property
    def every(self) -> int:
        """The label of what holds in every world."""
        return (1 << self.size) - 1

    def room_for(self, values: int) -> bool:
        """Whether one more open fact with so many values can be told apart."""
        return self.size * values <= MAX_WORLDS

    def split(self, fact: OpenFact) -> list[int]:
        """Multiply the worlds by the values of a fact; the label of each value."""
        each = [self.every << (self.size * i) for i in range(len(fact.values))]
        self.size *= len(fact.values)
        self.open.append(fact)
        return each

    def lifted(self, label: int, size: int) -> int:
        """A label that was made when there were ``size`` worlds, as it reads now: every split repeats it."""
        return sum(label << (size * i) for i in range(self.size // size))
