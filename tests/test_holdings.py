"""What a player held: hands first, then cards that he plays later, then what is stated; and when it is in issue."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import InputError, adjudicate, load_rulebook
from adjudicator.service import read_incident
from adjudicator.table.holdings import Holdings

LEAD = {"by": "south", "lead": "HA", "trick": 3}
DISCARD = {"by": "west", "play": "S3"}


def holdings(*events: dict[str, Any], **more: Any) -> Holdings:
    """The holdings of an incident in which seats are named as such."""
    incident = read_incident({"code": "auction-1912", "declarer": "south", "events": list(events), **more})
    return Holdings(incident, load_rulebook().vocabulary, lambda word: [word])


def test_nothing_shows_what_nobody_tells() -> None:
    """Without hands, later cards or a statement the table is silent."""
    assert holdings(LEAD, DISCARD).held("west", "H", 2) == ""


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ({"H": "52", "S": "Q3"}, "yes"),
        ({"H": "-", "S": "Q3"}, "no"),
        ({"S": "Q3"}, ""),
        ({"H": "+", "S": "Q3"}, ""),
        ({"H": "5+", "S": "Q3"}, "yes"),
        ("Q3..AKQJT98765.2", "no"),
    ],
)
def test_the_hand_tells(hand: object, answer: str) -> None:
    """A suit written in full is known, one left out or marked ``+`` only as far as it goes."""
    assert holdings(LEAD, DISCARD, hands={"west": hand}).held("west", "H", 2) == answer


def test_cards_played_have_left_the_hand() -> None:
    """A hand is the original one; what was played before the event is gone, and what was taken back is there again."""
    hands = {"west": {"H": "5", "S": "3"}}
    played = ({"by": "south", "lead": "HK", "trick": 2}, {"by": "west", "play": "H5"}, LEAD, DISCARD)
    assert holdings(*played, hands=hands).held("west", "H", 4) == "no"
    assert holdings(*played, hands=hands).held("west", "H", 2) == "yes"
    back = (*played[:2], {"by": "west", "withdraw": 2}, DISCARD)
    assert holdings(*back, hands=hands).held("west", "H", 4) == "yes"


def test_hands_reported_in_the_middle_of_the_play() -> None:
    """With ``hands_at`` what was played before that event is added, not taken away."""
    events = ({"by": "south", "lead": "HK", "trick": 2}, {"by": "west", "play": "H5"}, LEAD, DISCARD)
    later = holdings(*events, hands={"west": {"H": "-", "S": "3"}}, hands_at=3)
    assert later.held("west", "H", 2) == "yes"
    assert later.held("west", "H", 4) == "no"


def test_a_later_card_tells() -> None:
    """A card of the suit played later was in the hand before, though it stands instead of the discard."""
    later = {"by": "west", "play": "H5"}
    assert holdings(LEAD, DISCARD, {"by": "south", "lead": "HK"}, later).held("west", "H", 2) == "yes"
    assert holdings(LEAD, DISCARD, {**later, "instead-of": 2}).held("west", "H", 2) == "yes"
    assert holdings(LEAD, DISCARD, {"by": "south", "lead": "HK"}, {**later, "by": "east"}).held("west", "H", 2) == ""


@pytest.mark.parametrize("stated", ["yes", "no"])
def test_a_statement_beside_the_card_tells(stated: str) -> None:
    """``could_follow`` is believed where the cards are silent."""
    assert holdings(LEAD, {**DISCARD, "could_follow": stated}).held("west", "H", 2) == stated


def found(*events: dict[str, Any], **more: Any) -> tuple[set[str], list[str]]:
    """The findings of a ruling, and the facts that it leaves open."""
    ruling = adjudicate({"code": "auction-1912", "declarer": "south", "events": list(events), **more})
    return {f.finding for f in ruling.findings}, [str(f["fact"]) for f in ruling.open]


def test_a_discard_that_nobody_disputes_is_presumed_in_order() -> None:
    """Where nothing is said no revoke is suspected."""
    assert found(LEAD, DISCARD) == (set(), [])


@pytest.mark.parametrize(
    "more",
    [
        {"questions": [{"ask": "regular", "about": 2}]},
        {"contentions": [{"by": "south", "contends": "revoke", "about": 2}]},
        {"contentions": [{"by": "south", "contends": "three-tricks", "about": 2}]},
    ],
)
def test_a_discard_in_issue_is_open(more: dict[str, Any]) -> None:
    """A contention or question that names the play leaves the holding open."""
    assert found(LEAD, DISCARD, **more)[1] == ["holds"]


@pytest.mark.parametrize("act", [{"claim-revoke": 2}, {"say": "revoke", "about": 2}])
def test_a_claim_or_remark_puts_it_in_issue(act: dict[str, Any]) -> None:
    """So does a claim or remark; a question about another play does not."""
    assert found(LEAD, DISCARD, {"by": "south", **act})[1] == ["holds"]
    assert found(LEAD, DISCARD, {"by": "south", "say": "irregular", "about": 1})[1] == []


def test_a_statement_against_the_cards_is_refused() -> None:
    """A player stated unable to follow, whose hand shows the suit, is an error of the report."""
    with pytest.raises(InputError, match="the cards show otherwise"):
        found(LEAD, {**DISCARD, "could_follow": "no"}, hands={"west": {"H": "5", "S": "3"}})


def test_roles_are_followed_to_their_seats() -> None:
    """A card played by a role counts for the seat that has it."""
    first = {"by": "west", "lead": "HA", "trick": 3}
    events = (first, {"by": "declarer", "play": "S3"}, {"by": "west", "lead": "HK"}, {"by": "declarer", "play": "H4"})
    assert "revoke" in found(*events)[0]


@pytest.mark.parametrize(("by", "stated"), [("south", "yes"), ("west", "no")])
def test_a_turn_stated_against_the_cards_is_refused(by: str, stated: str) -> None:
    """Who won the last trick leads; a report that says otherwise is an error."""
    trick = (LEAD, {"by": "west", "play": "H3"}, {"by": "north", "play": "H2"}, {"by": "east", "play": "H4"})
    with pytest.raises(InputError, match="the cards show otherwise"):
        found(*trick, {"by": by, "lead": "D4", "out_of_turn": stated})
