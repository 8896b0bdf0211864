"""The adjudicator and the plain evaluator (``plain.py``) come to the same, for every case and for random rulebooks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml

from adjudicator.engine import engines
from adjudicator.engine.clips import Clips
from adjudicator.engine.interface import Engine
from adjudicator.errors import InputError, Report, RulebookError
from adjudicator.evaluate.memory import Memory
from adjudicator.evaluate.roles import ROLES, resolved
from adjudicator.evaluate.run import Outcome, evaluate
from adjudicator.model.fact import Fact, fact
from adjudicator.reading.incident import code_named, read_incident_node
from adjudicator.reading.laws import cases_of
from adjudicator.reading.nodes import Node
from adjudicator.reading.yamlfile import read_path, read_text
from adjudicator.rulebook import CodeBook, Rulebook, load_rulebook
from adjudicator.service import derived
from adjudicator.table.seats import Seating
from conftest import ENGINE
from plain import World
from random_rules import RandomRules

ROOT = Path(__file__).parent.parent
FOUND = ("finding", "status", "answer", "points")
PARTS, RANDOM_RULEBOOKS = 8, 250  # together 2,000, in parts that can run side by side
WORLDS = 2  # of one incident, each evaluated plainly
LOOKED_INTO = 80
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
Laws = list[dict[str, Any]]


# -- what is compared


def laws_of(rules: Path, code: str, cases: Path | None = None) -> Laws:
    """The files of a code's rules as they stand; shared rules and decisions as laws of one clause."""
    laws = [_yaml(path) for path in sorted((rules / code).glob("[!_]*.yaml"))]
    shared = [{"law": "", "clauses": [_yaml(path)]} for path in sorted((rules / "shared").glob("*.yaml"))]
    decisions = (
        [d for path in sorted(cases.glob("[!i]*/*.yaml")) if (d := _yaml(path))["code"] == code] if cases else []
    )
    return [*laws, *shared, *({"law": d["construes"][0].split("/")[0], "clauses": [d]} for d in decisions)]


def _yaml(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), Loader=LOADER)


def differences(
    node: Node, book: CodeBook, rulebook: Rulebook, laws: Laws, engine: Engine, times: int = 1
) -> tuple[Outcome, list[str]]:
    """An incident's outcome, and every fact, end state and derivation of a world that only one evaluation has."""
    report = Report()
    incident = read_incident_node(node, book.code, rulebook.vocabulary, report)
    if report.problems:
        raise InputError(report.problems)
    outcome = evaluate(incident, book.code, book.program, engine)
    found, rng = [], random.Random(0)
    for w in some_worlds(outcome.memory.worlds.size, rng) * times:
        values = world_values(outcome, w)
        real, plain = RealWorld(outcome, w), plain_world(laws, outcome, rulebook, values, rng)
        for what in ("facts", "states", "derivations"):
            ours, theirs = getattr(real, what), getattr(plain, what)
            found += [f"{what} in {values}: only the adjudicator has {x}" for x in sorted(ours - theirs, key=str)]
            found += [f"{what} in {values}: only the plain evaluator has {x}" for x in sorted(theirs - ours, key=str)]
    return outcome, found


def some_worlds(size: int, rng: random.Random) -> list[int]:
    """All worlds where they are few, else the first, the last and as many between as there is time for."""
    return [*range(size)] if size <= WORLDS else sorted({0, size - 1, *rng.sample(range(size), WORLDS - 2)})


def world_values(outcome: Outcome, w: int) -> dict[tuple[object, ...], str]:
    """The values of the facts in one world, as the cards show them or as they may be, by name and key."""
    opened = outcome.memory.worlds.open
    shown = {
        (n.fact.name, *sorted((k, str(v)) for k, v in n.fact.attributes if k != "value")): str(n.fact.values["value"])
        for n in outcome.memory.nodes
        if outcome.how.get(n.number) in ("shown", "presumed") and outcome.memory.label(n.number) >> w & 1
    }
    return shown | {
        (f.name, *sorted((k, str(v)) for k, v in f.key)): f.values[w // f.stride % len(f.values)] for f in opened
    }


def plain_world(
    laws: Laws, outcome: Outcome, rulebook: Rulebook, values: Mapping[object, str], rng: random.Random
) -> Any:
    """The plain evaluation of an outcome's incident in one world."""
    incident, code = outcome.incident, outcome.code
    seating = Seating(incident.seats, code.partners)
    return World(laws, incident, code, rulebook.vocabulary, partial(choose, {**values}, rng), partial(roles, seating))


def roles(seating: Seating, states: Iterable[Fact]) -> Callable[[Any], list[Any]]:
    """Who the words of an event stand for while these states hold."""
    memory = Memory()
    for state in states:
        memory.show(memory.node(state, 0, 0, memory.worlds.every))
    words = {*ROLES, *map(seating.side, seating.seats)}
    return lambda word: resolved(word, memory, seating) if word in words else [word]


def choose(
    values: dict[object, str], rng: random.Random, name: str, key: Mapping[str, str], among: Sequence[str]
) -> str:
    """The value of a fact in a world; any at all, but always the same, where nothing turned on it and nobody asked."""
    return values.setdefault((name, *sorted(key.items())), rng.choice(among))


class RealWorld:
    """What holds in one world of an outcome, in the words of the plain evaluator."""

    def __init__(self, outcome: Outcome, w: int) -> None:
        memory = outcome.memory
        facts = [n for n in memory.nodes if n.fact.kind in FOUND and memory.label(n.number) >> w & 1]
        firings = [f for f in memory.firings if memory.held(f.number) >> w & 1]
        self.facts = {(n.step, as_text(n.fact)) for n in facts}
        self.states = {as_text(memory.nodes[n].fact) for n in outcome.states if memory.label(n) >> w & 1}
        self.derivations = {
            (f.step, f.rule.id, tuple(sorted((as_text(memory.nodes[p].fact) for p in f.premises), key=str)))
            for f in firings
        }


@cache
def as_text(known: Fact) -> Fact:
    """A fact with its values as strings."""
    return fact(known.kind, known.name, {k: str(v) for k, v in known.attributes})


# -- the shipped rules and cases


def case_incidents() -> Iterator[Any]:
    """Every incident under ``cases/``, with its place."""
    for path in sorted((ROOT / "cases").rglob("*.yaml")):
        for i, node in enumerate(cases_of(read_path(path)), 1):
            yield pytest.param(node, id=f"{path.relative_to(ROOT / 'cases')}:{i}")


@pytest.mark.parametrize("node", [*case_incidents()])
def test_cases_agree(node: Node) -> None:
    """Both evaluations find the same facts, end states and derivations in every world of a case."""
    rulebook = load_rulebook()
    code = code_named(node, {c: b.code for c, b in rulebook.codes.items()}, Report()) or rulebook.default_code
    _, found = differences(node, rulebook.code(code), rulebook, shipped_laws(code), shipped_engine(code))
    assert not found, "\n".join(found)


@cache
def shipped_laws(code: str) -> Laws:
    """The laws of a shipped code as they stand."""
    return laws_of(ROOT / "rules", code, ROOT / "cases")


@cache
def shipped_engine(code: str) -> Engine:
    """The engine of a shipped code."""
    return engines.engine(ENGINE, load_rulebook().code(code).program.rules, f"shipped {code}")


# -- random rules


@pytest.mark.parametrize("part", range(PARTS))
def test_random_rulebooks_agree(tmp_path: Path, part: int) -> None:
    """Three evaluators agree on 2,000 random rulebooks and incidents, in which all that may differ turns up."""
    seen: Counter[str] = Counter()
    for seed in count(1 + part * 2 * RANDOM_RULEBOOKS):
        made = RandomRules(random.Random(seed))
        folder = made.write(tmp_path / str(seed))
        try:
            rulebook = load_rulebook(rules=folder)
        except RulebookError:
            seen["refused"] += 1
            assert seen["refused"] < RANDOM_RULEBOOKS, "most rulebooks are refused"
            continue
        outcome, found = toy_differences(rulebook, folder, made.incident())
        assert not found, f"seed {seed}\n" + "\n".join(found)
        book = rulebook.code("toy")
        by_clips = evaluate(outcome.incident, book.code, book.program, Clips(book.program.rules))
        assert derived(by_clips) == derived(outcome), f"seed {seed}: CLIPS derives something else"
        seen["compared"] += 1
        if seen["compared"] <= LOOKED_INTO:
            seen.update(features(outcome, laws_of(folder, "toy"), rulebook))
        if seen["compared"] == RANDOM_RULEBOOKS:
            break
    assert all(seen[word] >= LOOKED_INTO // 16 for word in ("unless", "overrides", "count", "open facts")), seen


def toy_differences(rulebook: Rulebook, folder: Path, incident: object, times: int = 1) -> tuple[Outcome, list[str]]:
    """The differences for a rulebook of the random vocabulary."""
    book, node = rulebook.code("toy"), read_text(yaml.safe_dump(incident))
    return differences(
        node, book, rulebook, laws_of(folder, "toy"), engines.engine(ENGINE, book.program.rules, str(folder)), times
    )


def features(outcome: Outcome, laws: Laws, rulebook: Rulebook) -> set[str]:
    """What made a difference: exceptions or overrides without which more would follow; counts; open facts."""
    found = {"open facts"} if outcome.memory.worlds.size > 1 else set()
    found |= {"count" for f in outcome.memory.firings if f.rule.counts and f.concluded}
    real = RealWorld(outcome, 0)
    for word in ("unless", "overrides"):
        rules = [
            {k: v for k, v in r.items() if k != word} for x in laws for c in x["clauses"] for r in c.get("rules", ())
        ]
        without = [{"law": "1", "phase": laws[0].get("phase"), "clauses": [{"rules": rules}]}]
        if (
            plain_world(without, outcome, rulebook, world_values(outcome, 0), random.Random(0)).derivations
            - real.derivations
        ):
            found.add(word)
    return found


# -- rules at the edges of the language

EVENTS = "{events: [{by: north, ping: red, num: 1}, {by: east, ping: red, num: 2}, {by: south, pong: blue, num: 2}]}"
EDGES = {
    "count of a variable that is bound already": """
- {id: b, on: {act: $n, num: $k}, when: [{count: $k, of: {act: any}}], then: [{finding: f2, ev: $n, num: $k}]}
""",
    "count compared with a variable": """
- {id: b, on: {act: $n, num: $k}, when: [{count: {gte: $k}, of: {act: any}}], then: [{finding: f2, ev: $n, num: $k}]}
""",
    "state equal to what is counted": """
- {id: b, on: {act: $n}, when: [{count: $j, of: {act: any}}, {state: count, num: $j}], then: [{finding: f2, ev: $n}]}
""",
    "fact about what is counted": """
- id: b
  on: {act: $n}
  when: [{count: $j, of: {act: any}}, {fact: unknown, about: $n, value: yes}]
  then: [{finding: f2, ev: $n, num: $j}]
""",
    "two values set at once": """
- {id: a, on: {act: any}, then: [{set: count, num: 2}]}
- {id: b, on: {act: any}, then: [{set: count, num: 3}]}
""",
    "a state ended and started at once": """
- {id: a, on: {ping: $n, by: $p}, then: [{start: loose, seat: north}, {end: loose}]}
""",
    "variables of an exception compared with each other": """
- {id: a, on: {pong: $n}, unless: [[{ping: $m, num: $k}, {ping: $j, num: {gt: $k}}]], then: [{finding: f1, ev: $n}]}
- {id: b, on: {pong: $n}, unless: [[{ping: $m, num: $k}, {pong: $j, num: {gt: $k}}]], then: [{finding: f2, ev: $n}]}
""",
    "recursion with arithmetic that comes to an end": """
- {id: s, on: {ping: $n, num: $k}, then: [{finding: f1, num: $k}]}
- {id: a, on: {found: f1, num: $k}, when: [{value: worth, of: $k}], then: [{finding: f1, num: "min($k + 1, 5)"}]}
- {id: c, on: {found: f1, num: 3}, unless: [{finding: f3}], then: [{finding: f2}]}
""",
    "findings that rest on each other alone": """
- {id: a, on: {found: f1}, then: [{finding: f2}]}
- {id: b, on: {found: f2}, then: [{finding: f1}]}
- {id: c, on: {act: $n}, unless: [{finding: f2}], then: [{finding: f3, ev: $n}]}
""",
    "an act again, with what else the condition binds": """
- {id: b, on: {pong: $n}, when: [{ping: $m, num: $k, next: yes}], then: [{finding: f2, ev: $m, num: $k}]}
""",
    "a chain of overrides": """
- {id: a, on: {ping: $n, num: 1}, overrides: [b], then: [{finding: f1, ev: $n}]}
- {id: b, on: {ping: $n}, overrides: [c], then: [{finding: f2, ev: $n}]}
- {id: c, on: {ping: $n}, then: [{finding: f3, ev: $n}]}
""",
    "override where both bind the value of a fact": """
- {id: a, on: {ping: $n}, when: [{fact: unknown, about: $n, value: $v}], overrides: [b], then: [{finding: f1, ev: $n}]}
- {id: b, on: {ping: $n}, when: [{fact: unknown, about: $n, value: $v}], then: [{finding: f2, ev: $n}]}
""",
    "last act with no variable for its number": """
- {id: b, on: {pong: $n}, when: [{ping: any, by: $q, next: yes}], then: [{finding: f2, ev: $n, by: $q}]}
""",
    "last act by anybody, with a fact about who did it": """
- id: b
  on: {pong: $n}
  when: [{ping: any, by: $p, next: yes}, {fact: which, of: $p, value: red}]
  then: [{finding: f2, ev: $n, by: $p}]
""",
    "last act before another": """
- {id: b, on: {pong: $n}, when: [{ping: $k, by: $q, n: {lt: 2}, next: yes}], then: [{finding: f2, ev: $k, by: $q}]}
""",
    "total over findings, one found twice": """
- {id: a, on: {ping: $n, num: $k}, then: [{finding: f1, num: $k}, {finding: f1, num: 3}]}
- id: b
  on: {pong: $n}
  when: [{total: $t, each: num, of: {finding: f1, num: {gt: 1}}}]
  then: [{finding: f2, num: $t}]
""",
    "total over findings that are open": """
- {id: a, on: {ping: $n, num: $k}, when: [{fact: unknown, about: $n, value: yes}], then: [{finding: f1, num: $k}]}
- {id: b, on: {pong: $n}, when: [{total: {gte: 2}, each: num, of: {finding: f1}}], then: [{finding: f2, ev: $n}]}
""",
    "points of one column that hang on those of another": """
- {id: a, on: {ping: $n, num: $k}, then: [{points: "$k * 10", column: trick, side: north-south}]}
- id: b
  on: {moment: end}
  when: [{total: {eq: $t}, each: points, of: {points: any, side: north-south, column: trick}}]
  then: [{points: "$t - 40", column: honour, side: north-south}]
- {id: c, on: {moment: end}, when: [{points: {eq: $k, lt: 0}, column: honour}], then: [{finding: f2, num: "0 - $k"}]}
""",
    "count of a finding found again at the same event": """
- {id: a, on: {pong: any}, then: [{finding: f1}]}
- {id: b, on: {moment: end}, then: [{finding: f1}]}
- {id: c, on: {moment: end}, when: [{count: $k, of: {finding: f1}}], then: [{finding: f2, num: $k}]}
""",
}
REFUSED = {
    "exception with the value of a fact": """
- {id: t, on: {moment: start}, then: [{finding: tag, is: red}]}
- id: b
  on: {ping: $n, by: $p}
  when: [{fact: which, of: $p, value: $v}]
  unless: [{finding: tag, is: $v}]
  then: [{finding: f2, ev: $n}]
""",
    "count with the value of a fact": """
- {id: t, on: {moment: start}, then: [{finding: tag, is: red}]}
- id: b
  on: {ping: $n, by: $p}
  when: [{fact: which, of: $p, value: $v}, {count: 1, of: {finding: tag, is: $v}}]
  then: [{finding: f2, ev: $n}]
""",
    "value of a fact that is bound already": """
- {id: t, on: {moment: start}, then: [{finding: tag, is: red}]}
- id: b
  on: {ping: $n, by: $p}
  when: [{finding: tag, is: $v}, {fact: which, of: $p, value: $v}]
  then: [{finding: f2, ev: $n}]
""",
    "state compared with what is counted": """
- id: b
  on: {act: $n}
  when: [{count: $j, of: {act: any}}, {state: count, num: {lte: $j}}]
  then: [{finding: f2, ev: $n}]
""",
}


@pytest.mark.parametrize("rules", EDGES.values(), ids=EDGES)
def test_edges_agree(rules: str, tmp_path: Path) -> None:
    """Both evaluations agree where rules go to the edge of the language, and each rulebook has something to tell."""
    outcome, found = edge(rules, tmp_path)
    assert outcome.memory.firings
    assert not found, "\n".join(found)


@pytest.mark.parametrize("rules", REFUSED.values(), ids=REFUSED)
def test_rules_that_use_a_value_before_it_is_known_are_refused(rules: str, tmp_path: Path) -> None:
    """What a fact or a count gives cannot be used where it is not known yet."""
    with pytest.raises(RulebookError, match=r"is not bound before that|is bound already"):
        edge(rules, tmp_path)


def edge(rules: str, folder: Path) -> tuple[Outcome, list[str]]:
    """The differences for rules as written."""
    made = RandomRules(random.Random(0))
    made.rules = yaml.load(rules, Loader=yaml.BaseLoader)
    made.write(folder)
    return toy_differences(load_rulebook(rules=folder), folder, yaml.load(EVENTS, Loader=yaml.BaseLoader), times=3)
