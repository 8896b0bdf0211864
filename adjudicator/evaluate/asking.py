"""Facts that the events do not show: as stated, else as the cards show, else as presumed, else every possible value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.evaluate.matching import Bindings, holds, resolve
from adjudicator.evaluate.memory import Memory
from adjudicator.evaluate.worlds import OpenFact
from adjudicator.model.fact import fact
from adjudicator.model.incident import Stated
from adjudicator.model.rule import Asked, Var
from adjudicator.model.vocabulary import Value, Vocabulary, Word
from adjudicator.table.holdings import Holdings

Key = tuple[tuple[str, Value], ...]


@dataclass
class Asking:
    """Answers of one evaluation, each asked once and kept. ``how`` says of each fact node whether it was stated."""

    memory: Memory
    vocabulary: Vocabulary
    stated: Sequence[Stated]
    holdings: Holdings | None = None
    how: dict[int, str] = field(default_factory=dict)
    _known: dict[tuple[str, Key], list[tuple[str, int]]] = field(default_factory=dict)

    def answers(self, asked: Asked, bound: Bindings, step: int, at: int) -> list[tuple[dict[str, Value], int]]:
        """The bindings and the fact's node for every possible value that the rule accepts."""
        key = tuple((name, resolve(term, bound)) for name, term in asked.key)
        known = self._known.get((asked.fact, key))
        if known is None:
            known = self._known[asked.fact, key] = self._ask(asked.fact, key, step, at)
        found = []
        for value, node in known:
            if asked.value.op == "eq" and isinstance(asked.value.value, Var):
                found.append(({**bound, asked.value.value.name: value}, node))
            elif holds(asked.value, value, bound):
                found.append((dict(bound), node))
        return found

    def _ask(self, name: str, key: Key, step: int, at: int) -> list[tuple[str, int]]:
        values, how = self._possible(name, key)
        presumed, worlds = values[0] if how == "presumed" else "", self.memory.worlds
        if presumed and worlds.room_for(len(self.vocabulary.of("fact")[name].values), presumed=True):
            values = list(self.vocabulary.of("fact")[name].values)
        elif len(values) > 1 and not worlds.room_for(len(values), presumed=False):
            values, how = values[:1], "unexplored"
        opened = OpenFact(name, key, tuple(values), worlds.size, presumed)
        labels = self.memory.split(opened) if len(values) > 1 else [worlds.every]
        found = []
        for value, label in zip(values, labels, strict=True):
            node = self.memory.node(fact("fact", name, {**dict(key), "value": value}), step, at, label)
            self.how[node.number] = how
            found.append((value, node.number))
        return found

    def _possible(self, name: str, key: Key) -> tuple[list[str], str]:
        word = self.vocabulary.of("fact")[name]
        statements = [s for s in self.stated if s.fact == name and _about(s.key, key)]
        if any(s.alleged_by for s in statements) or len({s.value for s in statements}) > 1:
            return list(word.values), "disputed"
        if statements:
            return [statements[0].value], "stated"
        if self.holdings is not None and word.known_from:
            shown = self._shown(self.holdings, word, dict(key))
            if shown is not None:
                return shown
        return ([word.presumed], "presumed") if word.presumed else (list(word.values), "open")

    @staticmethod
    def _shown(holdings: Holdings, word: Word, key: Mapping[str, Value]) -> tuple[list[str], str] | None:
        """What the cards show; every value where they show nothing and the event is in issue, else None."""
        at = int(str(key["at"]))
        known = holdings.held(str(key["of"]), str(key["suit"]), at)
        if known:
            return [known], "shown"
        return (list(word.values), "open") if holdings.disputed(word, at) else None


def _about(statement: Key, asked: Key) -> bool:
    """Whether a statement is about the fact asked for; what it leaves out it leaves open to all."""
    wanted = dict(asked)
    return all(value in (wanted.get(name), 0, "none") for name, value in statement)
