"""An answer names the clause that it rests on: a law before what is common to all, the presumed before the rest."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate, load_rulebook
from adjudicator.cases import read_cases
from adjudicator.rulebook import Rulebook

CASES = {case.name.rpartition("#")[2]: case for case in read_cases((), load_rulebook())}
GROUNDS = [  # a case, the number of the answer, its first grounds
    ("law-39-pack-wrong-in-the-play", 0, ["39/pack-in-play", "37/b-pack"]),
    ("03_pack_wrong_after_the_play.yaml", 0, ["39/prior-scores"]),
    ("05_second_cut.yaml", 0, ["25/forfeit"]),
    ("card-committee-4-without-him-no-table", 0, ["24/helpers-last"]),
    ("law-24-fourth-of-a-new-table", 0, ["24/helpers-last"]),
    ("law-25-cuts-into-another-table", 0, ["25/forfeit"]),
    ("law-61-dummy-points-to-a-wrong-lead", 0, ["61/bars-penalty"]),
    ("law-78-all-follow", 0, ["78/all-followed"]),
    ("law-50-pass-loses-the-demand", 0, ["50/time"]),
    ("law-50-adversaries-consult-before-the-demand", 0, ["50/demand"]),
    ("01_consultation.yaml", 0, ["49/out-of-turn"]),
    ("law-61-dummy-consults-the-declarer", 0, ["61/bars-penalty"]),
    ("law-61-declarer-consults-dummy", 0, ["76/defender"]),
    ("law-39-pack-wrong-when-the-last-trick-is-quitted", 0, ["39/prior-scores"]),
    ("law-39-pack-wrong-in-the-last-trick", 0, ["39/pack-in-play", "37/b-pack"]),
    ("law-24-helper-cuts-for-partners", 0, ["24/helpers-last"]),
    ("law-24-helper-of-whom-no-cut-is-told", 0, ["24/helpers-last"]),
    ("law-24-not-needed-and-cuts-for-partners", 0, ["24/helpers-last"]),
    ("card-committee-5-did-not-cut-before", 0, ["23/others-cut"]),
    ("law-72-cards-shown-in-reply", 0, ["72/reply-safe"]),
    ("law-72-declarer-throws-his-cards", 0, ["72/declarer-safe"]),
    ("law-78-all-follow-to-a-changed-lead", 0, ["78/all-followed"]),
    ("etiquette-10-conceder-pleads-fairness", 0, ["E10/concession"]),
]


@pytest.mark.parametrize(("name", "number", "grounds"), GROUNDS, ids=[f"{name} {n}" for name, n, _ in GROUNDS])
def test_an_answer_names_its_ground(name: str, number: int, grounds: list[str], rulebook: Rulebook) -> None:
    """The clauses that the answer cites first."""
    laws = adjudicate(CASES[name].incident, rulebook).answers[number].laws
    assert list(laws[: len(grounds)]) == grounds


def test_where_a_law_offers_another_course_the_denial_names_it(rulebook: Rulebook) -> None:
    """For a revoke of his own the declarer's adversaries have points and no tricks, and that law is cited."""
    incident = {
        "declarer": "south",
        "events": [
            {"by": "west", "lead": "HA", "trick": 3},
            {"by": "south", "play": "S3", "could_follow": "yes"},
            {"by": "west", "quit": 3},
        ],
        "contentions": [{"by": "east", "contends": "three-tricks", "about": 2}],
    }
    (answer,) = adjudicate(incident, rulebook, code="auction-1912").answers
    assert answer.answer == "denied"
    assert answer.laws[0] == "84/declarer"


def test_a_pack_found_wrong_too_late_is_not_called_forbidden_without_a_penalty(rulebook: Rulebook) -> None:
    """The law orders a new deal for it; it is only too late for that."""
    ruling = adjudicate(CASES["law-39-pack-wrong-when-the-last-trick-is-quitted"].incident, rulebook)
    assert "lays down no penalty" not in ruling.say
    assert "before its play is over" in ruling.say
