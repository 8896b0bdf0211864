"""The issue and the factors of a decision."""

from __future__ import annotations

from adjudicator.errors import Report
from adjudicator.model.law import Factor, Matter
from adjudicator.model.rule import Pattern
from adjudicator.reading.fields import Fields
from adjudicator.reading.nodes import Node, Seq
from adjudicator.reading.patterns import Language, read_pattern

SIDES = ("claimant", "respondent")
MATTER = ("name", "arises", "winner", "unless")
FACTOR = ("id", "says", "favours", "needed", "present", "immaterial", "when", "unless")
YES_NO = ("yes", "no")


def read_matter(issue: Node, factors: tuple[Node, ...], language: Language, report: Report) -> Matter:
    """What a decision was about, with its factors; faults go to ``report``."""
    fields = Fields(issue, "an issue", report, MATTER, MATTER[:3])
    _among(fields, "winner", SIDES)
    read = tuple(_factor(node, language, report) for node in factors)
    return Matter(
        fields.text("name"),
        _ways(fields.seq("arises"), language, report),
        read_groups(fields.seq("unless"), language, report),
        fields.text("winner"),
        read,
    )


def _factor(node: Node, language: Language, report: Report) -> Factor:
    fields = Fields(node, "a factor", report, FACTOR, ["id", "says", "favours", "when"])
    _among(fields, "favours", SIDES)
    for key in ("needed", "present", "immaterial"):
        _among(fields, key, YES_NO)
    if fields.text("immaterial") == "yes" and fields.text("present", "yes") == "yes":
        report.add(fields.place("immaterial"), "what the opinion puts aside is not 'present' in the decided incident")
    return Factor(
        fields.text("id"),
        fields.text("says"),
        fields.text("favours"),
        fields.text("needed", "no") == "yes",
        fields.text("present", "yes") == "yes",
        fields.text("immaterial", "no") == "yes",
        _ways(fields.seq("when"), language, report),
        read_groups(fields.seq("unless"), language, report),
    )


def _ways(nodes: tuple[Node, ...], language: Language, report: Report) -> tuple[tuple[Pattern, ...], ...]:
    """Conditions that must hold together; or lists of them, of which any one is enough."""
    lists = [node for node in nodes if isinstance(node, Seq)]
    for node in nodes if lists else ():
        if not isinstance(node, Seq):
            report.add(node.mark, "write every way as a list of its conditions")
    return tuple(_patterns(x.items, language, report) for x in lists) or (_patterns(nodes, language, report),)


def read_groups(nodes: tuple[Node, ...], language: Language, report: Report) -> tuple[tuple[Pattern, ...], ...]:
    """A list of conditions, each alone or a list of those that must hold together."""
    return tuple(_patterns(x.items if isinstance(x, Seq) else (x,), language, report) for x in nodes)


def _patterns(nodes: tuple[Node, ...], language: Language, report: Report) -> tuple[Pattern, ...]:
    return tuple(p for node in nodes if (p := read_pattern(node, language, report)) is not None)


def _among(fields: Fields, key: str, words: tuple[str, ...]) -> None:
    if key in fields and fields.text(key) not in words:
        fields.report.unknown(fields.place(key), f"value of '{key}'", fields.text(key), words)
