"""Errors that know their place: every fault found in a file, with path, line and column."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Problem:
    """One fault: where it stands and what is wrong. Lines and columns count from 1; 0 means the whole file."""

    path: str
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.text}"


class AdjudicatorError(Exception):
    """Base of all errors of this package.

    Attributes:
        problems: every fault found, in the order of the files and lines.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))


class InputError(AdjudicatorError):
    """An incident, case or command line that cannot be read (exit code 2)."""


class RulebookError(AdjudicatorError):
    """A law, vocabulary or code file that cannot be used (exit code 3)."""


class EngineError(AdjudicatorError):
    """The matching engine is missing, gave up, or disagrees with another (exit code 3 or 4)."""

    def __init__(self, text: str) -> None:
        super().__init__([Problem("engine", 0, 0, text)])


class EngineDisagreementError(EngineError):
    """Two engines derived different things from one incident (exit code 4)."""


@dataclass
class Report:
    """Collects problems, so that one run shows all of them."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, where: Mark, text: str) -> None:
        """Note a fault at a place."""
        self.problems.append(Problem(where.path, where.line, where.column, text))

    def unknown(self, where: Mark, what: str, word: str, known: Iterable[str]) -> None:
        """Note a word that is not known, with the nearest known one."""
        self.add(where, f"unknown {what} {shown(word)}{suggestion(word, known)}")


@dataclass(frozen=True)
class Mark:
    """A place in a file; line and column count from 1."""

    path: str
    line: int = 0
    column: int = 0


def shown(word: str, limit: int = 60) -> str:
    """A user's word, quoted, made safe for a terminal and cut to a readable length."""
    safe = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in word)
    return f"'{safe if len(safe) <= limit else safe[:limit] + '...'}'"


def suggestion(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` for the nearest known word, or all of them where there are few."""
    words = sorted(set(known))
    near = difflib.get_close_matches(word[:60], words, n=1, cutoff=0.6)
    if near:
        return f"; did you mean {shown(near[0])}?"
    return f"; expected one of: {', '.join(words)}" if 0 < len(words) <= 12 else ""
