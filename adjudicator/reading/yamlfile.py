"""YAML text to nodes with positions, inside hard limits.

PyYAML's parser is used for its events only: nothing is constructed, no tag is obeyed, no word becomes a number,
a date or a boolean, and nesting is bounded before anything recurses.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import yaml

from adjudicator.errors import InputError, Mark, Problem, Report, shown
from adjudicator.reading.nodes import Map, Node, Seq, Text

MAX_BYTES = 1_000_000
MAX_DEPTH = 30
MAX_NODES = 100_000  # counted with every alias written out

BAD_CHARACTER = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_path(path: str | os.PathLike[str]) -> Node:
    """Read one YAML file.

    Raises:
        InputError: no such file, a directory, too large, not UTF-8, or not the YAML that is allowed here.
    """
    name = os.fspath(path)
    try:
        if stat.S_ISDIR(os.stat(name).st_mode):
            raise InputError([Problem(name, 0, 0, "is a directory; name a file")])
        with Path(name).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except ValueError:
        raise InputError([Problem(shown(name), 0, 0, "is no file name")]) from None
    except OSError as error:
        raise InputError([Problem(name, 0, 0, f"cannot be read: {error.strerror or error}")]) from None
    return read_bytes(data, name)


def read_bytes(data: bytes, name: str) -> Node:
    """Read YAML from bytes; ``name`` stands for the file in messages."""
    if len(data) > MAX_BYTES:
        raise InputError([Problem(name, 0, 0, f"is larger than {MAX_BYTES:,} bytes, the most that is read")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _place(data[: error.start].decode("utf-8", "replace"))
        raise InputError([Problem(name, line, column, f"is not UTF-8 text (byte {data[error.start]:#04x})")]) from None
    return read_text(text, name)


def read_text(text: str, name: str = "<text>") -> Node:
    """Read YAML from text; one document, at least one node."""
    if len(text) > MAX_BYTES:
        raise InputError([Problem(name, 0, 0, f"is larger than {MAX_BYTES:,} characters, the most that is read")])
    if bad := BAD_CHARACTER.search(text):
        line, column = _place(text[: bad.start()])
        raise InputError([Problem(name, line, column, bad_character(bad.group()))])
    try:
        return _Composer(name).compose(text)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark or error.context_mark
        line, column = (at.line + 1, at.column + 1) if at else (0, 0)
        why = f"is not valid YAML: {error.problem or error.context}{_hint(text, line, column)}"
        raise InputError([Problem(name, line, column, why)]) from None
    except yaml.YAMLError as error:
        raise InputError([Problem(name, 0, 0, f"is not valid YAML: {error}")]) from None


def _hint(text: str, line: int, column: int) -> str:
    """What probably went wrong, where YAML's own message does not say it."""
    lines = text.splitlines()
    written = lines[line - 1] if 0 < line <= len(lines) else ""
    if "\t" in written[: column + 1]:
        return " (a tab; indent with spaces)"
    return " (quote a text that holds a colon and a space)" if written.count(": ") > 1 else ""


def bad_character(character: str) -> str:
    """What is said of a character that YAML does not allow."""
    return f"has a character that no YAML file may have (U+{ord(character):04X})"


def _place(before: str) -> tuple[int, int]:
    lines = re.split("\r\n|\r|\n", before)
    return len(lines), len(lines[-1]) + 1


@dataclass
class _Composer:
    """Builds nodes from parser events, counting depth, nodes and aliases as it goes."""

    path: str
    report: Report = field(default_factory=Report)
    anchors: dict[str, tuple[Node, int, int]] = field(default_factory=dict)  # with its size and height
    deepest: int = 0
    nodes: int = 0

    def compose(self, text: str) -> Node:
        events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=_Loader))
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    self._stop(event, "has a second document; one is expected")
                root = self._node(next(events), events, 0)
        if root is None or (isinstance(root, Text) and not root.value):
            raise InputError([Problem(self.path, 1, 1, "is empty"), *self.report.problems])
        if self.report.problems:
            raise InputError(self.report.problems)
        return root

    def _mark(self, event: yaml.Event) -> Mark:
        start = event.start_mark
        return Mark(self.path, start.line + 1, start.column + 1) if start else Mark(self.path)

    def _stop(self, event: yaml.Event, text: str) -> NoReturn:
        self.report.add(self._mark(event), text)
        raise InputError(self.report.problems)

    def _count(self, event: yaml.Event, number: int = 1) -> None:
        self.nodes += number
        if self.nodes > MAX_NODES:
            self._stop(event, f"holds more than {MAX_NODES:,} values, aliases written out")

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        if depth > MAX_DEPTH:
            self._stop(event, f"is nested deeper than {MAX_DEPTH} levels")
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, depth)
        before, deepest, self.deepest = self.nodes, self.deepest, depth
        self._count(event)
        tag, anchor = getattr(event, "tag", None), getattr(event, "anchor", None)
        if tag not in (None, "!"):
            self.report.add(self._mark(event), f"tags are not allowed: {shown(str(tag))}")
        node = self._content(event, events, depth)
        if anchor:
            self.anchors[anchor] = node, self.nodes - before, self.deepest - depth
        self.deepest = max(deepest, self.deepest)
        return node

    def _alias(self, event: yaml.AliasEvent, depth: int) -> Node:
        if event.anchor not in self.anchors:
            self._stop(event, f"unknown alias {shown(str(event.anchor))}")
        node, size, height = self.anchors[event.anchor]
        self._count(event, size)
        if depth + height > MAX_DEPTH:
            self._stop(event, f"is nested deeper than {MAX_DEPTH} levels")
        self.deepest = max(self.deepest, depth + height)
        return node

    def _content(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        mark = self._mark(event)
        if isinstance(event, yaml.ScalarEvent):
            return Text(event.value, mark)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(inner := next(events), yaml.SequenceEndEvent):
                items.append(self._node(inner, events, depth + 1))
            return Seq(tuple(items), mark)
        return Map(tuple(self._entries(events, depth)), mark)

    def _entries(self, events: Iterator[yaml.Event], depth: int) -> Iterator[tuple[Text, Node]]:
        seen: dict[str, Mark] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key, value = self._node(event, events, depth + 1), self._node(next(events), events, depth + 1)
            if not isinstance(key, Text):
                self.report.add(key.mark, "a key must be a word")
            elif key.value in seen:
                self.report.add(key.mark, f"duplicate key {shown(key.value)}; first at line {seen[key.value].line}")
            else:
                seen[key.value] = key.mark
                yield key, value
