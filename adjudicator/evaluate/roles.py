"""Who a role is at a step: the seat that the laws have given it, or one that sits beside such a seat."""

from __future__ import annotations

from adjudicator.evaluate.memory import Memory
from adjudicator.table.seats import Seating

BESIDE = {
    "eldest-hand": (("dealer",), 1),
    "left-adversary": (("declarer", "dealer"), 1),
    "right-adversary": (("declarer", "dealer"), -1),
}
SIDES = ("declarer-side", "adversaries")
ROLES = frozenset({*BESIDE, *SIDES, "dealer", "declarer", "dummy", "leader"})


def resolved(word: str, memory: Memory, seating: Seating) -> list[str]:
    """The seats that a word of an incident stands for; a role that nobody holds stays a word."""
    if word in SIDES:
        declarer = _holder("declarer", memory)
        side = [
            s
            for s in seating.seats
            if declarer and (seating.side(s) == seating.side(declarer)) == (word == "declarer-side")
        ]
        return side or [word]
    if of_side := [s for s in seating.seats if seating.side(s) == word]:
        return of_side
    if word in BESIDE:
        roles, steps = BESIDE[word]
        holder = next((h for role in roles if (h := _holder(role, memory))), None)
        return [seating.left(holder, steps) if holder else word]
    return [_holder(word, memory) or word]


def _holder(role: str, memory: Memory) -> str | None:
    """The seat of the state of that name, where it is certain."""
    for node in memory.seen(f"state:{role}"):
        presumed = memory.worlds.as_presumed()
        if memory.label(node.number) & presumed == presumed and "seat" in node.fact.values:
            return str(node.fact.values["seat"])
    return None
