"""The words that incidents, laws and rulings may use, with the type of everything they carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.errors import Mark

Value = int | str | tuple[int | str, ...]
NUMERIC = frozenset({"number", "event"})


@dataclass(frozen=True)
class Attribute:
    """One thing a word carries. ``values`` is set where only these words are allowed."""

    name: str
    type: str
    values: tuple[str, ...] = ()
    means: str = ""

    @property
    def numeric(self) -> bool:
        """Whether its values are whole numbers."""
        return self.type in NUMERIC

    @property
    def empty(self) -> Value:
        """What stands where nothing was said: every fact carries every attribute, so that rules can test for it."""
        return 0 if self.numeric else "none"


@dataclass(frozen=True)
class Word:
    """One entry of the vocabulary.

    Attributes:
        kind: the section it stands in (act, detail, state, finding, fact, ...).
        value: for an act, the type of what stands after it ("" where nothing does).
        key: for a state, the attributes of which it has one value each; None where many stand side by side.
        initial: for a state, the value that holds before the first act.
        grade: for a finding, irregularity, etiquette, status or step.
        needs: for a contention or question, the attributes that it cannot do without.
        beyond: for a finding, what the laws encoded so far leave unsaid about it.
        presumed: for a fact, the value taken where nobody stated one; "" where it is open.
        known_from: for a fact, what the table shows it by (``holding``: cards held); "" where nothing shows it.
        disputed_by: for a fact that the table may show, the acts, contentions and questions that put it in issue when
            they name its event; then nothing is presumed.
        carried_by: for what a report states, the finding of one deal that states it for the next.
    """

    kind: str
    name: str
    means: str
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    says: str = ""
    value: str = ""
    same_as: str = ""
    also: tuple[str, ...] = ()
    phase: str = ""
    phrases: tuple[str, ...] = ()
    key: tuple[str, ...] | None = None
    initial: Mapping[str, Value] | None = None
    grade: str = ""
    values: tuple[str, ...] = ()
    presumed: str = ""
    ask: str = ""
    needs: tuple[str, ...] = ()
    beyond: str = ""
    known_from: str = ""
    disputed_by: tuple[str, ...] = ()
    carried_by: str = ""
    example: object = None
    mark: Mark = field(default=Mark("vocabulary.yaml"))


@dataclass(frozen=True)
class Vocabulary:
    """All words, by kind and name."""

    words: Mapping[str, Mapping[str, Word]]

    def of(self, kind: str) -> Mapping[str, Word]:
        """The words of one kind; none if there is no such kind."""
        return self.words.get(kind, {})

    def find(self, name: str) -> list[Word]:
        """Every entry of that name, in any section."""
        return [words[name] for words in self.words.values() if name in words]
