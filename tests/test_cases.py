"""Every decision and worked incident is ruled as it was held, whole, and what was found never changes later."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator import adjudicate, load_rulebook
from adjudicator.cases import Case, case_files, read_cases, run_case
from adjudicator.errors import Mark
from adjudicator.evaluate.run import Outcome
from adjudicator.model.incident import Incident, Stated
from adjudicator.rulebook import Rulebook
from adjudicator.service import evaluated
from conftest import ENGINE, ROOT

CASES = read_cases((), load_rulebook())
NAMES = [case.name for case in CASES]
MARK = Mark("read ahead")


def outcome(incident: Incident, rulebook: Rulebook) -> Outcome:
    """The evaluation of an incident."""
    return evaluated(incident, rulebook, ENGINE)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_case_is_ruled_as_held(case: Case, rulebook: Rulebook) -> None:
    """Findings, remedies, bars, duties, points and answers are what the text demands, and nothing more."""
    assert run_case(case, rulebook).differences == ()


def test_every_case_file_is_read() -> None:
    """No file is passed over, no name stands twice, and the decisions encoded so far are all there."""
    assert {name.split("#")[0] for name in NAMES} == {path.name for path in case_files()}
    assert len(NAMES) == len(set(NAMES)) > 100
    decisions = sorted(p.name[:2] for p in (ROOT / "cases" / "card-committee").glob("*.yaml"))
    assert decisions == [f"{n:02}" for n in range(1, 13)]


def test_a_wrong_expectation_fails(rulebook: Rulebook) -> None:
    """A case whose expectation is changed in one entry no longer passes: missing and unexpected are both told."""
    case = next(c for c in CASES if c.name.startswith("02_"))
    expect = json.loads(json.dumps(case.expect))
    expect["findings"][0]["by"] = "Z"
    differences = run_case(replace(case, expect=expect), rulebook).differences
    assert any("missing" in d for d in differences)
    assert any("unexpected" in d for d in differences)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_later_events_change_nothing_found_before(case: Case, rulebook: Rulebook) -> None:
    """What is found up to an event is the same whether or not the report goes on."""
    whole = case.incident
    if whole.contract is not None or whole.tricks is not None:
        whole = replace(whole, contract=None, tricks=None)
    whole_outcome = outcome(whole, rulebook)
    full = found(whole_outcome)
    facts = (*whole.facts, *read_ahead(whole_outcome))
    first_call = next((e.n for e in whole.events if e.act == "call"), 0)
    presumed = 0 if whole.dealer else first_call  # who calls first is taken for the dealer, from the beginning
    for length in range(presumed, len(whole.events)):
        shorter = replace(whole, events=whole.events[:length], issues=(), facts=facts)
        if length and not shorter.events:
            continue
        part = found(outcome(shorter, rulebook))
        assert {f for f in part if f[0] <= length} == {f for f in full if f[0] <= length and f[0] < length + 1}


def read_ahead(result: Outcome) -> list[Stated]:
    """What the table tells of holdings from cards and claims that come later, as statements."""
    words = result.program.language.vocabulary.of("fact")
    nodes = (n for n in result.memory.nodes if n.fact.kind == "fact" and words[n.fact.name].known_from)
    return [
        Stated(
            n.fact.name,
            tuple((k, v) for k, v in n.fact.attributes if k != "value"),
            str(n.fact.values["value"]),
            "",
            MARK,
        )
        for n in nodes
        if result.how[n.number] in ("shown", "open")
    ]


def found(result: Outcome) -> set[tuple[int, str]]:
    """Findings and statuses by the event at which they were made, those of the end left out."""
    last = max((n.step for n in result.memory.nodes), default=0)
    nodes = (n for n in result.memory.nodes if n.fact.kind in ("finding", "status") and n.step < last)
    return {(n.at, str(n.fact)) for n in nodes if result.memory.arose(n.number)}


LISTS = {
    "findings": {"id", "finding", "by", "at", "laws", "why"},
    "remedies": {
        "id", "kind", "for", "law", "against", "choosers", "options", "status", "until", "lost_by", "excludes", "why",
    },
    "bars": {"who", "may_not", "law", "until"},
    "duties": {"who", "must", "law", "by_when"},
    "rights": {"who", "may", "law"},
    "cards": {"card", "of", "status", "law", "until"},
    "answers": {"answer", "value", "parts", "laws", "why"},
    "laws": {"law", "clause", "title", "says", "role"},
    "precedents": {"id", "publication", "number", "relation", "fate", "held", "shared", "only_there", "only_here"},
    "points": {"side", "column", "points", "for", "law"},
    "presumed": {"fact", "because"},
    "open": {"fact", "question", "judgement", "tests", "branches"},
    "disputed": {"law", "clause", "readings"},
    "conflicts": set(),
    "also_consider": {"law", "why"},
    "proof": {"id", "conclusion", "rule", "law", "at", "premises", "absent", "defeated_by"},
}  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_ruling_has_every_shape_promised(case: Case, rulebook: Rulebook) -> None:
    """Every list is there, every entry carries what it must, and every id named exists."""
    ruling = json.loads(adjudicate(case.incident, rulebook).to_json())
    assert ruling["ruling_version"] == 1
    assert {"adjudicator", "rulebook", "engine", "code", "incident", "say"} <= set(ruling)
    for name, keys in LISTS.items():
        assert all(keys <= set(entry) for entry in ruling[name]), name
    known = {node["id"] for node in ruling["proof"]}
    named = [i for node in ruling["proof"] for i in node["premises"] + node["defeated_by"]]
    named += [i for name in ("findings", "remedies", "answers") for entry in ruling[name] for i in entry["why"]]
    assert set(named) <= known
    findings = {f["id"] for f in ruling["findings"]}
    assert all(r["for"] in findings for r in ruling["remedies"])
    assert len(ruling["say"].split()) < 120


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_proof_rests_on_what_was_known_before(case: Case, rulebook: Rulebook) -> None:
    """No line of a proof rests on a later one, and every line ends in what was reported or given."""
    ruling = adjudicate(case.incident, rulebook)
    order = {node.id: n for n, node in enumerate(ruling.proof)}
    for node in ruling.proof:
        assert all(order[p] < order[node.id] for p in node.premises)
        assert node.premises or not node.rule or not node.law or "moment" in node.conclusion or node.at == 0


def test_cases_are_found_beside_the_package() -> None:
    """The shipped cases are those of the checkout."""
    assert Path(case_files()[0]).is_relative_to(ROOT / "cases")
