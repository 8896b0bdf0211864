"""Checks of the rulebook against itself, and of incidents and cases against the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from adjudicator.cases import case_files, read_cases
from adjudicator.errors import InputError, Problem, shown
from adjudicator.model.rule import Pattern, Rule
from adjudicator.reading.yamlfile import read_path
from adjudicator.rulebook import Rulebook, all_rules
from adjudicator.service import incidents_of

CONCLUDED = {"finding": ("finding",), "state": ("start", "set"), "remedy": ("remedy",)}
RESERVED_STATES = ("remedy", "option")  # concluded by way of a remedy


def check_rulebook(rulebook: Rulebook) -> list[Problem]:
    """Every fault of the shipped rules and cases; the files themselves were read without fault."""
    found = list(_words(rulebook))
    try:
        read_cases((), rulebook)
    except InputError as error:
        found += error.problems
    return found


def check_paths(paths: Sequence[str | Path], rulebook: Rulebook) -> list[Problem]:
    """Every fault of the incidents and cases at some paths."""
    problems: list[Problem] = []
    for path in case_files(paths):
        try:
            incidents_of(read_path(path), str(path), rulebook)
        except InputError as error:
            problems += error.problems
    return problems


def _words(rulebook: Rulebook) -> Iterator[Problem]:
    """Findings and states that nothing concludes, or that nobody reads or shows."""
    rules = list(all_rules(rulebook.codes.values()))
    concluded = {(c.kind, c.name) for r in rules for c in r.then}
    read = {(p.kind, name) for r in rules for p in _patterns(r) for name in p.names() or ("*",)}
    shown_states = {"bar", "duty", "right", "card", *RESERVED_STATES}
    for kind in ("finding", "state"):
        for name, word in sorted(rulebook.vocabulary.of(kind).items()):
            made = any((how, name) in concluded for how in CONCLUDED[kind]) or word.initial is not None
            seen = (kind, name) in read or name in shown_states or word.grade in ("irregularity", "etiquette", "status", "contradiction")
            if not made and (kind, name) in read:
                yield _problem(rules, f"nothing concludes the {kind} {shown(name)}, which rules read")
            elif made and not seen:
                yield _problem(rules, f"nothing reads the {kind} {shown(name)}")


def _patterns(rule: Rule) -> Iterable[Pattern]:
    return [*rule.positive, *(p for blocker in rule.unless for p in blocker), *(c.of for c in rule.counts)]


def _problem(rules: Sequence[Rule], text: str) -> Problem:
    return Problem(str(Path(rules[0].mark.path).parents[1] / "vocabulary.yaml"), 0, 0, text)
