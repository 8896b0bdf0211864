"""A production rule as data: what sets it off, what must hold, what defeats it, what it concludes."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.errors import Mark
from adjudicator.model.vocabulary import Value

ANY = "*"


@dataclass(frozen=True, order=True)
class Var:
    """A variable of a rule, written ``$name``."""

    name: str

    def __str__(self) -> str:
        return f"${self.name}"


@dataclass(frozen=True)
class Expression:
    """Arithmetic in a conclusion, written ``"$a * $b + 1"``; ``source`` is that text without the dollar signs."""

    source: str
    variables: tuple[Var, ...]


Term = Value | Var
Head = Value | Var | Expression


@dataclass(frozen=True)
class Test:
    """One test of one attribute.

    Attributes:
        op: eq, ne, lt, lte, gt, gte or in.
        value: a value or variable; for ``in`` the tuple of values allowed.
    """

    attribute: str
    op: str
    value: Term


@dataclass(frozen=True)
class Pattern:
    """What a fact must look like.

    Attributes:
        kind: act, finding, status, state, relation, value, given, points, moment, contention, question or answer.
        name: the word, or ``*`` for any word of the kind (then the attribute ``name`` may be tested).
        earlier: a finding of an earlier step only (``was``).
        latest: an act that is the last of its sort before now (``next: yes``).
    """

    kind: str
    name: str
    tests: tuple[Test, ...]
    mark: Mark
    earlier: bool = False
    latest: bool = False

    @property
    def predicate(self) -> str:
        """Kind and name as one word."""
        return f"{self.kind}:{self.name}"

    def names(self) -> tuple[str, ...] | None:
        """The words that can match; None where any word of the kind can."""
        if self.name != ANY:
            return (self.name,)
        for test in self.tests:
            if test.attribute == "name" and test.op == "in" and isinstance(test.value, tuple):
                return tuple(map(str, test.value))
        return None


@dataclass(frozen=True)
class Count:
    """How many facts match a pattern, tested or bound; with ``each``, the sum of that attribute over them."""

    of: Pattern
    test: Test
    each: str = ""


@dataclass(frozen=True)
class Asked:
    """A fact that the events do not show. ``key`` says which one it is, ``value`` tests or binds it."""

    fact: str
    key: tuple[tuple[str, Term], ...]
    value: Test
    mark: Mark


@dataclass(frozen=True)
class Override:
    """The rule that this one defeats, where the variables of these names have equal values."""

    rule: str
    same: tuple[Var, ...]
    mark: Mark


@dataclass(frozen=True)
class Option:
    """One course of a remedy: its word and details (effects, points, ...)."""

    name: str
    details: tuple[tuple[str, Head], ...]


@dataclass(frozen=True)
class Conclusion:
    """What a rule concludes.

    Attributes:
        kind: finding, status, answer or points (facts); start, set or end (of a state); remedy.
        name: the word (for points, always "points").
    """

    kind: str
    name: str
    attributes: tuple[tuple[str, Head], ...]
    mark: Mark
    options: tuple[Option, ...] = ()

    @property
    def predicate(self) -> str:
        """Kind and name as one word, for conclusions that are facts."""
        return f"{self.kind}:{self.name}"


@dataclass(frozen=True)
class Rule:
    """One rule: ``law`` and ``clause`` are its place in a code, ``decision`` its case; "" where it has none."""

    id: str
    law: str
    clause: str
    decision: str
    mark: Mark
    trigger: Pattern
    when: tuple[Pattern, ...]
    counts: tuple[Count, ...]
    asked: tuple[Asked, ...]
    unless: tuple[tuple[Pattern, ...], ...]
    overrides: tuple[Override, ...]
    then: tuple[Conclusion, ...]
    phase: tuple[str, ...] = ()
    stratum: int = field(default=0, compare=False)

    @property
    def address(self) -> str:
        """``law/clause``, ``law`` alone, or "" for a shared rule."""
        return f"{self.law}/{self.clause}" if self.clause else self.law

    @property
    def positive(self) -> tuple[Pattern, ...]:
        """The trigger and the conditions that the engine matches."""
        return (self.trigger, *self.when)
