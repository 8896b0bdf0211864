"""durable_rules, driven through its C module inside the fragment that was shown to be safe.

The library's public host starts threads that crash the process, so it is not used. What its C code does wrongly is
kept out of reach here: one session at a time under a fixed name, deleted at the end; no negation, choice, count,
arithmetic or regular expression; joins by equality only, none on ``id`` or ``sid``, each conjunction of joins closed
by one that is always true (a false join at the end reads past the rule); numbered facts with identifiers whose hashes
differ; a readable first fact and a canary last in every batch (a batch is read only as far as it can be parsed, and
nothing says so); patterns fanned out so that no node has more children than its fixed tables hold.
"""

from __future__ import annotations

import itertools
import json
import threading
import weakref
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import durable_rules_engine as c_engine

from adjudicator.engine.interface import Assertion, Match, Shape, shapes
from adjudicator.errors import EngineError
from adjudicator.model.rule import Rule
from adjudicator.model.vocabulary import Value

MAX_FACTS = 900_000  # identifiers '%06d' below a million have different hashes
MAX_RULES = 4_000
MAX_JOINS = 28
MAX_TYPES = 8_000  # kinds of fact; from 8,160 on the library loops without end
MAX_CONDITIONS = 16_000  # on one kind of fact; from some 18,000 on a batch is lost
MAX_ATTRIBUTES = 249  # of one kind of fact
MAX_BATCHES = 100_000  # later identifiers would meet earlier ones
MAX_TEXT = 20_000  # bytes of one value
MAX_JSON = 60_000  # and of what JSON makes of it; the library keeps 16-bit lengths
_SESSION = "s"
_CANARY = "canary"
_GROUP = 20  # patterns under one node; 64 is the most that may hold at once
_numbers = itertools.count()


class Durable:
    """Rules compiled into one ruleset of the C module."""

    name = "durable"

    def __init__(self, rules: Sequence[Rule]) -> None:
        if len(rules) > MAX_RULES:
            raise EngineError(f"more than {MAX_RULES} rules")
        self._patterns = [shapes(rule) for rule in rules]
        every = [shape for rule in self._patterns for shape in rule]
        self._types = {name: n for n, name in enumerate(sorted({s.predicate for s in every}))}
        self._attributes: dict[str, set[str]] = {name: set() for name in self._types}
        for shape in every:
            self._attributes[shape.predicate] |= shape.attributes()
        conditions = Counter(s.predicate for s in every)
        self._check_limits(conditions)
        self._check_names()
        fan = _Fan(conditions)
        definition = {f"r{n}": self._rule(rule, fan) for n, rule in enumerate(self._patterns)}
        definition[_CANARY] = {"all": [{"m": {"$ex": {"~end": 1}}}], "cap": 60000}
        self._lock = threading.Lock()
        self._handle = c_engine.create_ruleset(f"rules{next(_numbers)}", json.dumps(definition))
        weakref.finalize(self, c_engine.delete_ruleset, self._handle)
        with self.session() as session:  # a session in which nothing ever fired cannot be deleted safely
            session.add([])

    @contextmanager
    def session(self) -> Iterator[DurableSession]:
        """A session that is deleted at its end; others wait for it."""
        with self._lock:
            session = DurableSession(self._handle, self._types, self._attributes)
            try:
                yield session
            finally:
                session.close()

    def _check_limits(self, conditions: Mapping[str, int]) -> None:
        """Beyond these sizes the library hangs, crashes or loses facts; nobody's laws come near them."""
        if len(self._types) > MAX_TYPES:
            raise EngineError(f"more than {MAX_TYPES:,} kinds of fact in the conditions of rules")
        for predicate, number in conditions.items():
            if number > MAX_CONDITIONS:
                raise EngineError(f"more than {MAX_CONDITIONS:,} conditions on {predicate}")
            if len(self._attributes[predicate]) > MAX_ATTRIBUTES:
                raise EngineError(f"more than {MAX_ATTRIBUTES} attributes of {predicate} in the conditions of rules")

    def _check_names(self) -> None:
        """Properties are known to the library by a 32-bit hash of their name only."""
        names = {"sid", "id", "~k", "~g", "~t", "~end"} | {
            f"_{a}" for found in self._attributes.values() for a in found
        }
        if len({_hash(name) for name in names}) != len(names):
            raise EngineError("two attributes have names that durable_rules cannot tell apart")

    def _rule(self, patterns: Sequence[Shape], fan: _Fan) -> dict[str, Any]:
        every = [{f"a{i}": self._pattern(shape, fan)} for i, shape in enumerate(patterns)]
        return {"all": every, "dist": 0, "cap": 60000}  # dist 0: one fact may fill two patterns

    def _pattern(self, shape: Shape, fan: _Fan) -> dict[str, Any]:
        number = self._types[shape.predicate]
        tests: list[dict[str, Any]] = [{"~g": number // 16}, {"~t": number}, *fan.next(shape.predicate)]
        tests += [{"$ex": {f"_{a}": 1}} for a in sorted({a for a, _ in shape.binds} | {a for a, _, _ in shape.joins})]
        tests += [{f"_{a}": encoded(value)} for a, value in shape.literals]
        joins = [{f"_{a}": {f"a{i}": f"_{other}"}} for a, i, other in shape.joins]
        if len(joins) > MAX_JOINS:
            raise EngineError(f"a condition with more than {MAX_JOINS} variables")
        return {"$and": tests + joins + ([{"~k": {"a0": "~k"}}] if joins else [])}


class DurableSession:
    """One incident: facts in, matches out."""

    def __init__(self, handle: int, types: Mapping[str, int], attributes: Mapping[str, set[str]]) -> None:
        self._handle, self._types, self._attributes = handle, types, attributes
        self._batches = 0
        self._held: set[int] = set()

    def add(self, facts: Sequence[Assertion]) -> list[Match]:
        """Assert facts; the matches that they complete."""
        if self._batches >= MAX_BATCHES:
            raise EngineError(f"more than {MAX_BATCHES:,} batches of facts in one incident")
        batch: list[dict[str, Any]] = [{"sid": _SESSION, "id": "first"}]
        read = [f for f in facts if f.predicate in self._types]
        self._held.update(f.number for f in read)
        batch += [self._fact(f) for f in read]
        number = MAX_FACTS + self._batches
        batch.append({"sid": _SESSION, "id": f"{number:06d}", "~end": number})
        self._batches += 1
        try:
            return self._run(json.dumps(batch))
        except c_engine.error as error:
            raise EngineError(f"durable_rules failed: {error}") from None

    def remove(self, numbers: Sequence[int]) -> None:
        """Retract facts by number."""
        try:
            for number in self._held.intersection(numbers):
                c_engine.retract_fact(self._handle, json.dumps({"sid": _SESSION, "id": f"{number:06d}"}))
        except c_engine.error as error:
            raise EngineError(f"durable_rules could not retract a fact: {error}") from None
        self._held.difference_update(numbers)

    def close(self) -> None:
        """Delete the session in the C module; there is none before the first batch."""
        if not self._batches:
            return
        try:
            c_engine.delete_state(self._handle, _SESSION)
        except c_engine.error as error:
            raise EngineError(f"durable_rules could not end a session: {error}") from None

    def _fact(self, fact: Assertion) -> dict[str, Any]:
        if fact.number >= MAX_FACTS:
            raise EngineError(f"more than {MAX_FACTS:,} facts in one incident")
        kind = self._types[fact.predicate]
        found = {"sid": _SESSION, "id": f"{fact.number:06d}", "~k": 1, "~g": kind // 16, "~t": kind}
        read = ((a, fact.values[a]) for a in self._attributes[fact.predicate] if a in fact.values)
        return {**found, **{f"_{a}": encoded(value) for a, value in read}}

    def _run(self, batch: str) -> list[Match]:
        matches, ended = [], False
        _, offset = c_engine.assert_facts(self._handle, batch)
        result = c_engine.start_action_for_state(self._handle, offset)
        message = result[1] if result else None
        while message:
            ((name, frames),) = json.loads(message).items()
            if name == _CANARY:
                ended = True
            else:
                matches += [_match(name, frame) for frame in frames]
            message = c_engine.complete_and_start_action(self._handle, offset)
        if not ended:
            raise EngineError("durable_rules did not read the whole batch")
        return matches


class _Fan:
    """Always-true tests that spread the patterns of one type over several nodes."""

    def __init__(self, total: Mapping[str, int]) -> None:
        self._total = total
        self._used: Counter[str] = Counter()

    def next(self, predicate: str) -> list[dict[str, Any]]:
        """The tests for the next pattern of a type: one level of nodes, or two where there are very many."""
        number, total = self._used[predicate], self._total[predicate]
        self._used[predicate] += 1
        if total > 2 * _GROUP * _GROUP:
            first, second = number // (_GROUP * _GROUP), number // _GROUP % _GROUP
            return [{"$neq": {"~g": -1 - first}}, {"$neq": {"~g": -1000 - second}}]
        return [{"$neq": {"~g": -1 - number // _GROUP}}] if total > 2 * _GROUP else []


def _match(name: str, frame: Mapping[str, Mapping[str, str]]) -> Match:
    facts = tuple(int(frame[f"a{i}"]["id"]) for i in range(len(frame)))
    return Match(int(name[1:]), facts)


def encoded(value: Value) -> int | str:
    """A value as the library cannot mistake it: words marked as words, whole numbers of at most 63 bits.

    Raises:
        EngineError: the value is too long or too large to be told apart from another.
    """
    if isinstance(value, int):
        if not -(2**63) < value < 2**63:
            raise EngineError(f"the number {value} is too large")
        return value
    text = f"s{value}"
    if len(text.encode()) > MAX_TEXT or len(json.dumps(text)) > MAX_JSON:
        raise EngineError(f"a word longer than {MAX_TEXT:,} bytes")
    return text


def _hash(name: str) -> int:
    """FNV-1a with 32 bits over the name as JSON writes it, as the library computes it."""
    result = 0x811C9DC5
    for byte in json.dumps(name)[1:-1].encode():
        result = ((result ^ byte) * 16777619) & 0xFFFFFFFF
    return result
