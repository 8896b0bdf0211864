"""What nobody stated: presumed and said, or open and followed each way; and what two sides state differently."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator import adjudicate, load_rulebook
from adjudicator.cases import read_cases
from adjudicator.expected import summary
from adjudicator.rulebook import Rulebook
from adjudicator.ruling.model import Ruling

STATED_ON_EVENTS = {  # a detail of an event, and the facts that are asked for where it is not stated
    "could_follow": ("holds", "could-follow"),
    "out_of_turn": ("acted-in-turn",),
    "seen_by": ("card-was-seen",),
    "place": ("under-table",),
    "said": ("arranged",),
}  # ``trick`` is none of them: it tells where in the play an event stands, as its place in the list does


def without_one() -> Iterator[Any]:
    """Every worked incident with one stated fact left out: an entry of ``facts``, or a fact on an event."""
    for case in read_cases((), load_rulebook()):
        source = case.incident.source
        if not isinstance(source, dict):
            continue
        for i, fact in enumerate(source.get("facts", ())):
            shorter = copy.deepcopy(source)
            del shorter["facts"][i]
            yield pytest.param(case.incident, shorter, (fact["fact"],), id=f"{case.name} without fact {i + 1}")
        for n, event in enumerate(source.get("events", ()), 1):
            for name, facts in STATED_ON_EVENTS.items():
                if isinstance(event, dict) and name in event:
                    shorter = copy.deepcopy(source)
                    del shorter["events"][n - 1][name]
                    yield pytest.param(case.incident, shorter, facts, id=f"{case.name} without {name} of event {n}")


def branch(ruling: Ruling) -> dict[str, Any]:
    """A ruling in the words of a branch."""
    told = summary(ruling)
    return {
        "answers": [(a.kind, a.word, a.answer, str(a.value)) for a in ruling.answers],
        "findings": [(f["finding"], f["by"], f["at"]) for f in told["findings"]],
        "points": [(p["side"], p["column"], p["points"]) for p in told["points"]],
    }


def told(part: dict[str, Any]) -> dict[str, Any]:
    """A branch of an open fact in the same words."""
    return {
        "answers": [
            (
                "question" if "question" in a else "contention",
                a.get("question") or a.get("contention"),
                a["answer"],
                str(a["value"]),
            )
            for a in part["answers"]
        ],
        "findings": [(f["finding"], f["by"], f["at"]) for f in part["findings"]],
        "points": [(p["side"], p["column"], p["points"]) for p in part["points"]],
    }


@pytest.mark.parametrize(("incident", "shorter", "facts"), list(without_one()))
def test_a_fact_left_out_is_immaterial_presumed_or_open(
    incident: Any, shorter: dict[str, Any], facts: tuple[str, ...], rulebook: Rulebook
) -> None:
    """The ruling is the same, or names the presumption that took the fact's place, or shows it among its branches."""
    whole = adjudicate(incident, rulebook)
    part = adjudicate(shorter, rulebook, code=incident.code)
    if branch(part) == branch(whole):
        return
    if any(p["fact"] in facts for p in part.presumed):
        return
    branches = [b for o in part.open if o["fact"] in facts for b in o["branches"]]  # type: ignore[attr-defined]
    assert branch(whole) in [told(b) for b in branches]


LOW = [{"by": "north", "call": "2H"}, {"by": "east", "call": "2D"}, {"by": "east", "call": "3D", "instead-of": 2}]
SLIP = {"fact": "inadvertent", "about": 2, "value": "yes"}


def test_a_fact_in_dispute_is_ruled_each_way(rulebook: Rulebook) -> None:
    """What one side alleges is neither taken nor left: the ruling is given each way."""
    incident = {"dealer": "north", "events": LOW, "facts": [{**SLIP, "alleged_by": "east-west"}]}
    ruling = adjudicate(incident, rulebook)
    (dispute,) = ruling.open
    assert dispute["fact"] == "inadvertent"
    found = {b["value"]: {f["finding"] for f in b["findings"]} for b in dispute["branches"]}  # type: ignore[attr-defined]
    assert "free-correction" in found["yes"]
    assert "changed-without-right" in found["no"]
    assert not {"free-correction", "changed-without-right"} & {f.finding for f in ruling.findings}


def test_an_answer_that_turns_on_a_disputed_fact_depends(rulebook: Rulebook) -> None:
    """The contention is answered ``depends``, and each way it is answered plainly."""
    incident = {
        "dealer": "north",
        "events": LOW,
        "facts": [{**SLIP, "alleged_by": "east-west"}],
        "contentions": [{"by": "east", "contends": "free-correction", "about": 3}],
    }
    ruling = adjudicate(incident, rulebook)
    assert [a.answer for a in ruling.answers] == ["depends"]
    (dispute,) = ruling.open
    answers = {b["value"]: b["answers"][0]["answer"] for b in dispute["branches"]}  # type: ignore[attr-defined]
    assert answers == {"yes": "sustained", "no": "denied"}


def test_a_stated_no_is_not_silence(rulebook: Rulebook) -> None:
    """A fact stated to be not so is taken so; a fact not stated is presumed, and the ruling says it rests on that."""
    silent = adjudicate({"dealer": "north", "events": LOW}, rulebook)
    denied = adjudicate({"dealer": "north", "events": LOW, "facts": [{**SLIP, "value": "no"}]}, rulebook)
    assert [p["fact"] for p in silent.presumed] == ["inadvertent"]
    assert denied.presumed == ()
    assert {f.finding for f in denied.findings} >= {"changed-without-right"}
