"""The order of rules, files, facts and keys, and how many rulings are given at once, never change a byte."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

from adjudicator import adjudicate, load_rulebook
from adjudicator.cases import read_cases
from adjudicator.rulebook import Rulebook, shipped
from conftest import ROOT

DECISION = ROOT / "cases" / "card-committee" / "02_correction_after_demand.yaml"
LISTS_WITHOUT_ORDER = ("rules", "unless", "overrides")


def shuffled(value: object, chance: random.Random, key: str = "") -> object:
    """The same YAML with keys in another order, and lists whose order means nothing in another order too."""
    if isinstance(value, dict):
        items = [(k, shuffled(v, chance, k)) for k, v in value.items()]
        chance.shuffle(items)
        return dict(items)
    if isinstance(value, list):
        found = [shuffled(v, chance) for v in value]
        if key in LISTS_WITHOUT_ORDER:
            chance.shuffle(found)
        return found
    return value


def copied(source: Path, target: Path, chance: random.Random) -> None:
    """A folder of YAML written anew in another order, some of its files merged under other names."""
    for path in sorted(source.rglob("*.yaml")):
        if "incidents" in path.parts:
            continue
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        new = target / path.relative_to(source)
        if path.parent.name == "shared":
            new = new.with_name(f"{chance.randrange(10**6)}.yaml")
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(yaml.safe_dump(shuffled(content, chance), sort_keys=False), encoding="utf-8")


def test_the_order_of_rules_files_and_keys_changes_no_byte(tmp_path: Path, rulebook: Rulebook) -> None:
    """The rulebook written anew in three other orders has the same hash and gives the same bytes."""
    cases = read_cases((), rulebook)
    expected = [adjudicate(case.incident, rulebook).to_json() for case in cases]
    for seed in range(3):
        chance, folder = random.Random(seed), tmp_path / str(seed)
        copied(shipped("rules"), folder / "rules", chance)
        copied(shipped("cases"), folder / "cases", chance)
        other = load_rulebook(rules=folder / "rules", cases=folder / "cases")
        assert other.hash == rulebook.hash
        assert [adjudicate(case.incident, other).to_json() for case in cases] == expected


def test_the_order_of_keys_and_facts_of_an_incident_changes_no_byte(rulebook: Rulebook) -> None:
    """An incident with its keys and facts in another order is ruled with the same bytes."""
    facts = [
        {"fact": "inadvertent", "about": "2", "value": "no"},
        {"fact": "inadvertent", "about": "1", "value": "yes"},
    ]
    events = [
        {"by": "north", "call": "2H"},
        {"by": "east", "call": "2D"},
        {"instead-of": "2", "by": "east", "call": "3D"},
    ]
    first = {"dealer": "north", "events": events, "facts": facts}
    second = {"facts": facts[::-1], "events": [dict(reversed(e.items())) for e in events], "dealer": "north"}
    assert adjudicate(first, rulebook).to_json() != adjudicate({**first, "facts": []}, rulebook).to_json()
    one, two = adjudicate(first, rulebook), adjudicate(second, rulebook)
    assert (one.findings, one.remedies, one.proof, one.say) == (two.findings, two.remedies, two.proof, two.say)
    assert one.to_json() == two.to_json()


def test_a_hundred_rulings_in_one_process_are_those_of_a_hundred_processes(rulebook: Rulebook) -> None:
    """Nothing of one incident is left for the next, and nothing depends on the process."""
    cases = read_cases((), rulebook)[:100]
    here = [adjudicate(case.incident, rulebook).to_json() for case in cases]
    names = [
        f"{case.incident.mark.path}#{case.incident.id}" if case.incident.id else case.incident.mark.path
        for case in cases
    ]
    with ThreadPoolExecutor(2) as pool:
        there = list(pool.map(ruled_elsewhere, names))
    assert there == here


def ruled_elsewhere(name: str) -> str:
    """The ruling of a process of its own, with its own order of hashing."""
    command = [sys.executable, "-m", "adjudicator", "rule", name, "--format", "json"]
    return subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT).stdout.rstrip("\n")
