"""Worked incidents: the whole ruling that a case expects, compared with the ruling given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.ruling.model import Ruling

KEYS: dict[str, tuple[str, ...]] = {
    "findings": ("finding", "by", "at"),
    "remedies": ("remedy", "for", "choosers", "status", "option", "chosen_by", "lost_by", "fulfilled_by"),
    "bars": ("who", "may_not"),
    "duties": ("who", "must"),
    "rights": ("who", "may"),
    "cards": ("card", "of", "status"),
    "points": ("side", "column", "points", "if_option"),
    "answers": ("contention", "question", "by", "answer", "value"),
    "conflicts": ("at",),
}
Entry = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Difference:
    """One entry that was expected and not given, or given and not expected."""

    part: str
    entry: Entry
    expected: bool

    def __str__(self) -> str:
        text = ", ".join(f"{k}: {v}" for k, v in self.entry)
        return f"{self.part}: {'missing' if self.expected else 'unexpected'} {{{text}}}"


def compare(expected: object, ruling: Ruling) -> list[Difference]:
    """What differs between an ``expect`` mapping and a ruling; a list left out is expected to be empty."""
    wanted = expected if isinstance(expected, Mapping) else {}
    given = summary(ruling)
    found = []
    for part, keys in KEYS.items():
        entries = [_entry(x, keys) for x in wanted.get(part, ()) if isinstance(x, Mapping)]
        actual = [_entry(x, keys) for x in given[part]]
        found += [Difference(part, e, True) for e in _without(entries, actual)]
        found += [Difference(part, e, False) for e in _without(actual, entries)]
    return found


def unknown_keys(expected: object) -> list[str]:
    """The keys of an ``expect`` mapping that nothing is compared with."""
    if not isinstance(expected, Mapping):
        return ["expect must be a mapping"]
    found = [str(part) for part in expected if part not in KEYS]
    for part, keys in KEYS.items():
        entries = expected.get(part, ())
        if not isinstance(entries, (list, tuple)) or not all(isinstance(e, Mapping) for e in entries):
            found.append(f"{part}, which must be a list of mappings")
            continue
        found += [f"{part}: {k}" for e in entries for k in e if k not in keys]
    return found


def summary(ruling: Ruling) -> dict[str, list[dict[str, object]]]:
    """The ruling in the words of an ``expect`` mapping."""
    remedies: list[dict[str, object]] = [
        {
            "remedy": r.remedy,
            "for": r.event,
            "choosers": list(r.choosers.who),
            "status": r.status,
            "option": r.option,
            "chosen_by": r.chosen_by,
            "lost_by": r.lost_by or "",
            "fulfilled_by": r.fulfilled_by or "",
        }
        for r in ruling.remedies
    ]
    standing = {
        name: [{k: s.attributes[k] for k in KEYS[name]} for s in getattr(ruling, name)]
        for name in ("bars", "duties", "rights", "cards")
    }
    answers: list[dict[str, object]] = [
        {
            a.kind: a.word,
            "by": a.by if a.kind == "contention" else "",
            "answer": a.answer,
            "value": a.value if a.value is not None else "",
        }
        for a in ruling.answers
    ]
    return {
        "findings": [{"finding": f.finding, "by": f.by, "at": f.at} for f in ruling.findings],
        "remedies": remedies,
        **standing,
        "points": [
            {"side": p.side, "column": p.column, "points": p.points, "if_option": p.if_option} for p in ruling.points
        ],
        "answers": answers,
        "conflicts": [{"at": c["at"]} for c in ruling.conflicts],
    }


def _entry(given: Mapping[str, object], keys: Iterable[str]) -> Entry:
    found = ((k, _text(given[k])) for k in keys if k in given)
    return tuple((k, v) for k, v in found if v)


def _text(value: object) -> str:
    return ", ".join(sorted(map(str, value))) if isinstance(value, (list, tuple)) else str(value)


def _without(entries: list[Entry], others: list[Entry]) -> list[Entry]:
    left = list(others)
    found = []
    for entry in entries:
        if entry in left:
            left.remove(entry)
        else:
            found.append(entry)
    return found
