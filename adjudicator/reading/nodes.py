"""What a YAML file says, with the place of every word. Scalars stay words: only the vocabulary gives them a type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.errors import Mark


@dataclass(frozen=True)
class Text:
    """One word or phrase, as written (quotes removed)."""

    value: str
    mark: Mark


@dataclass(frozen=True)
class Seq:
    """A list."""

    items: tuple[Node, ...]
    mark: Mark


@dataclass(frozen=True)
class Map:
    """A mapping; its keys are words, none twice, in the order written."""

    entries: tuple[tuple[Text, Node], ...]
    mark: Mark

    def get(self, key: str) -> Node | None:
        """The value under a key, or None."""
        return next((v for k, v in self.entries if k.value == key), None)

    def words(self) -> Iterator[Text]:
        """The keys, in the order written."""
        return (k for k, _ in self.entries)


Node = Text | Seq | Map


def kind(node: Node) -> str:
    """What a node is, in a user's words."""
    return {Text: "a word", Seq: "a list", Map: "a mapping"}[type(node)]


def plain(node: Node) -> object:
    """The node as str, list and dict, for passing on unread (an incident inside a case, an example)."""
    match node:
        case Text(value=value):
            return value
        case Seq(items=items):
            return [plain(x) for x in items]
        case Map(entries=entries):
            return {k.value: plain(v) for k, v in entries}
