"""Order within a step: a rule waits until everything that could defeat it has been concluded.

What a rule concludes in the same step depends on what it reads there. Negation, counting and overriding make that
dependence strict. A circle with a strict link in it has no meaning, and is reported with its rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.errors import Report
from adjudicator.model.rule import ANY, Conclusion, Pattern, Rule, Var

WITHIN_A_STEP = ("finding", "status", "answer", "points")


@dataclass(frozen=True)
class _Link:
    """Node ``to`` depends on node ``of``; ``strict`` where the lower one must be finished first."""

    of: str
    to: str
    strict: bool
    rule: str


def levels(rules: Sequence[Rule], report: Report) -> dict[str, int]:
    """The stratum of each rule, by id; a circle through negation is reported and broken."""
    links = list(_links(rules))
    nodes = {link.of for link in links} | {link.to for link in links} | {_rule(r.id) for r in rules}
    while (level := _levels(nodes, links)) is None:
        circle = _shortest_circle(links)
        _report_circle(circle, rules, report)
        links = [link for link in links if link not in circle]
    return {rule.id: level[_rule(rule.id)] for rule in rules}


def _levels(nodes: set[str], links: Sequence[_Link]) -> dict[str, int] | None:
    """The lowest level of each node, None where a circle lets none be found."""
    level = dict.fromkeys(nodes, 0)
    for _ in range(len(nodes) + 1):
        changed = False
        for link in links:
            needed = level[link.of] + link.strict
            if level[link.to] < needed:
                level[link.to], changed = needed, True
        if not changed:
            return level
    return None


def _rule(rule_id: str) -> str:
    return f"rule {rule_id}"


def _links(rules: Sequence[Rule]) -> Iterable[_Link]:
    concluded = {_concluded(rule, c) for rule in rules for c in rule.then if c.kind in WITHIN_A_STEP}
    for rule in rules:
        name = _rule(rule.id)
        for pattern in rule.positive:
            yield from (_Link(p, name, False, rule.id) for p in _reads(rule, pattern, concluded))
        for pattern in [p for blocker in rule.unless for p in blocker] + [c.of for c in rule.counts]:
            yield from (_Link(p, name, True, rule.id) for p in _reads(rule, pattern, concluded))
        for override in rule.overrides:
            yield _Link(name, _rule(override.rule), True, rule.id)
        for conclusion in rule.then:
            if conclusion.kind in WITHIN_A_STEP:
                yield _Link(name, _concluded(rule, conclusion), False, rule.id)


def _concluded(rule: Rule, conclusion: Conclusion) -> str:
    """What is concluded; an answer is to the contention or question that set the rule off, points are of a column."""
    if conclusion.kind == "points":
        return f"points:{dict(conclusion.attributes).get('column', ANY)}"
    return conclusion.predicate + (f" to {rule.trigger.name}" if conclusion.kind == "answer" else "")


def _reads(rule: Rule, pattern: Pattern, concluded: set[str]) -> list[str]:
    """What a pattern reads of its own step: nothing where it looks at earlier steps only."""
    if pattern.kind not in WITHIN_A_STEP or pattern.earlier:
        return []
    if pattern.kind == "points":
        columns = [t.value for t in pattern.tests if t.attribute == "column" and t.op == "eq"]
        return sorted(p for p in concluded if p.startswith("points:") and _same_column(p, columns))
    names = pattern.names()
    wanted = None if names is None else {f"{pattern.kind}:{name}" for name in names}
    if pattern.kind == "answer":
        return sorted(
            p for p in concluded if p.split(" to ")[0] in (wanted or {p.split(" to ")[0]}) and _same_issue(rule, p)
        )
    return sorted(p for p in concluded if p.startswith(f"{pattern.kind}:") and (wanted is None or p in wanted))


def _same_column(points: str, columns: Sequence[object]) -> bool:
    """Whether points may be of a column; a variable is of any."""
    column = points.partition(":")[2]
    return all(str(c) == column or isinstance(c, Var) or column.startswith((ANY, "$")) for c in columns)


def _same_issue(rule: Rule, answer: str) -> bool:
    to = answer.partition(" to ")[2]
    return to == rule.trigger.name or ANY in (to, rule.trigger.name)


def _shortest_circle(links: Sequence[_Link]) -> list[_Link]:
    """The shortest circle that runs through a strict link."""
    outgoing: dict[str, list[_Link]] = {}
    for link in links:
        outgoing.setdefault(link.of, []).append(link)
    paths = (path for link in links if link.strict and (path := _path(link, outgoing)) is not None)
    return min(paths, key=lambda path: (len(path), [link.rule for link in path]))


def _report_circle(circle: Sequence[_Link], rules: Sequence[Rule], report: Report) -> None:
    """Report a circle with the rules that make it."""
    marks = {rule.id: rule.mark for rule in rules}
    ids = list(dict.fromkeys(link.rule for link in circle))
    steps = " -> ".join([circle[0].of, *(("not: " if link.strict else "") + link.to for link in circle)])
    report.add(marks[ids[0]], f"a circle through negation within one step, in rules {', '.join(ids)}: {steps}")


def _path(start: _Link, outgoing: Mapping[str, list[_Link]]) -> list[_Link] | None:
    """The shortest way from the end of a link back to its beginning, the link first; None if there is none."""
    queue, seen = deque([[start]]), {start.to}
    while queue:
        path = queue.popleft()
        if path[-1].to == start.of:
            return path
        for link in outgoing.get(path[-1].to, ()):
            if link.to not in seen:
                seen.add(link.to)
                queue.append([*path, link])
    return None
