"""Small rules, facts and rulebooks for the tests of the engine, and a matcher that tries everything."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from adjudicator import AdjudicatorError, Ruling, adjudicate
from adjudicator.engine.durable import Durable
from adjudicator.engine.interface import TRIGGER, Assertion, Match, Shape, shapes
from adjudicator.errors import Mark
from adjudicator.model.rule import Pattern, Rule, Term, Test, Var
from adjudicator.model.vocabulary import Value
from adjudicator.rulebook import Rulebook, load_rulebook

HERE = Mark("test")
CODE = {
    "id": "toy",
    "title": "A toy",
    "seats": {"count": 4, "names": ["north", "east", "south", "west"], "partners": "opposite"},
    "pack": {"suits": ["S", "H"], "ranks": [2, 3], "hand": 1},
    "calls": {"words": {"pass": {"kind": "pass"}}},
}

# -- rules as values


def pattern(name: str, tests: Mapping[str, Term] | Iterable[tuple[str, Term]] = (), **more: Term) -> Pattern:
    """A state of a name whose attributes equal values or variables; ``$x`` is a variable."""
    pairs = {**dict(tests), **more}.items()
    return Pattern("state", name, tuple(Test(a, "eq", _term(v)) for a, v in pairs), HERE)


def _term(value: Term) -> Term:
    return Var(value[1:]) if isinstance(value, str) and value.startswith("$") else value


def rule(*patterns: Pattern, name: str = "r", unless: tuple[tuple[Pattern, ...], ...] = ()) -> Rule:
    """A rule that the first pattern sets off."""
    return Rule(name, "1", "", "", HERE, patterns[0], patterns[1:], (), (), unless, (), ())


def on(number: int, name: str, values: Mapping[str, Value] | None = None, **more: Value) -> Assertion:
    """A fact that sets rules off."""
    return Assertion(number, f"{TRIGGER}state:{name}", {**(values or {}), **more})


def known(number: int, name: str, values: Mapping[str, Value] | None = None, **more: Value) -> Assertion:
    """A fact that fills a further condition."""
    return Assertion(number, f"state:{name}", {**(values or {}), **more})


def matches(rules: Sequence[Rule], *batches: Sequence[Assertion]) -> list[Match]:
    """What a fresh engine matches among facts added batch by batch."""
    with Durable(rules).session() as session:
        return sorted(m for batch in batches for m in session.add(batch))


# -- every combination tried


def brute(rules: Sequence[Rule], facts: Sequence[Assertion]) -> list[Match]:
    """Every way in which the facts fill the patterns of the rules, found by trying each fact in each place."""
    return [
        Match(n, tuple(f.number for f in filling))
        for n, each in enumerate(rules)
        for filling in _fillings(shapes(each), facts, ())
    ]


def _fillings(
    left: Sequence[Shape], facts: Sequence[Assertion], filled: tuple[Assertion, ...]
) -> Iterator[tuple[Assertion, ...]]:
    if not left:
        yield filled
        return
    for fact in facts:
        if _fits(left[0], fact, filled):
            yield from _fillings(left[1:], facts, (*filled, fact))


def _fits(shape: Shape, fact: Assertion, filled: Sequence[Assertion]) -> bool:
    present = all(a in fact.values for a in shape.attributes())
    return (
        fact.predicate == shape.predicate
        and present
        and all(fact.values[a] == value for a, value in shape.literals)
        and all(fact.values[a] == filled[i].values[other] for a, i, other in shape.joins)
    )


# -- rulebooks


def toy(folder: Path, rules: Sequence[Mapping[str, Any]], **sections: Mapping[str, Any]) -> Rulebook:
    """A rulebook of one law, in which people say things that may be something wrong."""
    write_toy(folder, rules, **sections)
    return load_rulebook(rules=folder)


def write_toy(folder: Path, rules: Sequence[Mapping[str, Any]], **sections: Mapping[str, Any]) -> Path:
    """The files of a toy rulebook; the one with the rules."""
    vocabulary: dict[str, dict[str, Any]] = {
        "acts": {"say": {"means": "a remark", "value": "text", "attributes": {}}},
        "moments": {"start": "the start", "end": "the end"},
        "findings": {"wrong": irregularity(k="number")},
    }
    for section, words in sections.items():
        vocabulary.setdefault(section, {}).update(words)
    clause = {"id": "a", "kind": "duty", "says": "Nothing wrong is said.", "rules": list(rules)}
    (folder / "toy").mkdir()
    _write(folder / "vocabulary.yaml", vocabulary)
    _write(folder / "toy" / "_code.yaml", CODE)
    law = folder / "toy" / "001_speech.yaml"
    _write(law, {"law": 1, "title": "Speech", "clauses": [clause]})
    return law


def finding(**attributes: str) -> dict[str, Any]:
    """A vocabulary entry for a finding that is passed over in a ruling."""
    return {"means": "something found on the way", "grade": "step", "attributes": attributes}


def irregularity(**attributes: str) -> dict[str, Any]:
    """A vocabulary entry for a finding that a ruling names."""
    return {"means": "something wrong", "grade": "irregularity", "attributes": attributes}


def _write(path: Path, value: object) -> None:
    path.write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False), "utf-8")


def said(*words: object, **details: object) -> dict[str, Any]:
    """An incident in which north says things one after the other."""
    return {"code": "toy", "events": [{"by": "north", "say": word, **details} for word in words]}


def ruled(book: Rulebook, incident: Mapping[str, Any] | str) -> Ruling:
    """The ruling on an incident under a toy rulebook."""
    return adjudicate(incident, book, code="toy")


def wrong(book: Rulebook, incident: Mapping[str, Any] | str) -> list[int]:
    """The numbers of the events at which something wrong was found."""
    return sorted(f.at for f in ruled(book, incident).findings)


def attempt(what: Callable[[], object]) -> object:
    """What comes of a call: its value, or the words in which it was refused."""
    try:
        return what()
    except AdjudicatorError as error:
        return f"{type(error).__name__} {error}"


# -- other processes


def python(code: str, *, seconds: float) -> str:
    """What a program prints in a process of its own; ``TIMED OUT`` where it does not end in time."""
    program = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n{code}"
    try:
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return "TIMED OUT"
    return done.stdout.strip() if done.returncode == 0 else f"FAILED {done.returncode}: {done.stderr[-300:]}"


def chunks(items: Sequence[Assertion], sizes: Iterable[int]) -> Iterator[Sequence[Assertion]]:
    """The items in batches of the sizes given, the rest last."""
    start = 0
    for size in itertools.chain(sizes, [len(items)]):
        yield items[start : start + size]
        start += size
