"""What a ruling says, as frozen values. ``to_json`` gives the shapes that the outside relies on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass

from adjudicator.model.vocabulary import Value
from adjudicator.precedents import Precedent
from adjudicator.proof import ProofNode

VERSION = 1
RENAMED = {"for_": "for", "law_": "law"}


@dataclass(frozen=True)
class Finding:
    """An irregularity, a breach of etiquette or a legal standing.

    ``why`` names proof nodes; ``beyond`` says what the laws encoded so far leave unsaid about it.
    """

    id: str
    finding: str
    grade: str
    by: str
    at: int
    text: str
    beyond: str
    laws: tuple[str, ...]
    why: tuple[str, ...]


@dataclass(frozen=True)
class Choosers:
    """Who may choose: either of them, together or alone (``mode``), and whether they may confer."""

    who: tuple[str, ...]
    mode: str
    consult: str


@dataclass(frozen=True)
class Remedy:
    """A course or choice of courses that a law offers for a finding, and what has become of it.

    ``lost_by`` is the event that lost it (0 where it was not lost), ``lost_under`` the clause that says so;
    ``fulfilled_by`` is the event in which what it requires was done (0 where it was not).
    """

    id: str
    remedy: str
    kind: str
    for_: str
    event: int
    law: str
    against: tuple[str, ...]
    choosers: Choosers
    options: tuple[Mapping[str, object], ...]
    status: str
    option: str
    chosen_by: str
    until: str
    lost_by: int
    lost_under: str
    fulfilled_by: int
    excludes: tuple[str, ...]
    why: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """The answer to a contention (``by`` is who made it) or a question (``by`` is whom it is about).

    ``value`` is the answer where it is neither yes nor no, ``said`` the same in words.
    """

    kind: str
    word: str
    by: str
    answer: str
    value: Value | None
    said: str
    parts: tuple[Mapping[str, object], ...]
    text: str
    laws: tuple[str, ...]
    why: tuple[str, ...]


@dataclass(frozen=True)
class LawCited:
    """A clause that bears on the ruling; ``role`` is decides, exception or related."""

    law: str
    clause: str
    title: str
    says: str
    role: str


@dataclass(frozen=True)
class Points:
    """Points that follow; ``if_option`` is the course, still open, that they hang on, "" where they follow anyway."""

    side: str
    column: str
    points: int
    for_: str
    law: str
    why: tuple[str, ...]
    if_option: str = ""


@dataclass(frozen=True)
class Standing:
    """A bar, duty, right or the state of a card in force at the end: its attributes, in words, its law and proof."""

    attributes: Mapping[str, Value]
    text: str
    law: str
    why: tuple[str, ...]


@dataclass(frozen=True)
class Ruling:
    """A ruling on one incident under one code; ``deals`` are those on the earlier deals that it tells of."""

    adjudicator: str
    rulebook: str
    engine: str
    code: str
    code_title: str
    code_named: bool
    incident: Mapping[str, object]
    findings: tuple[Finding, ...]
    remedies: tuple[Remedy, ...]
    bars: tuple[Standing, ...]
    duties: tuple[Standing, ...]
    rights: tuple[Standing, ...]
    cards: tuple[Standing, ...]
    answers: tuple[Answer, ...]
    laws: tuple[LawCited, ...]
    points: tuple[Points, ...]
    presumed: tuple[Mapping[str, object], ...]
    open: tuple[Mapping[str, object], ...]
    disputed: tuple[Mapping[str, object], ...]
    conflicts: tuple[Mapping[str, object], ...]
    notes: tuple[str, ...]
    say: str
    proof: tuple[ProofNode, ...]
    precedents: tuple[Precedent, ...] = ()
    also_consider: tuple[Mapping[str, object], ...] = ()
    deals: tuple[Ruling, ...] = ()
    ruling_version: int = field(default=VERSION)

    def to_json(self) -> str:
        """The ruling as one line of JSON, its keys sorted."""
        return json.dumps(as_mapping(self), ensure_ascii=False, sort_keys=True)


def as_mapping(ruling: Ruling) -> dict[str, object]:
    """The ruling as plain mappings and lists, in the shapes of the contract."""
    found = {RENAMED.get(f.name, f.name): _plain(getattr(ruling, f.name)) for f in fields(ruling)}
    for name in ("bars", "duties", "rights", "cards"):
        found[name] = [
            {**_mapping(s.attributes), "text": s.text, "law": s.law, "why": list(s.why)} for s in getattr(ruling, name)
        ]
    found["points"] = [_points(p) for p in ruling.points]
    found["answers"] = [_answer(a) for a in ruling.answers]
    found["deals"] = [as_mapping(deal) for deal in ruling.deals]
    return found


def _points(points: Points) -> dict[str, object]:
    found = {RENAMED.get(k, k): _plain(v) for k, v in vars(points).items()}
    return {k: v for k, v in found.items() if k != "if_option" or v}


def _answer(answer: Answer) -> dict[str, object]:
    who = {"by": answer.by} if answer.kind == "contention" else {"who": answer.by}
    return {
        answer.kind: answer.word,
        **who,
        "answer": answer.answer,
        "value": _plain(answer.value),
        "said": answer.said,
        "parts": [_plain(p) for p in answer.parts],
        "text": answer.text,
        "laws": list(answer.laws),
        "why": list(answer.why),
    }


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {RENAMED.get(f.name, f.name): _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return _mapping(value)
    if isinstance(value, (tuple, list)):
        return [_plain(x) for x in value]
    return value


def _mapping(value: Mapping[str, object]) -> dict[str, object]:
    return {k: _plain(v) for k, v in value.items()}
