"""Laws, decisions and words of the vocabulary as text."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.index import Hit, Situation
from adjudicator.model.law import Clause, Decision, Law
from adjudicator.model.vocabulary import Attribute, Vocabulary, Word
from adjudicator.reading.nodes import Map, Seq, Text, plain
from adjudicator.reading.people import OTHERS, ROLES, SIDES
from adjudicator.references import leads_to, referring
from adjudicator.rulebook import CodeBook

WIDTH = 100
LISTED = ("act", "detail", "remark", "option", "contention", "question", "fact", "term")
PLURALS = {
    "act": "Acts",
    "detail": "Details that may stand beside an act",
    "remark": "Remarks (after say)",
    "option": "Courses (after demand, choose, accept, refuse, waive)",
    "contention": "Contentions",
    "question": "Questions",
    "fact": "Facts",
    "term": "The file of an incident, and what a ruling says of a decision",
}


WHO = f"""Who
  the seats, N E S W for the compass; a side (north-south, A-B, {", ".join(SIDES)});
  a role ({", ".join(ROLES)}); {", ".join(OTHERS)}; names in people:
  nobody, for what comes to light by itself; several as a list, by: [Y, Z]"""


def law_text(book: CodeBook, law: Law, clauses: Iterable[Clause]) -> str:
    """A law, clause by clause, what each leads to, the decisions that construe it and the laws that rest on it."""
    parts = [f"Law {law.number}. {law.title}\n{book.code.title}, {book.code.id}"]
    parts += ["\n".join(_clause(clause, book)) for clause in clauses]
    construed = [d for d in book.decisions if any(a.partition("/")[0] == law.number for a in d.construes)]
    parts += [_wrapped(f"Decision {d.number} ({d.publication}): {d.held}") for d in construed]
    others = referring(law, book)
    parts += [_wrapped(f"Laws that rest on it: {', '.join(others)}")] if others else []
    return "\n\n".join(parts)


def _clause(clause: Clause, book: CodeBook) -> Iterator[str]:
    printed = f" ({clause.printed})" if clause.printed else ""
    yield _wrapped(f"{clause.id}{printed} [{clause.kind}]: {clause.says}")
    lists = {
        "leads to": ("; ", leads_to(clause, book)),
        "rules": (", ", [rule.id for rule in clause.rules]),
        "used by": (", ", list(clause.used_by)),
    }
    yield from (_wrapped(f"{head}: {comma.join(items)}", "    ") for head, (comma, items) in lists.items() if items)
    for dispute in clause.disputes:
        yield from (_wrapped(f"disputed: {reading}", "    ") for reading in dispute.readings)
    if clause.unmodelled:
        yield _wrapped(f"not modelled: {clause.unmodelled}", "    ")


def case_list(decisions: Iterable[Decision]) -> str:
    """The decisions, a line each."""
    return "\n".join(f"{d.id:<20} {d.code:<14} {d.title}" for d in decisions)


def case_text(decision: Decision) -> str:
    """One decision: what was asked, held and why."""
    rules = ", ".join(rule.id for rule in decision.rules) or "none: the laws alone decide"
    parts = [
        f"Decision {decision.number} ({decision.publication}), {decision.code}\n{decision.title}",
        _wrapped(f"Construes: {', '.join(decision.construes)}"),
        _wrapped(f"Held: {decision.held}"),
        _wrapped(f"Reasoning: {decision.reasoning}"),
        _wrapped(f"Ratio (rules): {rules}"),
    ]
    incident = decision.incident
    if isinstance(incident, (Map, Seq, Text)):
        given = plain(incident)
        events = given.get("events", []) if isinstance(given, dict) else []
        parts.append("Events\n" + "\n".join(f"  {n}. {flow(e)}" for n, e in enumerate(events, 1)))
    return "\n\n".join(parts)


def word_list(vocabulary: Vocabulary) -> str:
    """Every word that an incident may use, by kind, with an example."""
    parts = [WHO]
    for kind in LISTED:
        words = vocabulary.of(kind)
        lines = ["\n".join(f"{head:<22} {text}".rstrip() for head, text in _listed(w)) for w in words.values()]
        parts.append(f"{PLURALS[kind]}\n" + "\n".join(lines))
    return "\n\n".join(parts)


def _listed(word: Word) -> Iterator[tuple[str, str]]:
    """A word in the list: what it means, the words that may stand after it, an example."""
    yield f"  {word.name}", word.means
    own = word.attributes.get("value") if word.kind == "act" else word.attributes.get(word.name)
    values = own.values if own else ()
    if values:
        yield "", f"one of: {', '.join(values)}"
    if word.example:
        yield "", flow(word.example)


def word_text(word: Word, vocabulary: Vocabulary) -> str:
    """One word: its meaning, what it carries, an example."""
    lines = [f"{word.name} ({word.kind}): {word.means}"]
    lines += [f"  also written: {', '.join(word.also)}"] if word.also else []
    carried = [a for a in word.attributes.values() if word.kind != "act"]
    lines += [f"  {a.name} ({_type(a)})" for a in carried] + (_of_act(word, vocabulary) if word.kind == "act" else [])
    if word.kind == "fact":
        lines.append(f"  presumed: {word.presumed}" if word.presumed else "  open where nobody states it")
    return "\n".join([*lines, *([f"  example: {flow(word.example)}"] if word.example else [])])


def _of_act(word: Word, vocabulary: Vocabulary) -> list[str]:
    """What stands after an act, what a rule may ask of it besides, and the details that may stand beside any act."""
    details, common = vocabulary.of("detail"), ("n", "by", "value")
    told = [a for a in word.attributes.values() if a.name not in (*common, *details) and a.name != word.value]
    lines = [f"  {word.name}: {_type(word.attributes['value'])}"]
    lines += [f"  for rules also {', '.join(f'{a.name} ({_type(a)})' for a in told)}"] if told else []
    return [*lines, f"  beside it, as beside any act: {', '.join(details)}"]


def _type(attribute: Attribute) -> str:
    return f"{attribute.type}: {', '.join(attribute.values)}" if attribute.values else attribute.type


def flow(value: object) -> str:
    """A value as YAML writes it in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(flow, value)) + "]"
    text = str(value)
    return json.dumps(text) if any(c in text for c in ":{}[],#&*!|>'\"%@`") else text


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)


def laws_text(book: CodeBook) -> str:
    """The laws of a code, a line each."""
    lines = [f"  {law.number:>4}  {law.title} ({', '.join(c.id for c in law.clauses)})" for law in book.laws]
    return "\n".join([f"{book.code.title}, {book.code.id}", *lines])


def situations_text(book: CodeBook, found: Iterable[Situation]) -> str:
    """Irregularities, each with its laws and courses."""
    parts = [f"{book.code.title}, {book.code.id}"]
    for situation in found:
        courses = ", ".join(situation.courses) or "no penalty is laid down"
        lines = [f"{situation.finding}  [{', '.join(situation.laws)}]", f"  {situation.means}", f"  {courses}"]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def search_text(hits: Sequence[Hit], most: int = 12) -> str:
    """The best hits, a line or two each."""
    lines = [_wrapped(f"{hit.kind} {hit.name}: {hit.text}") for hit in hits[:most]]
    more = [f"... and {len(hits) - most} more"] if len(hits) > most else []
    return "\n".join([*lines, *more])
