"""A program: the rules of one code, checked and put in order, ready for an engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from adjudicator.compile import strata
from adjudicator.compile.binding import check_variables
from adjudicator.errors import Report, shown, suggestion
from adjudicator.model.rule import Conclusion, Override, Pattern, Rule, Test, Var
from adjudicator.reading.patterns import Language

MAX_PATTERNS = 14  # of one rule: the engine's frames hold sixteen messages
MAX_RULES = 4000


@dataclass(frozen=True)
class Defeater:
    """A rule that defeats another where the variables of ``same`` have equal values in both."""

    rule: str
    same: tuple[Var, ...]


@dataclass(frozen=True)
class Program:
    """Rules in the order of their ids, each with its stratum; what defeats each; what they read."""

    rules: tuple[Rule, ...]
    by_id: Mapping[str, Rule]
    defeaters: Mapping[str, tuple[Defeater, ...]]
    language: Language
    reads: frozenset[str]


def compile_rules(rules: Iterable[Rule], language: Language, report: Report) -> Program:
    """Check the rules together and order them; every fault goes to ``report``."""
    unique = _without_doubles(sorted(rules, key=lambda r: r.id), report)
    guarded = [_with_latest(_with_phase(rule)) for rule in unique]
    by_id = {rule.id: rule for rule in guarded}
    for rule in guarded:
        check_variables(rule, language, report)
        _check_answers(rule, report)
        _check_own_act(rule, report)
        if len(rule.positive) > MAX_PATTERNS:
            report.add(rule.mark, f"rule {shown(rule.id)} has more than {MAX_PATTERNS} conditions")
    if len(guarded) > MAX_RULES:
        report.add(guarded[0].mark, f"more than {MAX_RULES} rules")
    resolved = [replace(rule, overrides=tuple(_resolve(rule, by_id, language.unread, report))) for rule in guarded]
    defeaters: dict[str, list[Defeater]] = {}
    for rule in resolved:
        for override in rule.overrides:
            defeaters.setdefault(override.rule, []).append(Defeater(rule.id, override.same))
    levels = strata.levels(resolved, report)
    ordered = tuple(replace(rule, stratum=levels.get(rule.id, 0)) for rule in resolved)
    reads = frozenset(p.predicate for rule in ordered for p in _read(rule))
    return Program(ordered, {r.id: r for r in ordered}, {k: tuple(v) for k, v in defeaters.items()}, language, reads)


def _check_answers(rule: Rule, report: Report) -> None:
    """An answer belongs to the contention or question that set the rule off: both carry its issue."""
    answers = [p for p in _read(rule) if p.kind == "answer"] + [c for c in rule.then if c.kind == "answer"]
    issue = next((t.value for t in rule.trigger.tests if t.attribute == "issue"), None)
    for answer in answers:
        own = answer.attributes if isinstance(answer, Conclusion) else [(t.attribute, t.value) for t in answer.tests]
        if rule.trigger.kind not in ("contention", "question") or dict(own).get("issue") != issue or issue is None:
            report.add(
                answer.mark, f"an answer in rule {shown(rule.id)} must carry the issue of its contention or question"
            )


def _check_own_act(rule: Rule, report: Report) -> None:
    """A condition on an act looks at earlier steps; one that asks for the act of this step never holds."""
    own = {t.value for t in rule.trigger.tests if t.attribute == "n" and isinstance(t.value, Var)}
    for pattern in rule.when:
        if pattern.kind == "act" and any(t.attribute == "n" and t.op == "eq" and t.value in own for t in pattern.tests):
            report.add(
                pattern.mark, f"rule {shown(rule.id)} asks for its own act among earlier ones; put the tests under 'on'"
            )


def _read(rule: Rule) -> Iterable[Pattern]:
    yield from rule.positive
    yield from (p for blocker in rule.unless for p in blocker)
    yield from (count.of for count in rule.counts)


def _without_doubles(rules: list[Rule], report: Report) -> list[Rule]:
    seen: dict[str, Rule] = {}
    for rule in rules:
        first = seen.setdefault(rule.id, rule)
        if first is not rule:
            report.add(
                rule.mark, f"two rules are called {shown(rule.id)}; the other is at {first.mark.path}:{first.mark.line}"
            )
    return list(seen.values())


def _with_phase(rule: Rule) -> Rule:
    """The stage of the deal, written once for a law, is a condition of each of its rules that an act sets off."""
    if not rule.phase:
        return rule
    test = Test("is", "eq", rule.phase[0]) if len(rule.phase) == 1 else Test("is", "in", rule.phase)
    return replace(rule, when=(*rule.when, Pattern("state", "phase", (test,), rule.mark)))


def _with_latest(rule: Rule) -> Rule:
    """``next: yes`` on an earlier act becomes a blocker: the same act does not occur between that one and now."""
    when = tuple(_numbered(p, i) if p.latest else p for i, p in enumerate(rule.when))
    numbered = replace(rule, when=when)
    added = tuple((_again(p, numbered),) for p in when if p.latest)
    return replace(numbered, unless=(*rule.unless, *added)) if added else rule


def _numbered(pattern: Pattern, index: int) -> Pattern:
    """An act whose number is bound: by the rule, or here."""
    if any(t.attribute == "n" and t.op == "eq" for t in pattern.tests):
        return pattern
    return replace(pattern, tests=(*pattern.tests, Test("n", "eq", Var(f"the act of condition {index + 1}"))))


def _again(pattern: Pattern, rule: Rule) -> Pattern:
    """The same act, later: what the rest of the rule binds stays, what only this condition binds may differ."""
    elsewhere = {t.value for p in rule.positive if p is not pattern for t in p.tests}
    number = next(t for t in pattern.tests if t.attribute == "n" and t.op == "eq")
    others = (t for t in pattern.tests if t is not number)
    kept = tuple(t for t in others if not isinstance(t.value, Var) or t.op != "eq" or t.value in elsewhere)
    return replace(pattern, tests=(*kept, Test("n", "gt", number.value)), latest=False)


def _resolve(rule: Rule, by_id: Mapping[str, Rule], unread: set[str], report: Report) -> Iterable[Override]:
    """Each override with the variables that must agree: those named, or all that both rules bind by the same name."""
    own = bound(rule)
    for override in rule.overrides:
        target = by_id.get(override.rule)
        if target is None and override.rule in unread:
            continue
        if target is None:
            text = f"rule {shown(rule.id)} overrides {shown(override.rule)}, which is no rule"
            report.add(override.mark, text + suggestion(override.rule, by_id))
            continue
        common = own & bound(target)
        for variable in override.same:
            if variable not in common:
                report.add(override.mark, f"{variable} is not bound in both {shown(rule.id)} and {shown(target.id)}")
        same = override.same or tuple(sorted(common))
        if not same:
            report.add(override.mark, f"{shown(rule.id)} and {shown(target.id)} have no variable in common")
        yield Override(override.rule, same, override.mark)


def bound(rule: Rule) -> set[Var]:
    """The variables that a rule binds by matching or counting, before it asks for any fact."""
    tests = [t for p in rule.positive for t in p.tests] + [c.test for c in rule.counts]
    return {t.value for t in tests if t.op == "eq" and isinstance(t.value, Var)}
