"""Facts and conditions in words, by the sentences that the vocabulary gives them."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.evaluate.matching import Bindings
from adjudicator.model.fact import Fact
from adjudicator.model.incident import Event
from adjudicator.model.rule import Pattern, Var
from adjudicator.model.vocabulary import Value, Vocabulary

SILENT = (0, "none", "nobody")
NOTED = ("about", "instead-of", "to", "said")  # details worth naming with an act
RELATIONS = {
    "partner": "{of}'s partner is {is}",
    "adversary": "{is} is an adversary of {of}",
    "left": "{is} sits on the left of {of}",
    "side": "{of} plays for {is}",
    "adverse-side": "{is} plays against {of}",
}


def fact_in_words(fact: Fact, vocabulary: Vocabulary) -> str:
    """A fact as a clause without a full stop."""
    values = dict(fact.attributes)
    match fact.kind:
        case "relation":
            return RELATIONS[fact.name].format_map(values)
        case "value":
            of = "" if values["of"] == "none" else f" for {values['of']}"
            return f"the code's {fact.name}{of} is {values['is']}"
        case "points":
            return filled("{side} scores {points} points in the {column} column ({reason})", values)
        case "answer":
            value = "" if values["value"] in SILENT else f": {values['value']}"
            return f"the answer is {fact.name}{value}"
        case "act":
            return act_in_words(fact)
        case "fact":
            return _stated(fact, vocabulary)
    word = vocabulary.of(fact.kind).get(fact.name)
    return filled(word.says, values) if word and word.says else _plainly(fact)


def act_in_words(fact: Fact) -> str:
    """``event 3: B demand make-sufficient, about event 2``."""
    values = dict(fact.attributes)
    notes = [f"{name} {values[name]}" for name in NOTED if name in values and values[name] not in SILENT]
    what = "" if values.get("value") in SILENT else f" {values['value']}"
    return f"event {values['n']}: {values['by']} {fact.name}{what}" + "".join(f", {note}" for note in notes)


def event_in_words(event: Event) -> str:
    """An event of an incident, as ``B: demand make-sufficient (about 2)``."""
    notes = ", ".join(f"{k} {v}" for k, v in sorted(event.details.items()))
    what = "" if event.value in SILENT else f" {event.value}"
    return f"{', '.join(event.by)}: {event.act}{what}" + (f" ({notes})" if notes else "")


def filled(template: str, values: Mapping[str, Value]) -> str:
    """A sentence of the vocabulary with its attributes put in."""
    text = template
    for name, value in values.items():
        text = text.replace("{" + name + "}", ", ".join(map(str, value)) if isinstance(value, tuple) else str(value))
    return text


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


def _stated(fact: Fact, vocabulary: Vocabulary) -> str:
    """A fact that the events do not show, with its value: a sentence for yes, its denial for no."""
    says = vocabulary.of("fact")[fact.name].says
    text, value = filled(says, dict(fact.attributes)) if says else fact.name, fact.values["value"]
    return {"yes": text, "no": f"it is not so that {text}"}.get(str(value), f"{text}: {value}")


def said(value: object) -> str:
    """A value as it is said; nothing where there is none."""
    return "" if value in (None, 0, "none", "nobody") else str(value)


def plain_word(word: str) -> str:
    """A word of the vocabulary as people say it."""
    return word.replace("-", " ")


def _plainly(fact: Fact) -> str:
    """A word that the vocabulary gives no sentence: its name, and what it carries."""
    said = [f"{name} {value}" for name, value in fact.attributes if value not in SILENT and name not in ("grade", "at")]
    return fact.name.replace("-", " ") + (f" ({', '.join(said)})" if said else "")
