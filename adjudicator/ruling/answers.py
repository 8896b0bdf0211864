"""The answers to contentions and questions; one about a side is put together from those about its seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.evaluate.memory import Node
from adjudicator.model.incident import Issue
from adjudicator.model.vocabulary import Value, Word
from adjudicator.proof import Proof, proof_id
from adjudicator.ruling.model import Answer
from adjudicator.ruling.view import View
from adjudicator.wording import event_in_words, filled, person, said, spoken

FIRST = ("sustained", "depends", "disputed")  # what one of a side may, the side may


@dataclass(frozen=True)
class Answers:
    """Reads the answers off a view."""

    view: View
    proof: Proof

    def all(self) -> tuple[Answer, ...]:
        """One answer to each contention and question, in the order asked."""
        return tuple(self._answer(n, issue) for n, issue in enumerate(self.view.outcome.incident.issues, 1))

    def _answer(self, number: int, issue: Issue) -> Answer:
        parts = {who: self._part(asked) for who, asked in self._asked(number, issue).items()}
        words = {word for word, _ in parts.values()}
        nodes = [node for _, found in parts.values() for node in found]
        value = _value(nodes) if words == {"value"} else None
        by = issue.by if issue.kind == "contention" else str(issue.attributes.get("who", "none"))
        word = self.view.outcome.program.language.vocabulary.of(issue.kind)[issue.word]
        vocabulary = self.view.outcome.program.language.vocabulary
        told = spoken({**issue.attributes, "by": issue.by}, word, vocabulary)
        behind = [self.view.outcome.memory.nodes[n] for n in self.proof.behind(n.number for n in nodes)]
        return Answer(
            issue.kind,
            issue.shown,
            said(by),
            next(iter(words)) if len(words) == 1 else "depends",
            value,
            self._value_in_words(value, word),
            tuple({"who": w, "answer": a, "value": _value(n)} for w, (a, n) in parts.items()) if len(words) > 1 else (),
            filled(word.says, {k: person(v) for k, v in told.items()}),
            self.proof.laws(behind),
            tuple(proof_id(n.number) for n in nodes),
        )

    def _asked(self, number: int, issue: Issue) -> dict[str, list[list[Node]]]:
        """By the seat that an issue is about: the answers to each of those who raised it."""
        found: dict[str, list[list[Node]]] = {}
        for asked in self._of_issue(number, issue.kind):
            answers = [n for n in self.view.facts("answer") if n.fact.values["issue"] == asked.fact.values["issue"]]
            found.setdefault(str(asked.fact.values.get("who", "none")), []).append(answers)
        return found

    def _of_issue(self, number: int, kind: str) -> Iterator[Node]:
        """What an issue became: one contention or question for each seat of a side."""
        issues = len(self.view.outcome.incident.issues)
        for node in self.view.facts(kind):
            asked = node.fact.values["issue"]
            if isinstance(asked, int) and (asked - number) % issues == 0:
                yield node

    def _part(self, asked: list[list[Node]]) -> tuple[str, list[Node]]:
        """The answer to those who raised an issue together: what one of them may, they may."""
        words = [self._word(nodes) for nodes in asked]
        word = next((w for w in FIRST if w in words), words[0])
        return word, [node for w, nodes in zip(words, asked, strict=True) for node in nodes if w == word]

    def _word(self, nodes: list[Node]) -> str:
        """The one answer: ``depends`` where it differs between worlds, ``disputed`` where two stand in one."""
        words = {n.fact.name for n in nodes}
        if len(words) == 1:
            return next(iter(words)) if all(self.view.certain(node) for node in nodes) else "depends"
        if not words:
            return "silent"
        first, second = nodes[0], next(n for n in nodes if n.fact.name != nodes[0].fact.name)
        return "disputed" if self.view.label(first) & self.view.label(second) else "depends"

    def _value_in_words(self, value: Value | None, word: Word) -> str:
        """A value as it is said: an event with what was done in it, several values one after the other."""
        events = {e.n: e for e in self.view.outcome.incident.events}
        if word.value == "event" and isinstance(value, int) and value in events:
            return f"event {value}: {event_in_words(events[value], self.view.outcome.program.language.vocabulary)}"
        return ", ".join(map(str, value)) if isinstance(value, tuple) else said(value)


def _value(nodes: list[Node]) -> Value | None:
    """The value answered; several together where there are several."""
    values = sorted({n.fact.values["value"] for n in nodes if n.fact.name == "value"}, key=str)
    return tuple(map(str, values)) if len(values) > 1 else values[0] if values else None
