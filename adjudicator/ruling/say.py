"""The ruling in words to read aloud, under 120 of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.model.vocabulary import Value
from adjudicator.ruling.model import Answer, Finding, Points, Remedy, Ruling
from adjudicator.wording import points_in_words

MOST_WORDS = 119
ETIQUETTE = "Only etiquette speaks to this; no penalty follows."
ANSWERS = {
    "sustained": "The contention that {text} is sustained.",
    "denied": "The contention that {text} is denied.",
    "yes": "{text} Yes.",
    "no": "{text} No.",
    "value": "{text} {value}.",
    "depends": "Whether it is so ({text}) depends on a fact that is not known.",
    "disputed": "The text can be read both ways ({text}).",
    "silent": "On this the code is silent ({text}).",
}


def say(ruling: Ruling) -> str:
    """Answers first, then what was wrong, then who may choose what, then points; cut at a whole sentence."""
    sentences = [*map(answer_sentence, ruling.answers), *_findings(ruling), *_choices(ruling), *_standing(ruling)]
    sentences += [points_sentence(p) for p in ruling.points if not p.if_option]
    found: list[str] = []
    for sentence in sentences:
        if sum(len(s.split()) for s in (*found, sentence)) > MOST_WORDS:
            break
        found.append(sentence)
    return " ".join(found)


def answer_sentence(answer: Answer) -> str:
    """One answer as a sentence; one that differs between the seats of a side is told for each."""
    if answer.parts:
        return capitalised(
            f"{answer.text.rstrip('?')}: " + ", ".join(f"{p['who']} {p['answer']}" for p in answer.parts) + "."
        )
    text = ANSWERS[answer.answer].replace("{text}", answer.text)
    return capitalised(text.replace("{value}", capitalised(answer.said or "nobody")))


def nothing_found(ruling: Ruling) -> str:
    """What is said where nothing was found that a penalty could follow from; "" where something was."""
    if {f.grade for f in ruling.findings} - {"status"}:
        return ""
    if any(a.answer == "silent" for a in ruling.answers):
        return "The code is silent on this."
    return "Nothing irregular happened."


def finding_sentence(finding: Finding, ruling: Ruling) -> str:
    """A finding as a sentence; where only etiquette speaks, or the code attaches nothing to a breach, that is said."""
    punished = any(remedy.for_ == finding.id or remedy.event == finding.at for remedy in ruling.remedies)
    if finding.beyond and not punished:
        return f"{capitalised(finding.text)}. {finding.beyond}"
    if finding.grade == "etiquette":
        return f"{capitalised(finding.text)}. {ETIQUETTE}"
    plain = finding.grade == "irregularity" and not punished
    return capitalised(finding.text) + ("; the code forbids this but lays down no penalty." if plain else ".")


def _findings(ruling: Ruling) -> Iterator[str]:
    yield from (finding_sentence(f, ruling) for f in ruling.findings if f.grade != "status")
    if nothing := nothing_found(ruling):
        yield nothing


def _choices(ruling: Ruling) -> Iterator[str]:
    for remedy in ruling.remedies:
        yield choice_sentence(remedy)


def choice_sentence(remedy: Remedy) -> str:
    """Who may choose what until when, or what has become of the choice."""
    options = " or ".join(str(o["text"]) for o in remedy.options)
    who, event = _names(remedy.choosers.who), f" for event {remedy.event}" if remedy.event else ""
    match remedy.status:
        case "exercised":
            done = f"; it was done at event {remedy.fulfilled_by}" if remedy.fulfilled_by else ""
            chosen = next((str(o["text"]) for o in remedy.options if o["option"] == remedy.option), remedy.option)
            return capitalised(f"{remedy.chosen_by or who} chose {chosen}{event}{done}.")
        case "lapsed" if remedy.fulfilled_by:
            since = f"since event {remedy.fulfilled_by} there is nothing more to choose{event}"
            return capitalised(f"{since}: what could be asked was done unasked.")
        case "lapsed" | "barred":
            since = f"since event {remedy.lost_by} " if remedy.lost_by else ""
            return capitalised(f"{since}{who} may no longer choose {options}{event}.")
        case "mandatory":
            return capitalised(f"{options} must follow{event}.")
    scored = " or ".join(_scored(str(o["text"]), o["points"]) for o in remedy.options)
    either = "either of " if remedy.choosers.mode == "either-first-binds" and len(remedy.choosers.who) > 1 else ""
    until = f", until {remedy.until}" if remedy.until not in ("", "none") else ""
    return capitalised(f"{either}{who} may choose {scored}{event}{until}.")


def _scored(text: str, points: object) -> str:
    """A course with what it would score, where that is known and its own name does not say it."""
    every = points if isinstance(points, (list, tuple)) else ()
    told = [f"{p['points']} in the {p['column']} column" for p in every if not text.startswith(str(p["points"]))]
    return text + (f" (which would score {' and '.join(told)})" if told else "")


def _standing(ruling: Ruling) -> Iterator[str]:
    for standing in (*ruling.bars, *ruling.duties):
        yield f"{capitalised(standing.text)}."


def points_sentence(points: Points, course: str = "") -> str:
    """Points as a sentence; those that hang on a course still open with the words for that ``course``."""
    told: dict[str, Value] = {
        "side": points.side,
        "points": points.points,
        "column": points.column,
        "reason": points.for_,
    }
    scored = points_in_words(told, hanging=bool(points.if_option))
    chosen = f", if it chooses {course}" if points.if_option else ""
    return capitalised(f"{scored}{chosen}.")


def _names(words: Iterable[str]) -> str:
    found = list(words)
    return " and ".join(filter(None, [", ".join(found[:-1]), found[-1]])) if found else "nobody"


def capitalised(text: str) -> str:
    """A text with its first letter large."""
    return text[:1].upper() + text[1:]
