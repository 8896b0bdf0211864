"""Precedents as a lawyer would have them: on point, forced, analogous or distinguishable, and what differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import adjudicate
from adjudicator.cases import case_files
from adjudicator.errors import Report
from adjudicator.precedents import Precedent
from adjudicator.reading.factors import read_matter
from adjudicator.reading.patterns import Language
from adjudicator.reading.yamlfile import read_text
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


def test_a_consultation_with_dummy_is_distinguished(rulebook: Rulebook) -> None:
    """The opinion is about partners who both have the choice; dummy has none."""
    events = [
        {"by": "west", "lead": "HK", "trick": 5, "out_of_turn": True},
        {"by": "south", "consult": "penalty", "to": "north", "about": 1},
    ]
    found = cited({"contract": "3NT", "declarer": "south", "events": events}, rulebook)["1"]
    assert found.relation == "distinguishable"
    assert found.only_here == (
        "one of the two who consulted was dummy, with his hand down, and the choice is the declarer's alone",
    )


def test_a_double_of_the_own_side_out_of_turn_is_distinguished(rulebook: Rulebook) -> None:
    """There nothing could be had for the double; here it was out of turn, and that is named."""
    events = [{"by": "east", "call": "4C"}, {"by": "south", "call": "double"}, {"by": "north", "call": "double"}]
    contended = [{"by": "west", "contends": "new-deal", "about": 3}]
    found = cited({"dealer": "east", "events": events, "contentions": contended}, rulebook)["6"]
    assert found.relation == "distinguishable"
    assert any("claimed a new deal" in fact for fact in found.shared)
    assert [fact[:6] for fact in found.only_there] == ["no law"]
    assert any("out of turn as well" in fact for fact in found.only_here)


def test_what_the_opinion_itself_puts_aside_does_not_distinguish(rulebook: Rulebook) -> None:
    """Decision 6 says that bad faith would have changed nothing."""
    found = near_miss(6, "redoubled-on-purpose", rulebook)
    assert found.relation == "analogous"
    assert found.only_there == ()
    assert [fact.partition(" (")[0] for fact in found.only_here] == ["the double was meant, and no slip"]


def test_a_player_who_helped_to_make_up_a_table_is_not_under_decision_5(rulebook: Rulebook) -> None:
    """Whether one cut is enough is no question where he is the last to cut out."""
    found = cited(worked_incident(4, "without-him-no-table"), rulebook)
    assert {number: p.relation for number, p in found.items()} == {"4": "distinguishable"}


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


ISSUE = """
name: a bid
arises: {arises}
winner: claimant
"""
FACTOR = "{{id: x, says: x, favours: claimant, when: [{{call: any}}], {more}}}"


@pytest.mark.parametrize(
    ("arises", "more", "faults"),
    [
        ("[{call: $n}]", "present: no, immaterial: yes", []),
        ("[[{call: $n}], [{lead: $n}]]", "present: no", []),
        ("[[{call: $n}], {lead: $n}]", "present: no", ["write every way as a list of its conditions"]),
        ("[{call: $n}]", "immaterial: yes", ["what the opinion puts aside is not 'present' in the decided incident"]),
        ("[{call: $n}]", "immaterial: perhaps", ["unknown value of 'immaterial' 'perhaps'"]),
    ],
    ids=["one-way", "two-ways", "mixed", "put-aside-but-present", "no-such-word"],
)
def test_how_an_issue_and_its_factors_are_written(
    arises: str, more: str, faults: list[str], rulebook: Rulebook
) -> None:
    """Conditions or lists of them, never both; what is put aside is not what was there."""
    report = Report()
    issue, factor = read_text(ISSUE.format(arises=arises)), read_text(FACTOR.format(more=more))
    read_matter(issue, (factor,), Language(rulebook.vocabulary, frozenset()), report)
    assert [problem.text[: len(fault)] for problem, fault in zip(report.problems, faults, strict=True)] == faults
