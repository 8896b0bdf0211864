"""Checks of the rulebook against itself, and of incidents and cases against the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from adjudicator.cases import read_cases
from adjudicator.errors import InputError, Problem, shown
from adjudicator.evaluate.roles import ROLES
from adjudicator.incidents import incidents_of
from adjudicator.model.rule import Pattern, Rule
from adjudicator.model.vocabulary import Word
from adjudicator.reading.yamlfile import read_path
from adjudicator.rulebook import Rulebook, all_rules

MADE = {"finding": ("finding",), "state": ("start", "set")}
TOLD = ("irregularity", "etiquette", "status", "note", "contradiction")  # grades of findings that a ruling tells
SHOWN_STATES = frozenset(
    {"bar", "duty", "right", "card", "remedy", "option", *ROLES}
)  # a ruling shows them, or acts name them
OF_A_REMEDY = ("remedy", "option")  # states that a remedy starts


def check_rulebook(rulebook: Rulebook) -> list[Problem]:
    """Every fault of the shipped rules and cases; the files themselves were read without fault."""
    found = list(_words(rulebook))
    try:
        read_cases((), rulebook)
    except InputError as error:
        found += error.problems
    return found


def check_files(paths: Sequence[Path], rulebook: Rulebook) -> list[Problem]:
    """Every fault of the incidents and cases in some files."""
    problems: list[Problem] = []
    for path in paths:
        try:
            incidents_of(read_path(path), str(path), rulebook)
        except InputError as error:
            problems += error.problems
    return problems


def _words(rulebook: Rulebook) -> Iterator[Problem]:
    """Findings and states that nothing concludes, or that nobody reads or shows."""
    rules = list(all_rules(rulebook.codes.values()))
    made = {(how, c.name) for r in rules for c in r.then for how in ((c.kind,) if c.kind != "remedy" else ("start",))}
    made |= {("start", name) for name in OF_A_REMEDY}
    clauses = [clause for book in rulebook.codes.values() for law in book.laws for clause in law.clauses]
    disputes = [p for c in clauses for d in c.disputes for group in (*d.parting, *d.agreeing) for p in group]
    patterns = [*(p for r in rules for p in _patterns(r)), *disputes, *_of_factors(rulebook)]
    read = {(p.kind, name) for p in patterns for name in p.names() or ("*",)}
    read |= {("finding", word.carried_by) for word in rulebook.vocabulary.of("given").values()}
    for kind, ways in MADE.items():
        for name, word in sorted(rulebook.vocabulary.of(kind).items()):
            concluded = any((how, name) in made for how in ways) or word.initial is not None
            seen = (kind, name) in read or name in SHOWN_STATES or word.grade in TOLD
            if not concluded and name not in SHOWN_STATES:
                yield _problem(word, f"nothing concludes the {kind} {shown(name)}")
            elif concluded and not seen:
                yield _problem(word, f"nothing reads the {kind} {shown(name)}")


def _patterns(rule: Rule) -> Iterable[Pattern]:
    return [*rule.positive, *(p for blocker in rule.unless for p in blocker), *(c.of for c in rule.counts)]


def _of_factors(rulebook: Rulebook) -> Iterator[Pattern]:
    """The conditions on which decisions are compared with an incident."""
    for matter in (d.matter for code in rulebook.codes.values() for d in code.decisions if d.matter is not None):
        for ways in (matter.arises, matter.unless, *(w for f in matter.factors for w in (f.when, f.unless))):
            yield from (pattern for way in ways for pattern in way)


def _problem(word: Word, text: str) -> Problem:
    return Problem(word.mark.path, word.mark.line, word.mark.column, text)
