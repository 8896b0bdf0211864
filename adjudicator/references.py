"""What the clauses of a law lead to, and which other laws rest on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.model.law import Clause, Law
from adjudicator.model.rule import Conclusion, Pattern, Rule
from adjudicator.model.vocabulary import Vocabulary
from adjudicator.rulebook import CodeBook
from adjudicator.wording import option_in_words, plain_word

TOLD = ("irregularity", "etiquette", "status")
LOST = ("lapsed", "barred")
STANDING = {"bar": ("may_not", "may not"), "duty": ("must", "must"), "right": ("may", "may")}
NAMED_LAW = re.compile(r"Law (\w+)")


def leads_to(clause: Clause, book: CodeBook) -> list[str]:
    """What the rules of a clause, or those that use it, can bring about, each said once in the order of the rules."""
    used = [book.program.by_id[name] for name in clause.used_by if name in book.program.by_id]
    vocabulary = book.program.language.vocabulary
    found = (text for rule in (*clause.rules, *used) for c in rule.then for text in _brings(c, vocabulary))
    return list(dict.fromkeys(found))


def referring(law: Law, book: CodeBook) -> list[str]:
    """The numbers of the other laws that rest on this one, in the order of the code.

    One does that names it, shares a rule with it, overrides a rule of it, or looks at what only its rules find.
    """
    own = {rule.id for clause in law.clauses for rule in clause.rules}
    shared = own | {name for clause in law.clauses for name in clause.used_by}
    only = _found(book, own) - _found(book, {r.id for r in book.program.rules} - own)
    return [
        other.number
        for other in book.laws
        if other is not law and any(_rests(clause, law.number, shared, own, only) for clause in other.clauses)
    ]


def _brings(conclusion: Conclusion, vocabulary: Vocabulary) -> Iterator[str]:
    given = dict(conclusion.attributes)
    match conclusion.kind:
        case "finding" if vocabulary.of("finding")[conclusion.name].grade in TOLD:
            yield plain_word(conclusion.name)
        case "remedy":
            courses = " or ".join(option_in_words(o.name, vocabulary) for o in conclusion.options)
            yield f"must follow: {courses}" if given.get("chooser") == "nobody" else f"choice: {courses}"
        case "status" if conclusion.name in LOST:
            yield "the right is lost"
        case "start" | "set" if conclusion.name in STANDING:
            attribute, verb = STANDING[conclusion.name]
            yield f"{verb} {plain_word(str(given.get(attribute, 'act')))}"
        case "end" if conclusion.name in STANDING:
            yield f"the {conclusion.name} ends"
        case "points":
            yield f"points in the {given.get('column', '')} column"


def _found(book: CodeBook, ids: set[str]) -> set[str]:
    rules = (book.program.by_id[name] for name in ids)
    return {c.predicate for rule in rules for c in rule.then if c.kind == "finding"}


def _rests(clause: Clause, number: str, shared: set[str], own: set[str], only: set[str]) -> bool:
    named = number in NAMED_LAW.findall(clause.says) or shared.intersection(clause.used_by)
    return bool(named) or any(_reads(rule, own, only) or rule.id in shared for rule in clause.rules)


def _reads(rule: Rule, own: set[str], only: set[str]) -> bool:
    """Whether a rule overrides one of ``own`` or looks at what only they find."""
    if own.intersection(override.rule for override in rule.overrides):
        return True
    return any(f"finding:{name}" in only for pattern in _patterns(rule) for name in pattern.names() or ())


def _patterns(rule: Rule) -> Iterable[Pattern]:
    blockers = (p for blocker in rule.unless for p in blocker)
    return (p for p in (*rule.positive, *blockers, *(c.of for c in rule.counts)) if p.kind == "finding")
