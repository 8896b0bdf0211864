"""Incident files: the reader and ``incident.schema.json`` agree on them, and every fault is told with its place.

The files stand in ``tests/files/incidents``: ``good`` ones; ``bad`` ones, which reader and schema refuse for their
form; and ``bad_by_meaning``, which fit the schema and only the reader can refuse, as for an event that does not exist.
A bad file opens with what is expected of it, each fault in order: ``# expects LINE:COLUMN words of the message``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.errors import InputError, Problem
from adjudicator.incidents import read_incident, read_incidents
from adjudicator.model.vocabulary import Word
from adjudicator.reading.nodes import plain
from adjudicator.reading.yamlfile import read_path
from adjudicator.rulebook import load_rulebook
from adjudicator.table.acts import act_facts
from schema_words import faults, validator

FOLDER = Path(__file__).parent / "files" / "incidents"
GOOD, BAD, BY_MEANING = (sorted((FOLDER / name).glob("*.yaml")) for name in ("good", "bad", "bad_by_meaning"))
EXPECTS = re.compile(r"# expects (\d+):(\d+) (.+)")
CASES = sorted((Path(__file__).parent.parent / "cases").rglob("*.yaml"))
LISTS = {"act": "events", "contention": "contentions", "question": "questions", "fact": "facts"}
EXAMPLES = [
    (part, w)
    for kind, part in LISTS.items()
    for w in load_rulebook().vocabulary.of(kind).values()
    if w.example is not None
]


def schema_faults(path: Path) -> list[str]:
    """Where a file does not fit the schema for one incident, or for several where it is a list."""
    value = plain(read_path(path))
    if not isinstance(value, list):
        return faults("incident", value)
    if not value:
        return faults("incidents", value)
    return [fault for one in value for fault in faults("incident", one)]


def problems(path: Path) -> tuple[Problem, ...]:
    """What the reader finds wrong with a file."""
    with pytest.raises(InputError) as caught:
        read_incidents(path)
    return caught.value.problems


def check_expected(path: Path) -> None:
    """The reader finds exactly what the file says, each at its place."""
    found = problems(path)
    expected = [m.groups() for line in path.read_text("utf-8").splitlines() if (m := EXPECTS.match(line))]
    assert expected, f"{path} does not say what is expected of it"
    shown = [f"{p.line}:{p.column} {p.text}" for p in found]
    assert [s.partition(" ")[0] for s in shown] == [f"{line}:{column}" for line, column, _ in expected], shown
    assert [text for (_, _, text), s in zip(expected, shown, strict=True) if text not in s] == [], shown
    assert {p.path for p in found} == {str(path)}


def test_there_are_files() -> None:
    """No kind of file is missing, so that the tests below do test something."""
    assert min(len(GOOD), len(BAD), len(BY_MEANING)) > 15


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_good_file_is_read_and_fits(path: Path) -> None:
    """A good file is read without fault and fits the schema."""
    assert read_incidents(path)
    assert schema_faults(path) == []


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad_file_is_refused(path: Path) -> None:
    """The reader finds every fault of a badly formed file, at its place, and no others."""
    check_expected(path)


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad_file_does_not_fit(path: Path) -> None:
    """A badly formed file does not fit the schema."""
    assert schema_faults(path)


@pytest.mark.parametrize("path", BY_MEANING, ids=lambda p: p.stem)
def test_file_bad_by_meaning_is_refused(path: Path) -> None:
    """The reader finds every fault of meaning, at its place, and no others."""
    check_expected(path)


@pytest.mark.parametrize("path", BY_MEANING, ids=lambda p: p.stem)
def test_file_bad_by_meaning_fits(path: Path) -> None:
    """A file whose faults are of meaning only fits the schema."""
    assert schema_faults(path) == []


@pytest.mark.parametrize(("part", "word"), EXAMPLES, ids=[f"{w.kind}-{w.name}" for _, w in EXAMPLES])
def test_example_of_the_vocabulary_is_read_and_fits(part: str, word: Word) -> None:
    """Every example in the vocabulary can be put into an incident as it stands."""
    seats = ["A", "Y", "B", "Z"] if re.search(r"'[AYBZ]'", str(word.example)) else ["north", "east", "south", "west"]
    incident: dict[str, Any] = {"seats": seats, "events": [{"by": "nobody", "say": "irregular"} for _ in range(12)]}
    incident[part] = [*incident.get(part, []), word.example]
    assert faults("incident", incident) == []
    assert read_incident(incident)


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_mapping_is_read_as_the_file_is(path: Path) -> None:
    """A file and the same words in a mapping come to the same incident."""
    value = plain(read_path(path))
    for one, from_file in zip(value if isinstance(value, list) else [value], read_incidents(path), strict=True):
        assert _bare(read_incident(one)) == _bare(from_file)


def test_numbers_are_as_good_as_their_words() -> None:
    """Numbers and truth values of a mapping in memory mean what their words mean."""
    events = [
        {"by": "north", "lead": "SK", "trick": 1, "out_of_turn": True},
        {"by": "east", "say": "irregular", "about": 1},
    ]
    with_words = [{**events[0], "trick": "1", "out_of_turn": "yes"}, {**events[1], "about": "1"}]
    given, said = ({"events": e, "result": {"tricks": t}} for e, t in ((events, 9), (with_words, "9")))
    assert _bare(read_incident(given)) == _bare(read_incident(said))
    assert faults("incident", {**given, "events": given["events"][1:]}) == []


def test_worked_incidents_need_an_id() -> None:
    """The schema of a file of several incidents asks each for an id and holds ``expect`` to its form."""
    entry = {"title": "x", "expect": {"findings": []}}
    assert not list(validator("incidents").iter_errors([{"id": "one", **entry}]))
    assert list(validator("incidents").iter_errors([entry]))
    assert list(validator("incidents").iter_errors([{"id": "one", "expect": {"findngs": []}}]))
    assert list(validator("incidents").iter_errors([{"id": "one", "expect": {"findings": ["insufficient-bid"]}}]))


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_shipped_incident_is_read(path: Path) -> None:
    """Every incident of a shipped case is read from its file."""
    assert all(i.events or i.issues or i.contract or i.tricks is not None for i in read_incidents(path))


def _bare(incident: Any) -> str:
    """An incident without the places it was read from."""
    text = json.dumps(
        vars(incident), default=lambda x: {k: v for k, v in vars(x).items() if k != "mark"}, sort_keys=True
    )
    return re.sub(r'"mark": \{[^}]*\}', "", text)


@pytest.mark.parametrize(
    ("shown", "card", "other"),
    [
        ({"shown": "HA"}, ("H", 13), ("none", 0)),
        ({"shown": "S2", "also_shown": "10C"}, ("S", 1), ("C", 9)),
        ({"shown": "H?"}, ("H", 0), ("none", 0)),
        ({}, ("none", 0), ("none", 0)),
    ],
)
def test_a_card_beside_an_act_has_suit_and_rank(
    shown: dict[str, str], card: tuple[str, int], other: tuple[str, int]
) -> None:
    """Of a card that was cut the rules see suit and rank, counted from the lowest of the pack."""
    rulebook = load_rulebook()
    incident = read_incident({"events": [{"by": "north", "cut": "out", **shown}]}, rulebook)
    (fact,) = act_facts(incident.events[0], ["north"], rulebook.code(incident.code).code, rulebook.vocabulary)
    assert (fact.values["shown_suit"], fact.values["shown_rank"]) == card
    assert (fact.values["also_shown_suit"], fact.values["also_shown_rank"]) == other
