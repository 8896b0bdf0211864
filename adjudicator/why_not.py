"""Why something was not found: each rule that could have given it, where it came nearest, and what was missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.errors import InputError, Problem, shown, suggestion
from adjudicator.evaluate.matching import Bindings, compare, unify
from adjudicator.evaluate.memory import Node
from adjudicator.evaluate.run import Outcome
from adjudicator.model.rule import Pattern, Rule, Var
from adjudicator.wording import pattern_in_words

CONCLUDED = ("finding", "remedy", "status", "answer", "start", "set")
TRIGGERS = ("act", "finding", "status", "moment", "contention", "question")


@dataclass(frozen=True)
class Condition:
    """One condition of a rule; ``state`` is met, unmet, unknown, clear (an exception that did not hold) or defeated."""

    state: str
    text: str


@dataclass(frozen=True)
class Nearest:
    """A rule at the event where it came nearest (None where nothing ever set it off), condition by condition."""

    rule: str
    law: str
    at: int | None
    conditions: tuple[Condition, ...]


@dataclass
class _Try:
    """One way of filling the conditions of a rule, unmet ones left out."""

    step: int
    at: int
    bound: Bindings
    rows: list[Condition] = field(default_factory=list)

    @property
    def met(self) -> int:
        return sum(row.state == "met" for row in self.rows)


def why_not(outcome: Outcome, name: str) -> tuple[Nearest, ...]:
    """The rule of that name, and each rule that concludes a word of that name, in the order of their ids.

    Raises:
        InputError: no rule is so called or concludes anything of that name.
    """
    every = outcome.program.rules
    rules = [r for r in every if r.id == name or any(c.kind in CONCLUDED and c.name == name for c in r.then)]
    if not rules:
        known = {r.id for r in every} | {c.name for r in every for c in r.then if c.kind in CONCLUDED}
        text = f"no rule is called {shown(name)} or concludes it{suggestion(name, known)}"
        raise InputError([Problem("--why-not", 0, 0, text)])
    return tuple(_Nearest(outcome, rule).found() for rule in rules)


class _Nearest:
    """Looks for the step at which a rule came nearest."""

    def __init__(self, outcome: Outcome, rule: Rule) -> None:
        self.outcome, self.memory, self.rule = outcome, outcome.memory, rule

    def found(self) -> Nearest:
        """The nearest of all tries; the latest of those as near."""
        tries = [t for trigger in self._triggers() for t in self._tries(trigger)]
        if not tries:
            text = f"nothing set it off: {pattern_in_words(self.rule.trigger, {})}"
            return Nearest(self.rule.id, self.rule.address, None, (Condition("unmet", text),))
        best = max(tries, key=lambda t: (t.met, t.step))
        rows = [*best.rows, *self._facts(best), *self._exceptions(best)]
        return Nearest(self.rule.id, self.rule.address, best.at, tuple(rows))

    def _triggers(self) -> Iterator[Node]:
        pattern = self.rule.trigger
        for node in self.memory.nodes:
            if node.fact.kind == pattern.kind and node.fact.name in (pattern.names() or (node.fact.name,)):
                bound = unify(pattern, node.fact, {})
                if bound is not None and self.memory.arose(node.number) and compare([pattern], [node.fact], bound):
                    yield node

    def _tries(self, trigger: Node) -> list[_Try]:
        """Every way of filling the conditions; where one cannot be filled, the others are tried without it."""
        bound = unify(self.rule.trigger, trigger.fact, {}) or {}
        first = _Try(trigger.step, trigger.at, bound, [Condition("met", pattern_in_words(self.rule.trigger, bound))])
        tries = [first]
        for pattern in self.rule.when:
            tries = [more for t in tries for more in self._filled(t, pattern)]
        return tries

    def _filled(self, tried: _Try, pattern: Pattern) -> list[_Try]:
        found = []
        for node in self._visible(pattern, tried.step):
            bound = unify(pattern, node.fact, tried.bound)
            if bound is not None and compare([pattern], [node.fact], bound):
                row = Condition("met", pattern_in_words(pattern, bound))
                found.append(_Try(tried.step, tried.at, bound, [*tried.rows, row]))
        unmet = Condition("unmet", pattern_in_words(pattern, tried.bound))
        return found or [_Try(tried.step, tried.at, tried.bound, [*tried.rows, unmet])]

    def _visible(self, pattern: Pattern, step: int) -> Iterator[Node]:
        """What a rule saw at a step: states as they held before it, acts of earlier steps, findings up to it."""
        names = pattern.names()
        for node in self.memory.nodes:
            if node.fact.kind != pattern.kind or (names is not None and node.fact.name not in names):
                continue
            before = node.step < step
            if pattern.kind == "state":
                before = before and (node.until is None or node.until >= step)
            elif pattern.kind in ("finding", "status", "answer") and not pattern.earlier:
                before = node.step <= step
            if before and self.memory.arose(node.number):
                yield node

    def _facts(self, tried: _Try) -> Iterator[Condition]:
        """The facts that the rule asks for: met or unmet as they were told, unknown where nobody asked."""
        for asked in self.rule.asked:
            key = {name: tried.bound.get(t.name) if isinstance(t, Var) else t for name, t in asked.key}
            told = {str(n.fact.values["value"]) for n in self._told(asked.fact, key)}
            wanted = asked.value.value if isinstance(asked.value.value, tuple) else (asked.value.value,)
            state = "unknown" if len(told) != 1 else "met" if told <= set(map(str, wanted)) else "unmet"
            about = ", ".join(f"{name}={value}" for name, value in key.items())
            text = f"fact {asked.fact}" + (f" with {about}" if about else "") + f" is {' or '.join(map(str, wanted))}"
            yield Condition(state, text + (f" (it is {told.pop()})" if len(told) == 1 else ""))

    def _told(self, fact: str, key: Mapping[str, object]) -> Iterator[Node]:
        for node in self.memory.nodes:
            named = node.fact.kind == "fact" and node.fact.name == fact and self.memory.arose(node.number)
            if named and all(node.fact.values[k] == value for k, value in key.items() if value is not None):
                yield node

    def _exceptions(self, tried: _Try) -> Iterator[Condition]:
        for blocker in self.rule.unless:
            text = " and ".join(pattern_in_words(p, tried.bound) for p in blocker)
            yield Condition("defeated" if self._holds(blocker, tried) else "clear", f"unless {text}")
        for defeater in self.outcome.program.defeaters.get(self.rule.id, ()):
            fired = [f for f in self.memory.firings if f.rule.id == defeater.rule and f.step == tried.step]
            for firing in fired:
                same = all(firing.bindings.get(v.name) == tried.bound.get(v.name) for v in defeater.same)
                if same and self.memory.held(firing.number):
                    yield Condition("defeated", f"overridden by {defeater.rule} [{firing.rule.address}]")

    def _holds(self, blocker: Iterable[Pattern], tried: _Try) -> bool:
        ways = [tried]
        for pattern in blocker:
            ways = [more for t in ways for more in self._filled(t, pattern) if more.rows[-1].state == "met"]
        return bool(ways)
