"""Whatever is thrown at the reader, only ``InputError`` comes out, and soon; what the schema refuses, it refuses too.

Random bytes, random texts, good incident files with random changes (as text and as values), and random mappings.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from adjudicator import InputError, adjudicate, load_rulebook, read_incident
from adjudicator.incidents import incidents_of
from adjudicator.reading.nodes import plain
from adjudicator.reading.yamlfile import read_bytes, read_path
from schema_words import faults

GOOD = [path.read_bytes() for path in sorted((Path(__file__).parent / "files" / "incidents" / "good").glob("*.yaml"))]
PLAIN = [
    value
    for path in sorted((Path(__file__).parent / "files" / "incidents" / "good").glob("*.yaml"))
    if isinstance(value := plain(read_path(path)), dict)
]
BOOK = load_rulebook()
WORDS = sorted({name for words in BOOK.vocabulary.words.values() for name in words})
KEYS = [
    "id",
    "code",
    "title",
    "seats",
    "dealer",
    "declarer",
    "contract",
    "result",
    "tricks",
    "hands",
    "pack",
    "extra",
    "missing",
]
KEYS += [
    "events",
    "facts",
    "contentions",
    "questions",
    "expect",
    "by",
    "fact",
    "value",
    "contends",
    "ask",
    "who",
    "people",
    "name",
]
ODD = [
    "",
    "0",
    "1",
    "-1",
    "99",
    "1e3",
    "none",
    "nobody",
    "any",
    "no",
    "north",
    "east-west",
    "A-B",
    "declarer",
    "*",
    "?",
    "H?",
    "S10",
    "2H",
]
BITS = [
    *KEYS,
    *WORDS,
    *ODD,
    "3NT doubled",
    "..",
    "AK.QJ.T9.8",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    ", ",
    "\n",
    "\n  ",
    "'",
    '"',
    "&a ",
    "*a",
]
BITS += [
    "|\n",
    ">-\n",
    "!!x ",
    "#",
    "---\n",
    "? ",
    "<<: ",
    "\t",
    "\r\n",
    "\u2028",
    "\x85",
    "\ufeff",
    "\0",
    "%YAML 1.1\n",
    "@",
    "`",
]

SCALARS = st.one_of(
    st.sampled_from([*WORDS, *ODD, *KEYS]),
    st.text(max_size=8),
    st.integers(-3, 20),
    st.booleans(),
    st.none(),
    st.floats(),
)
KEY = st.one_of(st.sampled_from([*KEYS, *WORDS]), st.text(max_size=5), st.integers(0, 5))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEY, inner, max_size=5)),
    max_leaves=25,
)


def quick(examples: int) -> Any:
    """So many examples, none of which may take longer than two seconds."""
    return settings(
        max_examples=examples,
        deadline=2000,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )


def read(data: bytes) -> bool:
    """Whether bytes are read as one or more incidents; only ``InputError`` may say that they are not."""
    try:
        incidents_of(read_bytes(data, "fuzz"), "fuzz", BOOK)
    except InputError as error:
        return not told(error)
    return True


def accepted(value: dict[Any, Any]) -> bool:
    """Whether a mapping is read; only ``InputError`` may say that it is not."""
    try:
        read_incident(value, BOOK)
    except InputError as error:
        return not told(error)
    return True


def told(error: InputError) -> bool:
    """That an error tells faults, each with its place."""
    assert error.problems
    assert all(p.path and p.line >= 0 and p.column >= 0 and p.text for p in error.problems)
    return True


@quick(400)
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    """Random bytes are read or refused."""
    read(data)


@quick(500)
@given(st.lists(st.sampled_from(BITS), max_size=40).map("".join))
def test_random_words(text: str) -> None:
    """Words and signs that mean something, put together at random, are read or refused."""
    read(text.encode())


@quick(600)
@given(st.data())
def test_changed_files(data: st.DataObject) -> None:
    """A good file with random cuts and insertions is read or refused."""
    content = data.draw(st.sampled_from(GOOD))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = min(len(content), start + data.draw(st.integers(0, 12)))
        put = data.draw(st.one_of(st.just(b""), st.sampled_from(BITS).map(str.encode), st.binary(max_size=3)))
        content = content[:start] + put + content[end:]
    read(content)


@quick(600)
@given(st.dictionaries(KEY, VALUES, max_size=6))
def test_random_mappings(value: dict[Any, Any]) -> None:
    """A random mapping is read or refused."""
    accepted(value)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(p for k, v in inner for p in _places(v, (*path, k)))]


@st.composite
def changed(draw: st.DrawFn) -> dict[str, Any]:
    """The plain form of a good incident with one to three places taken away, replaced or added to."""
    root: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(PLAIN)))
    word = st.one_of(st.sampled_from([*WORDS, *ODD]), st.text("ab01 ", max_size=3))
    new = st.one_of(
        word, st.lists(word, max_size=2), st.dictionaries(st.sampled_from([*KEYS, *WORDS]), word, max_size=2)
    )
    for _ in range(draw(st.integers(1, 3))):
        places = [p for p in _places(root) if p]
        if not places:
            break
        *steps, last = draw(st.sampled_from(places))
        holder: Any = root
        for step in steps:
            holder = holder[step]
        match draw(st.sampled_from(["take away", "replace", "add"])):
            case "take away":
                del holder[last]
            case "replace":
                holder[last] = draw(new)
            case "add" if isinstance(holder, dict):
                holder[draw(st.sampled_from([*KEYS, *WORDS]))] = draw(new)
            case "add":
                holder.insert(last, draw(new))
    return root


@quick(800)
@given(changed())
def test_what_the_schema_refuses_is_refused(value: dict[str, Any]) -> None:
    """A good incident with random changes is read or refused, and refused wherever the schema refuses it."""
    if accepted(value):
        assert faults("incident", value) == [], json.dumps(value)


@quick(60)
@given(changed())
def test_what_is_read_is_ruled_on(value: dict[str, Any]) -> None:
    """A changed incident that can be read gets a ruling, or is refused for contradicting itself."""
    if accepted(value):
        try:
            ruling = adjudicate(value, BOOK)
        except InputError as error:
            told(error)
        else:
            assert json.loads(ruling.to_json())["code"] == ruling.code


def test_changes_leave_some_good() -> None:
    """The changes do what they are for: they leave some incidents good and spoil others."""
    seen = set()

    @quick(200)
    @given(changed())
    def look(value: dict[str, Any]) -> None:
        seen.add(accepted(value))

    look()
    assert seen == {True, False}


@pytest.mark.parametrize("data", GOOD, ids=range(len(GOOD)))
def test_every_beginning_of_a_file(data: bytes) -> None:
    """A file that breaks off anywhere is read or refused."""
    assert [read(data[:end]) for end in range(len(data))].count(False) > 0
