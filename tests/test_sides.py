"""A contention or question about a side, or raised by one, is that of its seats."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate
from adjudicator.rulebook import Rulebook
from adjudicator.ruling.model import Answer

AUCTION = {"dealer": "south", "events": [{"by": "south", "call": "1H"}, {"by": "north", "call": "2H"}]}


def asked(rulebook: Rulebook, **issue: str) -> Answer:
    """The answer to one question or contention about a bid of the dealer's partner out of turn."""
    part = "questions" if "ask" in issue else "contentions"
    return adjudicate({**AUCTION, part: [issue]}, rulebook, code="auction-1912").answers[0]


def test_a_question_about_a_side_is_answered_seat_by_seat(rulebook: Rulebook) -> None:
    """Where the seats differ the answer depends, and the parts say what is true of each."""
    answer = asked(rulebook, ask="may-call", who="east-west")
    each = {seat: asked(rulebook, ask="may-call", who=seat).answer for seat in ("east", "west")}
    assert answer.answer == "depends"
    assert {part["who"]: part["answer"] for part in answer.parts} == each == {"east": "yes", "west": "no"}


@pytest.mark.parametrize(("side", "answer"), [("east-west", "sustained"), ("north-south", "denied")])
def test_a_side_may_claim_what_one_of_its_seats_may(rulebook: Rulebook, side: str, answer: str) -> None:
    """The course belongs to each adversary of the bidder, so to their side and not to the other."""
    found = asked(rulebook, contends="new-deal", by=side, about="2")
    assert (found.answer, found.parts) == (answer, ())
