"""The words of the vocabulary in the JSON Schemas.

The schemas in ``adjudicator/schema/`` are written by hand, save the definitions made here from the vocabulary:
``python tests/schema_words.py --write`` puts them in, and ``test_schema.py`` fails while a schema lacks them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from adjudicator.model.rule import ANY
from adjudicator.model.vocabulary import Attribute, Vocabulary, Word
from adjudicator.reading.incident import FACT_NOTES
from adjudicator.reading.patterns import ANSWERS, POINTS, RELATIONS, Language
from adjudicator.reading.rules import CONCLUSIONS, TRIGGERS
from adjudicator.rulebook import load_rulebook

SCHEMAS = Path(__file__).resolve().parent.parent / "adjudicator" / "schema"
COMMAND = "python tests/schema_words.py --write"
SHOWN = ("irregularity", "etiquette", "status")
Schema = dict[str, Any]


# -- single words and values


def value_of(attribute: Attribute) -> Schema:
    """What an incident may write for an attribute: a closed list, or the definition of its type."""
    if attribute.values:
        return {"enum": list(attribute.values)}
    known = {
        "seat": "person",
        "side": "person",
        "event": "event-number",
        "number": "number",
        "call": "call",
        "card": "card",
    }
    known |= {"option": "option", "remark": "remark"}
    return {"$ref": f"#/$defs/{known.get(attribute.type, 'text')}"}


def spelled(words: Mapping[str, Word]) -> Schema:
    """Every word and every other spelling of it."""
    return {"enum": list(dict.fromkeys(s for name, word in words.items() for s in (name, *word.also)))}


def means(schema: Schema, word: Word) -> Schema:
    """A schema with the meaning of its word, which editors show."""
    return {"description": word.means, **schema}


# -- incidents


def event(vocabulary: Vocabulary) -> Schema:
    """An event: who, exactly one act, details."""
    acts, details = vocabulary.of("act"), vocabulary.of("detail")
    return {
        "description": "One act and its details.",
        "type": "object",
        "required": ["by"],
        "oneOf": [{"required": [name]} for name in acts],
        "additionalProperties": False,
        "properties": {
            "by": {"$ref": "#/$defs/people"},
            **{name: means(value_of(Attribute(name, w.value or "word", w.values)), w) for name, w in acts.items()},
            **{name: means(value_of(word.attributes[name]), word) for name, word in details.items()},
        },
    }


def opened(
    opener: str, common: Iterable[str], required: Iterable[str], words: Mapping[str, tuple[Word, Schema]]
) -> Schema:
    """A mapping that its first word opens; which other keys it has depends on that word."""
    cases = []
    for name, (word, extra) in words.items():
        own = {k: value_of(a) for k, a in word.attributes.items()} | extra
        keys = {"enum": [opener, *common, *own]}
        then: Schema = {"propertyNames": keys, **({"properties": own} if own else {})}
        then |= {"required": list(word.needs)} if word.needs else {}
        cases.append({"if": {"required": [opener], "properties": {opener: {"const": name}}}, "then": then})
    return {
        "type": "object",
        "required": [opener, *required],
        "properties": {opener: {"enum": list(words)}},
        "allOf": cases,
    }


def fact(vocabulary: Vocabulary) -> Schema:
    """A fact stated beside the events."""
    words = {name: (word, {"value": {"enum": list(word.values)}}) for name, word in vocabulary.of("fact").items()}
    schema = opened("fact", FACT_NOTES, ["value"], words)
    schema["properties"] |= {"alleged_by": {"$ref": "#/$defs/text"}}
    return schema


def contention(vocabulary: Vocabulary) -> Schema:
    """What a side says is so: a contention, or an option that it says is its to choose."""
    words = {name: (word, {}) for name, word in vocabulary.of("contention").items()}
    entitled = vocabulary.of("contention")["entitled"]
    words |= {name: (entitled, {}) for name in spelled(vocabulary.of("option"))["enum"] if name not in words}
    schema = opened("contends", ["by"], ["by"], words)
    schema["properties"] |= {"by": {"$ref": "#/$defs/person"}}
    return schema


def question(vocabulary: Vocabulary) -> Schema:
    """What a director asks."""
    schema = opened("ask", ["by"], [], {name: (word, {}) for name, word in vocabulary.of("question").items()})
    schema["properties"] |= {"by": {"$ref": "#/$defs/person"}}
    return schema


def incident_words(vocabulary: Vocabulary) -> dict[str, Schema]:
    """The generated definitions of ``incident.schema.json``."""
    options, contentions = spelled(vocabulary.of("option")), list(vocabulary.of("contention"))
    return {
        "option": options,
        "remark": spelled(vocabulary.of("remark")),
        "event": event(vocabulary),
        "fact": fact(vocabulary),
        "contention": contention(vocabulary),
        "question": question(vocabulary),
        "finding-word": {"enum": [name for name, word in vocabulary.of("finding").items() if word.grade in SHOWN]},
        "remedy-word": {"enum": list(vocabulary.of("remedy"))},
        "status-word": {"enum": list(vocabulary.of("status"))},
        "contention-word": {"enum": list(dict.fromkeys([*contentions, *vocabulary.of("option")]))},
        "question-word": {"enum": list(vocabulary.of("question"))},
        "answer-word": {"enum": list(ANSWERS)},
    }


# -- laws


def opens(word: str, order: Sequence[str]) -> Schema:
    """That a word opens a condition or conclusion: it is there, and none that goes before it."""
    before = order[: order.index(word)]
    return {"required": [word], **({"not": {"anyOf": [{"required": [w]} for w in before]}} if before else {})}


def named(words: Iterable[str]) -> Schema:
    """One word, ``any``, or a list of words."""
    known = list(words)
    return {"anyOf": [{"enum": [*known, "any"]}, {"type": "array", "items": {"enum": known}, "minItems": 1}]}


def carried(language: Language, kind: str) -> list[str]:
    """Every attribute that some word of a kind carries."""
    words = [ANY, *language.names(kind)]
    return list(dict.fromkeys(a for word in words for a in language.attributes(kind, word)))


def condition(vocabulary: Vocabulary) -> Schema:
    """A condition of a rule: the word that opens it and the attributes of the fact that it looks for."""
    language = Language(vocabulary, frozenset())
    order = language.words()
    test: Schema = {"$ref": "#/$defs/test"}
    cases = []
    for word in order:
        kind = {"found": "finding", "was": "finding", "answered": "answer"}.get(word, word)
        first = test
        if word in RELATIONS:
            keys = ["of", "is"]
        elif word in ("count", "total"):
            keys = ["of", "each"] if word == "total" else ["of"]
        elif word == "points":
            keys = list(POINTS)
        elif word == "fact":
            first = {"enum": list(vocabulary.of("fact"))}
            keys = ["value", *(a for w in vocabulary.of("fact").values() for a in w.attributes)]
        elif word == "act":
            keys = [*carried(language, "act"), "is", "next"]
        elif word in vocabulary.of("act"):
            keys = [*language.attributes("act", word), "next"]
        else:
            keys = carried(language, kind)
            first = {"$ref": "#/$defs/text"} if word == "value" else named(language.names(kind))
        others = {k: test for k in keys if k != word} | ({"is": named_acts(vocabulary)} if word == "act" else {})
        others |= {"next": {"enum": ["yes", "no"]}} if "next" in keys else {}
        others |= {"of": {"$ref": "#/$defs/condition"}} if word in ("count", "total") else {}
        others |= {"each": {"$ref": "#/$defs/text"}} if word == "total" else {}
        needs = {"count": ["of"], "total": ["of", "each"], "fact": ["value"]}
        required = {"required": needs[word]} if word in needs else {}
        then = {"properties": {word: first, **others}, "additionalProperties": False, **required}
        cases.append({"if": opens(word, order), "then": then})
    return {
        "description": "One word opens the condition, the others are attributes of the fact that it looks for.",
        "type": "object",
        "anyOf": [{"required": [word]} for word in order],
        "allOf": cases,
    }


def named_acts(vocabulary: Vocabulary) -> Schema:
    """A list of acts."""
    return {"type": "array", "items": {"enum": list(vocabulary.of("act"))}, "minItems": 1}


def trigger(vocabulary: Vocabulary) -> Schema:
    """What may set a rule off."""
    order = Language(vocabulary, frozenset()).words()
    may = [*TRIGGERS, "found", *vocabulary.of("act")]
    return {"allOf": [{"$ref": "#/$defs/condition"}], "anyOf": [opens(word, order) for word in order if word in may]}


def conclusion(vocabulary: Vocabulary) -> Schema:
    """What a rule may conclude."""
    language = Language(vocabulary, frozenset())
    head: Schema = {"$ref": "#/$defs/head"}
    known: dict[str, tuple[Iterable[str], Iterable[str]]] = {
        **{k: (vocabulary.of(k), carried(language, k)) for k in ("finding", "status")},
        **{k: (vocabulary.of("state"), carried(language, "state")) for k in ("start", "set", "end")},
        "remedy": (vocabulary.of("remedy"), language.attributes("state", "remedy")),
        "answer": (ANSWERS, carried(language, "answer")),
    }
    cases = []
    for word in CONCLUSIONS:
        words, keys = known.get(word, ((), POINTS))
        first = {"enum": list(words)} if word in known else {"$ref": "#/$defs/scalar"}
        others = {k: head for k in keys if k not in (word, "name")}
        if word == "remedy":
            others["options"] = {"type": "array", "items": {"$ref": "#/$defs/option"}, "minItems": 1}
        then = {"properties": {word: first, **others}, "additionalProperties": False}
        cases.append({"if": opens(word, CONCLUSIONS), "then": then})
    return {
        "description": "One word says what is concluded, the others are its attributes.",
        "type": "object",
        "anyOf": [{"required": [word]} for word in CONCLUSIONS],
        "allOf": cases,
    }


def law_words(vocabulary: Vocabulary) -> dict[str, Schema]:
    """The generated definitions of ``law.schema.json``."""
    phase = vocabulary.of("state").get("phase")
    return {
        "phase-word": {"enum": list(phase.attributes["is"].values if phase else ())},
        "option-word": {"enum": list(vocabulary.of("option"))},
        "condition": condition(vocabulary),
        "trigger": trigger(vocabulary),
        "conclusion": conclusion(vocabulary),
    }


# -- rulings


def ruling_words(vocabulary: Vocabulary) -> dict[str, Schema]:
    """The generated definitions of ``ruling.schema.json``."""
    incident = incident_words(vocabulary)
    names = ("finding-word", "remedy-word", "status-word", "contention-word", "question-word", "answer-word")
    return {
        **{name: incident[name] for name in names},
        "option-word": {"enum": list(vocabulary.of("option"))},
        "fact-word": {"enum": list(vocabulary.of("fact"))},
    }


# -- files

GENERATED = {"incident.schema.json": incident_words, "law.schema.json": law_words, "ruling.schema.json": ruling_words}


def schema(name: str) -> Schema:
    """A schema as it is shipped."""
    found: Schema = json.loads((SCHEMAS / name).read_text("utf-8"))
    return found


def with_words(name: str, vocabulary: Vocabulary) -> Schema:
    """A schema with the words of a vocabulary in the place of its own."""
    shipped = schema(name)
    words = GENERATED[name](vocabulary) if name in GENERATED else {}
    return {**shipped, "$defs": {**shipped.get("$defs", {}), **words}} if words else shipped


def lacking(name: str, vocabulary: Vocabulary) -> list[str]:
    """The generated definitions that differ from those of a vocabulary."""
    shipped, right = schema(name).get("$defs", {}), with_words(name, vocabulary).get("$defs", {})
    return [word for word in right if right[word] != shipped.get(word)]


# -- use


@cache
def validator(kind: str) -> Draft202012Validator:
    """The validator of one kind of file; schemas refer to each other by file name."""
    registry: Registry[Any] = Registry().with_resources(
        (path.name, Resource.from_contents(json.loads(path.read_text("utf-8")))) for path in SCHEMAS.glob("*.json")
    )
    return Draft202012Validator(schema(f"{kind}.schema.json"), registry=registry)


def faults(kind: str, value: object) -> list[str]:
    """Where a value in plain form does not fit a schema."""
    return [f"{error.json_path}: {error.message[:200]}" for error in validator(kind).iter_errors(value)]


def write() -> None:
    """Put the words of the shipped vocabulary into the shipped schemas."""
    vocabulary = load_rulebook().vocabulary
    for path in sorted(SCHEMAS.glob("*.schema.json")):
        text = json.dumps(with_words(path.name, vocabulary), indent=2, ensure_ascii=False) + "\n"
        if text != path.read_text("utf-8"):
            path.write_text(text, "utf-8")
            print(f"wrote {path}")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    write()
