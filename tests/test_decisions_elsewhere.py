"""Fifteen incidents on the decisions' issues, written from the texts before any of them was ruled on.

What is expected was written with them: the answers, and how each decision that ought to be cited stands to the
incident. For 06 and 14 two relations were thought defensible. For 01 and 02 the writer had on-point, which stands
beside what the definitions give: a further fact for the winner in 01, and in 02 a needed one that is not there yet.
"""

from __future__ import annotations

import pytest

from adjudicator import adjudicate
from adjudicator.rulebook import Rulebook
from conftest import FILES

Expected = tuple[list[str], dict[str, set[str]]]
EXPECTED: dict[str, Expected] = {
    "01": (["denied"], {"1": {"on-point", "forced"}}),
    "02": (["denied", "no"], {"1": {"analogous"}, "2": {"on-point", "analogous"}}),
    "03": (["sustained"], {"11": {"analogous"}, "1": {"distinguishable"}}),
    "04": (["denied"], {"2": {"analogous"}}),
    "05": (["sustained"], {"6": {"distinguishable"}}),
    "06": (["sustained", "yes", "no"], {"8": {"on-point", "forced"}}),
    "07": (["sustained", "no", "yes"], {"3": {"distinguishable"}}),
    "08": (["denied", "yes"], {"3": {"forced"}}),
    "09": (["denied", "yes"], {"3": {"analogous"}}),
    "10": (["yes", "yes"], {"9": {"analogous"}}),
    "11": (["sustained"], {"11": {"distinguishable"}}),
    "12": (["denied", "no"], {"8": {"distinguishable"}}),
    "13": (["sustained", "sustained"], {"10": {"analogous"}}),
    "14": (["sustained", "no", "yes"], {"12": {"on-point", "forced"}}),
    "15": (["sustained"], {"4": {"distinguishable"}}),
}


@pytest.mark.parametrize("number", EXPECTED)
def test_the_answer_and_the_decision_are_those_of_the_text(number: str, rulebook: Rulebook) -> None:
    """The answers are as expected, and each decision is cited in the relation a lawyer would give it."""
    answers, decisions = EXPECTED[number]
    ruling = adjudicate(FILES / "decisions" / f"{number}.yaml", rulebook)
    assert [a.answer for a in ruling.answers] == answers
    cited = {p.number: p for p in ruling.precedents}
    for decision, relations in decisions.items():
        assert cited[decision].relation in relations
        if cited[decision].relation != "on-point":
            assert cited[decision].only_there or cited[decision].only_here
