"""Small rulebooks for tests: a vocabulary, one law, and what an evaluation of an incident found."""

from __future__ import annotations

from pathlib import Path

from adjudicator import adjudicate, load_rulebook
from adjudicator.rulebook import Rulebook
from adjudicator.ruling.model import Ruling

VOCABULARY = """
details:
  about: {means: what it concerns, type: event}
  instead-of: {means: what it replaces, type: event}
acts:
  move: {means: a player does something, value: word, example: {by: a, move: x}}
  other: {means: a player does something else, value: word, example: {by: a, other: x}}
  demand: {means: a player demands, value: option, example: {by: a, demand: pay}}
options: {pay: {means: payment}, redeal: {means: a new deal}}
moments: {start: the beginning, end: the end}
givens: {dealer: {means: the dealer, attributes: {seat: seat}}}
facts:
  open: {means: open, attributes: {about: event}, values: yes-no, ask: "Is {about} so?"}
  presumed: {means: presumed, attributes: {about: event}, values: yes-no, presumed: yes, ask: "Is {about} so?"}
states:
  marked: {means: marked, attributes: {seat: seat, n: number}}
  single: {means: single, attributes: {seat: seat}, key: [], initial: {seat: nobody}}
  remedy:
    means: a remedy
    attributes:
      {remedy: word, for: event, against: seat, chooser: seat, kind: word, mode: word, consult: word, law: law,
       until: text}
  option: {means: a course, attributes: {option: option, remedy: word, for: event, chooser: seat}}
remedies: {first: {means: first}, second: {means: second}}
statuses: {available: open, exercised: chosen, lapsed: gone, barred: barred, mandatory: due}
findings:
  alpha: {means: alpha, grade: irregularity, attributes: {by: seat, n: number}}
  beta: {means: beta, grade: irregularity, attributes: {by: seat, n: number}}
  gamma: {means: gamma, grade: irregularity, attributes: {by: seat, n: number}}
  wrong: {means: the report contradicts itself, grade: contradiction, attributes: {by: seat}}
"""
CODE = """
id: small
title: A small code
date: 1900-01
game: small
seats: {count: 4, names: [a, b, c, d], partners: opposite}
pack: {suits: [S], ranks: [1, 2], hand: 2}
calls: {words: {pass: {kind: pass}}}
values: {price: {x: 3, y: 4}}
"""
LIFE = """
- {id: exercised, on: {demand: $m, by: $c, option: $o, about: $f}, when: [{state: option, option: $o, remedy: $r, for: $f, chooser: $c}], then: [{status: exercised, remedy: $r, for: $f, option: $o, chosen_by: $c}]}
- {id: ended, on: {status: [exercised, lapsed, barred], remedy: $r, for: $f}, then: [{end: remedy, remedy: $r, for: $f}, {end: option, remedy: $r, for: $f}]}
- {id: available, on: {moment: end}, when: [{state: remedy, remedy: $r, for: $f}], then: [{status: available, remedy: $r, for: $f}]}
"""  # noqa: E501


def small(folder: Path, rules: str) -> Rulebook:
    """A rulebook of one law with these rules (a YAML list)."""
    code = folder / "small"
    code.mkdir(parents=True, exist_ok=True)
    (folder / "vocabulary.yaml").write_text(VOCABULARY, encoding="utf-8")
    (code / "_code.yaml").write_text(CODE, encoding="utf-8")
    indented = "\n".join("  " + line for line in rules.strip().splitlines())
    law = f"law: 1\ntitle: A law\nclauses:\n- id: one\n  kind: duty\n  says: A clause.\n  rules:\n{indented}\n"
    (code / "001_law.yaml").write_text(law, encoding="utf-8")
    return load_rulebook(rules=folder)


def ruled(rulebook: Rulebook, *events: dict[str, object], **more: object) -> Ruling:
    """The ruling on some events."""
    return adjudicate({"events": list(events), **more}, rulebook)


def findings(ruling: Ruling) -> list[tuple[str, str, int]]:
    """What was found: finding, by whom, when."""
    return [(f.finding, f.by, f.at) for f in ruling.findings]


def act(by: str, word: str = "x", **more: object) -> dict[str, object]:
    """One event."""
    return {"by": by, "move": word, **more}


def other(by: str, word: str = "x", **more: object) -> dict[str, object]:
    """One event of the other sort."""
    return {"by": by, "other": word, **more}
