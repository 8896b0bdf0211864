"""What can be looked up: the situations that the laws speak of, and everything by plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log

from adjudicator.cases import Case
from adjudicator.model.rule import Rule
from adjudicator.rulebook import CodeBook, Rulebook

WORD = re.compile(r"[a-z0-9]+")
PLAIN = frozenset(
    [
        "a",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "by",
        "did",
        "does",
        "for",
        "had",
        "has",
        "he",
        "his",
        "in",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "s",
        "that",
        "the",
        "to",
        "was",
        "what",
        "who",
        "with",
    ]
)


@dataclass(frozen=True)
class Situation:
    """An irregularity, the clauses that find it, and the courses that they offer."""

    finding: str
    means: str
    laws: tuple[str, ...]
    courses: tuple[str, ...]


@dataclass(frozen=True)
class Hit:
    """Something that a search found: what it is, its name and its words."""

    kind: str
    name: str
    text: str
    score: float


def situations(book: CodeBook, rulebook: Rulebook) -> list[Situation]:
    """Every irregularity that the rules of a code find, in the order of its laws."""
    rules = book.program.rules
    found = []
    for name, word in rulebook.vocabulary.of("finding").items():
        makers = [r for r in rules if any(c.kind == "finding" and c.name == name for c in r.then)]
        if word.grade in ("irregularity", "etiquette") and makers:
            laws = tuple(sorted({r.address for r in makers}))
            found.append(Situation(name, word.means, laws, tuple(_courses(name, rules))))
    return sorted(found, key=lambda s: ([_number(law) for law in s.laws], s.finding))


def _courses(finding: str, rules: Iterable[Rule]) -> Iterator[str]:
    """``make-sufficient [50/demand]`` for each course of a remedy that the finding sets off."""
    for rule in rules:
        if rule.trigger.kind == "finding" and finding in (rule.trigger.names() or ()):
            for conclusion in rule.then:
                yield from (f"{option.name} [{rule.address}]" for option in conclusion.options)


def _number(law: str) -> tuple[int, str]:
    digits = re.match(r"\d*", law)
    return int(digits.group() or 0) if digits else 0, law


def matching(found: Iterable[Situation], words: str) -> list[Situation]:
    """The situations that some words fit best, best first; all of them where there are no words."""
    wanted = _words(words)
    every = list(found)
    if not wanted:
        return every
    scores = _scores(wanted, [f"{s.finding} {s.means} {' '.join(s.courses)}" for s in every])
    return [s for score, s in sorted(zip(scores, every, strict=True), key=lambda x: -x[0]) if score > 0]


def search(rulebook: Rulebook, cases: Iterable[Case], words: str) -> list[Hit]:
    """Laws, decisions, worked incidents and vocabulary that some words fit, best first."""
    wanted = _words(words)
    entries = list(_entries(rulebook, cases))
    scores = _scores(wanted, [f"{name} {text}" for _, name, text in entries])
    hits = [Hit(*entry, score) for entry, score in zip(entries, scores, strict=True)]
    return sorted((hit for hit in hits if hit.score > 0), key=lambda hit: (-hit.score, hit.kind, hit.name))


def _entries(rulebook: Rulebook, cases: Iterable[Case]) -> Iterator[tuple[str, str, str]]:
    for book in rulebook.codes.values():
        for law in book.laws:
            for clause in law.clauses:
                yield "law", f"{book.code.id} {law.number}/{clause.id}", f"{law.title}: {clause.says}"
        for decision in book.decisions:
            yield "decision", decision.id, f"{decision.title}: {decision.held}"
    for case in cases:
        if case.incident.title:  # a decision is there already, under its own title
            yield "incident", case.name, case.incident.title
    for kind in ("act", "option", "contention", "question", "fact", "remark"):
        for word in rulebook.vocabulary.of(kind).values():
            yield "word", word.name, f"{word.means} {' '.join(word.phrases)}"


def _words(text: str) -> frozenset[str]:
    return frozenset(_stem(w) for w in WORD.findall(text.lower())) - {_stem(w) for w in PLAIN}


def _stem(word: str) -> str:
    """A word without its common endings, so that ``bids`` and ``bid`` are one."""
    for ending in ("ing", "led", "ed", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending)
    return word


def _scores(wanted: frozenset[str], texts: list[str]) -> list[float]:
    """How well each text fits: a rare word tells more than a common one; among equals the shorter text comes first."""
    every = [_words(text) for text in texts]
    weight = {word: log(1 + len(every) / (1 + sum(word in has for has in every))) for word in wanted}
    found = ((wanted & has, len(has)) for has in every)
    return [sum(weight[w] for w in shared) + len(shared) / (100 + size) if shared else 0.0 for shared, size in found]
