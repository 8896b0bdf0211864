"""Facts and conditions in words, by the sentences that the vocabulary gives them.

In a sentence ``{name}`` stands for a value; ``[...]`` is left out where a value in it was not given, and
``{name|one=text|two=text|else}`` is the text that goes with the value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.evaluate.matching import Bindings
from adjudicator.model.fact import Fact
from adjudicator.model.incident import Event
from adjudicator.model.rule import Pattern, Var
from adjudicator.model.vocabulary import Attribute, Value, Vocabulary, Word
from adjudicator.reading.people import ROLES, SIDES

SILENT = (0, "none", "nobody")
NOTED = ("about", "instead-of", "to", "said")  # details worth naming with an act
ARTICLED = (*(role for role in ROLES if role != "dummy"), *SIDES)
ISSUES = {"contention": "it is contended that ", "question": "it is asked: "}
SPOKEN = ("option", "remark", "word")  # types whose values are words of the vocabulary
BY = Attribute("by", "seat")  # what a finding carries besides its own
NAME = re.compile(r"\{([\w-]+)")
PLACE = re.compile(r"\{([\w-]+)\}('s)?")
MAYBE = re.compile(r"\[([^\[\]]*)\]")
CHOICE = re.compile(r"\{([\w-]+)\|((?:[^{}]|\{[\w-]+\})*)\}")
RELATIONS = {
    "partner": "{of}'s partner is {is}",
    "adversary": "{is} is an adversary of {of}",
    "left": "{is} sits on the left of {of}",
    "side": "{of} plays for {is}",
    "adverse-side": "{is} plays against {of}",
}


def fact_in_words(fact: Fact, vocabulary: Vocabulary) -> str:
    """A fact as a clause without a full stop."""
    values = spoken(dict(fact.attributes), vocabulary.of(fact.kind).get(fact.name), vocabulary)
    match fact.kind:
        case "relation":
            return RELATIONS[fact.name].format_map(values)
        case "value":
            of = "" if values["of"] == "none" else f" for {values['of']}"
            return f"the code's {fact.name}{of} is {values['is']}"
        case "points":
            return points_in_words(values)
        case "answer":
            return f"the answer is {fact.name if values['value'] in SILENT else values['value']}"
        case "act":
            return f"event {values['n']}: {_act(fact.name, values, vocabulary)}"
        case "fact":
            return _stated(fact, vocabulary)
        case "moment":
            moment = vocabulary.of("moment")[fact.name]
            return moment.says or moment.means
    word = vocabulary.of(fact.kind).get(fact.name)
    return ISSUES.get(fact.kind, "") + filled(word.says, values) if word and word.says else _plainly(fact)


def points_in_words(values: Mapping[str, Value], *, hanging: bool = False) -> str:
    """Who scores how much and for what; points that are taken away are lost."""
    number = int(str(values["points"]))
    verb = ("would lose" if hanging else "loses") if number < 0 else ("would score" if hanging else "scores")
    return filled(f"{{side}} {verb} {abs(number)} points in the {{column}} column ({{reason}})", values)


def event_in_words(event: Event, vocabulary: Vocabulary) -> str:
    """An event of an incident, as ``B chose to have the bid made sufficient for event 2``."""
    values: dict[str, Value] = {**event.details, "value": event.value, "by": _names(event.by)}
    word = vocabulary.of("act").get(event.act)
    every = {name: attribute.empty for name, attribute in word.attributes.items()} if word else {}
    return _act(event.act, spoken({**every, **values}, word, vocabulary), vocabulary)


def _act(name: str, values: Mapping[str, Value], vocabulary: Vocabulary) -> str:
    word = vocabulary.of("act").get(name)
    if word and word.says:
        return filled(word.says, values)
    notes = [f"{note} {values[note]}" for note in NOTED if values.get(note, 0) not in SILENT]
    what = "" if values.get("value", 0) in SILENT else f" {values['value']}"
    return f"{values['by']} {name}{what}" + "".join(f", {note}" for note in notes)


def _names(words: tuple[str, ...]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def spoken(values: Mapping[str, Value], word: Word | None, vocabulary: Vocabulary) -> dict[str, Value]:
    """Values as they are said: a course by the words that the vocabulary has for it, other words without hyphens."""
    types = (
        {name: attribute.type for name, attribute in word.attributes.items() if not attribute.values} if word else {}
    )
    return {k: _spoken(v, types.get(k, ""), vocabulary) for k, v in values.items()}


def _spoken(value: Value, value_type: str, vocabulary: Vocabulary) -> Value:
    if value_type not in SPOKEN or not isinstance(value, str):
        return value
    return option_in_words(value, vocabulary) if value_type == "option" else plain_word(value)


def option_in_words(option: str, vocabulary: Vocabulary) -> str:
    """A course as one says that somebody chooses it: ``a new deal``."""
    word = vocabulary.of("option").get(option)
    return word.says if word and word.says else plain_word(option)


def filled(template: str, values: Mapping[str, Value]) -> str:
    """A sentence of the vocabulary with its attributes put in."""
    text = MAYBE.sub(lambda m: m[1] if all(_given(values, n) for n in NAME.findall(m[1])) else "", template)
    text = CHOICE.sub(lambda m: _chosen(m[2], str(values.get(m[1], ""))), text)
    return PLACE.sub(lambda m: _put(values[m[1]], m[2] or "") if m[1] in values else m[0], text)


def _given(values: Mapping[str, Value], name: str) -> bool:
    return values.get(name, 0) not in SILENT


def _chosen(choices: str, value: str) -> str:
    """The text that goes with a value; the last, where it names none."""
    texts = [choice.partition("=") for choice in choices.split("|")]
    last = choices.rpartition("|")[2]
    return next((text for key, equals, text in texts if equals and key == value), "" if "=" in last else last)


def _put(value: Value, possessive: str) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text + ("'" if possessive and text.endswith("s") else possessive)


def pattern_in_words(pattern: Pattern, bound: Bindings) -> str:
    """A condition with the values bound so far: ``call with by=B, n > 2``."""
    signs = {"eq": "=", "ne": " other than ", "lt": " < ", "lte": " <= ", "gt": " > ", "gte": " >= ", "in": " among "}
    names = pattern.names()
    name = " or ".join(names) if names else f"any {pattern.kind}"
    tests = []
    for test in pattern.tests:
        if test.attribute == "name":
            continue
        value = bound.get(test.value.name) if isinstance(test.value, Var) else test.value
        if value is not None:
            shown = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            tests.append(f"{test.attribute}{signs[test.op]}{shown}")
    return f"{pattern.kind} {name}" + (f" with {', '.join(tests)}" if tests else "")


def absence_in_words(pattern: Pattern, bound: Bindings, vocabulary: Vocabulary) -> str:
    """A condition of which nothing was found, as a sentence where there is one for it."""
    names = pattern.names() or ()
    known = {t.attribute: bound.get(t.value.name) if isinstance(t.value, Var) else t.value for t in pattern.tests}
    values = {name: value for name, value in known.items() if value is not None}
    if pattern.kind == "answer" and names:
        return f"the answer is {' or '.join(names)}"
    if len(names) != 1 or pattern.kind == "act" or any(test.op != "eq" for test in pattern.tests):
        return pattern_in_words(pattern, bound)
    if pattern.kind == "relation":
        return RELATIONS[names[0]].format_map({"of": "him", "is": "him", **values})
    word = vocabulary.of(pattern.kind).get(names[0])
    return (word and _of_somebody(word, values, vocabulary)) or pattern_in_words(pattern, bound)


def _of_somebody(word: Word, values: Mapping[str, Value], vocabulary: Vocabulary) -> str:
    """The sentence of a word, with somebody for who is not known; "" where more than that is lacking."""
    says = MAYBE.sub(lambda m: m[0] if all(name in values for name in NAME.findall(m[1])) else "", word.says)
    lacking = dict.fromkeys(name for name in NAME.findall(says) if name not in values)
    if any(word.attributes.get(name, BY).type != "seat" for name in lacking):
        return "" if values else word.means
    return filled(says, {**spoken(values, word, vocabulary), **dict.fromkeys(lacking, "somebody")})


def _stated(fact: Fact, vocabulary: Vocabulary) -> str:
    """A fact that the events do not show, with its value: a sentence for yes, its denial for no."""
    says, values = vocabulary.of("fact")[fact.name].says, dict(fact.attributes)
    text, value = filled(says, values) if says else fact.name, values["value"]
    if "value" in NAME.findall(says):
        return text
    return {"yes": text, "no": f"it is not so that {text}"}.get(str(value), f"{text}: {value}")


def said(value: object) -> str:
    """A value as it is said; nothing where there is none."""
    return "" if value in (None, 0, "none", "nobody") else str(value)


def person(value: Value) -> Value:
    """Somebody as one speaks of him: a role that is not a name has its article."""
    return f"the {plain_word(value)}" if isinstance(value, str) and value in ARTICLED else value


def plain_word(word: str) -> str:
    """A word of the vocabulary as people say it."""
    return word.replace("-", " ")


def _plainly(fact: Fact) -> str:
    """A word that the vocabulary gives no sentence: its name, and what it carries."""
    said = [f"{name} {value}" for name, value in fact.attributes if value not in SILENT and name not in ("grade", "at")]
    return fact.name.replace("-", " ") + (f" ({', '.join(said)})" if said else "")
