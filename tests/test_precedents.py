"""Precedents as a lawyer would have them: on point, forced, analogous or distinguishable, and what differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import adjudicate
from adjudicator.cases import case_files
from adjudicator.precedents import Precedent
from adjudicator.rulebook import Rulebook
from conftest import ROOT

CASES = ROOT / "cases"
DECISIONS = [path for path in case_files() if "incidents" not in path.parts]


def cited(source: object, rulebook: Rulebook) -> dict[str, Precedent]:
    """The decisions cited for an incident, by number."""
    ruling = adjudicate(source, rulebook)  # type: ignore[arg-type]
    return {p.number: p for p in ruling.precedents}


def worked_incident(number: int, name: str) -> str:
    """A near miss of a decision."""
    path = CASES / "incidents" / "auction-1912" / f"card-committee-{number:02}.yaml"
    return f"{path}#card-committee-{number}-{name}"


def near_miss(number: int, name: str, rulebook: Rulebook) -> Precedent:
    """A decision beside one of its near misses."""
    return cited(worked_incident(number, name), rulebook)[str(number)]


@pytest.mark.parametrize("path", DECISIONS, ids=lambda p: p.stem)
def test_a_decision_is_on_point_for_its_own_incident(path: Path, rulebook: Rulebook) -> None:
    """Every decision has an issue, and its own incident shares every factor and adds none."""
    number = str(int(path.name[:2]))
    found = cited(str(path), rulebook)[number]
    assert (found.relation, found.fate, found.only_there, found.only_here) == ("on-point", "in-force", (), ())
    assert found.shared


def test_a_remark_instead_of_a_demand_is_analogous(rulebook: Rulebook) -> None:
    """What the opinion rests on is there, what it did not need is not, and nothing speaks for the loser."""
    found = near_miss(2, "remark-without-demand", rulebook)
    assert found.relation == "analogous"
    assert any("drawn attention" in fact for fact in found.shared)
    assert any("demanded" in fact for fact in found.only_there)


def test_a_slip_put_right_unprompted_is_distinguished(rulebook: Rulebook) -> None:
    """The fact that the decision turned on is missing, and one for the other side is new; both are named."""
    found = near_miss(2, "slip-put-right-unprompted", rulebook)
    assert found.relation == "distinguishable"
    assert any("drawn attention" in fact for fact in found.only_there)
    assert any("nobody had said or done" in fact for fact in found.only_here)


def test_an_adverse_bid_distinguishes(rulebook: Rulebook) -> None:
    """A new fact for the loser distinguishes a decision even where all its own facts but one are there."""
    found = near_miss(2, "bar-lifted-by-a-bid", rulebook)
    assert found.relation == "distinguishable"
    assert any("bid or doubled after the change" in fact for fact in found.only_here)


NEAR = [  # decision, near miss, relation, what was only there, what is only here
    (1, "without-saying-for-what", "on-point", (), ()),
    (1, "each-says-something-else", "forced", (), ("after they had consulted",)),
    (1, "given-up", "distinguishable", (), ("given up or lost after",)),
    (1, "decided-before", "distinguishable", ("neither had decided",), ("already decided",)),
    (3, "score-not-agreed", "analogous", ("claimed and admitted",), ()),
    (3, "found-in-the-play", "distinguishable", ("play was over", "turned down", "admitted"), ("still being played",)),
    (4, "without-him-no-table", "distinguishable", ("did not need him",), ("without him",)),
    (5, "did-not-cut-before", "distinguishable", ("cut once", "gave up", "belong", "gone against"), ("had not cut",)),
    (5, "came-in", "distinguishable", ("belong", "gone against"), ("had come in",)),
]


@pytest.mark.parametrize(("number", "name", "relation", "there", "here"), NEAR, ids=[f"{n}-{m}" for n, m, *_ in NEAR])
def test_a_near_miss_differs_as_a_lawyer_would_say(
    number: int, name: str, relation: str, there: tuple[str, ...], here: tuple[str, ...], rulebook: Rulebook
) -> None:
    """Each near miss stands to its decision as it should, and just what differs is told, in order."""
    found = near_miss(number, name, rulebook)
    assert found.relation == relation
    for told, expected in ((found.only_there, there), (found.only_here, here)):
        assert len(told) == len(expected)
        assert all(words in fact for words, fact in zip(expected, told, strict=True))


@pytest.mark.parametrize(
    ("number", "name"),
    [(1, "offenders-consult"), (4, "belongs-to-no-table")],
)
def test_a_near_miss_outside_the_issue_cites_nothing(number: int, name: str, rulebook: Rulebook) -> None:
    """Who has nothing to choose, or belongs to no table, is not spoken of by the decision at all."""
    path = CASES / "incidents" / "auction-1912" / f"card-committee-{number:02}.yaml"
    assert cited(f"{path}#card-committee-{number}-{name}", rulebook) == {}


def test_one_who_came_in_is_under_decision_4_and_not_5(rulebook: Rulebook) -> None:
    """Decision 5 is told apart where the cut let him in; what he is then is what Decision 4 settled."""
    path = CASES / "incidents" / "auction-1912" / "card-committee-05.yaml"
    found = cited(f"{path}#card-committee-5-came-in", rulebook)
    assert {number: p.relation for number, p in found.items()} == {"4": "on-point", "5": "distinguishable"}


def test_everything_for_the_winner_and_less_for_the_loser_forces(rulebook: Rulebook) -> None:
    """Where the partner bid the suit first and little speaks for the other, Decision 7 decides all the more."""
    events = [("north", "1C"), ("east", "pass"), ("south", "2C"), ("west", "pass"), ("north", "pass"), ("east", "pass")]
    incident = {"dealer": "north", "events": [{"by": who, "call": call} for who, call in events]}
    found = cited(incident, rulebook)["7"]
    assert found.relation == "forced"
    assert any("went over" in f or "another suit" in f for f in found.only_there)


def test_a_decision_is_not_cited_where_its_issue_does_not_arise(rulebook: Rulebook) -> None:
    """Nothing is cited for an auction in which nothing of the kind happens."""
    assert cited({"dealer": "north", "events": [{"by": "north", "call": "1C"}]}, rulebook) == {}


def test_without_decisions_none_is_cited(rulebook: Rulebook) -> None:
    """A ruling by the laws alone cites no decision, and says so."""
    ruling = adjudicate(str(DECISIONS[0]), rulebook, decisions=False)
    assert ruling.precedents == ()
    assert "by the laws alone" in ruling.notes[0]


@pytest.mark.parametrize(
    ("number", "answer", "alone"),
    [
        ("1", "denied", "denied"),
        ("2", "sustained", "denied"),
        ("3", "denied", "denied"),
        ("4", "denied", "sustained"),
        ("5", "sustained", "silent"),
        ("6", "denied", "denied"),
        ("7", "denied", "denied"),
    ],
)
def test_what_a_decision_changes(number: str, answer: str, alone: str, rulebook: Rulebook) -> None:
    """Decisions 2 and 4 turn their answers, 5 speaks where the laws are silent; the others stand on the laws alone."""
    (path,) = [p for p in DECISIONS if int(p.name[:2]) == int(number)]
    assert adjudicate(str(path), rulebook).answers[0].answer == answer
    assert adjudicate(str(path), rulebook, decisions=False).answers[0].answer == alone
