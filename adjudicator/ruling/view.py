"""An outcome as seen within some of its worlds: what holds there, and what may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.evaluate.memory import Node
from adjudicator.evaluate.run import Outcome


@dataclass(frozen=True)
class View:
    """An outcome within the worlds of a label."""

    outcome: Outcome
    within: int

    @staticmethod
    def of(outcome: Outcome) -> View:
        """An outcome as presumed, whatever is open."""
        return View(outcome, outcome.memory.worlds.as_presumed())

    def label(self, node: Node) -> int:
        """The worlds in view in which a node holds."""
        return self.outcome.memory.label(node.number) & self.within

    def certain(self, node: Node) -> bool:
        """Whether a node holds in every world in view."""
        return self.label(node) == self.within

    def facts(self, kind: str) -> Iterator[Node]:
        """The nodes of a kind that hold in some world in view, in the order in which they came to be."""
        return (n for n in self.outcome.memory.nodes if n.fact.kind == kind and self.label(n))

    def states(self, name: str) -> Iterator[Node]:
        """The states of a name that hold at the end in every world in view."""
        nodes = (self.outcome.memory.nodes[n] for n in self.outcome.states)
        return (n for n in nodes if n.fact.name == name and self.certain(n))

    def ever(self, name: str) -> Iterator[Node]:
        """Every state of a name that held at some time in every world in view, ended or not."""
        nodes = (n for n in self.outcome.memory.nodes if n.fact.kind == "state" and n.fact.name == name)
        return (n for n in nodes if self.outcome.memory.arose(n.number) & self.within == self.within)
