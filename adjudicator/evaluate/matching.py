"""Whether a fact is what a pattern asks for, given what is bound already."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence

from adjudicator.model.fact import Fact
from adjudicator.model.rule import Pattern, Term, Test, Var
from adjudicator.model.vocabulary import Value

Bindings = Mapping[str, Value]
_ORDER: dict[str, Callable[[int, int], bool]] = {
    "lt": operator.lt,
    "lte": operator.le,
    "gt": operator.gt,
    "gte": operator.ge,
}


def bind(patterns: Sequence[Pattern], facts: Sequence[Fact], bound: Bindings) -> Bindings | None:
    """The bindings under which the facts fill the patterns, one each; None where they do not."""
    found = bound
    for pattern, fact in zip(patterns, facts, strict=True):
        more = unify(pattern, fact, found)
        if more is None:
            return None
        found = more
    return found if compare(patterns, facts, found) else None


def unify(pattern: Pattern, fact: Fact, bound: Bindings) -> Bindings | None:
    """The bindings after the equalities of one pattern; None where one of them fails."""
    found = dict(bound)
    for test in pattern.tests:
        if test.op != "eq":
            continue
        value = fact.values.get(test.attribute)
        expected = (
            found.setdefault(test.value.name, value)
            if isinstance(test.value, Var) and value is not None
            else test.value
        )
        if value is None or value != expected:
            return None
    return found


def compare(patterns: Sequence[Pattern], facts: Sequence[Fact], bound: Bindings) -> bool:
    """Whether the facts pass every test of the patterns that is no equality."""
    pairs = zip(patterns, facts, strict=True)
    return all(holds(t, f.values.get(t.attribute), bound) for p, f in pairs for t in p.tests if t.op != "eq")


def holds(test: Test, value: Value | None, bound: Bindings) -> bool:
    """Whether a value passes a test whose variable, if it has one, is bound."""
    if value is None:
        return False
    if test.op == "in":
        return isinstance(test.value, tuple) and value in test.value
    other = resolve(test.value, bound)
    if test.op in ("eq", "ne"):
        return (value == other) is (test.op == "eq")
    return isinstance(value, int) and isinstance(other, int) and _ORDER[test.op](value, other)


def resolve(term: Term, bound: Bindings) -> Value:
    """The value of a literal or of a bound variable."""
    return bound[term.name] if isinstance(term, Var) else term
