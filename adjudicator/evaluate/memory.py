"""What is known so far: nodes with their labels and reasons, and which of them a rule can see now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from adjudicator.evaluate.matching import Bindings, compare, unify
from adjudicator.evaluate.worlds import OpenFact, Worlds
from adjudicator.model.fact import Fact
from adjudicator.model.rule import ANY, Pattern, Rule


@dataclass
class Node:
    """One thing known: a fact at a step.

    ``firings`` are the reasons for it, none for what the report states; ``until`` is the step that ended a state in
    every world, None for what holds still.
    """

    number: int
    fact: Fact
    step: int
    at: int
    firings: list[int] = field(default_factory=list)
    until: int | None = None


@dataclass
class Firing:
    """One rule that found its conditions: by which nodes, with which bindings, and what stood against it."""

    number: int
    rule: Rule
    premises: tuple[int, ...]
    bindings: Bindings
    step: int
    at: int
    blocked_by: tuple[int, ...] = ()
    defeated_by: tuple[int, ...] = ()
    concluded: list[int] = field(default_factory=list)


class Memory:
    """Nodes, firings and labels of one evaluation."""

    def __init__(self) -> None:
        self.worlds = Worlds()
        self.nodes: list[Node] = []
        self.firings: list[Firing] = []
        self._labels: list[int] = []  # by node
        self._masks: list[int] = []  # by firing: where nothing stands against it
        self._held: list[int] = []  # by firing: where it held when its step was over
        self._uses: dict[int, list[int]] = {}  # firings by premise
        self._by_fact: dict[tuple[Fact, int], int] = {}
        self._visible: dict[str, dict[int, None]] = {}

    def node(self, fact: Fact, step: int, at: int, label: int = 0) -> Node:
        """The node of a fact at a step, made if it is new."""
        number = self._by_fact.setdefault((fact, step), len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(Node(number, fact, step, at))
            self._labels.append(label)
        return self.nodes[number]

    def label(self, node: int) -> int:
        """The worlds in which a node holds."""
        return self._labels[node]

    def set_label(self, node: int, label: int) -> None:
        """Say in which worlds a node holds."""
        self._labels[node] = label

    def fire(self, firing: Firing, mask: int) -> Firing:
        """Keep a firing; ``mask`` says in which worlds no exception stands against it."""
        self.firings.append(firing)
        self._masks.append(mask)
        for premise in firing.premises:
            self._uses.setdefault(premise, []).append(firing.number)
        return firing

    def holds(self, firing: int) -> int:
        """The worlds in which a firing of this step holds: all its premises, and no exception."""
        label = self._masks[firing]
        for premise in self.firings[firing].premises:
            label &= self._labels[premise]
        return label

    def close_step(self) -> None:
        """Keep where the firings of the step held; what becomes of their premises later changes nothing of it."""
        self._held += [self.holds(n) for n in range(len(self._held), len(self.firings))]

    def held(self, firing: int) -> int:
        """The worlds in which a firing held when its step was over."""
        return self._held[firing]

    def arose(self, node: int) -> int:
        """The worlds in which a node came to be, whether or not it was ended later."""
        label = 0 if self.nodes[node].firings else self._labels[node]
        for firing in self.nodes[node].firings:
            label |= self._held[firing]
        return label

    def settle_labels(self, nodes: Iterable[int]) -> list[int]:
        """Bring labels up to what their reasons say, and those of what rests on them; the nodes whose label changed."""
        changed: dict[int, None] = {}
        waiting = dict.fromkeys(nodes)
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            label = 0
            for firing in self.nodes[number].firings:
                label |= self.holds(firing)
            if label != self._labels[number]:
                self._labels[number] = label
                changed[number] = None
                waiting.update(dict.fromkeys(self._resting_on(number)))
        return list(changed)

    def _resting_on(self, node: int) -> Iterator[int]:
        """What was concluded in this step from a node."""
        return (n for f in self._uses.get(node, ()) if f >= len(self._held) for n in self.firings[f].concluded)

    def split(self, fact: OpenFact) -> list[int]:
        """Tell the worlds apart by one more open fact; the label of each of its values."""
        size = self.worlds.size
        each = self.worlds.split(fact)
        self._labels = [self.worlds.lifted(label, size) for label in self._labels]
        self._masks = [self.worlds.lifted(mask, size) for mask in self._masks]
        self._held = [self.worlds.lifted(label, size) for label in self._held]
        return each

    def show(self, node: Node) -> None:
        """Let rules see a node."""
        for predicate in (node.fact.predicate, f"{node.fact.kind}:{ANY}"):
            self._visible.setdefault(predicate, {})[node.number] = None

    def hide(self, node: Node) -> None:
        """Take a node from the sight of rules."""
        for predicate in (node.fact.predicate, f"{node.fact.kind}:{ANY}"):
            self._visible.get(predicate, {}).pop(node.number, None)

    def seen(self, predicate: str) -> Iterator[Node]:
        """The nodes that rules see under a predicate, in the order in which they came to be seen."""
        return (self.nodes[n] for n in self._visible.get(predicate, ()))

    def matches(self, patterns: Sequence[Pattern], bound: Bindings, step: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Every way in which visible nodes fill the patterns together: its label and the nodes."""
        return ((label, nodes) for label, nodes, _ in self.ways(patterns, bound, step))

    def ways(
        self, patterns: Sequence[Pattern], bound: Bindings, step: int
    ) -> Iterator[tuple[int, tuple[int, ...], Bindings]]:
        """The same, with the bindings."""
        for label, nodes, found in self._joined(patterns, bound, step):
            if compare(patterns, [self.nodes[n].fact for n in nodes], found):
                yield label, nodes, found

    def _joined(
        self, patterns: Sequence[Pattern], bound: Bindings, step: int
    ) -> Iterator[tuple[int, tuple[int, ...], Bindings]]:
        if not patterns:
            yield self.worlds.every, (), bound
            return
        for label, nodes, found in self._joined(patterns[:-1], bound, step):
            for node in self.seen(patterns[-1].predicate):
                both = label & self._labels[node.number]
                if not both or (patterns[-1].earlier and node.step >= step):
                    continue
                more = unify(patterns[-1], node.fact, found)
                if more is not None:
                    yield both, (*nodes, node.number), more
