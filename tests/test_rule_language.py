"""The rule language, construct by construct, and the traps that its prototypes fell into."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import InputError, RulebookError
from small import LIFE, act, findings, other, ruled, small


def test_a_condition_on_an_act_looks_at_earlier_steps_only(tmp_path: Path) -> None:
    """The act of this step is no earlier act."""
    book = small(
        tmp_path, "- {id: r, on: {move: $n, by: $p}, when: [{move: $m, by: $q}], then: [{finding: alpha, by: $q}]}"
    )
    assert findings(ruled(book, act("a"), act("b"))) == [("alpha", "a", 2)]


def test_states_change_after_the_step(tmp_path: Path) -> None:
    """What a step starts is seen from the next step on, what it ends is seen in it still."""
    rules = """
- {id: start, on: {move: $n, by: $p, value: x}, then: [{start: marked, seat: $p}]}
- {id: end, on: {move: $n, value: y}, when: [{state: marked, seat: $p}], then: [{end: marked, seat: $p}]}
- {id: see, on: {move: $n, by: $q}, when: [{state: marked, seat: $p}], then: [{finding: alpha, by: $p}]}
"""
    events = act("a"), act("b", "z"), act("c", "y"), act("d", "z")
    assert findings(ruled(small(tmp_path, rules), *events)) == [("alpha", "a", 2), ("alpha", "a", 3)]


def test_a_state_with_a_key_has_one_value(tmp_path: Path) -> None:
    """Setting a state replaces the value before it, the initial one among them."""
    rules = """
- {id: set, on: {move: $n, by: $p}, then: [{set: single, seat: $p}]}
- {id: see, on: {moment: end}, when: [{state: single, seat: $p}], then: [{finding: alpha, by: $p}]}
- {id: first, on: {move: $n}, when: [{state: single, seat: nobody}], then: [{finding: beta, by: nobody}]}
"""
    assert findings(ruled(small(tmp_path, rules), act("a"), act("b"))) == [("beta", "nobody", 1), ("alpha", "b", 2)]


def test_two_values_set_at_once_are_a_conflict(tmp_path: Path) -> None:
    """Two rules that set one state to two values, neither giving way, are shown with both grounds."""
    rules = """
- {id: one, on: {move: $n, by: $p}, then: [{set: single, seat: $p}]}
- {id: two, on: {move: $n, by: $p}, when: [{left: $p, is: $q}], then: [{set: single, seat: $q}]}
"""
    (conflict,) = ruled(small(tmp_path, rules), act("a")).conflicts
    assert (conflict["at"], conflict["rules"]) == (1, ["one", "two"])


def test_an_exception_defeats_and_a_conjunction_needs_all_of_it(tmp_path: Path) -> None:
    """``unless`` with a list inside defeats only where all of the list holds together."""
    rules = """
- id: r
  on: {move: $n, by: $p}
  unless: [[{other: $m, by: $q}, {partner: $q, is: $p}]]
  then: [{finding: alpha, by: $p}]
"""
    book = small(tmp_path, rules)
    assert findings(ruled(book, other("b"), act("a"))) == [("alpha", "a", 2)]
    assert findings(ruled(book, other("c"), act("a"))) == []


def test_a_finding_defeats_within_its_own_step_whatever_the_order_of_rules(tmp_path: Path) -> None:
    """A rule waits for everything that could defeat it; the chain of exceptions is followed to its end."""
    rules = """
- {id: a-last, on: {move: $n, by: $p}, unless: [{finding: beta, by: $p}], then: [{finding: alpha, by: $p}]}
- {id: m-middle, on: {move: $n, by: $p}, unless: [{finding: gamma, by: $p}], then: [{finding: beta, by: $p}]}
- {id: z-first, on: {move: $n, by: $p, value: y}, then: [{finding: gamma, by: $p}]}
"""
    book = small(tmp_path, rules)
    assert findings(ruled(book, act("a"))) == [("beta", "a", 1)]
    assert findings(ruled(book, act("a", "y"))) == [("alpha", "a", 1), ("gamma", "a", 1)]


def test_was_looks_at_earlier_steps_and_so_cures_a_circle(tmp_path: Path) -> None:
    """``unless finding`` of what the rule itself concludes is a circle; ``was`` makes it "not twice"."""
    circle = "- {id: r, on: {move: $n, by: $p}, unless: [{finding: alpha}], then: [{finding: alpha, by: $p}]}"
    with pytest.raises(RulebookError, match=r"circle through negation.*in rules r"):
        small(tmp_path / "circle", circle)
    book = small(tmp_path / "cured", circle.replace("finding: alpha}]", "was: alpha}]"))
    assert findings(ruled(book, act("a"), act("b"))) == [("alpha", "a", 1)]


def test_overriding_keeps_what_was_defeated(tmp_path: Path) -> None:
    """The overridden conclusion stays in the proof with what defeated it, and follows for others."""
    rules = """
- {id: general, on: {move: $n, by: $p}, then: [{finding: alpha, by: $p}]}
- {id: special, on: {move: $n, by: $p, value: y}, overrides: [general], then: [{finding: beta, by: $p}]}
"""
    ruling = ruled(small(tmp_path, rules), act("a"), act("b", "y"))
    assert findings(ruling) == [("alpha", "a", 1), ("beta", "b", 2)]
    (defeated,) = [node for node in ruling.proof if node.defeated_by]
    (defeater,) = [node for node in ruling.proof if node.id in defeated.defeated_by]
    assert (defeated.rule, defeater.rule) == ("general", "special")


def test_overriding_touches_only_equal_values(tmp_path: Path) -> None:
    """Where the variables in common differ, nothing is defeated."""
    rules = """
- {id: general, on: {move: $n, by: $p}, when: [{adversary: $p, is: $o}], then: [{finding: alpha, by: $o}]}
- {id: special, on: {move: $n, by: $p}, when: [{left: $p, is: $o}], overrides: [general], then: [{finding: beta, by: $o}]}
"""  # noqa: E501
    assert findings(ruled(small(tmp_path, rules), act("a"))) == [("alpha", "d", 1), ("beta", "b", 1)]


def test_next_means_that_the_same_does_not_occur_in_between(tmp_path: Path) -> None:
    """``next: yes`` takes the last such act before now; an act of another sort in between does not matter."""
    rules = "- {id: r, on: {other: $n}, when: [{move: $m, by: $p, next: yes}], then: [{finding: alpha, by: $p}]}"
    assert findings(ruled(small(tmp_path, rules), act("a"), act("b"), other("c"), other("d"))) == [
        ("alpha", "b", 3),
        ("alpha", "b", 4),
    ]


def test_counts_are_compared_and_bound(tmp_path: Path) -> None:
    """A count is of all that match; it can be a number, a comparison, or bound to a variable."""
    rules = """
- {id: exactly, on: {other: $n, by: $p}, when: [{count: 2, of: {move: any}}], then: [{finding: alpha, by: $p}]}
- {id: bound, on: {other: $n, by: $p}, when: [{count: $k, of: {move: any, by: {ne: $p}}}], then: [{finding: beta, by: $p, n: "$k * 10"}]}
"""  # noqa: E501
    ruling = ruled(small(tmp_path, rules), act("a"), other("a"), act("b"), other("a"))
    assert findings(ruling) == [("beta", "a", 2), ("alpha", "a", 4), ("beta", "a", 4)]
    assert [n.conclusion for n in ruling.proof if n.rule == "bound"] == ["beta (by a)", "beta (by a, n 10)"]


def test_every_fact_carries_every_attribute(tmp_path: Path) -> None:
    """What was not said can be tested for: 0 for an event, ``none`` for a word."""
    rules = "- {id: r, on: {move: $n, by: $p, about: 0}, then: [{finding: alpha, by: $p}]}"
    assert findings(ruled(small(tmp_path, rules), act("a"), act("b", about=1))) == [("alpha", "a", 1)]


def test_lists_and_any_stand_for_alternatives(tmp_path: Path) -> None:
    """A list of words, a list of values, and ``any`` match each of them once."""
    rules = """
- {id: acts, on: {move: $n, by: $p, value: [x, y]}, then: [{finding: alpha, by: $p}]}
- {id: names, on: {found: [alpha, gamma], by: $p}, then: [{finding: beta, by: $p}]}
"""
    assert findings(ruled(small(tmp_path, rules), act("a"), act("b", "z"))) == [("alpha", "a", 1), ("beta", "a", 1)]


def test_arithmetic_and_the_codes_values(tmp_path: Path) -> None:
    """Conclusions compute with the code's values."""
    rules = """
- id: r
  on: {move: $n, by: $p, value: $w}
  when: [{value: price, of: $w, is: $v}, {side: $p, is: $s}]
  then: [{points: "max($v * 2 - 1, 6)", side: $s, column: total}]
"""
    ruling = ruled(small(tmp_path, rules), act("a"), act("b", "y"), act("c", "z"))
    assert [(p.side, p.points) for p in ruling.points] == [("a-c", 6), ("b-d", 7)]


def test_a_presumption_yields_to_what_was_stated_and_to_nothing_else(tmp_path: Path) -> None:
    """A presumed fact is taken as presumed, is listed, and gives way to a statement."""
    rules = "- {id: r, on: {move: $n, by: $p}, when: [{fact: presumed, about: $n, value: yes}], then: [{finding: alpha, by: $p}]}"  # noqa: E501
    book = small(tmp_path, rules)
    silent, stated = (
        ruled(book, act("a")),
        ruled(book, act("a"), facts=[{"fact": "presumed", "about": 1, "value": "no"}]),
    )
    assert (findings(silent), findings(stated)) == ([("alpha", "a", 1)], [])
    assert ([p["fact"] for p in silent.presumed], stated.presumed) == (["presumed"], ())


def test_an_open_fact_is_followed_both_ways(tmp_path: Path) -> None:
    """What nobody stated and nothing presumes leaves a conclusion uncertain, and its negation too."""
    rules = """
- {id: yes, on: {move: $n, by: $p}, when: [{fact: open, about: $n, value: yes}], then: [{finding: alpha, by: $p}]}
- {id: else, on: {move: $n, by: $p}, unless: [{finding: alpha}], then: [{finding: beta, by: $p}]}
- {id: both, on: {move: $n, by: $p}, then: [{finding: gamma, by: $p}]}
"""
    ruling = ruled(small(tmp_path, rules), act("a"))
    assert findings(ruling) == [("gamma", "a", 1)]
    (fact,) = ruling.open
    assert {b["value"]: [f["finding"] for f in b["findings"]] for b in fact["branches"]} == {
        "yes": ["alpha", "gamma"],
        "no": ["beta", "gamma"],
    }


def test_many_open_facts_are_capped(tmp_path: Path) -> None:
    """Past sixteen open facts the worlds are no longer told apart, and it is said that something is unexplored."""
    rules = "- {id: r, on: {move: $n}, when: [{fact: open, about: $n, value: yes}], then: [{finding: alpha}]}"
    ruling = ruled(small(tmp_path, rules), *[act("a")] * 18)
    assert len(ruling.open) == 16
    assert len(ruling.presumed) == 2


REMEDIES = (
    LIFE
    + """
- {id: owed, on: {move: $n, by: $p, value: x}, when: [{adversary: $p, is: $o}], then: [{remedy: first, for: $n, against: $p, chooser: $o, mode: either-first-binds, options: [{option: pay}]}]}
- {id: lost, on: {other: $m, by: $o}, when: [{state: remedy, remedy: first, for: $n, chooser: $o}], then: [{status: lapsed, remedy: first, for: $n, lost_by: $m}]}
"""  # noqa: E501
)


def remedies(*events: dict[str, object], folder: Path) -> list[tuple[str, int, str, str, int]]:
    """Each remedy with its status."""
    ruling = ruled(small(folder, REMEDIES), *events)
    return [(r.remedy, r.event, r.status, r.chosen_by, r.lost_by) for r in ruling.remedies]


def test_a_remedy_is_one_for_all_its_choosers_and_the_first_decision_binds(tmp_path: Path) -> None:
    """Both adversaries may choose; what one decides is decided for both, and a right never vanishes."""
    pay = {"by": "b", "demand": "pay", "about": 1}
    assert remedies(act("a"), folder=tmp_path / "1") == [("first", 1, "available", "", 0)]
    assert remedies(act("a"), pay, other("d"), folder=tmp_path / "2") == [("first", 1, "exercised", "b", 0)]
    assert remedies(act("a"), other("d"), pay, folder=tmp_path / "3") == [("first", 1, "lapsed", "", 2)]


def test_a_demand_says_what_it_is_about(tmp_path: Path) -> None:
    """A course open under two remedies is exercised for the one that the demand names."""
    found = remedies(act("a"), act("c"), {"by": "b", "demand": "pay", "about": 2}, folder=tmp_path)
    assert [r[:3] for r in found] == [("first", 1, "available"), ("first", 2, "exercised")]


def test_a_demand_by_one_who_may_not_choose_does_nothing(tmp_path: Path) -> None:
    """The offender's own side cannot exercise the remedy."""
    assert remedies(act("a"), {"by": "c", "demand": "pay", "about": 1}, folder=tmp_path)[0][2] == "available"


def test_a_report_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    """A finding of grade contradiction is an error in the report, with the place of the event."""
    rules = "- {id: r, on: {move: $n, by: $p, value: y}, then: [{finding: wrong, by: $p}]}"
    with pytest.raises(InputError, match="the report contradicts itself"):
        ruled(small(tmp_path, rules), act("a", "y"))


def test_a_role_that_nobody_holds_is_refused(tmp_path: Path) -> None:
    """A report that speaks of the declarer without saying who he is cannot be ruled on in silence."""
    rules = "- {id: r, on: {move: $n, by: $p}, then: [{finding: alpha, by: $p}]}"
    with pytest.raises(InputError, match="who is declarer does not follow"):
        ruled(small(tmp_path, rules), act("declarer"))


@pytest.mark.parametrize(
    ("rule", "message"),
    [  # what is wrong, and what is said of it
        ("{id: r, on: {move: $n}, then: [{finding: alpha, by: $p}]}", r"\$p of rule 'r' is not bound"),
        (
            "{id: r, on: {move: $n, by: $p}, then: [{finding: alfa, by: $p}]}",
            "unknown finding 'alfa'; did you mean 'alpha'",
        ),
        (
            "{id: r, on: {move: $n, buy: $p}, then: [{finding: alpha}]}",
            "unknown attribute of move 'buy'; did you mean 'by'",
        ),
        (
            "{id: r, on: {move: $n, by: $p}, when: [{state: marked, n: many}], then: [{finding: alpha}]}",
            "'n' must be a number",
        ),
        ("{id: r, on: {move: $n, by: $n}, then: [{finding: alpha}]}", r"\$n of rule 'r' is a (event|seat) and a"),
        (
            "{id: r, on: {move: $n}, when: [{move: $n, by: $p}], then: [{finding: alpha}]}",
            "asks for its own act among earlier",
        ),
        (
            "{id: r, on: {move: $n}, overrides: [nothing], then: [{finding: alpha}]}",
            "overrides 'nothing', which is no rule",
        ),
        ("{id: r, on: {state: marked}, then: [{finding: alpha}]}", "set off by an act or one of"),
        (
            "{id: r, on: {move: $n}, unless: [{fact: open, value: yes}], then: [{finding: alpha}]}",
            "may not stand under 'unless'",
        ),
        (
            "{id: r, on: {move: $n}, when: [{state: marked, n: {lt: two}}], then: [{finding: alpha}]}",
            "'n' must be a number",
        ),
        (
            "{id: r, on: {move: $n}, when: [{state: marked, seat: {lt: $n}}], then: [{finding: alpha}]}",
            "has no order",
        ),
        ("{id: r, on: {move: $n}, then: [{points: '$n ** 2', side: x}]}", r"only numbers, variables, \+ - \*"),
        ("{id: r, on: {move: $n}, then: [{points: '__import__(1)', side: x}]}", "'points' must be a number"),
        ("{id: r, on: {move: $n}, then: [{answer: yes, issue: 1}]}", "must carry the issue"),
    ],
)
def test_a_faulty_rule_is_refused(rule: str, message: str, tmp_path: Path) -> None:
    """Unknown words, wrong types, unbound variables and conditions that can never hold are errors at load."""
    with pytest.raises(RulebookError, match=message):
        small(tmp_path, f"- {rule}")


def test_all_faults_of_a_rulebook_are_told_at_once(tmp_path: Path) -> None:
    """One run shows every fault, each with its line and column."""
    rules = """
- {id: one, on: {move: $n}, then: [{finding: alfa}]}
- {id: two, on: {akt: $n}, then: [{finding: alpha}]}
- {id: three, on: {move: $n}, when: [{state: markt}], then: [{finding: alpha}]}
"""
    with pytest.raises(RulebookError) as caught:
        small(tmp_path, rules)
    assert [p.line for p in caught.value.problems] == [8, 9, 10]
    assert all(p.column > 1 for p in caught.value.problems)
