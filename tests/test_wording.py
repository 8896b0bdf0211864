"""What a director reads aloud: sentences of the vocabulary, and lines of a ruling that are plain and true."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import adjudicate
from adjudicator.cases import read_cases
from adjudicator.render.explain import proof_text
from adjudicator.render.text import ruling_text
from adjudicator.rulebook import Rulebook
from adjudicator.wording import filled
from conftest import ROOT

CASES = ROOT / "cases"
BONES = ("{", "|", "nobody chose", "nobody may", "nobody has", ": no (", ": yes (", "'s's", "s's ", "event 0")
SHOWN = [*sorted((CASES / "card-committee").glob("*.yaml")), *sorted((CASES / "incidents").glob("*/*.yaml"))]


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("{by} revoked[ (event {play})]", {"by": "west", "play": 3}, "west revoked (event 3)"),
        ("{by} revoked[ (event {play})]", {"by": "west", "play": 0}, "west revoked"),
        ("{by} spoke[ to {to}][, at event {n}]", {"by": "west", "to": "none", "n": 2}, "west spoke, at event 2"),
        ("{n|1=one trick|{n} tricks}", {"n": 1}, "one trick"),
        ("{n|1=one trick|{n} tricks}", {"n": 2}, "2 tricks"),
        ("it was {value|no=not |}so", {"value": "no"}, "it was not so"),
        ("it was {value|no=not |}so", {"value": "yes"}, "it was so"),
        ("{v|ends=over|card=a card[ to {to}]}", {"v": "card", "to": "east"}, "a card to east"),
        ("{v|ends=over|card=a card[ to {to}]}", {"v": "begins", "to": "east"}, ""),
        ("{who}'s hand", {"who": "Jones"}, "Jones' hand"),
        ("{who}'s hand", {"who": "west"}, "west's hand"),
        ("{other} stays", {"who": "west"}, "{other} stays"),
    ],
)
def test_a_sentence_of_the_vocabulary_is_filled(template: str, values: dict[str, str | int], text: str) -> None:
    """What was not given is left out, a text goes with its value, and a name in s takes the apostrophe alone."""
    assert filled(template, values) == text


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_no_line_shows_the_bones_of_a_sentence(path: Path, rulebook: Rulebook) -> None:
    """No placeholder is left open, nothing is done by nobody, and no yes or no hangs behind a sentence."""
    for case in read_cases([path], rulebook):
        ruling = adjudicate(case.incident, rulebook)
        told = ruling_text(ruling).partition("\nUnder ")[2]  # the title is the reporter's own
        text = f"{told}\n{proof_text(ruling)}\n{ruling.say}"
        assert [line for line in text.splitlines() if any(bone in line for bone in BONES)] == [], case.name


def lines(rulebook: Rulebook, *events: dict[str, object], **beside: object) -> str:
    """The ruling as text."""
    return ruling_text(adjudicate({"events": list(events), **beside}, rulebook))


def test_a_choice_that_was_made_lists_no_other(rulebook: Rulebook) -> None:
    """After a new deal has been chosen the bid can no longer be let stand."""
    text = lines(
        rulebook,
        {"by": "east", "call": "1D"},
        {"by": "north", "call": "2C"},
        {"by": "west", "demand": "new-deal", "about": 2},
        dealer="east",
    )
    assert "West chose a new deal for event 2." in text
    assert "to let it stand" not in text


def test_points_are_told_with_their_number(rulebook: Rulebook) -> None:
    """The director need not look up what a revoke costs; no time is told where none is set."""
    revoked = [{"by": "west", "play": "S3", "trick": 7, "could_follow": True}, {"by": "south", "quit": 7}]
    assert "South may choose 150 points or three tricks for event 1" in lines(rulebook, *revoked, declarer="south")
    made = lines(rulebook, *revoked, declarer="south", contract="2C", result={"tricks": 5})
    assert (
        "North-south would score 12 points in the trick column (tricks won and taken), if it chooses three tricks."
        in made
    )
    doubled = lines(rulebook, {"by": "east", "call": "4C"}, {"by": "west", "call": "double"}, dealer="east")
    assert "may choose a new deal for event 2.  [57/out-of-turn]" in doubled


def test_a_breach_of_etiquette_says_that_it_costs_nothing(rulebook: Rulebook) -> None:
    """Beside an irregularity too."""
    text = lines(
        rulebook,
        {"by": "north", "leave": "seat"},
        {"by": "east", "lead": "HK", "trick": 5},
        {"by": "south", "play": "S3", "could_follow": True},
        declarer="south",
        facts=[{"fact": "left-to-watch", "about": 1, "value": True}],
    )
    assert "left his seat to watch (event 1). Only etiquette speaks to this; no penalty follows." in text


def test_a_side_is_spoken_of_with_its_article(rulebook: Rulebook) -> None:
    """A role is no name."""
    revoked = [{"by": "west", "play": "S3", "trick": 7, "could_follow": True}, {"by": "south", "quit": 7}]
    text = lines(rulebook, *revoked, declarer="south", questions=[{"ask": "may-score", "who": "adversaries"}])
    assert "May the adversaries' side score anything but honours?" in text


def test_what_gave_way_is_told_with_what_it_gave_way_to(rulebook: Rulebook) -> None:
    """Who first bid the suit, and not only who plays."""
    (path,) = (CASES / "card-committee").glob("07_*.yaml")
    text = " ".join(ruling_text(adjudicate(str(path), rulebook)).split())
    assert "because north bid clubs at event 1: north plays the hand" in text


def test_what_was_presumed_is_not_told_as_reported(rulebook: Rulebook) -> None:
    """The closing passes stand in no record."""
    (path,) = (CASES / "card-committee").glob("06_*.yaml")
    assert "the closing passes were made  [presumed]" in proof_text(adjudicate(str(path), rulebook))


def test_a_note_is_told_only_where_it_holds(rulebook: Rulebook) -> None:
    """A card of another suit is presumed to be no revoke; what would follow from one is not noted."""
    text = lines(
        rulebook,
        {"by": "south", "lead": "D2", "trick": 13},
        {"by": "west", "play": "CQ"},
        {"by": "south", "quit": 13},
        contract="3NT",
        declarer="south",
        result={"tricks": 8},
    )
    assert "has revoked and scores nothing" not in text
