"""A chain of three penalties, each resting on the one before, with a remark of dummy's that can reach each of them.

A defender leads out of turn (76), the declarer calls a suit, the leader disobeys (73) and is liable to the penalty of a
revoke; what dummy says loses whatever it points at (61). Whichever link is broken, what hangs on it must fall, and
nothing else.
"""

from __future__ import annotations

import pytest

from adjudicator import adjudicate, load_rulebook
from conftest import FILES

CHAIN = FILES / "rulebooks" / "chain"
FALSE_LEAD = {"by": "west", "lead": "C4", "out_of_turn": "yes"}
DEMAND = {"by": "south", "demand": "call-suit", "suit": "H", "about": 1}
OTHER_SUIT = {"by": "east", "lead": "S4"}
QUIT = {"by": "south", "quit": 5}
HELD = {"fact": "holds", "of": "east", "suit": "H", "value": "yes"}
NOT_HELD = {**HELD, "value": "no"}


def outcome(
    *events: dict[str, object], facts: tuple[dict[str, object], ...] = (HELD,)
) -> tuple[set[str], dict[str, str]]:
    """The findings, and the status of each remedy."""
    incident = {"code": "chain", "declarer": "south", "events": list(events), "facts": list(facts)}
    ruling = adjudicate(incident, load_rulebook(CHAIN))
    return {f.finding for f in ruling.findings}, {r.remedy: r.status for r in ruling.remedies}


def test_the_whole_chain_holds() -> None:
    """With every link in place the leader is liable, and the penalty is the declarer's to choose."""
    findings, remedies = outcome(FALSE_LEAD, DEMAND, OTHER_SUIT, QUIT)
    assert findings == {"lead-out-of-turn", "called-lead-disobeyed", "liable"}
    assert remedies == {"lead-out-of-turn": "exercised", "revoke-penalty": "available"}


def test_a_lead_in_turn_breaks_the_first_link() -> None:
    """Where nobody leads out of turn there is nothing to demand and nothing to disobey."""
    assert outcome({"by": "west", "lead": "C4"}, DEMAND, OTHER_SUIT, QUIT) == (set(), {})


def test_no_demand_breaks_the_second_link() -> None:
    """Where no suit is called the right stays open, and any lead is free."""
    assert outcome(FALSE_LEAD, OTHER_SUIT, QUIT) == ({"lead-out-of-turn"}, {"lead-out-of-turn": "available"})


@pytest.mark.parametrize("facts", [(NOT_HELD,)])
def test_a_leader_without_the_suit_has_paid(facts: tuple[dict[str, object], ...]) -> None:
    """Who holds none of the suit called cannot disobey."""
    findings, remedies = outcome(FALSE_LEAD, DEMAND, OTHER_SUIT, QUIT, facts=facts)
    assert findings == {"lead-out-of-turn", "penalty-paid"}
    assert remedies == {"lead-out-of-turn": "exercised"}


def test_obeying_breaks_the_third_link() -> None:
    """Who leads the suit called owes nothing."""
    findings, remedies = outcome(FALSE_LEAD, DEMAND, {"by": "east", "lead": "H4"}, QUIT)
    assert (findings, remedies) == ({"lead-out-of-turn"}, {"lead-out-of-turn": "exercised"})


def test_correcting_in_time_breaks_the_third_link() -> None:
    """Who corrects his lead before the trick is quitted is not liable."""
    corrected = {"by": "east", "lead": "H4", "instead-of": 3}
    findings, remedies = outcome(FALSE_LEAD, DEMAND, OTHER_SUIT, corrected, QUIT)
    assert findings == {"lead-out-of-turn", "called-lead-disobeyed"}
    assert remedies == {"lead-out-of-turn": "exercised"}


def test_correcting_too_late_does_not() -> None:
    """Once the trick is quitted a correction changes nothing."""
    corrected = {"by": "east", "lead": "H4", "instead-of": 3}
    assert outcome(FALSE_LEAD, DEMAND, OTHER_SUIT, QUIT, corrected)[1]["revoke-penalty"] == "available"


def test_dummy_bars_the_first_penalty_and_all_that_follows() -> None:
    """A remark about the false lead before the demand loses the called suit, and so everything built on it."""
    remark = {"by": "north", "say": "look", "about": 1}
    assert outcome(FALSE_LEAD, remark, DEMAND, OTHER_SUIT, QUIT) == (
        {"lead-out-of-turn"},
        {"lead-out-of-turn": "barred"},
    )


def test_dummy_bars_the_last_penalty_only() -> None:
    """A remark about the disobedience loses that penalty; what was exercised before stays exercised."""
    remark = {"by": "north", "say": "look", "about": 3}
    findings, remedies = outcome(FALSE_LEAD, DEMAND, OTHER_SUIT, QUIT, remark)
    assert "liable" in findings
    assert remedies == {"lead-out-of-turn": "exercised", "revoke-penalty": "barred"}


def test_a_remark_by_another_bars_nothing() -> None:
    """Only dummy's remark costs the declarer anything."""
    remark = {"by": "south", "say": "look", "about": 3}
    assert outcome(FALSE_LEAD, DEMAND, OTHER_SUIT, QUIT, remark)[1]["revoke-penalty"] == "available"


def test_a_remark_after_the_choice_comes_too_late() -> None:
    """What has been exercised can no longer be barred."""
    remark = {"by": "north", "say": "look", "about": 1}
    assert outcome(FALSE_LEAD, DEMAND, remark, OTHER_SUIT, QUIT)[1] == {
        "lead-out-of-turn": "exercised",
        "revoke-penalty": "available",
    }


def test_a_holding_that_nobody_stated_is_carried_both_ways() -> None:
    """With the holding unknown and in issue nothing past it is certain, and the ruling shows each way."""
    events = [FALSE_LEAD, DEMAND, OTHER_SUIT, QUIT, {"by": "south", "say": "look", "about": 3}]
    ruling = adjudicate({"code": "chain", "declarer": "south", "events": events}, load_rulebook(CHAIN))
    assert {f.finding for f in ruling.findings} == {"lead-out-of-turn"}
    (open_fact,) = ruling.open
    assert open_fact["fact"] == "holds"
    branches = {b["value"]: {f["finding"] for f in b["findings"]} for b in open_fact["branches"]}
    assert branches["yes"] == {"lead-out-of-turn", "called-lead-disobeyed", "liable"}
    assert branches["no"] == {"lead-out-of-turn", "penalty-paid"}
