"""Decisions 8 to 12 beside their near misses and beside each other, and what they answer by the laws alone."""

from __future__ import annotations

import pytest

from adjudicator import Ruling, adjudicate
from adjudicator.precedents import Precedent
from adjudicator.rulebook import Rulebook
from test_precedents import DECISIONS, cited, near_miss, worked_incident

ASKED = {"by": "west", "say": "lay-down"}
CLAIMED = {"by": "south", "claim-tricks": "all"}
REFUSED_AND_TRUMPED = [
    {"by": "south", "lead": "HA", "trick": 3},
    {"by": "west", "play": "S3"},
    {"by": "north", "play": "H2"},
    {"by": "east", "play": "H3"},
    {"by": "south", "lead": "DA", "trick": 6},
    {"by": "west", "play": "H5"},
]


def own_incident(number: int) -> str:
    """The file of a decision."""
    (path,) = [p for p in DECISIONS if int(p.name[:2]) == number]
    return str(path)


def south_plays(rulebook: Rulebook, *events: dict[str, object], **beside: object) -> dict[str, Precedent]:
    """The decisions cited for an incident in which south is the declarer."""
    return cited({"declarer": "south", "events": list(events), **beside}, rulebook)


def tells(facts: tuple[str, ...], *parts: str) -> bool:
    """Whether each of the parts is told by one of the facts, and no fact is left over."""
    return len(facts) == len(parts) and all(any(part in fact for fact in facts) for part in parts)


# -- 8: a claim after the hands were laid down


def test_a_claim_before_the_hands_were_tabled_is_distinguished(rulebook: Rulebook) -> None:
    """The order is what counts: here the cards came down in answer to the claim."""
    found = near_miss(8, "claimed-first", rulebook)
    assert found.relation == "distinguishable"
    assert tells(found.shared, "had asked for the hand", "unless he took a finesse", "at the same moment")
    assert tells(found.only_there, "before anything was claimed", "when both hands lay open")
    assert tells(found.only_here, "had claimed before any hand was laid down")


def test_a_claim_answered_by_playing_on_is_distinguished(rulebook: Rulebook) -> None:
    """Who is asked to play on learns where the strength lies; nobody had asked him for his hand."""
    found = south_plays(rulebook, CLAIMED, {"by": "west", "say": "play-on"})["8"]
    assert found.relation == "distinguishable"
    assert any("had asked for the hand" in fact for fact in found.only_there)
    assert any("asking him to play on" in fact for fact in found.only_here)


def test_a_declarer_who_had_not_shown_his_own_hand_is_forced(rulebook: Rulebook) -> None:
    """The adversary alone lays down his cards, and no finesse is in question: decided all the more."""
    found = south_plays(rulebook, ASKED, {"by": "west", "table": "hand"}, CLAIMED)["8"]
    assert found.relation == "forced"
    assert tells(found.only_there, "when both hands lay open", "unless he took a finesse", "at the same moment")


def test_an_adversary_who_throws_his_cards_before_the_declarers_are_down_forces(rulebook: Rulebook) -> None:
    """There both hands came down together; here the adversary exposed his while the declarer still held his own."""
    found = south_plays(rulebook, ASKED, {"by": "west", "throw": "cards"}, {"by": "south", "table": "hand"}, CLAIMED)[
        "8"
    ]
    assert found.relation == "forced"
    assert tells(found.only_there, "at the same moment", "unless he took a finesse")
    assert tells(found.only_here, "before the declarer laid down his")


def test_a_declarer_who_lays_down_first_is_distinguished(rulebook: Rulebook) -> None:
    """Asked for his hand if he has the rest, he may be taken to claim by laying it down."""
    found = south_plays(rulebook, ASKED, {"by": "south", "table": "hand"}, {"by": "west", "throw": "cards"}, CLAIMED)[
        "8"
    ]
    assert found.relation == "distinguishable"
    assert tells(found.only_here, "the declarer had laid down his hand before")


def test_cards_laid_down_unasked_are_distinguished(rulebook: Rulebook) -> None:
    """The opinion rests on his having asked: without that it decides nothing."""
    found = south_plays(rulebook, {"by": "west", "throw": "cards"}, CLAIMED)["8"]
    assert found.relation == "distinguishable"
    assert any("had asked for the hand" in fact for fact in found.only_there)
    assert tells(found.only_here, "before the declarer laid down his")


# -- 9: dummy sees the declarer revoke


def test_a_question_to_an_adversary_is_distinguished(rulebook: Rulebook) -> None:
    """The law gives dummy the question to the declarer only."""
    found = near_miss(9, "dummy-asks-an-adversary", rulebook)
    assert found.relation == "distinguishable"
    assert any("another reason than to watch" in fact for fact in found.shared)
    assert tells(found.only_there, "the declarer had not followed suit")
    assert tells(found.only_here, "it was an adversary", "to an adversary", "none of his rights")


def test_dummy_who_left_to_watch_is_analogous_and_may_ask(rulebook: Rulebook) -> None:
    """He offends etiquette, and that is new; but the opinion itself says that it would not cost him the question."""
    found = near_miss(9, "dummy-left-to-watch", rulebook)
    assert found.relation == "analogous"
    assert any("the declarer had not followed suit" in fact for fact in found.shared)
    assert tells(found.only_there, "another reason than to watch")
    assert tells(found.only_here, "left his seat in order to watch (of which the decision itself says")


def test_dummy_in_his_seat_who_sees_the_hand_is_analogous(rulebook: Rulebook) -> None:
    """The law's gift, on which the opinion rests, is there; nothing new speaks against him."""
    led = {"by": "east", "lead": "HK", "trick": 5}
    revoked = {"by": "south", "play": "S3", "could_follow": True}
    found = south_plays(rulebook, led, revoked, {"by": "north", "look": "hand"})["9"]
    assert found.relation == "analogous"
    assert tells(found.only_there, "another reason than to watch", "was not in his seat")


# -- 9 and 11: a pair


def test_decision_9_is_distinguished_in_the_incident_of_11(rulebook: Rulebook) -> None:
    """A revoke that dummy has come to notice is common to both; there the declarer's, here an adversary's."""
    found = cited(own_incident(11), rulebook)["9"]
    assert found.relation == "distinguishable"
    assert tells(found.shared, "a player had revoked", "six rights and no more")
    assert any("the declarer had not followed suit" in fact for fact in found.only_there)
    assert tells(found.only_here, "it was an adversary", "none of his rights")


def test_decision_11_is_distinguished_in_the_incident_of_9(rulebook: Rulebook) -> None:
    """The reverse: there dummy had spoken of an adversary's revoke, here he has said nothing of the declarer's."""
    found = cited(own_incident(9), rulebook)["11"]
    assert found.relation == "distinguishable"
    assert tells(found.shared, "a player had revoked", "six rights and no more")
    assert any("pointed to the offence" in fact for fact in found.only_there)
    assert any("an adversary who had revoked" in fact for fact in found.only_there)
    assert tells(found.only_here, "dummy said nothing", "it was the declarer who had offended")


def test_both_bear_on_a_question_to_an_adversary(rulebook: Rulebook) -> None:
    """The near miss of 9 falls under 11: dummy points to an adversary's revoke, though one not yet past correction."""
    found = cited(worked_incident(9, "dummy-asks-an-adversary"), rulebook)
    assert {number: p.relation for number, p in found.items()} == {"9": "distinguishable", "11": "analogous"}
    assert any("too late to correct it" in fact for fact in found["11"].only_there)


# -- 11: dummy's words point to a revoke


def test_dummy_who_says_nothing_raises_no_question_of_his_words(rulebook: Rulebook) -> None:
    """Where dummy says nothing there is nothing of his to judge, and neither decision on his words is cited."""
    assert cited(worked_incident(11, "dummy-says-nothing"), rulebook) == {}


def test_a_lead_out_of_turn_to_which_dummy_points_is_analogous(rulebook: Rulebook) -> None:
    """The opinion rests on what dummy may not do, whatever the offence; there it was a revoke."""
    found = south_plays(
        rulebook,
        {"by": "west", "lead": "HK", "trick": 5, "out_of_turn": True},
        {"by": "north", "say": "out-of-turn", "about": 1},
        {"by": "south", "demand": "treat-as-exposed", "about": 1},
        contract="3NT",
    )["11"]
    assert found.relation == "analogous"
    assert any("pointed to the offence" in fact for fact in found.shared)
    assert any("a player had revoked" in fact for fact in found.only_there)
    assert found.only_here == ()


def test_dummy_who_consults_about_an_offence_points_to_it(rulebook: Rulebook) -> None:
    """Decision 11 bears on it, by analogy; decision 1 does not help him, for he has nothing to choose."""
    events = [
        {"by": "west", "lead": "HK", "trick": 5, "out_of_turn": True},
        {"by": "north", "consult": "penalty", "to": "south", "about": 1},
    ]
    found = south_plays(rulebook, *events, contract="3NT")
    assert {number: p.relation for number, p in found.items()} == {"1": "distinguishable", "11": "analogous"}
    assert "no law takes the choice away from players who consult" in found["1"].only_there


def test_a_claim_made_before_dummy_spoke_is_distinguished(rulebook: Rulebook) -> None:
    """Everything is the same save the order."""
    found = near_miss(11, "claimed-before-dummy-spoke", rulebook)
    assert found.relation == "distinguishable"
    assert any("pointed to the offence" in fact for fact in found.shared)
    assert tells(found.only_there, "before the declarer had claimed")
    assert tells(found.only_here, "the declarer had made his claim before dummy spoke")


def test_a_revoke_claimed_before_dummy_spoke_is_not_under_decision_9(rulebook: Rulebook) -> None:
    """What dummy may do about a card that he notices is no question once the declarer has claimed."""
    assert set(cited(worked_incident(11, "claimed-before-dummy-spoke"), rulebook)) == {"11"}


def test_dummy_who_claims_the_revoke_himself_forces(rulebook: Rulebook) -> None:
    """The opinion says so itself: an outright claim by dummy loses the penalty all the more."""
    found = south_plays(rulebook, *REFUSED_AND_TRUMPED, {"by": "north", "claim-revoke": 2}, contract="4H")["11"]
    assert found.relation == "forced"
    assert tells(found.only_there, "had himself asked", "claimed the revoke himself")


# -- 10: tricks given up by mistake


def test_a_trick_rightly_conceded_is_analogous(rulebook: Rulebook) -> None:
    """If what was given up by mistake is kept, so is what could not have been won."""
    found = near_miss(10, "rightly-conceded-in-the-play", rulebook)
    assert found.relation == "analogous"
    assert tells(found.shared, "conceded the tricks")
    assert any("given up by mistake" in fact for fact in found.only_there)
    assert tells(found.only_here, "could not have been won")


def test_a_claim_that_is_not_admitted_is_distinguished(rulebook: Rulebook) -> None:
    """Nothing was conceded, on which all rests."""
    found = near_miss(10, "claim-not-admitted", rulebook)
    assert found.relation == "distinguishable"
    assert tells(found.shared, "claimed with his hand face up")
    assert any("conceded the tricks" in fact for fact in found.only_there)
    assert tells(found.only_here, "did not admit the claim")


def test_tricks_that_the_declarer_concedes_are_analogous(rulebook: Rulebook) -> None:
    """The mirror, which the opinion itself draws: his dummy could not have saved him."""
    found = south_plays(
        rulebook,
        {"by": "south", "concede": 2, "trick": 11},
        {"by": "east-west", "score": "deal"},
        {"by": "north", "say": "could-be-stopped", "about": 1},
        facts=[{"fact": "conceded-in-error", "about": 1, "value": True}],
    )["10"]
    assert found.relation == "analogous"
    assert tells(found.only_there, "with his hand face up", "dummy of the side that gained")
    assert tells(found.only_here, "it was the declarer's side that conceded", "dummy of the side that had conceded")


def test_a_claim_in_which_nothing_is_conceded_is_not_under_decision_10(rulebook: Rulebook) -> None:
    """Whether a finesse may be taken is another question than whether a concession stands."""
    assert set(cited(own_incident(8), rulebook)) == {"8"}


def test_a_law_on_the_point_distinguishes(rulebook: Rulebook) -> None:
    """The opinion says that no law touches the matter; where the side that keeps the tricks has revoked, one does."""
    found = south_plays(
        rulebook,
        {"by": "south", "play": "S3", "trick": 7, "could_follow": True},
        {"by": "west", "quit": 7},
        {"by": "south", "throw": "cards", "trick": 11},
        {"by": "south", "claim-tricks": 3},
        {"by": "west", "concede": 3, "about": 4},
        {"by": "east", "claim-revoke": 1},
        facts=[{"fact": "conceded-in-error", "about": 5, "value": True}],
    )["10"]
    assert found.relation == "distinguishable"
    assert tells(found.only_here, "a law bore on the tricks")


def test_a_mistake_pointed_out_before_the_score_distinguishes(rulebook: Rulebook) -> None:
    """In the decided case the score had been entered."""
    found = south_plays(
        rulebook,
        {"by": "south", "throw": "cards", "trick": 11},
        {"by": "south", "claim-tricks": 3},
        {"by": "west", "concede": 3, "about": 2},
        {"by": "east", "say": "could-be-stopped", "about": 2},
        facts=[{"fact": "conceded-in-error", "about": 3, "value": True}],
    )["10"]
    assert found.relation == "distinguishable"
    assert tells(found.only_there, "score had been entered", "only dummy")
    assert tells(found.only_here, "before the score was entered")


# -- 12: the adversaries defeat the contract, but have revoked


def test_a_contract_defeated_without_a_revoke_is_distinguished(rulebook: Rulebook) -> None:
    """Only the result is common to both."""
    found = near_miss(12, "no-revoke", rulebook)
    assert found.relation == "distinguishable"
    assert tells(found.shared, "had defeated the contract")
    assert any("an adversary had revoked" in fact for fact in found.only_there)
    assert tells(found.only_here, "no adversary had revoked")


def twelve(rulebook: Rulebook, tricks: int, *more: dict[str, object]) -> Precedent:
    """Decision 12 where the declarer of 2H has so many tricks and an adversary has revoked."""
    revoked = [
        {"by": "west", "play": "S3", "trick": 7, "could_follow": True},
        {"by": "south", "quit": 7},
        {"by": "south", "claim-revoke": 1},
    ]
    return south_plays(rulebook, *revoked, *more, contract="2H", result={"tricks": tricks})["12"]


@pytest.mark.parametrize(
    ("tricks", "more"),
    [
        (5, ()),
        (7, ({"by": "south", "demand": "three-tricks", "about": 1},)),
        (5, ({"by": "south", "demand": "score-points", "about": 1},)),
    ],
    ids=["open", "tricks-taken", "points-taken"],
)
def test_three_tricks_that_make_the_contract_force(
    tricks: int, more: tuple[dict[str, object], ...], rulebook: Rulebook
) -> None:
    """Where three tricks would make it good the choice is worth more, and nothing is new for the adversaries."""
    found = twelve(rulebook, tricks, *more)
    assert found.relation == "forced"
    assert tells(found.only_there, "could not make the contract good")
    assert tells(found.only_here, "would make the contract good")


def test_what_is_scored_has_nothing_to_do_with_dummys_words(rulebook: Rulebook) -> None:
    """Dummy has said nothing."""
    assert set(cited(own_incident(12), rulebook)) == {"12"}


@pytest.mark.parametrize("option", ["three-tricks", "score-points"])
def test_either_choice_leaves_the_decision_on_point(option: str, rulebook: Rulebook) -> None:
    """A generous declarer may take three tricks that do not help him."""
    assert twelve(rulebook, 3, {"by": "south", "demand": option, "about": 1}).relation == "on-point"


def test_a_penalty_that_was_lost_distinguishes(rulebook: Rulebook) -> None:
    """Waived, the revoke no longer keeps its side from scoring, on the reading followed."""
    found = twelve(rulebook, 3, {"by": "south", "waive": "penalty", "about": 1})
    assert found.relation == "distinguishable"
    assert any("had been lost" in fact for fact in found.only_here)


# -- what they answer by the laws alone


def answers(ruling: Ruling) -> list[str]:
    """The answers, in the order of what was contended and asked."""
    return [answer.answer for answer in ruling.answers]


@pytest.mark.parametrize(
    ("number", "held", "alone"),
    [
        (8, ["sustained", "yes", "no"], ["silent", "yes", "no"]),
        (9, ["sustained", "yes"], ["sustained", "yes"]),
        (10, ["sustained", "sustained"], ["sustained", "silent"]),
        (11, ["denied"], ["sustained"]),
        (12, ["sustained", "sustained", "no", "yes"], ["sustained", "sustained", "no", "yes"]),
    ],
)
def test_what_a_decision_changes(number: int, held: list[str], alone: list[str], rulebook: Rulebook) -> None:
    """8 and 11 change their answer, 9 and 12 stand on the laws alone; of 10 only what is fair rests on the decision."""
    assert answers(adjudicate(own_incident(number), rulebook)) == held
    assert answers(adjudicate(own_incident(number), rulebook, decisions=False)) == alone


def test_etiquette_8_does_not_defeat_the_right_of_law_60(rulebook: Rulebook) -> None:
    """Dummy who left to watch offends, and may ask, also by the laws alone."""
    ruling = adjudicate(worked_incident(9, "dummy-left-to-watch"), rulebook, decisions=False)
    assert [f.finding for f in ruling.findings if f.grade == "etiquette"] == ["dummy-left-to-watch"]
    assert answers(ruling) == ["yes"]
