"""Both sides of every rule: it fires in one worked incident, and is declined in one that differs by one thing."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from adjudicator import InputError, adjudicate, load_rulebook
from adjudicator.cases import read_cases
from adjudicator.cli.main import main
from adjudicator.coverage import RuleCoverage, of_clauses, of_rules
from adjudicator.rulebook import Rulebook

BOOK = load_rulebook()
CODES = list(BOOK.codes)
RULES = {code: of_rules(BOOK.code(code), read_cases((), BOOK), BOOK) for code in CODES}
WON_BY_SOUTH = (
    "declarer: south\ncontract: 2NT\nevents:\n- {by: south, lead: CA, trick: 4}\n- {by: west, play: C2}\n"
    "- {by: north, play: C3}\n- {by: east, play: C5}\n"
)
REFUSING = {  # rules that refuse a report, which is no case: a report that each of them refuses
    "contract-stated-is-not-the-last-bid": "events: [{by: north, call: 1H}]\ncontract: 2H\nresult: {tricks: 7}\n",
    "contract-stated-without-a-declarer": "contract: 2H\nresult: {tricks: 7}\n",
    "stated-able-against-the-cards": (
        "declarer: south\nhands: {west: {H: '-', S: 43}}\n"
        "events: [{by: south, lead: HA, trick: 3}, {by: west, play: S3, could_follow: yes}]\n"
    ),
    "stated-unable-against-the-cards": (
        "declarer: south\nhands: {west: {H: 5, S: 43}}\n"
        "events: [{by: south, lead: HA, trick: 3}, {by: west, play: S3, could_follow: no}]\n"
    ),
    "stated-in-turn-against-the-cards": WON_BY_SOUTH + "- {by: east, lead: D4, out_of_turn: no}\n",
    "stated-out-of-turn-against-the-cards": WON_BY_SOUTH + "- {by: south, lead: D4, out_of_turn: yes}\n",
}
EVERY = [pytest.param(code, rule, id=f"{code} {name}") for code in CODES for name, rule in RULES[code].items()]


@pytest.mark.parametrize(("code", "rule"), EVERY)
def test_a_rule_fires_in_one_case_and_is_declined_in_its_near_miss(code: str, rule: RuleCoverage) -> None:
    """The rule fires somewhere, and not where one event or one fact is different."""
    if rule.rule in REFUSING:
        with pytest.raises(InputError):
            adjudicate(f"code: {code}\n{REFUSING[rule.rule]}")
        assert not rule.fired_by
    else:
        assert rule.fired_by
        assert rule.declined_by


@pytest.mark.parametrize("code", CODES)
def test_every_clause_is_encoded_defined_or_excused(code: str, rulebook: Rulebook) -> None:
    """No clause is without rules, use or reason, and every clause that has rules bites somewhere."""
    for clause in of_clauses(rulebook.code(code), RULES[code]):
        assert clause.status in ("encoded", "definition") or clause.unmodelled
        assert clause.status == "unmodelled" or clause.fired_by


def test_the_command_gives_the_promised_shape() -> None:
    """``coverage --format json`` is one object with every clause and its cases."""
    done = CliRunner().invoke(main, ["coverage", "auction-1912", "--format", "json"])
    found = json.loads(done.stdout)
    assert found["code"] == "auction-1912"
    keys = {"law", "clause", "kind", "status", "rules", "fired_by", "declined_by", "unmodelled"}
    assert all(set(clause) == keys for clause in found["clauses"])
    first_namer = next(c for c in found["clauses"] if (c["law"], c["clause"]) == ("46", "first-namer"))
    assert "07_suit_abandoned_by_its_first_bidder.yaml" in first_namer["fired_by"]


def test_the_command_prints_a_table() -> None:
    """Without an option every code is shown, with a summary."""
    done = CliRunner().invoke(main, ["coverage"])
    assert done.exit_code == 0
    assert "46/first-namer" in done.stdout
    assert "clauses: " in done.stdout.splitlines()[-1]
