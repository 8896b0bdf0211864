"""Variables of a rule: each bound before it is used, each of one type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.errors import Mark, Report, shown
from adjudicator.model.rule import Conclusion, Expression, Head, Pattern, Rule, Test, Var
from adjudicator.model.vocabulary import Attribute
from adjudicator.reading.patterns import Language

WORDS = frozenset({"word", "denomination", "option", "suit", "remark", "call", "text", "law", "yes-no", "card"})
NUMERIC = "number to reckon with"  # what arithmetic takes: a number or an event
Use = tuple[Var, str, Mark]


def check_variables(rule: Rule, language: Language, report: Report) -> None:
    """Note every variable that is not bound, or that is used as two types."""
    uses = list(_uses(rule, language))
    types: dict[Var, str] = {}
    for variable, type_name, mark in uses:
        first = types.setdefault(variable, type_name)
        if not _compatible(first, type_name):
            report.add(mark, f"{variable} of rule {shown(rule.id)} is a {first} and a {type_name}")
        elif first == "any":
            types[variable] = type_name
    positive = _bound(rule.positive)
    known = (
        positive
        | {c.test.value for c in rule.counts if _binds(c.test)}
        | {a.value.value for a in rule.asked if _binds(a.value)}
    )
    for variable, mark in _used_only(rule):
        if variable not in known:
            report.add(mark, f"{variable} of rule {shown(rule.id)} is not bound by a condition")


def _binds(test: Test) -> bool:
    return test.op == "eq" and isinstance(test.value, Var)


def _bound(patterns: Iterable[Pattern]) -> set[object]:
    return {t.value for p in patterns for t in p.tests if _binds(t)}


def _used_only(rule: Rule) -> Iterator[tuple[Var, Mark]]:
    """The uses of variables that bind nothing themselves."""
    for pattern in rule.positive:
        yield from ((t.value, pattern.mark) for t in pattern.tests if isinstance(t.value, Var) and t.op != "eq")
    for asked in rule.asked:
        yield from ((term, asked.mark) for _, term in asked.key if isinstance(term, Var))
    for blocker in rule.unless:
        own = _bound(blocker)
        for pattern in blocker:
            compared = (t.value for t in pattern.tests if isinstance(t.value, Var) and t.op != "eq")
            yield from ((v, pattern.mark) for v in compared if v not in own)
    for conclusion in rule.then:
        heads = [h for _, h in conclusion.attributes] + [h for o in conclusion.options for _, h in o.details]
        yield from ((v, conclusion.mark) for head in heads for v in _head(head))


def _head(head: Head) -> tuple[Var, ...]:
    if isinstance(head, Var):
        return (head,)
    return head.variables if isinstance(head, Expression) else ()


def _uses(rule: Rule, language: Language) -> Iterator[Use]:
    patterns = [*rule.positive, *(p for b in rule.unless for p in b), *(c.of for c in rule.counts)]
    for pattern in patterns:
        attributes = _attributes(pattern, language)
        for test in pattern.tests:
            if isinstance(test.value, Var):
                yield test.value, attributes.get(test.attribute, Attribute(test.attribute, "any")).type, pattern.mark
    for conclusion in rule.then:
        yield from _concluded(conclusion, language)
    for asked in rule.asked:
        word = language.vocabulary.of("fact")[asked.fact]
        for name, term in asked.key:
            if isinstance(term, Var):
                yield term, word.attributes[name].type, asked.mark


def _concluded(conclusion: Conclusion, language: Language) -> Iterator[Use]:
    """The variables of a conclusion, each of the type that its attribute has; arithmetic is done with numbers."""
    kind = {"start": "state", "set": "state", "end": "state", "remedy": "state"}.get(conclusion.kind, conclusion.kind)
    attributes = language.attributes(kind, "remedy" if conclusion.kind == "remedy" else conclusion.name)
    for name, head in conclusion.attributes:
        if isinstance(head, Var):
            yield head, attributes[name].type if name in attributes else "any", conclusion.mark
        elif isinstance(head, Expression):
            yield from ((variable, NUMERIC, conclusion.mark) for variable in head.variables)


def _attributes(pattern: Pattern, language: Language) -> dict[str, Attribute]:
    names = pattern.names()
    found = language.attributes(pattern.kind, pattern.name)
    for name in names or ():
        found = {**language.attributes(pattern.kind, name), **found}
    return found


def _compatible(first: str, second: str) -> bool:
    if NUMERIC in (first, second):
        return {first, second} <= {NUMERIC, "number", "event", "any"}
    return first == second or "any" in (first, second) or {first, second} <= WORDS
