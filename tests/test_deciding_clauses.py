"""A decision does not hold by accident: take out a clause that decides it, and its case fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator import adjudicate, load_rulebook
from adjudicator.cases import Case, read_cases
from adjudicator.compile.program import compile_rules
from adjudicator.engine import engines
from adjudicator.errors import Report
from adjudicator.evaluate.run import evaluate
from adjudicator.expected import Difference, compare
from adjudicator.rulebook import Rulebook
from adjudicator.ruling.build import build
from conftest import ENGINE

BOOK = load_rulebook()
DECISIONS = [case for case in read_cases((), BOOK) if "#" not in case.name]
SAME_BY_TWO_GROUNDS = {  # the answer stands on two grounds, each enough: the other one keeps it
    ("03", "39/prior-scores"): "the Committee counts the finished deal among the earlier scores, which the law keeps",
    ("05", "25/forfeit"): "the Committee finds it of one whom the cut went against, of whom the law does not speak",
    ("09", "60/a-ask-suit"): "dummy is a partner who may ask by Law 85",
    ("09", "85/ask"): "dummy may ask by Law 60",
}


def without(rulebook: Rulebook, case: Case, addresses: tuple[str, ...]) -> list[Difference]:
    """What differs from what was held, when the rules of some clauses are taken out of the rulebook."""
    book = rulebook.code(case.incident.code)
    gone = {rule.id for a in addresses if (found := book.clause(a)) for rule in found[1].rules}
    assert gone
    program = compile_rules([r for r in book.program.rules if r.id not in gone], book.program.language, Report())
    matcher = engines.engine(ENGINE, program.rules, f"without {addresses}")
    outcome = evaluate(case.incident, book.code, program, matcher)
    return compare(case.expect, build(outcome, book, version="", rulebook="", engine=ENGINE, decisions=True))


def deciding(case: Case) -> tuple[str, ...]:
    """The clauses that decide a case."""
    laws = adjudicate(case.incident, BOOK).laws
    return tuple(f"{law.law}/{law.clause}" for law in laws if law.role == "decides")


def each() -> Iterator[Any]:
    """Every decision with every clause that decides it."""
    for case in DECISIONS:
        for address in deciding(case):
            yield pytest.param(case, address, id=f"{case.name[:2]} without {address}")


@pytest.mark.parametrize(("case", "address"), list(each()))
def test_a_decision_falls_with_a_clause_that_decides_it(case: Case, address: str, rulebook: Rulebook) -> None:
    """The whole ruling is no longer what was held, unless a second ground is named above, and then it is there."""
    assert bool(without(rulebook, case, (address,))) != ((case.name[:2], address) in SAME_BY_TWO_GROUNDS)


def test_with_both_grounds_the_answer_falls(rulebook: Rulebook) -> None:
    """Decision 9 needs one of the two laws that let dummy ask."""
    case = next(c for c in DECISIONS if c.name.startswith("09"))
    assert without(rulebook, case, ("60/a-ask-suit", "85/ask"))


def test_every_decision_has_a_clause_that_decides_it() -> None:
    """No answer of the twelve hangs in the air."""
    assert len(DECISIONS) == 12
    assert all(deciding(case) for case in DECISIONS)
