"""The ruling in words to read aloud, under 120 of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.ruling.model import Answer, Finding, Points, Remedy, Ruling
from adjudicator.wording import plain_word

MOST_WORDS = 119
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
    grades = {f.grade for f in ruling.findings} - {"status"}
    if any(a.answer == "silent" for a in ruling.answers) and not grades:
        return "The code is silent on this."
    if not grades:
        return "Nothing irregular happened."
    return "Only etiquette speaks to this; no penalty follows." if grades == {"etiquette"} else ""


def finding_sentence(finding: Finding, ruling: Ruling) -> str:
    """A finding as a sentence; where the code attaches nothing to a breach, that is said."""
    punished = any(remedy.for_ == finding.id or remedy.event == finding.at for remedy in ruling.remedies)
    if finding.beyond and not punished:
        return f"{capitalised(finding.text)}. {finding.beyond}"
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
    options = " or ".join(plain_word(str(o["option"])) for o in remedy.options)
    scored = " or ".join(plain_word(str(o["option"])) + _scored(o["points"]) for o in remedy.options)
    who = _names(remedy.choosers.who)
    match remedy.status:
        case "exercised":
            done = f"; it was done at event {remedy.fulfilled_by}" if remedy.fulfilled_by else ""
            chosen = f"{remedy.chosen_by or who} chose {plain_word(remedy.option)} for event {remedy.event}"
            return capitalised(f"{chosen}{done}.")
        case "lapsed" if remedy.fulfilled_by:
            return capitalised(f"{options} for event {remedy.event} was done unasked at event {remedy.fulfilled_by}.")
        case "lapsed" | "barred":
            lost = f" by event {remedy.lost_by}" if remedy.lost_by else ""
            return capitalised(f"the right to {options} for event {remedy.event} was lost{lost}.")
        case "mandatory":
            event = f" for event {remedy.event}" if remedy.event else ""
            return capitalised(f"{options} must follow{event}.")
    either = "either of " if remedy.choosers.mode == "either-first-binds" else ""
    time = remedy.until if remedy.until.startswith("no ") else f"until: {remedy.until}"
    return capitalised(f"{either}{who} may choose {scored} for event {remedy.event} ({time}).")


def _scored(points: object) -> str:
    """What a course scores, in brackets; nothing where it scores nothing that is known."""
    told = [f"{p['points']} in the {p['column']} column" for p in points] if isinstance(points, (list, tuple)) else []
    return f" ({', '.join(told)})" if told else ""


def _standing(ruling: Ruling) -> Iterator[str]:
    for bar in ruling.bars:
        until = f" until {bar.attributes['until']}" if bar.attributes.get("until") not in (None, "none") else ""
        yield capitalised(f"{bar.attributes['who']} may not {bar.attributes['may_not']}{until}.")
    for duty in ruling.duties:
        suit = f" {duty.attributes['suit']}" if duty.attributes.get("suit") not in (None, "none") else ""
        yield capitalised(f"{duty.attributes['who']} must {plain_word(str(duty.attributes['must']))}{suit}.")


def points_sentence(points: Points) -> str:
    """Points as a sentence."""
    scored = f"{points.side} scores {points.points} in the {points.column} column ({points.for_})"
    return capitalised(f"{scored}{f' if it chooses {plain_word(points.if_option)}' if points.if_option else ''}.")


def _names(words: Iterable[str]) -> str:
    found = list(words)
    return " and ".join(filter(None, [", ".join(found[:-1]), found[-1]])) if found else "nobody"


def capitalised(text: str) -> str:
    """A text with its first letter large."""
    return text[:1].upper() + text[1:]
