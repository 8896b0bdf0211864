"""Bad input, through the command line and the library: every fault at its place, all at once, and never a traceback.

Incidents that cannot be read end with exit code 2, rulebooks that cannot be used with exit code 3. Every message is
``path:line:column: text`` on standard error, and nothing goes to standard output.
"""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator import InputError, RulebookError, load_rulebook, read_incident
from adjudicator.cli.main import main

MESSAGE = re.compile(r".+?:\d+:\d+: \S.*")


@dataclass(frozen=True)
class Outcome:
    """What a command came to."""

    code: int
    out: str
    lines: list[str]

    def refused(self, code: int, *texts: str) -> None:
        """The command ended with this code, and its messages are as many as ``texts``, each with its text, in order."""
        assert self.code == code, self.lines
        assert self.out == ""
        assert [line for line in self.lines if not MESSAGE.fullmatch(line)] == []
        assert len(self.lines) == len(texts), self.lines
        assert [(text, line) for text, line in zip(texts, self.lines, strict=True) if text not in line] == []


def run(*words: str | Path, given: bytes = b"") -> Outcome:
    """Run a command in this process; what is no error of the package's own is raised."""
    result = CliRunner().invoke(main, [str(w) for w in words], input=given, catch_exceptions=False)
    return Outcome(result.exit_code, result.stdout, result.stderr.splitlines())


def run_for_real(*words: str | Path, given: bytes = b"") -> Outcome:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "adjudicator", *map(str, words)]
    result = subprocess.run(command, input=given, capture_output=True, timeout=60, check=False)
    return Outcome(result.returncode, result.stdout.decode(), result.stderr.decode().splitlines())


def refused(source: Any) -> list[str]:
    """The faults that the library finds, as ``line:column text``."""
    with pytest.raises(InputError) as caught:
        read_incident(source)
    return [f"{p.line}:{p.column} {p.text}" for p in caught.value.problems]


# -- files that are no YAML that is read here

BOMB = b"note:\n- &a0 [x, x, x, x, x, x, x, x, x, x]\n" + b"".join(
    b"- &a%d [%s]\n" % (n, b", ".join([b"*a%d" % (n - 1)] * 10)) for n in range(1, 12)
)
CHAIN = b"note:\n- &a0 x\n" + b"".join(b"- &a%d %s*a%d%s\n" % (n, b"[" * 27, n - 1, b"]" * 27) for n in range(1, 80))
FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "1:1: is empty"),
    "blank lines": (b"\n\n   \n", "1:1: is empty"),
    "a comment only": (b"# nothing\n", "1:1: is empty"),
    "a document mark only": (b"---\n...\n", "is empty"),
    "null": (b"title: a\0b\n", "1:9: has a character that no YAML file may have (U+0000)"),
    "escape": (b"title: a\n\x1b[2J: b\n", "2:1: has a character that no YAML file may have (U+001B)"),
    "binary": (bytes(range(256)) * 4, "3:115: is not UTF-8 text (byte 0x80)"),
    "image": (b"\x89PNG\r\n\x1a\n", "1:1: is not UTF-8 text (byte 0x89)"),
    "latin-1": ("id: 1\ntitle: caf\xe9\n".encode("latin-1"), "2:11: is not UTF-8 text (byte 0xe9)"),
    "utf-16": ("title: x\n".encode("utf-16"), "1:1: is not UTF-8 text (byte 0xff)"),
    "half a character": (b"title: \xe2\x82\n", "1:8: is not UTF-8 text (byte 0xe2)"),
    "surrogate": (b"title: \xed\xa0\x80\n", "1:8: is not UTF-8 text (byte 0xed)"),
    "tab": (b"events:\n\t- {by: north, call: 1S}\n", "2:1: is not valid YAML: "),
    "unclosed": (b"events: [{by: north\n", "2:1: is not valid YAML: "),
    "unclosed quote": (b"title: 'x\n", "is not valid YAML: "),
    "two colons": (b"title: x: y\n", "1:9: is not valid YAML: "),
    "at sign": (b"title: @x\n", "1:8: is not valid YAML: "),
    "duplicate key": (b"title: x\nevents: []\ntitle: y\n", "3:1: duplicate key 'title'; first at line 1"),
    "duplicate key inside": (b"result: {tricks: 1, tricks: 2}\n", "1:21: duplicate key 'tricks'; first at line 1"),
    "list as a key": (b"? [a]\n: b\n", "1:3: a key must be a word"),
    "tag": (b"title: !!python/object/apply:os.system [id]\n", "1:8: tags are not allowed: 'tag:yaml.org,2002:python/"),
    "tag of a name": (b"title: !!python/name:os.system\n", "1:8: tags are not allowed: "),
    "plain tag": (b"events: !!seq []\n", "1:9: tags are not allowed: 'tag:yaml.org,2002:seq'"),
    "own tag": (b"title: !x y\n", "1:8: tags are not allowed: '!x'"),
    "unknown alias": (b"title: *x\n", "1:8: unknown alias 'x'"),
    "alias of itself": (b"note: &a [*a]\n", "1:11: unknown alias 'a'"),
    "aliases without end": (BOMB, "holds more than 100,000 values, aliases written out"),
    "two documents": (b"title: x\n---\ntitle: y\n", "2:1: has a second document; one is expected"),
    "nested lists": (b"note: " + b"[" * 5000 + b"]" * 5000 + b"\n", " nest"),  # libyaml has a limit of its own
    "nested lists, unclosed": (b"[" * 5000, " nest"),
    "fifty nested lists": (b"note: " + b"[" * 50 + b"]" * 50 + b"\n", "1:37: is nested deeper than 30 levels"),
    "nested mappings": (b"note: " + b"{a: " * 5000 + b"}" * 5000 + b"\n", "is nested deeper than 30 levels"),
    "nested by dashes": (b"- " * 5000 + b"x\n", "is nested deeper than 30 levels"),
    "nested by aliases": (CHAIN, "is nested deeper than 30 levels"),
    "scalar": (b"just words\n", "1:1: an incident must be a mapping, not a word"),
    "list of words": (b"- north\n", "1:3: an incident must be a mapping, not a word"),
    "empty list": (b"[]\n", "0:0: holds no incident"),
    "too large": (b"# " + b"x" * 1_000_000 + b"\n", "0:0: is larger than 1,000,000 bytes, the most that is read"),
}


@pytest.mark.parametrize(("data", "text"), FILES.values(), ids=list(FILES))
def test_file_is_refused(data: bytes, text: str, tmp_path: Path) -> None:
    """A file that cannot be read is refused with one message, by path or from standard input."""
    path = tmp_path / "incident.yaml"
    path.write_bytes(data)
    by_path, by_input = run("rule", path), run("rule", "-", given=data)
    by_path.refused(2, text)
    assert by_path.lines[0].startswith(f"{path}:")
    by_input.refused(2, text)
    assert by_input.lines[0].startswith("<stdin>:")


@pytest.mark.parametrize("name", ["empty", "binary", "tag", "aliases without end", "nested lists", "latin-1"])
def test_file_is_refused_for_real(name: str, tmp_path: Path) -> None:
    """In a process of its own, too, a file that cannot be read ends in one message and exit code 2."""
    data, text = FILES[name]
    path = tmp_path / "incident.yaml"
    path.write_bytes(data)
    run_for_real("rule", path).refused(2, text)
    run_for_real("rule", "-", given=data).refused(2, text)


def test_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    """A file of 50 MB is refused for its size."""
    path = tmp_path / "huge.yaml"
    path.write_bytes(b"- {title: x}\n" * 4_000_000)
    outcome = run("rule", path)
    outcome.refused(2, f"{path}:0:0: is larger than 1,000,000 bytes, the most that is read")


def test_directory_is_refused(tmp_path: Path) -> None:
    """A directory is no incident."""
    run("rule", tmp_path).refused(2, f"{tmp_path}:0:0: is a directory; name a file")
    run_for_real("rule", tmp_path).refused(2, f"{tmp_path}:0:0: is a directory; name a file")


def test_missing_file_is_refused(tmp_path: Path) -> None:
    """A file that is not there is named, whether an incident of it is asked for or not."""
    path = tmp_path / "none.yaml"
    run("rule", path).refused(2, f"{path}:0:0: cannot be read: No such file or directory")
    run("rule", f"{path}#one").refused(2, f"{path}:0:0: cannot be read: No such file or directory")
    run_for_real("rule", path).refused(2, f"{path}:0:0: cannot be read: No such file or directory")


def test_name_that_no_file_has_is_refused() -> None:
    """A name with a NUL in it, or a very long one, is refused like any other."""
    run("rule", "a\0b").refused(2, "is no file name")
    run("rule", "a" * 5000).refused(2, "cannot be read: File name too long")


def test_plain_words_are_refused() -> None:
    """Words with a space in them that are no file are told to be none."""
    run("rule", "east led out of turn").refused(
        2, "'east led out of turn':0:0: is no file; plain words are not understood"
    )
    run_for_real("rule", "east led out of turn").refused(2, "is no file; plain words are not understood")


def test_file_with_a_space_in_its_name_is_read(tmp_path: Path) -> None:
    """A file may have a space in its name."""
    path = tmp_path / "an incident.yaml"
    path.write_text("events: [{by: north, call: 1S}]\n", encoding="utf-8")
    assert run("rule", path).code == 0


def test_unknown_incident_of_a_file_is_refused(tmp_path: Path) -> None:
    """``FILE#ID`` with an id that the file does not have names the nearest."""
    path = tmp_path / "several.yaml"
    path.write_text("- {id: first, title: x}\n- {id: second, title: y}\n", encoding="utf-8")
    run("rule", f"{path}#secnd").refused(2, f"{path}:0:0: has no incident 'secnd'; did you mean 'second'?")


def test_several_incidents_are_not_one(tmp_path: Path) -> None:
    """The library does not pick one of several incidents."""
    path = tmp_path / "several.yaml"
    path.write_text("- {id: first, title: x}\n- {id: second, title: y}\n", encoding="utf-8")
    assert refused(path) == ["0:0 holds 2 incidents; name one, as in FILE#ID"]


def test_faults_of_all_files_are_told(tmp_path: Path) -> None:
    """The faults of several files are told together, and nothing is ruled on meanwhile."""
    good, bad, worse = (tmp_path / f"{name}.yaml" for name in ("good", "bad", "worse"))
    good.write_text("events: [{by: north, call: 1S}]\n", encoding="utf-8")
    bad.write_text("titel: x\nevents: [{by: north, call: 9S}]\n", encoding="utf-8")
    worse.write_text("[", encoding="utf-8")
    run("rule", good, bad, worse, tmp_path / "none.yaml").refused(
        2, "bad.yaml:1:1: unknown key", "bad.yaml:2:28: unknown call", "none.yaml:0:0:", "worse.yaml:2:1: is not valid"
    )


def test_unknown_code_on_the_command_line_is_refused(tmp_path: Path) -> None:
    """``--code`` with a code that there is not names the nearest."""
    path = tmp_path / "incident.yaml"
    path.write_text("events: [{by: north, call: 1S}]\n", encoding="utf-8")
    run("rule", path, "--code", "auction-1921").refused(
        2, "--code:0:0: unknown code 'auction-1921'; did you mean 'auction-1912'?"
    )


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["law", "999"], "auction-1912 has no law '999'"),
        (["law", "auction-1921", "50"], "unknown code 'auction-1921'; did you mean 'auction-1912'?"),
        (["law", "50/tiem"], "Law 50 has no clause 'tiem'; did you mean 'time'?"),
        (["law", "\x1b[2J"], "auction-1912 has no law '\N{REPLACEMENT CHARACTER}[2J'"),
        (["case", "99"], "there is no decision '99'"),
        (["vocabulary", "demnad"], "unknown word 'demnad'; did you mean 'demand'?"),
    ],
    ids=lambda x: " ".join(x) if isinstance(x, list) else "",
)
def test_unknown_subject_is_refused(words: list[str], text: str) -> None:
    """A law, clause, decision or word that there is not ends in a message and exit code 2."""
    run(*words).refused(2, text)


@pytest.mark.parametrize(
    "words", [["rule"], ["rul", "x"], ["rule", "x", "--format", "xml"], ["law"], ["rule", "--nonsense"]]
)
def test_wrong_command_line_ends_with_2(words: list[str]) -> None:
    """A command or option that there is not ends with exit code 2, without a traceback."""
    outcome = run_for_real(*words)
    assert outcome.code == 2
    assert outcome.out == ""
    assert any(line.startswith("Error: ") for line in outcome.lines)
    assert not any("Traceback" in line for line in outcome.lines)


def test_check_tells_faults_of_incidents(tmp_path: Path) -> None:
    """``check`` finds the same faults in a file, as faults of what it checks: exit code 1."""
    path = tmp_path / "incident.yaml"
    path.write_text("titel: x\nevents: [{by: north, call: 9S}]\n", encoding="utf-8")
    run("check", path).refused(1, f"{path}:1:1: unknown key", f"{path}:2:28: unknown call '9S'")


def test_check_of_nothing_finds_a_fault(tmp_path: Path) -> None:
    """``check`` on a folder without a file to check does not say that all is well."""
    outcome = run("check", tmp_path)
    assert outcome.code != 0
    assert "no fault found" not in outcome.out


# -- incidents that cannot be understood

EVENT = "events:\n- {by: north, call: 1S}\n"
WORDS: dict[str, tuple[str, list[str]]] = {
    "unknown code": ("code: auction-1921\n", ["1:7 unknown code 'auction-1921'; did you mean 'auction-1912'?"]),
    "unknown key": ("eventz: []\n", ["1:1 unknown key of an incident 'eventz'; did you mean 'events'?"]),
    "unknown seat": (
        "events:\n- {by: nroth, call: 1S}\n",
        ["2:8 unknown seat or person 'nroth'; did you mean 'north'?"],
    ),
    "by no": ("events:\n- {by: no, call: 1S}\n", ["2:8 unknown seat or person 'no'"]),
    "by nobody at all": ("events:\n- {call: 1S}\n", ["2:3 event 1 does not say by whom; add by:"]),
    "too many seats": ("seats: [A, Y, B, Z, X]\n", ["1:8 this code has 4 seats, not 5"]),
    "card in two hands": (
        "hands:\n  north: A...\n  east: A...\n",
        ["2:3 card SA stands in the hands of north and east"],
    ),
    "no such card": ("events:\n- {by: west, lead: S1}\n", ["2:20 there is no card 'S1'"]),
    "no act": ("events:\n- {by: west, place: floor}\n", ["2:3 event 1 has no act; exactly one is expected"]),
    "no act, and more": (
        "events:\n- {by: west, about: 9, place: flor}\n",
        [
            "2:3 event 1 has no act",
            "2:21 there is no event '9'",
            "2:31 unknown value of 'place' 'flor'; did you mean 'floor'?",
        ],
    ),
    "two acts": ("events:\n- {by: west, call: 1S, lead: SA}\n", ["2:3 event 1 has more than one act: call, lead"]),
    "unknown act": (
        "events:\n- {by: west, cal: 1S}\n",
        ["2:3 event 1 has no act", "2:14 unknown act or detail of an event 'cal'; did"],
    ),
    "about 99": (
        EVENT + "- {by: east, say: irregular, about: 99}\n",
        ["3:37 there is no event '99'; events are numbered 1"],
    ),
    "instead of a later event": (
        "events:\n- {by: west, call: 1S, instead-of: 2}\n- {by: west, call: 2S}\n",
        ["2:36 'instead-of' of event 1 must name an earlier event, not 2"],
    ),
    "terminal codes": ('"\\e[2J": x\n', ["1:1 unknown key of an incident '\N{REPLACEMENT CHARACTER}[2J'"]),
    "very long word": (f"{'x' * 900}: y\n", ["1:1 unknown key of an incident '" + "x" * 60 + "...'"]),
    "all at once": (
        "titel: x\nseats: [A, Y, B]\nevents:\n- {by: nroth, call: 9S}\n- {say: x, about: 7}\n"
        "hands: {north: A..}\nquestions: [{ask: x}]\n",
        [
            "1:1 unknown key",
            "2:8 this code has 4 seats",
            "4:8 unknown seat",
            "4:21 unknown call",
            "5:3 event 2 does not",
            "5:9 unknown remark 'x'",
            "5:19 there is no event '7'",
            "6:16 a hand is written",
            "7:19 unknown question 'x'",
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), WORDS.values(), ids=list(WORDS))
def test_incident_is_refused(text: str, expected: list[str], tmp_path: Path) -> None:
    """Every fault of an incident is told with line and column, by the library and by the command."""
    path = tmp_path / "incident.yaml"
    path.write_text(text, encoding="utf-8")
    found = refused(path)
    assert len(found) == len(expected), found
    assert [(e, f) for e, f in zip(expected, found, strict=True) if not f.startswith(e)] == []
    assert refused(text) == found
    run("rule", path).refused(2, *(f"{path}:{f.replace(' ', ': ', 1)}" for f in found))


def test_card_in_two_hands_is_allowed_where_the_pack_has_it_twice() -> None:
    """``pack.extra`` allows the card to stand in two hands."""
    incident = read_incident("hands:\n  north: A...\n  east: A...\npack: {extra: [SA]}\n")
    assert incident.hands == {"north": ("SA",), "east": ("SA",)}


def test_incident_is_refused_for_real(tmp_path: Path) -> None:
    """In a process of its own, all faults of an incident come out at once, in order."""
    path = tmp_path / "incident.yaml"
    text, expected = WORDS["all at once"]
    path.write_text(text, encoding="utf-8")
    run_for_real("rule", path).refused(2, *(e.replace(" ", ": ", 1) for e in expected))


def test_many_faults_are_told() -> None:
    """Thousands of faults in one file are all told."""
    for text in ("\n".join(f"tittle{n}: x" for n in range(40_000)), EVENT + "- {by: north, call: 9S}\n" * 15_000):
        assert len(refused(text)) >= 15_000


# -- mappings in memory


def _deep(levels: int) -> object:
    value: object = "x"
    for _ in range(levels):
        value = [value]
    return value


def _wide(levels: int) -> object:
    value: object = "x"
    for _ in range(levels):
        value = [value] * 10
    return value


def _in_itself() -> object:
    value: list[object] = []
    value.append(value)
    return value


MAPPINGS: dict[str, tuple[Callable[[], dict[Any, Any]], str]] = {
    "nested": (lambda: {"note": _deep(5000)}, "0:0 is nested deeper than 30 levels"),
    "in itself": (lambda: {"note": _in_itself()}, "0:0 is nested deeper than 30 levels"),
    "without end": (lambda: {"note": _wide(6)}, "0:0 holds more than 100,000 values"),
    "huge number": (lambda: {"result": {"tricks": 10**5000}}, "0:0 holds a number too large to be written"),
    "character": (lambda: {"title": "a\0b"}, "0:0 has a character that no YAML file may have (U+0000)"),
    "surrogate": (lambda: {"title": "a\ud800b"}, "0:0 has a character that no YAML file may have (U+D800)"),
    "fraction": (lambda: {"result": {"tricks": 7.5}}, "0:0 'tricks' must be a number from 0 to 13"),
    "nothing": (lambda: {"events": None}, "0:0 'events' of an incident must be a list, not a word"),
    "bytes": (lambda: {"events": b"north"}, "0:0 'events' of an incident must be a list, not a word"),
    "unknown key": (lambda: {"eventz": []}, "0:0 unknown key of an incident 'eventz'; did you mean 'events'?"),
}


@pytest.mark.parametrize(("make", "expected"), MAPPINGS.values(), ids=list(MAPPINGS))
def test_mapping_is_refused(make: Callable[[], dict[Any, Any]], expected: str) -> None:
    """A mapping in memory is held to the same limits as a file, with line and column 0."""
    found = refused(make())
    assert any(f.startswith(expected) for f in found), found


# -- rulebooks that cannot be used

VOCABULARY = """\
details:
  about: {means: what it concerns, type: event}
acts:
  call: {means: a player calls, value: call}
options: {pay: {means: payment}}
facts:
  slip: {means: it was a slip, attributes: {about: event}, values: yes-no, presumed: yes, says: a slip}
moments: {start: the start, end: the end}
states:
  phase: {means: the stage, attributes: {is: [auction, play]}, key: [], initial: {is: auction}, says: the stage}
  remedy:
    means: a remedy
    attributes: {remedy: word, for: event, against: seat, chooser: seat, kind: word, mode: word, law: law}
    says: a remedy
  option: {means: a course, attributes: {option: option, remedy: word, for: event, chooser: seat}, says: a course}
statuses: {available: open, exercised: chosen, lapsed: gone, barred: barred, mandatory: due}
remedies: {fine: {means: a fine}}
findings:
  early: {means: too early, grade: irregularity, attributes: {by: seat, call: event}, says: too early}
  late: {means: too late, grade: irregularity, attributes: {by: seat, call: event}, says: too late}
"""
CODE = """\
id: tiny
title: A tiny code
seats: {count: 4, names: [north, east, south, west], partners: opposite}
pack: {suits: [S, H], ranks: [K, A], hand: 1}
calls: {words: {pass: {kind: pass}}}
values: {price: 3}
"""
FIRST = "{id: first, on: {call: $n, by: $p}, then: [{finding: early, by: $p, call: $n}]}"


def law(*rules: str, number: str = "1", phase: str = "") -> str:
    """A law of one clause; its first rule stands at line 8, column 5 (line 9 where a phase is given)."""
    head = f"law: {number}\ntitle: A law\n" + (f"phase: {phase}\n" if phase else "")
    clause = "clauses:\n- id: only\n  kind: duty\n  says: what it says\n  rules:\n"
    return head + clause + "".join(f"  - {rule}\n" for rule in rules)


@dataclass(frozen=True)
class Folder:
    """A rulebook folder in the making."""

    path: Path

    def write(self, **files: str) -> None:
        """Write files; ``__`` stands for a folder's stroke, and ``.yaml`` is added."""
        for name, text in files.items():
            path = self.path / f"{name.replace('__', '/')}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def faults(self) -> list[str]:
        """What the library finds wrong, as ``file:line:column text``."""
        with pytest.raises(RulebookError) as caught:
            load_rulebook(rules=self.path)
        return [f"{Path(p.path).name}:{p.line}:{p.column} {p.text}" for p in caught.value.problems]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A tiny rulebook that can be used."""
    made = Folder(tmp_path / "rules")
    made.write(vocabulary=VOCABULARY, tiny___code=CODE, tiny__001_law=law(FIRST))
    return made


def test_tiny_rulebook_can_be_used(folder: Folder) -> None:
    """The rulebook that the tests below spoil is good."""
    assert [r.id for r in load_rulebook(rules=folder.path).codes["tiny"].program.rules] == ["first"]


RULES: dict[str, tuple[list[str], list[str]]] = {
    "circle": (
        [
            "{id: one, on: {call: $n}, unless: [{finding: late, call: $n}], then: [{finding: early, call: $n}]}",
            "{id: two, on: {found: early, call: $n}, then: [{finding: late, call: $n}]}",
        ],
        ["8:5 a circle through negation within one step, in rules one, two: "],
    ),
    "circle through overrides": (
        [
            "{id: one, on: {call: $n}, overrides: [two], then: [{finding: early, call: $n}]}",
            "{id: two, on: {call: $n}, overrides: [one], then: [{finding: late, call: $n}]}",
        ],
        ["8:5 a circle through negation within one step, in rules one, two: "],
    ),
    "circle through a count": (
        ["{id: one, on: {call: $n}, when: [{count: 0, of: {finding: late}}], then: [{finding: late, call: $n}]}"],
        ["8:5 a circle through negation within one step, in rules one: "],
    ),
    "circle through points of any column": (
        [
            "{id: one, on: {call: $n}, when: [{total: 0, each: points, of: {points: any}}], then: "
            "[{points: 1, side: north-south, column: trick}]}"
        ],
        ["8:5 a circle through negation within one step, in rules one: "],
    ),
    "circle through points of one column": (
        [
            "{id: one, on: {call: $n}, when: [{total: 0, each: points, of: {points: any, column: trick}}], then: "
            "[{points: 1, side: north-south, column: honour}]}",
            "{id: two, on: {call: $n}, when: [{total: 0, each: points, of: {points: any, column: honour}}], then: "
            "[{points: 1, side: north-south, column: trick}]}",
        ],
        ["8:5 a circle through negation within one step, in rules one, two: "],
    ),
    "total of what is no number": (
        ["{id: one, on: {call: $n}, when: [{total: 0, each: by, of: {call: any}}], then: [{finding: late, call: $n}]}"],
        ["8:55 unknown number to add up 'by'"],
    ),
    "total of nothing": (
        ["{id: one, on: {call: $n}, when: [{total: 0, of: {call: any}}], then: [{finding: late, call: $n}]}"],
        ["8:38 a total lacks 'each'"],
    ),
    "two circles": (
        [
            "{id: one, on: {call: $n}, unless: [{finding: late, call: $n}], then: [{finding: late, call: $n}]}",
            "{id: two, on: {call: $n}, unless: [{finding: early, call: $n}], then: [{finding: early, call: $n}]}",
        ],
        [
            "8:5 a circle through negation within one step, in rules one: ",
            "9:5 a circle through negation within one step, in rules two: ",
        ],
    ),
    "unbound variable": (
        ["{id: one, on: {call: $n}, then: [{finding: late, call: $m}]}"],
        ["8:38 $m of rule 'one' is not bound by a condition"],
    ),
    "unbound variable in a comparison": (
        ["{id: one, on: {call: $n}, when: [{call: any, n: {lt: $m}}], then: [{finding: late, call: $n}]}"],
        ["8:39 $m of rule 'one' is not bound by a condition"],
    ),
    "one id twice": ([FIRST, FIRST], ["9:5 two rules are called 'first'; the other is at "]),
    "overrides nothing": (
        [FIRST, "{id: one, on: {call: $n}, overrides: [frist], then: [{finding: late, call: $n}]}"],
        ["9:43 rule 'one' overrides 'frist', which is no rule; did you mean 'first'?"],
    ),
    "overrides without a variable in common": (
        [FIRST, "{id: one, on: {call: $m}, overrides: [first], then: [{finding: late, call: $m}]}"],
        ["9:43 'one' and 'first' have no variable in common"],
    ),
    "unknown finding": (
        ["{id: one, on: {found: erly, call: $n}, then: [{finding: late, call: $n}]}"],
        ["8:27 unknown finding 'erly'; did you mean 'early'?"],
    ),
    "unknown finding concluded": (
        ["{id: one, on: {call: $n}, then: [{finding: lat, call: $n}]}"],
        ["8:48 unknown finding 'lat'; did you mean 'late'?"],
    ),
    "unknown act": (
        ["{id: one, on: {cal: $n}, then: [{finding: late}]}"],
        ["8:20 unknown condition 'cal'; did you mean 'call'?"],
    ),
    "unknown act among several": (
        ["{id: one, on: {act: $n, is: [cal]}, then: [{finding: late, call: $n}]}"],
        ["8:34 unknown act 'cal'; did you mean 'call'?"],
    ),
    "unknown attribute": (
        ["{id: one, on: {call: $n, bye: $p}, then: [{finding: late, call: $n}]}"],
        ["8:30 unknown attribute of call 'bye'; did you mean 'by'?"],
    ),
    "unknown stage": (
        ["{id: one, on: {call: $n}, phase: aucton, then: [{finding: late, call: $n}]}"],
        ["8:38 unknown value of 'is' 'aucton'; did you mean 'auction'?"],
    ),
    "unknown option": (
        ["{id: one, on: {call: $n, by: $p}, then: [{remedy: fine, for: $n, chooser: $p, options: [{option: pya}]}]}"],
        ["8:102 unknown option 'pya'; did you mean 'pay'?"],
    ),
    "options that are no list": (
        ["{id: one, on: {call: $n, by: $p}, then: [{remedy: fine, for: $n, chooser: $p, options: pay}]}"],
        ["8:92 'options' of "],
    ),
    "options of a finding": (
        ["{id: one, on: {call: $n}, then: [{finding: late, call: $n, options: [{option: pay}]}]}"],
        ["8:64 unknown attribute of finding 'late' 'options'"],
    ),
    "word for a number": (
        ["{id: one, on: {call: $n}, when: [{finding: early, call: north}], then: [{finding: late, call: $n}]}"],
        ["8:61 'call' must be a number, not 'north'"],
    ),
    "seat for an event": (
        ["{id: one, on: {call: $n, by: $p}, when: [{finding: early, call: $p}], then: [{finding: late, call: $n}]}"],
        ["8:47 $p of rule 'one' is a seat and a event"],
    ),
    "seat concluded for an event": (
        ["{id: one, on: {call: $n, by: $p}, then: [{finding: late, call: $p}]}"],
        ["8:46 $p of rule 'one' is a seat and a event"],
    ),
    "order of words": (
        ["{id: one, on: {call: $n, by: {lt: $p}}, then: [{finding: late, call: $n}]}"],
        ["8:35 'by' is no number and has no order"],
    ),
    "its own act": (
        ["{id: one, on: {call: $n}, when: [{call: $n, by: north}], then: [{finding: late, call: $n}]}"],
        ["8:39 rule 'one' asks for its own act among earlier ones; put the tests under 'on'"],
    ),
    "its own act among any": (
        ["{id: one, on: {call: $n}, when: [{act: $n, by: north}], then: [{finding: late, call: $n}]}"],
        ["8:39 rule 'one' asks for its own act among earlier ones; put the tests under 'on'"],
    ),
    "state as a trigger": (
        ["{id: one, on: {state: phase, is: play}, then: [{finding: late}]}"],
        ["8:20 a rule is set off by an act or one of "],
    ),
    "fact among exceptions": (
        ["{id: one, on: {call: $n}, unless: [{fact: slip, about: $n, value: yes}], then: [{finding: late, call: $n}]}"],
        ["8:40 a fact, a count or a total may not stand under 'unless'; write it under 'when'"],
    ),
    "fact compared twice": (
        ["{id: a, on: {call: $n}, when: [{fact: slip, about: $n, value: {eq: yes, ne: no}}], then: [{finding: late}]}"],
        ["8:67 "],
    ),
    "no names at all": (
        ["{id: one, on: {call: $n}, when: [{finding: []}], then: [{finding: late, call: $n}]}"],
        ["8:48 "],
    ),
    "names that are no words": (
        ["{id: one, on: {found: [{a: b}]}, then: [{finding: late}]}"],
        ["8:28 "],
    ),
    "arithmetic that is none": (
        ["{id: one, on: {call: $n}, then: [{points: '$n +', side: x, column: trick, reason: x}]}"],
        ["8:47 "],
    ),
    "next of no act": (
        ["{id: one, on: {call: $n}, when: [{finding: early, call: $n, next: yes}], then: [{finding: late, call: $n}]}"],
        ["8:65 "],
    ),
    "a faulty rule that another overrides": (
        [
            "{id: one, on: {cal: $n}, then: [{finding: early, call: $n}]}",
            "{id: two, on: {call: $n}, overrides: [one], then: [{finding: late, call: $n}]}",
        ],
        ["8:20 unknown condition 'cal'; did you mean 'call'?"],
    ),
    "all at once": (
        [
            "{id: one, on: {call: $n}, unless: [{finding: late, call: $n}], then: [{finding: late, call: $n}]}",
            "{id: two, on: {call: $n}, then: [{finding: early, call: $m}]}",
            "{id: two, on: {call: $n}, when: [{call: $n}], then: [{finding: early, call: $n}]}",
            "{id: three, on: {cal: $n}, then: [{finding: early, call: $n}]}",
            "{id: four, on: {call: $n}, overrides: [five], then: [{finding: early, call: north}]}",
            "{id: five, on: {call: $n}, overrides: [fuor], then: [{finding: early, call: $n}]}",
        ],
        [
            "8:5 a circle",
            "9:38 $m of rule 'two'",
            "10:5 two rules are called 'two'",
            "11:22 unknown condition 'cal'",
            "12:81 'call' must be a number",
            "13:44 rule 'five' overrides 'fuor', which is no rule",
        ],
    ),
}


@pytest.mark.parametrize(("rules", "expected"), RULES.values(), ids=list(RULES))
def test_rule_is_refused(rules: list[str], expected: list[str], folder: Folder) -> None:
    """A rule that cannot be used is refused, each fault once and at its place."""
    folder.write(tiny__001_law=law(*rules))
    found = folder.faults()
    assert len(found) == len(expected), found
    assert [(e, f) for e, f in zip(expected, found, strict=True) if not f.startswith(f"001_law.yaml:{e}")] == []


def test_circle_is_printed_whole(folder: Folder) -> None:
    """A circle through negation is printed with each of its steps."""
    folder.write(tiny__001_law=law(*RULES["circle"][0]))
    (found,) = folder.faults()
    assert "one, two: finding:late -> not: rule one -> finding:early -> rule two -> finding:late" in found


FAULTS: dict[str, tuple[dict[str, str], list[str]]] = {
    "law of another number": (
        {"tiny__001_law": law(FIRST, number="2")},
        ["001_law.yaml:1:6 this is Law 2, but the file is named for Law 1"],
    ),
    "one law twice": (
        {"tiny__01_again": law("{id: again, on: {call: $n}, then: [{finding: late, call: $n}]}")},
        ["01_again.yaml:1:6 "],
    ),
    "law of an unknown stage": (
        {"tiny__001_law": law(FIRST, phase="aucton")},
        ["001_law.yaml:3:8 unknown value of 'is' 'aucton'; did you mean"],
    ),
    "code of another folder": ({"tiny___code": CODE.replace("id: tiny", "id: tinny")}, ["_code.yaml:1:5 "]),
    "laws without a code": ({"tinny__001_law": law(FIRST)}, ["001_law.yaml:"]),
    "unknown type": (
        {"vocabulary": VOCABULARY.replace("value: call", "value: cal")},
        ["vocabulary.yaml:4:40 unknown type 'cal'; did you mean"],
    ),
    "unknown grade": (
        {"vocabulary": VOCABULARY.replace("too late, grade: irregularity", "too late, grade: breach")},
        ["vocabulary.yaml:20:34 unknown grade of a finding 'breach'; expected one of: "],
    ),
    "unknown section": (
        {"vocabulary": VOCABULARY.replace("options:", "optoins:")},
        ["vocabulary.yaml:5:1 unknown key of the vocabulary 'optoins'; did you mean 'options'?"],
    ),
    "code without a pack": (
        {"tiny___code": CODE.replace("pack: {suits: [S, H], ranks: [K, A], hand: 1}\n", "")},
        ["_code.yaml:1:1 a code lacks 'pack'"],
    ),
    "value that is no number": (
        {"tiny___code": CODE.replace("price: 3", "price: three")},
        ["_code.yaml:6:17 value 'price' must be a whole number"],
    ),
    "no YAML": ({"tiny__002_broken": "law: [\n"}, ["002_broken.yaml:2:1 is not valid YAML: "]),
    "empty": ({"tiny__002_empty": ""}, ["002_empty.yaml:1:1 is empty"]),
    "list for a law": ({"tiny__002_list": "[]\n"}, ["002_list.yaml:1:1 a law must be a mapping, not a list"]),
    "in several files": (
        {
            "tiny__001_law": law(FIRST, number="2"),
            "tiny__002_law": law("{id: two, on: {cal: $n}, then: [{finding: late}]}", number="2"),
            "shared__all": "title: x\nrules:\n- {id: all, on: {moment: strat}, then: [{finding: late}]}\n",
        },
        [
            "001_law.yaml:1:6 this is Law 2",
            "002_law.yaml:8:20 unknown condition 'cal'",
            "all.yaml:3:26 unknown moment 'strat'; did",
        ],
    ),
}


@pytest.mark.parametrize(("files", "expected"), FAULTS.values(), ids=list(FAULTS))
def test_rulebook_is_refused(files: dict[str, str], expected: list[str], folder: Folder) -> None:
    """A rulebook file that cannot be used is refused, with the faults of all files at once."""
    folder.write(**files)
    found = folder.faults()
    assert len(found) == len(expected), found
    assert sorted(e for e in expected if not any(f.startswith(e) for f in found)) == [], found


@pytest.mark.parametrize(
    "command", [["rule", "-"], ["law", "50"], ["vocabulary"], ["case"], ["test"]], ids=lambda c: c[0]
)
def test_bad_rulebook_ends_with_3(command: list[str], tmp_path: Path) -> None:
    """Whatever is asked, a rulebook beside the shipped one that cannot be used ends with 3, all its faults told."""
    made = Folder(tmp_path / "more")
    first, second = (
        "{id: tiny-1, on: {cal: $n}, then: []}",
        "{id: tiny-2, on: {call: $n}, overrides: [x], then: [{finding: x}]}",
    )
    made.write(tiny___code=CODE, tiny__001_law=law(first, second, number="2"))
    outcome = run(*command, "--rules", made.path, given=b"events: [{by: north, call: 1S}]\n")
    outcome.refused(
        3,
        "001_law.yaml:1:6: this is Law 2",
        "001_law.yaml:8:23: unknown condition",
        "001_law.yaml:9:67: unknown finding 'x'",
    )


def test_bad_rulebook_ends_with_3_for_real(tmp_path: Path) -> None:
    """In a process of its own, too, a rulebook that cannot be used ends in messages and exit code 3."""
    made = Folder(tmp_path / "more")
    made.write(
        tiny___code=CODE,
        tiny__001_law=law(*RULES["circle"][0]).replace("early", "in-turn").replace("late", "bid-worth"),
    )
    run_for_real("law", "50", "--rules", made.path).refused(
        3, "001_law.yaml:8:5: a circle through negation within one step"
    )


def test_missing_rules_folder_ends_with_3(tmp_path: Path) -> None:
    """A folder of rules that is not there is a fault of the rulebook."""
    run("law", "50", "--rules", tmp_path / "none").refused(3, f"{tmp_path / 'none'}:0:0: is no folder of rules")


def test_word_that_the_vocabulary_has_already_ends_with_3(tmp_path: Path) -> None:
    """A vocabulary beside the shipped one may add words, not change them."""
    made = Folder(tmp_path / "more")
    made.write(vocabulary="options:\n  new-deal: {means: another thing}\n")
    run("vocabulary", "--rules", made.path).refused(3, "vocabulary.yaml:2:3: 'new-deal' is in the vocabulary already")


DECISION = textwrap.dedent("""\
    number: 1
    publication: club
    title: A decision
    code: tiny
    construes: [1/only]
    incident: {title: x}
    held: so
    """)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("number: 1", "number: one", "01_case.yaml:1:9 "),
        ("number: 1", "number: 2", "01_case.yaml:1:9 this is case 2, but the file is named for case 1"),
        ("code: tiny", "code: tinny", "01_case.yaml:4:7 unknown code 'tinny'; did you mean 'tiny'?"),
        ("1/only", "1/onyl", "01_case.yaml:1:1 unknown clause under 'construes' '1/onyl'; did you mean '1/only'?"),
        ("held: so", "holds: so", "01_case.yaml:7:1 unknown key of a case 'holds'; did you mean 'held'?"),
    ],
    ids=["no number", "another number", "unknown code", "unknown clause", "unknown key"],
)
def test_decision_is_refused(old: str, new: str, expected: str, folder: Folder) -> None:
    """A decision that cannot be used is a fault of the rulebook."""
    folder.write(cases__club__01_case=DECISION.replace(old, new))
    with pytest.raises(RulebookError) as caught:
        load_rulebook(rules=folder.path, cases=folder.path / "cases")
    found = [f"{Path(p.path).name}:{p.line}:{p.column} {p.text}" for p in caught.value.problems]
    assert any(f.startswith(expected) for f in found), found
