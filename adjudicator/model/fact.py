"""A fact: one thing that is so, with everything it carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from adjudicator.model.vocabulary import Value


@dataclass(frozen=True)
class Fact:
    """A fact of one kind and name; ``attributes`` are sorted by name, so that equal facts are equal values."""

    kind: str
    name: str
    attributes: tuple[tuple[str, Value], ...]

    @cached_property
    def values(self) -> Mapping[str, Value]:
        """Its attributes by name, its own name among them."""
        return {**dict(self.attributes), "name": self.name}

    @property
    def predicate(self) -> str:
        """Kind and name as one word."""
        return f"{self.kind}:{self.name}"


def fact(kind: str, name: str, attributes: Mapping[str, Value]) -> Fact:
    """A fact from a mapping."""
    return Fact(kind, name, tuple(sorted(attributes.items())))
