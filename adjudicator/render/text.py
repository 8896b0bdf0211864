"""A ruling as plain text: the answer first, then the choices, the laws, and why."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping

from adjudicator.precedents import Precedent
from adjudicator.proof import ProofNode
from adjudicator.ruling.model import Remedy, Ruling
from adjudicator.ruling.say import (
    answer_sentence,
    capitalised,
    choice_sentence,
    finding_sentence,
    nothing_found,
    points_sentence,
)

WIDTH = 100
EVENT = re.compile(r"\bevent (\d+)")


def ruling_text(ruling: Ruling) -> str:
    """The ruling for a director to read."""
    parts = [_head(ruling), list(_deals(ruling)), list(_answers(ruling)), list(_found(ruling))]
    parts += [list(_choices(ruling)), list(_points(ruling)), list(_laws(ruling)), list(_precedents(ruling))]
    parts += [list(_why(ruling)), list(_doubts(ruling))]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _head(ruling: Ruling) -> list[str]:
    name = " ".join(str(ruling.incident[k]) for k in ("id", "title") if k in ruling.incident)
    chosen = "" if ruling.code_named else " (the newest auction code here, since the incident names none)"
    return [*([name] if name else []), f"Under {ruling.code_title}, {ruling.code}{chosen}"]


def _deals(ruling: Ruling) -> Iterator[str]:
    """What was found and scored in each earlier deal."""
    for number, deal in enumerate(ruling.deals, 1):
        yield f"Deal {number}"
        told = (f"{capitalised(f.text)}." for f in deal.findings)
        yield from (_wrapped(line, "  ") for line in (*told, *(points_sentence(p) for p in deal.points)))


def _answers(ruling: Ruling) -> Iterator[str]:
    for answer in ruling.answers:
        yield answer_sentence(answer) + _cited(*answer.laws[:3])


def _found(ruling: Ruling) -> Iterator[str]:
    shown = [f for f in ruling.findings if f.grade != "status"]
    yield from (f"Found: {finding_sentence(f, ruling)}{_cited(*f.laws)}" for f in shown)
    if nothing := nothing_found(ruling):
        yield nothing


def _choices(ruling: Ruling) -> Iterator[str]:
    for number, remedy in enumerate(ruling.remedies, 1):
        lost = f"lost under {remedy.lost_under}" if remedy.lost_under else ""
        yield f"{number}. {choice_sentence(remedy)}{_cited(remedy.law, lost)}"
        yield from (_wrapped(line, "   - ") for line in _courses(remedy))
    for standing in (*ruling.bars, *ruling.duties, *ruling.rights, *ruling.cards):
        yield f"{capitalised(standing.text)}.{_cited(standing.law)}"


def _courses(remedy: Remedy) -> Iterator[str]:
    """What each course means that is open or was taken; nothing of those that are gone."""
    for option in remedy.options:
        effects = option["effects"]
        text = "; ".join(map(str, effects)).replace("; and ", ", and ") if isinstance(effects, Iterable) else ""
        if remedy.status == "exercised" and option["option"] == remedy.option:
            yield f"this means: {text}"
        elif remedy.status in ("available", "mandatory"):
            yield f"{option['text']}: {text}"


def _cited(*laws: str) -> str:
    """The laws behind a line, in brackets; nothing where there are none."""
    named = [law for law in laws if law]
    return f"  [{', '.join(named)}]" if named else ""


def _points(ruling: Ruling) -> Iterator[str]:
    courses = {option["option"]: str(option["text"]) for remedy in ruling.remedies for option in remedy.options}
    for points in ruling.points:
        yield points_sentence(points, courses.get(points.if_option, "")) + _cited(points.law)


def _laws(ruling: Ruling) -> Iterator[str]:
    if ruling.laws:
        yield "Laws"
    for law in ruling.laws:
        role = "" if law.role == "decides" else f" ({law.role})"
        yield _wrapped(f"{law.law}/{law.clause}{role}: {law.says}", "  ")


def _precedents(ruling: Ruling) -> Iterator[str]:
    if ruling.precedents:
        yield "Decisions"
    for precedent in ruling.precedents:
        yield _wrapped(f"{precedent.id} ({precedent.relation}). Held there: {precedent.held}", "  ")
        yield from (_wrapped(f"{what}: {'; '.join(told)}", "     ") for what, told in _differences(precedent) if told)


def _differences(precedent: Precedent) -> list[tuple[str, tuple[str, ...]]]:
    return [("shared", precedent.shared), ("only there", precedent.only_there), ("only here", precedent.only_here)]


def _why(ruling: Ruling) -> Iterator[str]:
    standing = [f for f in ruling.findings if f.grade == "status"]
    steps = [node for node in ruling.proof if node.defeated_by]
    by_id = {node.id: node for node in ruling.proof}
    if standing or steps or ruling.presumed:
        yield "Why"
    yield from (_wrapped(f"{capitalised(f.text)}.{_cited(*f.laws)}", "  ") for f in standing)
    for node in steps:
        against = "; ".join(_stronger(by_id[n], node, by_id) for n in node.defeated_by if n in by_id)
        yield _wrapped(f"Not so: {node.conclusion} [{node.law}], because {against}.", "  ")
    yield from (_wrapped(f"Presumed: {text}.", "  ") for text in _presumptions(ruling))


def _presumptions(ruling: Ruling) -> Iterator[str]:
    """What is presumed and why; the same of several events is said once."""
    alike: dict[str, list[str]] = {}
    for presumption in ruling.presumed:
        text = f"{presumption['text']} ({presumption['because']})"
        alike.setdefault(EVENT.sub("", text), []).append(text)
    for texts in alike.values():
        numbers = [number for text in texts for number in EVENT.findall(text)]
        many = f"events {', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) == len(texts) > 1 else ""
        yield from [EVENT.sub(many, texts[0])] if many else texts


def _stronger(node: ProofNode, beaten: ProofNode, by_id: Mapping[str, ProofNode]) -> str:
    """What defeated a conclusion, with what it follows from that the other does not."""
    own = [by_id[n].conclusion for n in node.premises if n not in beaten.premises and n in by_id and by_id[n].rule]
    law = f" [{node.law}]" if node.law else ""
    return (f"{' and '.join(own)}: " if own else "") + node.conclusion + law


def _doubts(ruling: Ruling) -> Iterator[str]:
    for conflict in ruling.conflicts:
        both = conflict["conclusions"]
        yield _wrapped(f"Conflict: {' / '.join(map(str, both)) if isinstance(both, list) else both}", "")
    for open_fact in ruling.open:
        yield f"Open: {open_fact['question']}"
        branches = open_fact["branches"]
        for branch in branches if isinstance(branches, list) else ():
            given = branch["answer"] or ", ".join(f["finding"] for f in branch["findings"]) or "nothing found"
            yield f"   - {branch['value']}: {given}"
    for disputed in ruling.disputed:
        readings = disputed["readings"]
        yield f"Disputed: {disputed['law']}/{disputed['clause']} can be read in more than one way:"
        yield from (_wrapped(str(r), "   - ") for r in (readings if isinstance(readings, list) else ()))
    yield from (_wrapped(f"Note: {note}", "") for note in ruling.notes)


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=indent, subsequent_indent=" " * (len(indent) + 2), break_on_hyphens=False
    )
