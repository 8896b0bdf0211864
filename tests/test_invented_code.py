"""A code that is nothing but YAML: an invented game of three works with no Python of its own."""

from __future__ import annotations

from adjudicator import adjudicate, load_rulebook
from conftest import FILES

TINY = load_rulebook(rules=FILES / "rulebooks" / "tiny")


def test_a_regular_trick_has_a_winner_and_no_fine() -> None:
    """Cards in turn: the highest wins, nothing is found."""
    plays = [{"by": "ann", "play": "A1"}, {"by": "bob", "play": "B3"}, {"by": "cid", "play": "A3"}]
    ruling = adjudicate({"dealer": "ann", "events": plays, "questions": [{"ask": "who-won"}]}, TINY)
    assert [(f.finding, f.by) for f in ruling.findings] == [("winner", "bob")]
    assert [(a.answer, a.value) for a in ruling.answers] == [("value", "bob")]
    assert ruling.points == ()


def test_a_card_out_of_turn_is_fined() -> None:
    """The one penalty goes to each of the two others, who are nobody's partners."""
    plays = [{"by": "ann", "play": "A1"}, {"by": "cid", "play": "A3"}]
    ruling = adjudicate({"dealer": "ann", "events": plays}, TINY)
    assert [(f.finding, f.by, f.at) for f in ruling.findings] == [("out-of-turn", "cid", 2), ("winner", "cid", 2)]
    assert {(p.side, p.points) for p in ruling.points} == {("ann", 5), ("bob", 5)}


def test_calls_are_read_by_the_codes_own_list() -> None:
    """The words of this game are calls here, in any case and spelling that its code gives."""
    ruling = adjudicate(
        {"dealer": "ann", "events": [{"by": "ann", "call": "Me"}, {"by": "bob", "call": "yours"}]}, TINY
    )
    assert [e["call"] for e in ruling.incident["events"]] == ["ME", "YOURS"]
