"""From a rule that fired to what it concludes: attributes filled in, arithmetic done, remedies laid out."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.errors import Problem, RulebookError
from adjudicator.evaluate.matching import Bindings
from adjudicator.model.arithmetic import evaluate
from adjudicator.model.fact import Fact, fact
from adjudicator.model.rule import Conclusion, Expression, Head, Rule, Var
from adjudicator.model.vocabulary import Value
from adjudicator.reading.patterns import Language

STATE_CHANGES = ("start", "set", "end")
FACTS = ("finding", "status", "answer", "points")


def conclusions(rule: Rule, bound: Bindings, at: int, language: Language) -> Iterator[tuple[str, Fact]]:
    """What a firing concludes, as (kind of conclusion, fact); an ``end`` carries only the attributes it names."""
    for conclusion in rule.then:
        given = {name: _value(head, bound, rule) for name, head in conclusion.attributes}
        if conclusion.kind in FACTS:
            yield conclusion.kind, _fact(conclusion, given, at, language)
        elif conclusion.kind == "remedy":
            yield from _remedy(conclusion, given, rule, bound, language)
        elif conclusion.kind == "end":
            yield "end", fact("state", conclusion.name, given)
        else:
            yield conclusion.kind, _filled("state", conclusion.name, given, language)


def _fact(conclusion: Conclusion, given: dict[str, Value], at: int, language: Language) -> Fact:
    if conclusion.kind == "finding":
        given |= {"at": at, "grade": language.vocabulary.of("finding")[conclusion.name].grade}
    if conclusion.kind == "status":
        given |= {"at": at}
    if conclusion.kind == "points":
        given = {"reason": "", **given}
    return _filled(conclusion.kind, conclusion.name, given, language)


def _remedy(
    conclusion: Conclusion, given: dict[str, Value], rule: Rule, bound: Bindings, language: Language
) -> Iterator[tuple[str, Fact]]:
    """A remedy is a state for each chooser, with one state for each of its courses."""
    yield "start", _filled("state", "remedy", {**given, "law": rule.law}, language)
    same: dict[str, Value] = {name: given[name] for name in ("remedy", "for", "chooser") if name in given}
    for option in conclusion.options:
        details = {name: _value(head, bound, rule) for name, head in option.details}
        yield "start", _filled("state", "option", {**same, "option": option.name, **details}, language)


def _filled(kind: str, name: str, given: dict[str, Value], language: Language) -> Fact:
    attributes = language.attributes(kind, name)
    return fact(kind, name, {**{a: attribute.empty for a, attribute in attributes.items()}, **given})


def _value(head: Head, bound: Bindings, rule: Rule) -> Value:
    if isinstance(head, Var):
        return bound[head.name]
    if isinstance(head, Expression):
        try:
            return evaluate(head, bound)
        except ValueError as error:
            place = rule.mark
            raise RulebookError([Problem(place.path, place.line, place.column, f"rule '{rule.id}': {error}")]) from None
    return head
