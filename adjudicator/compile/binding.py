"""Variables of a rule: each bound before it is used, each of one type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.errors import Mark, Report, shown
from adjudicator.model.rule import Conclusion, Expression, Head, Pattern, Rule, Test, Var
from adjudicator.model.vocabulary import Attribute
from adjudicator.reading.patterns import Language

WORDS = frozenset({"word", "denomination", "option", "suit", "remark", "call", "text", "law", "yes-no", "card"})
PARTIES = frozenset({"party", "seat", "side"})
NUMERIC = "number to reckon with"  # what arithmetic takes: a number or an event
Use = tuple[Var, str, Mark]
Used = Iterator[tuple[Var, Mark]]


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
    counted = positive | _bound_by(c.test for c in rule.counts)
    every = counted | _bound_by(a.value for a in rule.asked)
    for variables, known in ((_compared(rule), positive), (_excepted(rule), counted), (_concluded_from(rule), every)):
        for variable, mark in variables:
            if variable not in known:
                when = " before that" if variable in every else " by a condition"
                report.add(mark, f"{variable} of rule {shown(rule.id)} is not bound{when}")
    for asked in rule.asked:
        if _binds(asked.value) and asked.value.value in counted:
            text = f"{asked.value.value} of rule {shown(rule.id)} is bound already"
            report.add(asked.mark, f"{text}; a fact's value binds a variable of its own")


def _binds(test: Test) -> bool:
    return test.op == "eq" and isinstance(test.value, Var)


def _bound(patterns: Iterable[Pattern]) -> set[object]:
    return {t.value for p in patterns for t in p.tests if _binds(t)}


def _bound_by(tests: Iterable[Test]) -> set[object]:
    return {t.value for t in tests if _binds(t)}


def _compared(rule: Rule) -> Used:
    """Variables that comparisons need while conditions are matched and counted, before any count or fact is known."""
    for pattern in (*rule.positive, *(c.of for c in rule.counts)):
        own = _bound([pattern])
        yield from ((v, pattern.mark) for v in _comparisons(pattern) if v not in own)
    for count in rule.counts:
        yield from ((t.value, count.of.mark) for t in [count.test] if isinstance(t.value, Var) and t.op != "eq")


def _excepted(rule: Rule) -> Used:
    """Variables that exceptions and facts need, before any fact is known."""
    for asked in rule.asked:
        yield from ((term, asked.mark) for _, term in asked.key if isinstance(term, Var))
    late = _bound_by(a.value for a in rule.asked)
    for blocker in rule.unless:
        own = _bound(blocker)
        for pattern in blocker:
            yield from ((v, pattern.mark) for v in _comparisons(pattern) if v not in own)
            variables = (t.value for t in pattern.tests if _binds(t))
            yield from ((v, pattern.mark) for v in variables if v in late and isinstance(v, Var))
    for count in rule.counts:
        variables = (t.value for t in count.of.tests if _binds(t))
        yield from ((v, count.of.mark) for v in variables if v in late and isinstance(v, Var))


def _concluded_from(rule: Rule) -> Used:
    """Variables that conclusions need, when everything is known."""
    for conclusion in rule.then:
        heads = [h for _, h in conclusion.attributes] + [h for o in conclusion.options for _, h in o.details]
        yield from ((v, conclusion.mark) for head in heads for v in _head(head))


def _comparisons(pattern: Pattern) -> list[Var]:
    """The variables that a pattern compares with."""
    return [t.value for t in pattern.tests if isinstance(t.value, Var) and t.op != "eq"]


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
    if "party" in (first, second):
        return {first, second} <= PARTIES | {"any"}
    return first == second or "any" in (first, second) or {first, second} <= WORDS
