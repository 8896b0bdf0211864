"""Taking a mapping apart: known keys, required keys, types; every fault noted, the rest read on."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.errors import Mark, Report, shown
from adjudicator.reading.nodes import Map, Node, Seq, Text, kind

TYPES: dict[str, type] = {"a word": Text, "a list": Seq, "a mapping": Map}


class Fields:
    """The entries of one mapping, asked for by key. What is missing or of the wrong type is noted and read as empty."""

    def __init__(
        self, node: Node, what: str, report: Report, known: Iterable[str], required: Iterable[str] = ()
    ) -> None:
        self.report, self.what, self.mark = report, what, node.mark
        self.map = node if isinstance(node, Map) else Map((), node.mark)
        if not isinstance(node, Map):
            report.add(node.mark, f"{what} must be a mapping, not {kind(node)}")
            return
        words = tuple(known)
        for key in self.map.words():
            if key.value not in words:
                report.unknown(key.mark, f"key of {what}", key.value, words)
        for key_word in required:
            if self.map.get(key_word) is None:
                report.add(node.mark, f"{what} lacks {shown(key_word)}")

    def __contains__(self, key: str) -> bool:
        return self.map.get(key) is not None

    def node(self, key: str) -> Node | None:
        """The value as it stands."""
        return self.map.get(key)

    def text(self, key: str, default: str = "") -> str:
        """A word or phrase."""
        node = self.map.get(key)
        if node is None:
            return default
        return node.value if isinstance(node, Text) else self._wrong(key, node, "a word") or default

    def seq(self, key: str) -> tuple[Node, ...]:
        """A list; a single word or mapping is not taken for one."""
        node = self.map.get(key)
        if node is None:
            return ()
        if isinstance(node, Seq):
            return node.items
        self._wrong(key, node, "a list")
        return ()

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of words."""
        found = []
        for node in self.seq(key):
            if isinstance(node, Text):
                found.append(node.value)
            else:
                self._wrong(key, node, "a list of words")
        return tuple(found)

    def entries(self, key: str) -> tuple[tuple[Text, Node], ...]:
        """A mapping's entries."""
        node = self.map.get(key)
        if node is None:
            return ()
        if isinstance(node, Map):
            return node.entries
        self._wrong(key, node, "a mapping")
        return ()

    def place(self, key: str) -> Mark:
        """Where a value stands; the mapping's own place where it is missing."""
        node = self.map.get(key)
        return node.mark if node is not None else self.mark

    def _wrong(self, key: str, node: Node, expected: str) -> str:
        self.report.add(node.mark, f"{shown(key)} of {self.what} must be {expected}, not {kind(node)}")
        return ""


def whole_number(text: str) -> int | None:
    """A whole number of at most six digits, plainly written; None if it is none."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else None
