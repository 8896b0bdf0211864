"""A proof as an indented tree."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.proof import ProofNode
from adjudicator.ruling.model import Ruling


def proof_text(ruling: Ruling) -> str:
    """Every conclusion of the ruling with what it follows from; what was told before is only named again."""
    tree = _Tree({node.id: node for node in ruling.proof}, frozenset(str(p["text"]) for p in ruling.presumed))
    lines: list[str] = []
    for root in _roots(ruling):
        lines += tree.lines(root, 0)
    return "\n".join(["Proof", *lines])


def _roots(ruling: Ruling) -> list[str]:
    groups = [a.why for a in ruling.answers] + [p.why for p in ruling.points] + [r.why for r in ruling.remedies]
    groups += [s.why for s in (*ruling.bars, *ruling.duties, *ruling.rights, *ruling.cards)]
    groups += [f.why for f in ruling.findings] + [(n.id,) for n in ruling.proof if n.defeated_by]
    return list(dict.fromkeys(name for group in groups for name in group))


class _Tree:
    """Lays out nodes, each in full the first time only."""

    def __init__(self, nodes: dict[str, ProofNode], presumed: frozenset[str]) -> None:
        self._nodes, self._presumed = nodes, presumed
        self._told: set[str] = set()

    def lines(self, name: str, depth: int) -> Iterator[str]:
        """The lines of a node and, the first time, of what it follows from."""
        if name not in self._nodes:
            return
        node, pad = self._nodes[name], "  " * depth
        told = name in self._told and bool(node.premises)
        where = f"(see {node.id})" if told else node.id
        yield f"{pad}{_mark(node)}{node.conclusion}{self._source(node)}  {where}"
        if told:
            return
        self._told.add(name)
        yield from (f"{pad}    absent: {text}" for text in node.absent)
        for defeater in node.defeated_by:
            yield f"{pad}    defeated by:"
            yield from self.lines(defeater, depth + 3)
        for premise in node.premises:
            yield from self.lines(premise, depth + 1)

    def _source(self, node: ProofNode) -> str:
        """The rule and what it stands in; for what rests on no rule, how it came to be known."""
        if not node.rule:
            how = "presumed" if node.conclusion in self._presumed else "reported" if node.at else "given"
            return f"  [{how}]"
        law = f"{node.law}, " if node.law else ""
        decision = f"{node.decision}, " if node.decision else ""
        return f"  [{law}{decision}{node.rule}]"


def _mark(node: ProofNode) -> str:
    return "NOT SO: " if node.defeated_by else ""
