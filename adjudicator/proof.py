"""The proof: what was concluded, by which rule and law, from what, and what had to be absent or gave way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.evaluate.memory import Firing, Node
from adjudicator.evaluate.run import Outcome
from adjudicator.wording import absence_in_words, fact_in_words

HIDDEN = ("relation", "value")  # how they sit and what the code counts: in the rule for all to see


@dataclass(frozen=True)
class ProofNode:
    """One line of a proof.

    Attributes:
        id: ``p1``, ``p2`` ... in the order in which things came to be known.
        conclusion: what was concluded, in words.
        rule: the rule, "" for what the report states.
        law: ``50/time``, "" for what rests on no law.
        decision: the decision from which the rule comes, "" for a rule of the code.
        at: the event, 0 before the first.
        premises: the nodes it follows from.
        absent: conditions that would have defeated it, none of which held.
        defeated_by: the nodes of what defeated it; empty for what stands.
    """

    id: str
    conclusion: str
    rule: str
    law: str
    decision: str
    at: int
    premises: tuple[str, ...]
    absent: tuple[str, ...]
    defeated_by: tuple[str, ...]


class Proof:
    """The reasons for some conclusions of an outcome, and for what they defeated."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome, self.memory = outcome, outcome.memory

    def reason(self, node: Node) -> Firing | None:
        """The firing that best says why a node holds; for a defeated one, the first that was defeated.

        What holds as presumed goes before what holds only otherwise, and a rule of a law before one common to all.
        """
        firings = [self.memory.firings[n] for n in node.firings]
        presumed = self.memory.worlds.as_presumed()
        known = [f for f in firings if self.memory.held(f.number) and max(f.premises, default=-1) < node.number]
        ranked = sorted(known, key=lambda f: (not self.memory.held(f.number) & presumed, not f.rule.address))
        return next(iter(ranked), next((f for f in firings if self.memory.held(f.number)), next(iter(firings), None)))

    def laws(self, nodes: Iterable[Node]) -> tuple[str, ...]:
        """The clauses (and decisions) whose rules gave the nodes, in their order."""
        firings = (self.reason(n) for n in nodes)
        return tuple(dict.fromkeys(f.rule.address for f in firings if f is not None and f.rule.address))

    def behind(self, nodes: Iterable[int]) -> list[int]:
        """The nodes and everything they follow from, nearest first."""
        found = list(dict.fromkeys(nodes))
        seen = set(found)
        for number in found:
            for premise in self._premises(self.memory.nodes[number]):
                if premise not in seen:
                    seen.add(premise)
                    found.append(premise)
        return found

    def _premises(self, node: Node) -> list[int]:
        firing = self.reason(node)
        premises = firing.premises if firing else ()
        return [n for n in dict.fromkeys(premises) if self.memory.nodes[n].fact.kind not in HIDDEN]

    def defeated(self, within: set[int]) -> list[int]:
        """What rules that fired for these nodes, or beside them, defeated: concluded, but standing in no world."""
        found = []
        for node in self.memory.nodes:
            firing = self.reason(node)
            if firing is None or not firing.defeated_by or self.memory.arose(node.number):
                continue
            defeaters = {n for f in firing.defeated_by for n in self.memory.firings[f].concluded}
            if defeaters & within or not defeaters:
                found.append(node.number)
        return found

    def nodes(self, roots: Iterable[int]) -> tuple[ProofNode, ...]:
        """The proof of the roots, of what they rest on, and of what was defeated on the way."""
        standing = self.behind(roots)
        every = set(standing)
        while more := set(self.behind(self.defeated(every))) - every:
            every |= more
        return tuple(self._line(self.memory.nodes[n]) for n in sorted(every))

    def _line(self, node: Node) -> ProofNode:
        firing = self.reason(node)
        rule = firing.rule if firing else None
        defeated = not self.memory.arose(node.number)
        return ProofNode(
            proof_id(node.number),
            fact_in_words(node.fact, self.outcome.program.language.vocabulary),
            rule.id if rule else "",
            rule.address if rule else "",
            rule.decision if rule else "",
            node.at,
            tuple(proof_id(n) for n in self._premises(node)),
            self._absent(firing) if firing else (),
            self._defeaters(firing) if firing and defeated else (),
        )

    def _absent(self, firing: Firing) -> tuple[str, ...]:
        vocabulary = self.outcome.program.language.vocabulary
        blockers = [
            " and ".join(absence_in_words(p, firing.bindings, vocabulary) for p in b) for b in firing.rule.unless
        ]
        return tuple(sorted(blockers)) if not firing.blocked_by else ()

    def _defeaters(self, firing: Firing) -> tuple[str, ...]:
        by_rule = [n for f in firing.defeated_by for n in self.memory.firings[f].concluded]
        return tuple(proof_id(n) for n in dict.fromkeys([*by_rule, *firing.blocked_by]))


def proof_id(number: int) -> str:
    """The name of a node in a proof."""
    return f"p{number + 1}"


def node_number(name: str) -> int:
    """The node of a proof id."""
    return int(name[1:]) - 1
