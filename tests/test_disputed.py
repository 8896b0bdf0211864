"""A dispute about the text is shown where the readings part, and nowhere else."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate, load_rulebook
from adjudicator.cases import read_cases
from adjudicator.rulebook import Rulebook

CASES = {case.name.rpartition("#")[2]: case for case in read_cases((), load_rulebook())}
SHOWN = [  # a clause, a case in which its readings part, and one in which they do not
    ("24/helpers-last", "law-24-fifth-of-a-new-table", "law-24-fourth-of-a-new-table"),
    ("37/b-pack", "law-37-pack-wrong-in-the-auction", "law-39-pack-wrong-in-the-play"),
    ("37/c-exposed", "law-37-faced-card-found-after-the-deal", "law-37-faced-card-in-the-pack"),
    ("39/over-and-short", "law-39-one-over-and-one-short-after-the-score", "law-39-one-over-and-one-short-at-the-end"),
    ("49/pass", "law-49-pass-before-its-turn", "law-49-bid-in-turn"),
    ("50/insufficient", "law-50-demanded-not-yet-amended", "law-50-partner-silent-after-a-pass"),
    ("50/impossible", "law-50-pass-loses-the-choice", "eight-tricks-bid"),
    ("57/out-of-turn", "redouble-before-his-turn", "law-57-new-deal-demanded"),
    ("60/no-part", "law-60-f-score-mentioned", "law-60-f-wrong-score"),
    ("84/side-scores", "law-84-revoke-let-go", "12_revoking_side_takes_ten_tricks.yaml"),
]


@pytest.mark.parametrize(("clause", "parting", "agreeing"), SHOWN, ids=[clause for clause, _, _ in SHOWN])
def test_a_dispute_is_shown_where_it_bears(clause: str, parting: str, agreeing: str, rulebook: Rulebook) -> None:
    """Where the readings lead apart both are told; where they lead to the same they are no concern of the ruling."""
    assert clause in disputed(CASES[parting].incident, rulebook)
    assert clause not in disputed(CASES[agreeing].incident, rulebook)


@pytest.mark.parametrize(("events", "shown"), [([{"by": "south", "call": "pass"}], True), ([], False)])
def test_a_call_after_a_bid_out_of_turn_makes_its_time_matter(
    events: list[object], shown: bool, rulebook: Rulebook
) -> None:
    """No time is set for the choice; whether a call gives it up is in dispute only when an adversary has called."""
    out_of_turn = [{"by": "north", "call": "1H"}, {"by": "west", "call": "2C"}]
    found = disputed({"code": "auction-1912", "dealer": "north", "events": [*out_of_turn, *events]}, rulebook)
    assert ("49/out-of-turn" in found) is shown


def disputed(incident: object, rulebook: Rulebook) -> list[str]:
    """The clauses in dispute."""
    return [f"{d['law']}/{d['clause']}" for d in adjudicate(incident, rulebook).disputed]
