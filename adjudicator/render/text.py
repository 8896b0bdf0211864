"""A ruling as plain text: the answer first, then the choices, the laws, and why."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from adjudicator.precedents import Precedent
from adjudicator.ruling.model import Ruling, Standing
from adjudicator.ruling.say import (
    answer_sentence,
    capitalised,
    choice_sentence,
    finding_sentence,
    nothing_found,
    points_sentence,
)
from adjudicator.wording import plain_word

WIDTH = 100


def ruling_text(ruling: Ruling) -> str:
    """The ruling for a director to read."""
    parts = [_head(ruling), list(_answers(ruling)), list(_found(ruling)), list(_choices(ruling)), list(_points(ruling))]
    parts += [list(_laws(ruling)), list(_precedents(ruling)), list(_why(ruling)), list(_doubts(ruling))]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _head(ruling: Ruling) -> list[str]:
    name = " ".join(str(ruling.incident[k]) for k in ("id", "title") if k in ruling.incident)
    chosen = "" if ruling.code_named else " (the newest auction code here, since the incident names none)"
    return [*([name] if name else []), f"Under {ruling.code_title}, {ruling.code}{chosen}"]


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
        for option in remedy.options:
            effects = option["effects"]
            text = "; ".join(map(str, effects)) if isinstance(effects, Iterable) else ""
            yield _wrapped(f"{plain_word(str(option['option']))}: {text}", "   - ")
    yield from (_standing(s, "may not", "may_not", "until") for s in ruling.bars)
    yield from (_standing(s, "must", "must", "by_when") for s in ruling.duties)
    yield from (_standing(s, "may", "may", "until") for s in ruling.rights)
    for card in ruling.cards:
        yield f"{card.attributes['of']}'s {card.attributes['card']} is {card.attributes['status']}{_cited(card.law)}"


def _standing(standing: Standing, verb: str, what: str, when: str) -> str:
    values = standing.attributes
    time = f" ({when.replace('_', ' ')}: {values[when]})" if values.get(when) not in (None, "none") else ""
    return capitalised(f"{values['who']} {verb} {plain_word(str(values[what]))}{time}.{_cited(standing.law)}")


def _cited(*laws: str) -> str:
    """The laws behind a line, in brackets; nothing where there are none."""
    named = [law for law in laws if law]
    return f"  [{', '.join(named)}]" if named else ""


def _points(ruling: Ruling) -> Iterator[str]:
    for points in ruling.points:
        yield points_sentence(points) + _cited(points.law)


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
        yield _wrapped(f"{precedent.id} ({precedent.relation}): {precedent.held}", "  ")
        if precedent.relation != "on-point":
            yield from (
                _wrapped(f"{what}: {'; '.join(told)}", "     ") for what, told in _differences(precedent) if told
            )


def _differences(precedent: Precedent) -> list[tuple[str, tuple[str, ...]]]:
    return [("shared", precedent.shared), ("only there", precedent.only_there), ("only here", precedent.only_here)]


def _why(ruling: Ruling) -> Iterator[str]:
    standing = [f for f in ruling.findings if f.grade == "status"]
    steps = [node for node in ruling.proof if node.defeated_by]
    by_id = {node.id: node for node in ruling.proof}
    if standing or steps or ruling.presumed:
        yield "Why"
    yield from (_wrapped(f"{f.text}{_cited(*f.laws)}", "  ") for f in standing)
    for node in steps:
        against = "; ".join(by_id[n].conclusion for n in node.defeated_by if n in by_id)
        yield _wrapped(f"not so: {node.conclusion} [{node.law}], because {against}", "  ")
    for presumption in ruling.presumed:
        yield _wrapped(f"presumed: {presumption['text']} ({presumption['because']})", "  ")


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
        yield f"Disputed: {disputed['law']}/{disputed['clause']} can be read in more than one way"
        yield from (_wrapped(str(r), "   - ") for r in (readings if isinstance(readings, list) else ()))
    yield from (_wrapped(f"Note: {note}", "") for note in ruling.notes)


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=indent, subsequent_indent=" " * (len(indent) + 2), break_on_hyphens=False
    )
