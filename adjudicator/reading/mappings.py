"""Mappings already in memory to nodes, inside the limits of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from adjudicator.errors import InputError, Mark, Problem
from adjudicator.reading.nodes import Map, Node, Seq, Text
from adjudicator.reading.yamlfile import BAD_CHARACTER, MAX_DEPTH, MAX_NODES, bad_character


def from_plain(value: object, name: str = "<mapping>") -> Node:
    """Nodes from a mapping, list or word; numbers and truth values become the words that YAML would show.

    Raises:
        InputError: it is too deep or too large, or a word has a character that no file could have.
    """
    return _Reader(name).node(value, 0)


class _Reader:
    """Counts what it reads; every place is line 0, column 0 of the name."""

    def __init__(self, name: str) -> None:
        self._mark = Mark(name)
        self._nodes = 0

    def node(self, value: object, depth: int) -> Node:
        """The node of a value at a depth."""
        self._nodes += 1
        if depth > MAX_DEPTH:
            self._stop(f"is nested deeper than {MAX_DEPTH} levels")
        if self._nodes > MAX_NODES:
            self._stop(f"holds more than {MAX_NODES:,} values")
        if isinstance(value, Mapping):
            entries = ((Text(self._word(k), self._mark), self.node(v, depth + 1)) for k, v in value.items())
            return Map(tuple(entries), self._mark)
        if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
            return Seq(tuple(self.node(v, depth + 1) for v in value), self._mark)
        return Text(self._word(value), self._mark)

    def _word(self, value: object) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        try:
            word = "" if value is None else str(value)
        except ValueError:  # a whole number of more digits than Python writes out
            self._stop("holds a number too large to be written")
        if bad := BAD_CHARACTER.search(word):
            self._stop(bad_character(bad.group()))
        return word

    def _stop(self, text: str) -> NoReturn:
        raise InputError([Problem(self._mark.path, 0, 0, text)])
