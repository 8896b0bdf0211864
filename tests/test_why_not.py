"""Why not: each rule that could have given a thing, where it came nearest, and what stood in the way."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from adjudicator import InputError, load_rulebook, read_incident
from adjudicator.cli.main import main
from adjudicator.rulebook import Rulebook
from adjudicator.service import evaluated
from adjudicator.why_not import Nearest, why_not
from conftest import ENGINE, FILES, ROOT

DECISION = str(ROOT / "cases" / "card-committee" / "02_correction_after_demand.yaml")
LOW = [{"by": "north", "call": "2H"}, {"by": "east", "call": "2D"}]


def asked(source: object, name: str, rulebook: Rulebook) -> dict[str, Nearest]:
    """The rules for a word, by their ids."""
    incident = read_incident(source, rulebook)  # type: ignore[arg-type]
    return {n.rule: n for n in why_not(evaluated(incident, rulebook, ENGINE), name)}


def states(nearest: Nearest) -> list[str]:
    """How each condition came out."""
    return [condition.state for condition in nearest.conditions]


def test_what_was_overridden_names_what_defeated_it(rulebook: Rulebook) -> None:
    """In Decision 2 every condition of a free correction is met, and the ratio stands against it."""
    nearest = asked(DECISION, "free-correction", rulebook)["slip-corrected-in-time"]
    assert nearest.at == 4
    assert nearest.conditions[-1].text.startswith("overridden by attention-ends-the-leave-to-correct")
    assert states(nearest)[:3] == ["met", "met", "met"]


def test_an_exception_that_held_is_told(rulebook: Rulebook) -> None:
    """A slip changed after the next player has called is no slip put right: the exception stands in the way."""
    events = [
        {"by": "north", "call": "1S"},
        {"by": "east", "call": "pass"},
        {"by": "north", "call": "1R", "instead-of": 1},
    ]
    nearest = asked({"dealer": "north", "events": events}, "free-correction", rulebook)["slip-corrected-in-time"]
    assert "defeated" in states(nearest)


def test_an_unmet_condition_is_told(rulebook: Rulebook) -> None:
    """A bid of more points than the last lacks just the comparison."""
    events = [{"by": "north", "call": "2H"}, {"by": "east", "call": "3D"}]
    nearest = asked({"dealer": "north", "events": events}, "insufficient-bid", rulebook)["bid-of-fewer-points"]
    assert states(nearest).count("unmet") == 1
    assert any("worth < 16" in c.text for c in nearest.conditions if c.state == "unmet")


def test_what_nothing_set_off_is_told(rulebook: Rulebook) -> None:
    """Where nobody demanded anything, the bar was never set off."""
    nearest = asked({"dealer": "north", "events": LOW}, "bar", rulebook)["bidders-partner-is-barred"]
    assert nearest.at is None
    assert nearest.conditions[0].text.startswith("nothing set it off: status exercised")


def test_a_fact_stated_otherwise_is_unmet(rulebook: Rulebook) -> None:
    """A change that was no slip fails on the fact, which is told with its value."""
    events = [*LOW, {"by": "east", "call": "3D", "instead-of": 2}]
    facts = [{"fact": "inadvertent", "about": 2, "value": "no"}]
    incident = {"dealer": "north", "events": events, "facts": facts}
    nearest = asked(incident, "free-correction", rulebook)["slip-corrected-in-time"]
    assert [c.text for c in nearest.conditions if c.state == "unmet"] == [
        "fact inadvertent with about=2 is yes (it is no)"
    ]


def test_a_holding_that_nobody_knows_is_unknown() -> None:
    """A fact that may be either way is neither met nor unmet."""
    chain = load_rulebook(FILES / "rulebooks" / "chain")
    events = [
        {"by": "west", "lead": "C4", "out_of_turn": "yes"},
        {"by": "south", "demand": "call-suit", "suit": "H", "about": 1},
        {"by": "east", "lead": "S4"},
    ]
    incident = {"code": "chain", "declarer": "south", "events": events}
    assert "unknown" in states(asked(incident, "called-lead-disobeyed", chain)["called-suit-is-not-led"])


def test_a_rule_may_be_asked_for_by_its_own_name(rulebook: Rulebook) -> None:
    """Whoever has read a law asks why just that rule did not work."""
    assert list(asked(DECISION, "slip-corrected-in-time", rulebook)) == ["slip-corrected-in-time"]


def test_a_word_that_nothing_concludes_is_refused(rulebook: Rulebook) -> None:
    """An unknown name is an error with the nearest right one."""
    with pytest.raises(
        InputError, match="no rule is called 'insuficient-bid' or concludes it; did you mean 'insufficient-bid'"
    ):
        asked(DECISION, "insuficient-bid", rulebook)


def test_the_command_prints_it_after_the_ruling() -> None:
    """``--why-not`` adds to the ruling."""
    done = CliRunner().invoke(main, ["rule", DECISION, "--why-not", "free-correction"])
    assert done.exit_code == 0
    assert "Why not free-correction?" in done.stdout
    assert "defeated  overridden by" in done.stdout
