"""The JSON Schemas in ``adjudicator/schema/``: valid, with the vocabulary's words, true of every shipped file.

They are held against the readers: what is shipped passes, what the readers refuse for its form does not, and every
ruling on a shipped case has the shape that ``ruling.schema.json`` gives, with no key that the schema leaves out.
"""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.cases import read_cases
from adjudicator.errors import RulebookError
from adjudicator.expected import KEYS as EXPECT
from adjudicator.model.vocabulary import Vocabulary
from adjudicator.reading import incident, laws, rules
from adjudicator.reading import vocabulary as words
from adjudicator.reading.nodes import plain
from adjudicator.reading.yamlfile import read_path
from adjudicator.rulebook import load_rulebook, shipped
from adjudicator.service import adjudicate
from schema_words import COMMAND, GENERATED, SCHEMAS, faults, lacking, schema, with_words

NAMES = ["case", "code", "incident", "incidents", "law", "ruling", "shared", "vocabulary"]
RULES, CASES = shipped("rules"), shipped("cases")
FILES = {
    "vocabulary": [RULES / "vocabulary.yaml"],
    "shared": sorted(RULES.glob("shared/*.yaml")),
    "code": sorted(RULES.glob("*/_code.yaml")),
    "law": sorted(p for p in RULES.glob("*/[!_]*.yaml") if p.parent.name != "shared"),
    "case": sorted(p for p in CASES.glob("*/*.yaml") if p.parent.name != "incidents"),
    "incidents": sorted(CASES.glob("incidents/*/*.yaml")),
}
SHIPPED = [(kind, path) for kind, paths in FILES.items() for path in paths]


def content(path: Path) -> Any:
    """A YAML file in plain form: every scalar is a word."""
    return plain(read_path(path))


# -- the schemas themselves


@pytest.mark.parametrize("name", NAMES)
def test_schema_is_valid(name: str) -> None:
    """Each schema is valid JSON Schema 2020-12, with a title and a description."""
    found = schema(f"{name}.schema.json")
    Draft202012Validator.check_schema(found)
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert found["$id"] == f"{name}.schema.json"
    assert found["title"]
    assert found["description"]


def test_no_schema_is_forgotten() -> None:
    """Every schema in the folder is one of those tested here."""
    assert sorted(p.name for p in SCHEMAS.iterdir()) == [f"{name}.schema.json" for name in NAMES]


def test_references_lead_somewhere() -> None:
    """Every ``$ref`` names a definition that there is."""
    for name in NAMES:
        for ref in _refs(schema(f"{name}.schema.json")):
            file, _, pointer = ref.partition("#")
            target = schema(file or f"{name}.schema.json")
            for step in pointer.split("/")[1:]:
                target = target[step]
            assert isinstance(target, dict), ref


def _refs(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from _refs(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _refs(inner)


# -- their words


@pytest.mark.parametrize("name", GENERATED)
def test_words_are_those_of_the_vocabulary(name: str) -> None:
    """The enumerations of a shipped schema are the words of the shipped vocabulary."""
    missing = lacking(name, load_rulebook().vocabulary)
    assert not missing, f"{name}: {', '.join(missing)} differ from rules/vocabulary.yaml; run: {COMMAND}"


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("act", "incident.schema.json", {"event"}),
        ("detail", "incident.schema.json", {"event"}),
        ("option", "incident.schema.json", {"option", "contention", "contention-word"}),
        ("remark", "incident.schema.json", {"remark"}),
        ("fact", "incident.schema.json", {"fact"}),
        ("contention", "incident.schema.json", {"contention", "contention-word"}),
        ("question", "incident.schema.json", {"question", "question-word"}),
        ("finding", "law.schema.json", {"condition", "conclusion"}),
        ("state", "law.schema.json", {"condition", "conclusion"}),
        ("act", "law.schema.json", {"condition", "trigger"}),
        ("finding", "ruling.schema.json", {"finding-word"}),
        ("remedy", "ruling.schema.json", {"remedy-word"}),
    ],
)
def test_new_word_is_missed(kind: str, name: str, expected: set[str]) -> None:
    """A word that the vocabulary gains is found to be lacking in the schema."""
    vocabulary = load_rulebook().vocabulary
    known = vocabulary.of(kind)
    first = next(w for w in known.values() if kind != "finding" or w.grade == "irregularity")
    attributes = dict(first.attributes)
    if kind == "detail":
        attributes = {"newly-coined": replace(next(iter(first.attributes.values())), name="newly-coined")}
    new = replace(first, name="newly-coined", also=(), attributes=attributes)
    grown = Vocabulary({**vocabulary.words, kind: {**known, "newly-coined": new}})
    assert expected <= set(lacking(name, grown))
    assert "newly-coined" in json.dumps(with_words(name, grown))


def test_keys_are_those_of_the_readers() -> None:
    """A schema knows the keys that its reader knows, and no others."""
    found = {name: schema(f"{name}.schema.json") for name in NAMES}
    law = found["law"]["$defs"]
    expect = found["incident"]["$defs"]["expect"]["properties"]
    assert set(found["incident"]["properties"]) == set(incident.KEYS)
    assert set(found["case"]["properties"]) == set(laws.CASE)
    assert set(found["code"]["properties"]) == set(laws.CODE)
    assert set(law["clause"]["properties"]) == set(laws.CLAUSE)
    assert tuple(law["clause"]["properties"]["kind"]["enum"]) == laws.KINDS
    assert set(law["rule"]["properties"]) == set(rules.KEYS)
    assert set(found["vocabulary"]["properties"]) == set(words.SECTIONS)
    assert set(found["vocabulary"]["$defs"]["entry"]["properties"]) == set(words.ENTRY)
    assert found["vocabulary"]["$defs"]["type-word"]["enum"] == list(words.TYPES)
    assert found["vocabulary"]["$defs"]["entry"]["properties"]["grade"]["enum"] == list(words.GRADES)
    assert {part: set(x["items"]["properties"]) for part, x in expect.items()} == {k: set(v) for k, v in EXPECT.items()}


# -- what is shipped


@pytest.mark.parametrize(("kind", "path"), SHIPPED, ids=[f"{p.parent.name}/{p.name}" for _, p in SHIPPED])
def test_shipped_file_fits(kind: str, path: Path) -> None:
    """Every shipped vocabulary, code, law, case and worked incident fits the schema of its kind."""
    assert faults(kind, content(path)) == []


@pytest.mark.parametrize(("kind", "path"), SHIPPED, ids=[f"{p.parent.name}/{p.name}" for _, p in SHIPPED])
def test_shipped_file_names_its_schema(kind: str, path: Path) -> None:
    """The first line of each file tells editors its schema, the one of its kind."""
    first = path.read_text("utf-8").partition("\n")[0]
    named = first.partition("$schema=")[2].strip()
    assert named
    assert (path.parent / named).resolve() == SCHEMAS / f"{kind}.schema.json"


@pytest.mark.parametrize("path", [*FILES["case"], *FILES["incidents"]], ids=lambda path: path.stem)
def test_ruling_has_its_shape(path: Path) -> None:
    """The ruling on every shipped case has the shape of the schema, and no key that the schema does not describe."""
    shape = Draft202012Validator(_closed(schema("ruling.schema.json")))
    for case in read_cases([path], load_rulebook()):
        ruling = json.loads(adjudicate(case.incident).to_json())
        assert [f"{e.json_path}: {e.message[:200]}" for e in shape.iter_errors(ruling)] == [], case.name


def _closed(value: Any) -> Any:
    """A schema that allows no keys but those that it names."""
    if isinstance(value, list):
        return [_closed(x) for x in value]
    if not isinstance(value, dict):
        return value
    closed = {k: _closed(v) for k, v in value.items()}
    if value.get("type") == "object" and isinstance(value.get("properties"), dict):
        closed["additionalProperties"] = False
    return closed


# -- what is refused


def _with(path: str, value: object) -> Callable[[Any], object]:
    """A change that puts a value at a path such as ``clauses/0/kind``; ``None`` takes the key away."""

    def change(root: Any) -> object:
        *steps, last = [int(x) if x.isdigit() else x for x in path.split("/")]
        inner = root
        for step in steps:
            inner = inner[step]
        if value is None:
            del inner[last]
        else:
            inner[last] = value
        return root

    return change


LAW, CODE, WORDS = "auction-1912/050_insufficient_or_impossible.yaml", "auction-1912/_code.yaml", "vocabulary.yaml"
REFUSED = [
    ("law", LAW, "titel", "x"),
    ("law", LAW, "law", None),
    ("law", LAW, "clauses", "x"),
    ("law", LAW, "clauses/0/kind", "rihgt"),
    ("law", LAW, "clauses/0/rule", []),
    ("law", LAW, "clauses/0/rules", []),
    ("law", LAW, "clauses/1/says", None),
    ("law", LAW, "clauses/2/disputed/readings", "one"),
    ("law", LAW, "clauses/0/rules/0/whne", []),
    ("law", LAW, "clauses/0/rules/0/then", None),
    ("law", LAW, "clauses/0/rules/0/on", {"finding": "no-such-finding"}),
    ("law", LAW, "clauses/0/rules/0/on", {"state": "phase", "is": "auction"}),
    ("law", LAW, "clauses/0/rules/0/when/0", {"finding": ["insufficient-bid", "no-such-finding"]}),
    ("law", LAW, "clauses/0/rules/0/when/0", {"finding": "bid-worth", "call": {"less": "$n"}}),
    ("law", LAW, "clauses/0/rules/0/when/0", {"finding": "bid-worth", "cal": "$n"}),
    ("law", LAW, "clauses/0/rules/0/when/0", {"act": "$m", "is": ["cal"]}),
    ("law", LAW, "clauses/0/rules/0/when/0", {"act": "$m", "is": "call"}),
    ("law", LAW, "clauses/0/rules/0/when/0", {"state": "phase", "is": "auction", "next": "yes"}),
    ("law", LAW, "clauses/0/rules/0/when/0", {"call": "$m", "next": "perhaps"}),
    ("law", LAW, "clauses/0/rules/0/when/0", {"fact": "inadvertent", "about": "$n"}),
    ("law", LAW, "clauses/0/rules/0/when/0", {"count": "2"}),
    ("law", LAW, "clauses/0/rules/0/unless/0", {"fact": "inadvertent", "value": "yes"}),
    ("law", LAW, "clauses/0/rules/0/then/0", {"finding": "no-such-finding"}),
    ("law", LAW, "clauses/0/rules/0/then/0", {"begin": "duty"}),
    ("law", LAW, "clauses/0/rules/2/then/0/options/0/option", "no-such-option"),
    ("law", LAW, "clauses/0/rules/2/then/0/options", "make-sufficient"),
    ("law", LAW, "clauses/0/rules/0/then/0", {"finding": "insufficient-bid", "options": [{"option": "penalty"}]}),
    ("law", LAW, "clauses/1/rules/0/then/0", {"status": "lost", "remedy": "$r", "for": "$n"}),
    ("law", LAW, "phase", "aucton"),
    ("law", LAW, "clauses/0/rules/0/phase", "aucton"),
    ("code", CODE, "seat", "x"),
    ("code", CODE, "seats/names", None),
    ("code", CODE, "pack", ["S", "H"]),
    ("code", CODE, "calls/bids/levels", ["1"]),
    ("code", CODE, "calls/words/pass/kid", "x"),
    ("code", CODE, "values/game", "thirty"),
    ("vocabulary", WORDS, "act", {}),
    ("vocabulary", WORDS, "acts/call/value", "cal"),
    ("vocabulary", WORDS, "acts/call/means", None),
    ("vocabulary", WORDS, "findings/bid-out-of-turn/grade", "breach"),
    ("vocabulary", WORDS, "findings/bid-out-of-turn/attributes/by", "set"),
    ("vocabulary", WORDS, "facts/inadvertent/values", None),
    ("vocabulary", WORDS, "options/new-deal", "x"),
]


@pytest.mark.parametrize(
    ("kind", "name", "path", "value"), REFUSED, ids=[f"{k} {p} {v}"[:70] for k, _, p, v in REFUSED]
)
def test_what_schema_refuses_the_reader_refuses(kind: str, name: str, path: str, value: object, tmp_path: Path) -> None:
    """A rulebook file with a fault of form is refused by its schema and by its reader."""
    root = _with(path, copy.deepcopy(value))(content(RULES / name))
    assert faults(kind, root)
    folder = tmp_path / "rules"
    shutil.copytree(RULES, folder)
    (folder / name).write_text(json.dumps(root), "utf-8")
    with pytest.raises(RulebookError) as caught:
        load_rulebook(rules=folder)
    assert any(Path(p.path) == folder / name for p in caught.value.problems)


CASE_REFUSED = [
    ("held", None),
    ("number", "two"),
    ("construe", []),
    ("construes", "52/slip"),
    ("rules/0/on", None),
    ("incident", None),
]


@pytest.mark.parametrize(("path", "value"), CASE_REFUSED, ids=[f"{p} {v}" for p, v in CASE_REFUSED])
def test_what_case_schema_refuses_the_reader_refuses(path: str, value: object, tmp_path: Path) -> None:
    """A decision with a fault of form is refused by its schema and by its reader."""
    name = "card-committee/02_correction_after_demand.yaml"
    root = _with(path, value)(content(CASES / name))
    assert faults("case", root)
    shutil.copytree(CASES, tmp_path / "cases")
    (tmp_path / "cases" / name).write_text(json.dumps(root), "utf-8")
    with pytest.raises(RulebookError):
        load_rulebook(rules=RULES, cases=tmp_path / "cases")
