"""durable_rules is kept inside its safe fragment: what its C code gets wrong cannot be reached from YAML.

Each group takes one kind of fault that was measured in the library: matches lost or invented, batches cut short,
tables that overflow, state left behind. A test shows that a rulebook or an incident that would run into it is matched
rightly, or is refused with an error that says what is wrong. The last group compares with trying every combination.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from adjudicator import AdjudicatorError, EngineError, InputError, RulebookError, adjudicate, load_rulebook
from adjudicator.engine.durable import MAX_FACTS, MAX_RULES, MAX_TEXT, Durable
from adjudicator.engine.interface import Assertion, Match
from adjudicator.incidents import read_incidents
from adjudicator.model.incident import Incident
from adjudicator.model.rule import Pattern, Rule
from adjudicator.model.vocabulary import Value
from engine_helpers import (
    attempt,
    brute,
    chunks,
    finding,
    irregularity,
    known,
    matches,
    on,
    pattern,
    python,
    rule,
    ruled,
    said,
    toy,
    write_toy,
    wrong,
)

CASES = Path(__file__).parent.parent / "cases" / "incidents" / "auction-1912"
SAME_VALUE = rule(pattern("x", v="$a"), pattern("y", v="$a"))
SAME_HASH = ("qlqkrh", "winidb")  # as the library sees them: with an s before
SAME_HASH_ATTRIBUTES = ("yvtdob", "fvwmie")  # with an underscore before
TOO_DEEP = r"nested deeper than 30 levels|maximum nesting depth"  # libyaml's own limit is 1,000
SAME_HASH_ESCAPED = ("ébzwcps", "éainbva")  # the same, as JSON writes them


# -- negation, choice, and one fact in two places


@pytest.mark.parametrize(("culprit", "excuse"), [("a", "z"), ("z", "a"), ("e", "f"), ("u", "v")])
def test_an_exception_counts_whenever_it_is_found(tmp_path: Path, culprit: str, excuse: str) -> None:
    """A rule is defeated by what is found in the same step, whichever of the two rules comes first by its name."""
    accuse = {"id": culprit, "on": {"say": "$n"}, "unless": [{"finding": "excused", "n": "$n"}]}
    forgive = {"id": excuse, "on": {"say": "$n", "value": "sorry"}, "then": [{"finding": "excused", "n": "$n"}]}
    other = {"id": "m", "on": {"say": "$n", "value": "sorry"}, "then": [{"finding": "other", "by": "north"}]}
    words = {"excused": finding(n="event"), "other": irregularity()}
    book = toy(tmp_path, [{**accuse, "then": [{"finding": "wrong"}]}, forgive, other], findings=words)
    findings = ruled(book, said("sorry", "no", "sorry")).findings
    assert sorted((f.at, f.finding) for f in findings) == [(1, "other"), (2, "wrong"), (3, "other")]


def test_no_exception_reaches_the_engine() -> None:
    """The engine matches a rule with exceptions as if it had none, with the exception there before, with or after."""
    blocked = rule(pattern("x", v="$a"), unless=((pattern("no", v="$a"),),))
    rules = [rule(pattern("no", v="$a")), blocked, rule(pattern("x"))]
    x, no = on(1, "x", v=1), [on(0, "no", v=1), known(2, "no", v=1)]
    expected = [Match(0, (0,)), Match(1, (1,)), Match(2, (1,))]
    assert [matches(rules, *b) for b in ([no, [x]], [[*no, x]], [[x, *no]], [[x], no])] == [expected] * 4


@pytest.mark.parametrize(("words", "count"), [(["p"], 1), (["p", "q"], 2), (["both"], 2), (["both", "p"], 3)])
def test_a_choice_of_two_findings_is_no_third(tmp_path: Path, words: list[str], count: int) -> None:
    """A condition on either of two findings counts each of them once, and nothing for the two together."""
    makers = [{"id": w, "on": {"say": "$n", "value": [w, "both"]}, "then": [{"finding": w, "n": "$n"}]} for w in "pq"]
    either = {"count": "$c", "of": {"finding": ["p", "q"]}}
    counter = {"id": "r", "on": {"moment": "end"}, "when": [either], "then": [{"finding": "wrong", "k": "$c"}]}
    book = toy(tmp_path, [*makers, counter], findings={"p": finding(n="event"), "q": finding(n="event")})
    assert [f.text for f in ruled(book, said(*words)).findings] == [f"wrong (k {count})"]


def test_any_of_a_kind_matches_each_fact_once() -> None:
    """A condition on any word of a kind matches once for each fact, never once more for two together."""
    anything = rule(pattern("x"), Pattern("finding", "*", (), pattern("x").mark))
    facts = [on(0, "x"), Assertion(1, "finding:*", {"name": "p"}), Assertion(2, "finding:*", {"name": "q"})]
    assert matches([anything], facts) == [Match(0, (0, 1)), Match(0, (0, 2))]


def test_one_fact_fills_two_conditions() -> None:
    """Two conditions of a rule are filled by one fact where it fits both."""
    twice = rule(pattern("t"), pattern("x", v="$a"), pattern("x", v="$a"))
    both = [Match(0, (0, i, j)) for i in (1, 2) for j in (1, 2)]
    assert matches([twice], [on(0, "t"), known(1, "x", v=5), known(2, "x", v=5)]) == both


# -- joins


@pytest.mark.parametrize("name", ["id", "sid", "~k", "~g", "~end", "_v", "name"])
def test_an_attribute_may_have_any_name_of_the_library(name: str) -> None:
    """A join on an attribute called as the library calls its own finds all its matches."""
    join = rule(pattern("x", {name: "$a"}), pattern("y", {name: "$a"}))
    facts = [f for i in range(20) for f in (on(i, "x", {name: i}), known(100 + i, "y", {name: i}))]
    assert matches([join], facts) == [Match(0, (i, 100 + i)) for i in range(20)]


def test_id_and_sid_join_in_a_rulebook(tmp_path: Path) -> None:
    """A rulebook may join findings on attributes called id and sid."""
    hear = {"id": "hear", "on": {"say": "$n", "value": "$v"}, "then": [{"finding": "heard", "id": "$v", "sid": "$v"}]}
    again = {"id": "again", "on": {"say": "$n", "value": "$v"}, "when": [{"was": "heard", "id": "$v", "sid": "$v"}]}
    words = {"heard": finding(id="text", sid="text")}
    book = toy(tmp_path, [hear, {**again, "then": [{"finding": "wrong"}]}], findings=words)
    assert wrong(book, said("a", "b", "a", "c", "b")) == [3, 5]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_a_join_that_fails_last_matches_nothing(order: tuple[int, ...]) -> None:
    """Of several joins, one that fails, wherever it stands, is no match; words of equal hash do not make it one."""
    names = [f"v{i}" for i in order]
    join = rule(pattern("x", {n: f"${n}" for n in names}), pattern("y", {n: f"${n}" for n in names}))
    good, bad = SAME_HASH
    first = [on(i, "x", v0=good, v1=1, v2=good) for i in range(20)]
    near: list[tuple[Value, ...]] = [(bad, 1, good), (good, 2, good), (good, 1, bad)]
    others = [known(100 + i, "y", dict(zip(("v0", "v1", "v2"), near[i % 3], strict=True))) for i in range(60)]
    last = known(999, "y", v0=good, v1=1, v2=good)
    assert matches([join], [*first, *others, last]) == [Match(0, (i, 999)) for i in range(20)]


def test_joins_between_words_of_equal_hash_read_nothing_beyond_the_rule() -> None:
    """400 rule sets that join words of equal hash, which crash the library where a false join ends a condition."""
    program = f"""
import random
from engine_helpers import brute, known, matches, on, pattern, rule
chance, words, wrong = random.Random(2), {[*SAME_HASH, "other"]!r}, 0
for _ in range(400):
    y = pattern("y", v="$a")
    rules = [rule(pattern("x", v="$a"), *[y] * chance.randint(1, 3)) for _ in range(chance.randint(1, 5))]
    facts = [chance.choice([on, known])(i, chance.choice("xy"), v=chance.choice(words)) for i in range(20)]
    wrong += matches(rules, facts) != sorted(brute(rules, facts))
print(wrong, "wrong")
"""
    assert python(program, seconds=20) == "0 wrong"


def test_facts_without_the_attribute_are_passed_over() -> None:
    """A fact that lacks the attribute joined on spoils neither its batch nor the other matches."""
    facts = [on(0, "x"), on(1, "x", v=1), known(2, "y"), known(3, "y", w=1), known(4, "y", v="1"), known(5, "y", v=1)]
    assert matches([SAME_VALUE], facts) == matches([SAME_VALUE], facts[:3], facts[3:]) == [Match(0, (1, 5))]


# -- values


WORDS: list[Value] = [
    "", "1", 1, "01", "1.0", "-1", -1, 0, "0", "true", "True", "false", "yes", "no", "null", "none", "None", "~", "{}",
    "[]", "1e-05", "1e-07", "1e+16", "1E22", "inf", "nan", "0x1", "é", "\\u00e9", "e\u0301", "♠", "🂡", '"', '""',
    "\\", "\\\\", "a\\", 'a"', "a\\\"", "a'b", "a,b", "a:b", "}", "\t", "a\nb", "\0", "\0\0", "$x", "$m", "a.b", "s1",
    "x" * 19_999, "x" * 19_998, "ü" * 9_000, 2**53, 2**53 + 1, 2**62,
    2**63 - 1, 2**63 - 2, -(2**63) + 1, -(2**63) + 2, *SAME_HASH,
]  # fmt: skip


def test_no_value_is_taken_for_another_in_a_join() -> None:
    """Words, numbers and words that look like numbers join with themselves and with nothing else."""
    facts = [on(i, "x", v=w) for i, w in enumerate(WORDS)] + [known(100 + i, "y", v=w) for i, w in enumerate(WORDS)]
    assert matches([SAME_VALUE], facts) == [Match(0, (i, 100 + i)) for i in range(len(WORDS))]


def test_no_value_is_taken_for_another_in_a_rule() -> None:
    """A rule that asks for a value matches that value and nothing else."""
    rules = [rule(pattern("x", (("v", w),))) for w in WORDS if not isinstance(w, str) or not w.startswith("$")]
    asked = [w for w in WORDS if not isinstance(w, str) or not w.startswith("$")]
    facts = [on(i, "x", v=w) for i, w in enumerate(asked)]
    assert matches(rules, facts) == [Match(i, (i,)) for i in range(len(asked))]


@pytest.mark.parametrize(
    "literal", ["1", "'1'", "01", "true", "yes", "null", "~", "1e-05", "1.0", "0x1", "2001-01-01", "é", '"\\\\"']
)
def test_a_word_of_yaml_is_only_itself(tmp_path: Path, literal: str) -> None:
    """What YAML elsewhere takes for a number, a truth, a date or nothing is a word, equal to itself alone."""
    law = write_toy(tmp_path, [{"id": "r", "on": {"say": "$n", "value": "LITERAL"}, "then": [{"finding": "wrong"}]}])
    law.write_text(law.read_text("utf-8").replace("LITERAL", literal), "utf-8")
    book = load_rulebook(rules=tmp_path)
    near = ["1", "2", "001", "True", "on", "Null", "none", "''", "1e-5", "1.00", "e\u0301", '"\\\\\\\\"']
    others = [word for word in near if word.strip("'") != literal.strip("'")]
    events = "".join(f"- {{by: north, say: {word}}}\n" for word in [*others, literal])
    assert wrong(book, f"code: toy\nevents:\n{events}") == [len(others) + 1]


@pytest.mark.parametrize("number", [2**63, -(2**63), 10**30])
def test_a_number_of_more_than_63_bits_is_refused(number: int) -> None:
    """A number that the library would cut short is refused, in a fact and in a rule."""
    with pytest.raises(EngineError, match="too large"):
        matches([SAME_VALUE], [], [on(0, "x", v=number)])
    with pytest.raises(EngineError, match="too large"):
        Durable([rule(pattern("x", (("v", number),)))])


def test_numbers_of_a_rulebook_stay_small(tmp_path: Path) -> None:
    """Numbers of more than six digits cannot be written where a number is read, nor reached by arithmetic."""
    book = toy(tmp_path, [{"id": "r", "on": {"say": "$n"}, "then": [{"finding": "wrong", "k": "$n * 9999999999"}]}])
    with pytest.raises(RulebookError, match="larger than 1,000,000,000"):
        ruled(book, said("x"))
    (tmp_path / "other").mkdir()
    with pytest.raises(RulebookError, match="'k' must be a number, not '9223372036854775808'"):
        toy(tmp_path / "other", [{"id": "r", "on": {"say": "$n"}, "then": [{"finding": "wrong", "k": 2**63}]}])


@pytest.mark.parametrize("number", [10**30, 10**5000], ids=["30 digits", "5000 digits"])
def test_a_huge_number_in_a_mapping_is_a_word_or_refused(tmp_path: Path, number: int) -> None:
    """A number of any size in an incident given as a mapping is read as the word for it, or refused as input."""
    book = toy(tmp_path, [{"id": "r", "on": {"say": "$n", "value": str(10**30)}, "then": [{"finding": "wrong"}]}])
    found = attempt(lambda: wrong(book, said(number)))
    assert found == [1] or (number > 10**30 and str(found).startswith("InputError"))


@pytest.mark.parametrize("tail", ["ab", "cd"])
def test_a_word_longer_than_the_library_can_tell_apart_is_refused(tail: str) -> None:
    """Lengths are kept in 16 bits: a word whose end would not be looked at is refused."""
    with pytest.raises(EngineError, match="a word longer than 20,000 bytes"):
        matches([SAME_VALUE], [on(0, "x", v="short")], [known(1, "y", v="x" * 65_536 + tail)])
    with pytest.raises(EngineError, match="a word longer than 20,000 bytes"):
        Durable([rule(pattern("x", v="x" * 65_536 + tail))])


def test_a_word_grown_by_escapes_keeps_its_end() -> None:
    """A word of characters that JSON writes with six bytes is not cut at 65,536 of them: no other is taken for it."""
    one, other = "\1" * 10_923, "\1" * 10_922 + "abcdef"
    found = attempt(lambda: matches([rule(pattern("x", v=one))], [on(0, "x", v=one), on(1, "x", v=other)]))
    assert found == [Match(0, (0,))] or "longer than" in str(found)


def test_a_long_word_of_an_incident_is_refused_by_its_length(tmp_path: Path) -> None:
    """An incident with a word longer than the library can hold is refused, and the error speaks of the length."""
    book = toy(tmp_path, [{"id": "r", "on": {"say": "$n", "value": "$v"}, "then": [{"finding": "wrong"}]}])
    with pytest.raises(AdjudicatorError, match="longer than"):
        ruled(book, said("x" * (MAX_TEXT + 1)))
    assert wrong(book, said("x" * (MAX_TEXT - 1))) == [1]


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    """A lone surrogate, which no UTF-8 text can hold, is refused as input."""
    book = toy(tmp_path, [{"id": "r", "on": {"say": "$n", "value": "$v"}, "then": [{"finding": "wrong"}]}])
    with pytest.raises(InputError):
        ruled(book, 'code: toy\nevents:\n- {by: north, say: "\\ud800"}\n')
    with pytest.raises(InputError):
        ruled(book, said("a", "\ud800"))


# -- names of attributes


@pytest.mark.parametrize(
    "name",
    ["a.b", "$x", "$and", "$ex", "a.$m", "", " ", '"', "\\", 'a"b', "a\\b", "é", "♠", "{", "]", "a,b", "x" * 70_000],
    ids=lambda name: repr(name[:9]),
)
def test_an_attribute_may_have_any_name(name: str) -> None:
    """Dots, dollar signs, quotes and backslashes in a name are nothing but letters of it."""
    rules = [rule(pattern("x", ((name, "$a"),)), pattern("y", ((name, "$a"),))), rule(pattern("x", ((name, 3),)))]
    facts = [on(0, "x", {name: 3}), on(1, "x", {name: 4}), known(2, "y", {name: 3}), known(3, "y", {f"{name}b": 3})]
    assert matches(rules, facts) == [Match(0, (0, 2)), Match(1, (0,))]


def test_a_dotted_name_is_no_path(tmp_path: Path) -> None:
    """A rulebook's attribute with a dot or a dollar sign in its name is matched like any other."""
    then = [{"finding": "heard", "a.b": "$v", "a": "x", "$b": "$v"}]
    hear = {"id": "hear", "on": {"say": "$n", "value": "$v"}, "then": then}
    again = {"id": "again", "on": {"say": "$n", "value": "$v"}, "when": [{"was": "heard", "a.b": "$v", "$b": "$v"}]}
    words = {"heard": finding(**{"a": "text", "a.b": "text", "$b": "text"})}
    book = toy(tmp_path, [hear, {**again, "then": [{"finding": "wrong"}]}], findings=words)
    assert wrong(book, said("p", "q", "p")) == [3]


@pytest.mark.parametrize("names", [SAME_HASH_ATTRIBUTES, SAME_HASH_ESCAPED])
def test_attributes_of_equal_hash_are_refused(names: tuple[str, str]) -> None:
    """The library knows a property by a hash of 32 bits: two names of one hash are refused, or told apart."""
    one, other = names
    values = [{one: 1, other: 2}, {one: 2, other: 1}, {one: 1, other: 1}, {one: 2, other: 2}]
    rules = [rule(pattern("x", {one: 1, other: 2}))]
    found = attempt(lambda: matches(rules, [on(i, "x", v) for i, v in enumerate(values)]))
    assert found == [Match(0, (0,))] or "names that durable_rules cannot tell apart" in str(found)


def test_names_of_equal_hash_in_a_rulebook_are_refused(tmp_path: Path) -> None:
    """A rulebook with two such attributes is refused when it is first ruled by, not misread."""
    one, other = SAME_HASH_ATTRIBUTES
    hear = {"id": "hear", "on": {"say": "$n", "value": "$v"}, "then": [{"finding": "heard", one: "$v", other: "x"}]}
    again = {"id": "again", "on": {"found": "heard", one: "a", other: "x"}, "then": [{"finding": "wrong"}]}
    book = toy(tmp_path, [hear, again], findings={"heard": finding(**{one: "text", other: "text"})})
    with pytest.raises(EngineError, match="two attributes have names that durable_rules cannot tell apart"):
        ruled(book, said("a"))


# -- identities of facts


def test_every_fact_is_a_fact_of_its_own() -> None:
    """Of 48,000 equal facts none is taken for another, and removing half of them removes no more."""
    total = 48_000
    engine = Durable([rule(pattern("x")), rule(pattern("t"), pattern("y"))])
    with engine.session() as session:
        facts = [on(i, "x") for i in range(0, total, 2)] + [known(i, "y") for i in range(1, total, 2)]
        assert len(session.add(facts)) == total // 2
        session.remove(range(1, total, 4))
        assert [m.facts[1] for m in sorted(session.add([on(MAX_FACTS - 1, "t")]))] == list(range(3, total, 4))


def test_more_facts_than_have_names_are_refused() -> None:
    """A fact whose number has no identifier of its own is refused."""
    assert matches([rule(pattern("x"))], [on(MAX_FACTS - 1, "x")]) == [Match(0, (MAX_FACTS - 1,))]
    with pytest.raises(EngineError, match="more than 900,000 facts in one incident"):
        matches([rule(pattern("x"))], [], [on(MAX_FACTS, "x")])


# -- batches


def test_facts_that_nothing_reads_do_no_harm() -> None:
    """Facts that no rule reads, facts that match nothing and facts with nothing in them leave the others alone."""
    odd = [known(0, "unknown", v=1), known(1, "x", v=1), on(2, "y", v=1), on(3, "x"), known(4, "y"), known(5, "y", w=2)]
    good = [on(6, "x", v=1), known(7, "y", v=1)]
    for facts in ([*odd, *good], [*good, *odd], [good[0], *odd, good[1]]):
        assert matches([SAME_VALUE], facts) == [Match(0, (6, 7))]
    assert matches([SAME_VALUE], odd, [], good, []) == [Match(0, (6, 7))]


def test_an_event_without_anything_is_refused(tmp_path: Path) -> None:
    """An empty event or condition is refused where it is read."""
    book = toy(tmp_path, [{"id": "r", "on": {"say": "$n"}, "then": [{"finding": "wrong"}]}])
    with pytest.raises(InputError, match="event 1 has no act"):
        ruled(book, {"code": "toy", "events": [{}]})
    (tmp_path / "other").mkdir()
    with pytest.raises(RulebookError, match="a condition must be a mapping"):
        toy(tmp_path / "other", [{"id": "r", "on": {}, "then": [{"finding": "wrong"}]}])


@pytest.mark.parametrize("count", [200, 249])
def test_a_fact_may_have_many_attributes(count: int) -> None:
    """A fact with 249 attributes that rules read is read to its end, and so is the fact after it."""
    names = [f"v{i}" for i in range(count)]
    rules = [rule(pattern("x", dict.fromkeys(names, 1))), *(rule(pattern("x", {n: 1})) for n in names)]
    expected = [Match(r, (fact,)) for r in range(count + 1) for fact in (0, 1)]
    assert matches(rules, [on(i, "x", dict.fromkeys(names, 1)) for i in (0, 1)]) == expected


def test_more_attributes_than_a_fact_can_carry_are_refused() -> None:
    """A word with more attributes than the library reads of one fact is refused, and the error names the cause."""
    names = [f"v{i}" for i in range(250)]
    with pytest.raises(EngineError, match="attributes"):
        matches([rule(pattern("x", {n: 1})) for n in names], [on(0, "x", dict.fromkeys(names, 1))])


def test_a_rule_may_match_more_often_than_one_call_delivers() -> None:
    """A rule that matches 62,500 times in one batch, more than the library hands out at once, loses none of them."""
    facts = [f for i in range(250) for f in (on(i, "x"), known(250 + i, "y"))]
    found = matches([rule(pattern("x"), pattern("y"))], facts)
    assert len(set(found)) == len(found) == 62_500


# -- tables of fixed size


@pytest.mark.parametrize("count", [40, 41, 65, 129, 256, 257, 511, 513, 800, 801, MAX_RULES])
def test_many_rules_with_one_pattern(count: int) -> None:
    """So many rules with the same condition all match, where 256 would crash the library."""
    assert matches([rule(pattern("x", v=1))] * count, [on(0, "x", v=1)]) == [Match(i, (0,)) for i in range(count)]


@pytest.mark.parametrize("count", [64, 65, 257, 801, 2_000])
def test_many_rules_joining_on_one_type(count: int) -> None:
    """So many rules that join on one kind of fact all match, where 65 would lose the batch."""
    rules = [rule(pattern("x", v="$a"), pattern("y", v="$a", w="$a"))] * count
    facts = [on(0, "x", v=1), known(1, "y", v=1, w=2), known(2, "y", v=1, w=1)]
    assert matches(rules, facts) == [Match(i, (0, 2)) for i in range(count)]


@pytest.mark.parametrize("count", [512, 513, MAX_RULES])
def test_many_values_of_one_attribute(count: int) -> None:
    """So many rules that each ask for another value of one attribute find the one that is there."""
    rules = [rule(pattern("x", v=i)) for i in range(count)]
    assert matches(rules, [on(0, "x", v=count - 1), on(1, "x", v=0)]) == [Match(0, (1,)), Match(count - 1, (0,))]


@pytest.mark.parametrize("count", [511, 513, 1_025, 8_000])
def test_many_types(count: int) -> None:
    """So many kinds of fact are told apart, where 513 would hang the library."""
    rules = [rule(*(pattern(f"k{i}") for i in range(n, min(n + 10, count)))) for n in range(0, count, 10)]
    facts = [(on if i % 10 == 0 else known)(i, f"k{i}") for i in range(count)]
    assert matches(rules, facts) == [Match(n // 10, tuple(range(n, min(n + 10, count)))) for n in range(0, count, 10)]


def test_too_many_types_do_not_hang() -> None:
    """More kinds of fact than the library has room for are matched or refused; the process does not hang."""
    program = """
from engine_helpers import attempt, known, matches, on, pattern, rule
rules = [rule(*(pattern(f"k{i}") for i in range(n, n + 14))) for n in range(0, 9_100, 14)]
print(attempt(lambda: len(matches(rules, [on(0, "k0"), *(known(i, f"k{i}") for i in range(1, 14))]))))
"""
    printed = python(program, seconds=8)
    assert printed == "1" or printed.startswith("EngineError engine:0:0: more than")


def test_too_many_conditions_on_one_type_are_refused_by_name() -> None:
    """More conditions on one kind of fact than can be spread out are matched, or refused by saying so."""
    rules = [rule(pattern("t"), *(pattern("x", v=13 * n + i) for i in range(13))) for n in range(2_000)]
    facts = [on(0, "t"), *(known(1 + i, "x", v=i) for i in range(13))]
    found = attempt(lambda: matches(rules, facts))
    assert found == [Match(0, tuple(range(14)))] or "conditions" in str(found)


def test_more_rules_than_the_library_holds_are_refused() -> None:
    """More than 4,000 rules are refused before the library sees them."""
    with pytest.raises(EngineError, match="more than 4000 rules"):
        Durable([rule(pattern("x"))] * (MAX_RULES + 1))


def test_more_conditions_than_a_rule_may_have_are_refused(tmp_path: Path) -> None:
    """A rule of fourteen conditions, the one that sets it off among them, matches; one of fifteen is refused."""
    long = {"id": "long", "on": {"say": "$n"}, "when": [{"left": "$p", "is": "$q"}], "then": [{"finding": "wrong"}]}
    sits = [{"left": f"$s{i}", "is": f"$s{i + 1}"} for i in range(13)]
    book = toy(tmp_path, [{**long, "on": {"say": "$n", "by": "$s0"}, "when": sits}])
    assert wrong(book, said("x")) == [1]
    (tmp_path / "other").mkdir()
    with pytest.raises(RulebookError, match="rule 'long' has more than 14 conditions"):
        toy(tmp_path / "other", [{**long, "when": [*sits, {"left": "$s13", "is": "$s14"}]}])


def test_more_joins_than_a_condition_may_have_are_refused() -> None:
    """A condition that shares 28 variables matches; one that shares 29 is refused."""
    names = [f"v{i}" for i in range(29)]
    facts = [on(0, "x", dict.fromkeys(names, 1)), known(1, "y", dict.fromkeys(names, 1))]

    def joined(count: int) -> list[Match]:
        tests = {n: f"${n}" for n in names[:count]}
        return matches([rule(pattern("x", tests), pattern("y", tests))], facts)

    assert joined(28) == [Match(0, (0, 1))]
    with pytest.raises(EngineError, match="a condition with more than 28 variables"):
        joined(29)


# -- arithmetic and nesting


@pytest.mark.parametrize("division", ["$n / 0", "$n // 0", "$n % 0", "$n / 2", "1 / $n", "$n ** 2", "-$n"])
def test_division_is_refused(tmp_path: Path, division: str) -> None:
    """Nothing that could divide by zero can be written."""
    with pytest.raises(RulebookError, match="only numbers, variables"):
        toy(tmp_path, [{"id": "r", "on": {"say": "$n"}, "then": [{"finding": "wrong", "k": division}]}])


@pytest.mark.parametrize("terms", [50, 90, 1_500, 20_000])
def test_a_long_sum_is_worked_out_or_refused(tmp_path: Path, terms: int) -> None:
    """A sum of very many terms is worked out, or refused where it is read."""
    total = {"finding": "heard", "k": "$n" + " + 1" * terms}
    hear = {"id": "hear", "on": {"say": "$n"}, "then": [total]}
    check = {"id": "check", "on": {"found": "heard", "k": terms + 1}, "then": [{"finding": "wrong"}]}
    found = attempt(lambda: wrong(toy(tmp_path, [hear, check], findings={"heard": finding(k="number")}), said("x")))
    assert found == [1] or (terms > 90 and str(found).startswith("RulebookError"))


@pytest.mark.parametrize("depth", [31, 100_000])
def test_deep_nesting_is_refused(tmp_path: Path, depth: int) -> None:
    """Lists nested deeper than 30 levels are refused in an incident and in a rulebook, however deep."""
    book = toy(tmp_path, [{"id": "r", "on": {"say": "$n"}, "then": [{"finding": "wrong"}]}])
    deep = "[" * depth + "]" * depth
    with pytest.raises(InputError, match=TOO_DEEP):
        ruled(book, f"code: toy\nevents:\n- {{by: north, say: {deep}}}\n")
    (tmp_path / "more" / "toy").mkdir(parents=True)
    (tmp_path / "more" / "toy" / "002_deep.yaml").write_text(f"law: 2\ntitle: {deep}\n", "utf-8")
    with pytest.raises(RulebookError, match=TOO_DEEP):
        load_rulebook(tmp_path / "more", rules=tmp_path)


def test_rules_that_never_come_to_rest_are_stopped() -> None:
    """Rules that conclude ever more from what they concluded are stopped with an error, within seconds."""
    program = """
import tempfile
from pathlib import Path
from engine_helpers import attempt, finding, ruled, said, toy
start = {"id": "start", "on": {"say": "$n"}, "then": [{"finding": "heard", "k": 0}]}
more = {"id": "more", "on": {"found": "heard", "k": "$k"}, "then": [{"finding": "heard", "k": "$k + 1"}]}
with tempfile.TemporaryDirectory() as folder:
    book = toy(Path(folder), [start, more], findings={"heard": finding(k="number")})
    print(attempt(lambda: ruled(book, said("x"))))
"""
    assert python(program, seconds=10).startswith("EngineError engine:0:0: more than")


# -- sessions


def test_a_session_in_which_nothing_matched_is_ended() -> None:
    """Sessions in which no rule fired end as others do, one after the other, from the first on."""
    engine = Durable([SAME_VALUE])
    for i in range(300):
        with engine.session() as session:
            assert session.add([on(i, "x", v=1)] if i % 3 else []) == []
    with engine.session() as session:
        assert session.add([known(1, "y", v=1)]) == []


def test_a_session_in_which_nothing_was_added_is_ended() -> None:
    """A session that was never used ends without an error."""
    engine = Durable([SAME_VALUE])
    with engine.session():
        pass
    with engine.session() as session:
        assert session.add([on(0, "x", v=1), known(1, "y", v=1)]) == [Match(0, (0, 1))]


def test_an_error_before_the_first_fact_is_not_hidden() -> None:
    """An error in a session that has no facts yet is the error that the caller sees."""
    with pytest.raises(ZeroDivisionError), Durable([SAME_VALUE]).session():
        raise ZeroDivisionError
    with pytest.raises(EngineError, match="too large"):
        matches([SAME_VALUE], [on(0, "x", v=2**63)])


def test_nothing_of_a_session_reaches_the_next() -> None:
    """Facts of a session that ended, rightly or with an error, are not there in the next."""
    engine = Durable([SAME_VALUE])
    for number in range(100):
        with pytest.raises((KeyError, EngineError)), engine.session() as session:  # noqa: PT012
            session.add([on(0, "x", v=1), known(2, "y", v=2)])
            if number % 2:
                session.add([known(3, "y", v=2**63)])
            raise KeyError
        with engine.session() as session:
            assert session.add([known(1, "y", v=1), on(4, "x", v=2)]) == []
            assert session.add([on(0, "x", v=1)]) == [Match(0, (0, 1))]


class _Interrupted(Exception):  # noqa: N818
    """Raised by a timer."""


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise _Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_session_interrupted_halfway_leaves_the_next_clean() -> None:
    """A session interrupted while matches are handed out leaves nothing to the next, wherever it was."""
    engine = Durable([rule(pattern("x"), pattern("y")), SAME_VALUE])
    many = [f for i in range(200) for f in (on(i, "x", v=i), known(200 + i, "y", v=0))]
    for step in range(1, 21):
        with pytest.raises(_Interrupted), engine.session() as session:  # noqa: PT012
            session.add([])
            with _interrupted_after(step * 0.002):
                while True:
                    session.add(many)
                    session.remove(range(400))
        with engine.session() as session:
            assert sorted(session.add([on(0, "x", v=1), known(1, "y", v=2)])) == [Match(0, (0, 1))]


def test_two_engines_do_not_share_facts() -> None:
    """Sessions of two engines, open at the same time, each see their own facts only."""
    with Durable([SAME_VALUE]).session() as one, Durable([SAME_VALUE]).session() as two:
        assert one.add([on(0, "x", v=1)]) == two.add([known(1, "y", v=1)]) == []
        assert one.add([known(2, "y", v=1)]) == [Match(0, (0, 2))]
        assert two.add([on(3, "x", v=1)]) == [Match(0, (3, 1))]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from Linux's /proc")
def test_2000_rulings_need_no_more_memory_than_200(tmp_path: Path) -> None:
    """2,000 rulings one after the other hold no more memory than the first 200 did."""
    hear = {"id": "hear", "on": {"say": "$n", "value": "$v"}, "then": [{"start": "spoken", "what": "$v"}]}
    again = {"id": "again", "on": {"say": "$n", "value": "$v"}, "when": [{"state": "spoken", "what": "$v"}]}
    states = {"spoken": {"means": "a word was spoken", "attributes": {"what": "text"}}}
    book = toy(tmp_path, [hear, {**again, "then": [{"finding": "wrong"}]}], states=states)
    held = []
    for number in range(2_000):
        if number in (200, 1_999):
            held.append(int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
        assert wrong(book, said("a", f"b{number}", "a", "c", f"b{number}")) == [3, 5]
    assert held[1] - held[0] < 4_000_000


def test_an_incident_of_2000_events(tmp_path: Path) -> None:
    """In an incident of 2,000 events each is matched with exactly those that it should be."""
    again = {"id": "again", "on": {"say": "$n", "value": "$v"}, "when": [{"say": "$m", "value": "$v"}]}
    book = toy(tmp_path, [{**again, "then": [{"finding": "wrong"}]}])
    words = [f"w{n % 1_000}" for n in range(2_000)]
    assert wrong(book, said(*words)) == list(range(1_001, 2_001))


# -- side by side, and apart


@cache
def _incidents() -> dict[str, Incident]:
    """Shipped incidents that are ruled on, by file and name."""
    found = {}
    for path in sorted(CASES.glob("*.yaml")):
        for incident in read_incidents(path):
            try:
                adjudicate(incident)
            except InputError:
                continue  # a report that contradicts itself
            found[f"{path}#{incident.id}"] = incident
    return found


def test_eight_threads_rule_as_one() -> None:
    """Eight threads that rule side by side, each in an order of its own, give the same bytes as one."""
    names = list(_incidents())[::4]
    alone = {name: adjudicate(_incidents()[name]).to_json() for name in names}

    def work(seed: int) -> dict[str, str]:
        order = random.Random(seed).sample(names, len(names))
        return {name: adjudicate(_incidents()[name]).to_json() for name in order}

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [alone] * 8


def test_100_rulings_in_one_process_are_those_of_separate_ones() -> None:
    """What was ruled before leaves no trace: a ruling among a hundred is that of a process which makes no other."""
    names = list(_incidents())[:100]
    together = {name: adjudicate(_incidents()[name]).to_json() for name in random.Random(7).sample(names, 100)}
    for seed, name in enumerate(names[::20]):
        command = [sys.executable, "-m", "adjudicator", "rule", name, "--format", "json"]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONIOENCODING": "utf-8"}
        alone = subprocess.run(command, capture_output=True, env=environment, check=True).stdout
        assert hashlib.sha256(alone.strip()).digest() == hashlib.sha256(together[name].encode()).digest(), name


# -- against trying everything


PREDICATES, ATTRIBUTES, PROGRAMS = ["p", "id"], ["v", "id", "sid", "a.b"], 400
VALUES: list[Value] = [0, 1, "1", "1e-05", "true", "", "é\\", *SAME_HASH, 2**63 - 1]


def _program(chance: random.Random) -> tuple[list[Rule], list[Assertion]]:
    """Rules, now and then so many that they are spread over several nodes, and facts of few values."""
    values = chance.sample(VALUES, 3)
    rules = [_rule(chance, values) for _ in range(chance.randint(1, 6))]
    return rules * 15 if chance.random() < 0.05 else rules, list(_facts(chance, values))


def _rule(chance: random.Random, values: Sequence[Value]) -> Rule:
    return rule(*(_pattern(chance, values) for _ in range(chance.choice([1, 2, 2, 3, 3, 4]))))


def _pattern(chance: random.Random, values: Sequence[Value]) -> Pattern:
    some = chance.sample(ATTRIBUTES, chance.choice([0, 1, 1, 2, 2, 3]))
    tests = {a: chance.choice(["$a", "$b", "$c"]) if chance.random() < 0.8 else chance.choice(values) for a in some}
    return pattern(chance.choice(PREDICATES), tests)


def _facts(chance: random.Random, values: Sequence[Value]) -> Iterator[Assertion]:
    likely = [*values, values[0], values[0], values[0]]
    for number in range(chance.randint(5, 14)):
        present = {a: chance.choice(likely) for a in ATTRIBUTES if chance.random() < 0.9}
        yield (on if chance.random() < 0.4 else known)(number, chance.choice(PREDICATES), present)


def test_random_programs_match_as_trying_everything_does() -> None:
    """For random rules and facts, added in batches and partly removed, the matches are those found by brute force."""
    chance, total = random.Random(1912), 0
    for number in range(PROGRAMS):
        rules, facts = _program(chance)
        present: list[Assertion] = []
        with Durable(rules).session() as session:
            for batch in chunks(facts, [chance.randint(0, 5) for _ in range(chance.randint(0, 3))]):
                found = sorted(session.add(batch))
                present += batch
                new = {f.number for f in batch}
                expected = sorted(m for m in brute(rules, present) if new.intersection(m.facts))
                assert found == expected, f"program {number}"
                total += len(found)
                gone = {f.number for f in present if chance.random() < 0.2}
                session.remove(sorted(gone))
                present = [f for f in present if f.number not in gone]
    assert total > 10 * PROGRAMS  # the programs are not trivial


def test_the_order_of_facts_and_batches_changes_nothing() -> None:
    """The same facts in another order and in other batches come to the same matches."""
    chance = random.Random(58)
    for number in range(100):
        rules, facts = _program(chance)
        shuffled = chance.sample(facts, len(facts))
        parts = list(chunks(shuffled, [chance.randint(1, 4) for _ in range(3)]))
        assert matches(rules, facts) == matches(rules, *parts) == sorted(brute(rules, facts)), f"program {number}"
