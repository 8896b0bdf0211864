"""Why something was not found, as text."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.why_not import Nearest


def why_not_text(name: str, found: Iterable[Nearest]) -> str:
    """Each rule with its conditions, met or not."""
    lines = [f"Why not {name}?"]
    for nearest in found:
        where = "" if nearest.at is None else f", nearest at event {nearest.at}"
        law = f" [{nearest.law}]" if nearest.law else ""
        lines.append(f"  {nearest.rule}{law}{where}")
        lines += [f"    {condition.state:<9} {condition.text}" for condition in nearest.conditions]
    return "\n".join(lines)
