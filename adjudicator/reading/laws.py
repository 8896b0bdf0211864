"""Law, code, shared and case files to values."""

from __future__ import annotations

import re
from pathlib import PurePath

from adjudicator.errors import Report, shown
from adjudicator.model.law import Calls, Clause, Code, Decision, Dispute, Law
from adjudicator.model.rule import Rule
from adjudicator.model.vocabulary import Value
from adjudicator.reading.factors import read_groups, read_matter
from adjudicator.reading.fields import Fields, whole_number
from adjudicator.reading.nodes import Map, Node, Seq, Text, plain
from adjudicator.reading.patterns import Language
from adjudicator.reading.rules import Place, read_phase, read_rules

CLAUSE = ("id", "kind", "says", "printed", "rules", "used-by", "disputed", "unmodelled")
KINDS = (
    "definition",
    "procedure",
    "duty",
    "right",
    "exception",
    "score",
    "penalty",
    "lapse",
    "irregularity",
    "etiquette",
    "advice",
    "footnote",
)
CODE = (
    "id",
    "title",
    "adopted-by",
    "date",
    "source",
    "game",
    "amends",
    "seats",
    "pack",
    "calls",
    "values",
)
CASE = (
    "number",
    "publication",
    "title",
    "code",
    "construes",
    "incident",
    "held",
    "reasoning",
    "rules",
    "expect",
    "issue",
    "factors",
    "fate",
)


def read_law(root: Node, code: str, language: Language, report: Report) -> Law:
    """One law file."""
    fields = Fields(root, "a law", report, ["law", "title", "phase", "clauses"], ["law", "title", "clauses"])
    number, path = fields.text("law"), root.mark.path
    named = re.match(r"([A-Z]?)0*(\w+?)_", PurePath(path).name)  # 007_ is Law 7, E07_ is Law E7
    if named and number and "".join(named.groups()) != number:
        in_name = "".join(named.groups())
        report.add(fields.place("law"), f"this is Law {number}, but the file is named for Law {in_name}")
    phase = read_phase(fields, language)
    clauses = tuple(_clause(node, number, phase, language, report) for node in fields.seq("clauses"))
    seen: set[str] = set()
    for clause in clauses:
        if clause.id in seen:
            report.add(clause.mark, f"Law {number} has two clauses {shown(clause.id)}")
        seen.add(clause.id)
    return Law(code, number, fields.text("title"), clauses, fields.place("law"))


def _clause(node: Node, law: str, phase: tuple[str, ...], language: Language, report: Report) -> Clause:
    fields = Fields(node, "a clause", report, CLAUSE, ["id", "kind", "says"])
    if "kind" in fields and fields.text("kind") not in KINDS:
        report.unknown(fields.place("kind"), "kind of clause", fields.text("kind"), KINDS)
    rules = read_rules(fields.seq("rules"), Place(law, fields.text("id"), "", phase), language, report)
    if not (fields.seq("rules") or fields.seq("used-by") or fields.text("unmodelled")):
        report.add(fields.mark, f"clause {shown(fields.text('id'))} needs 'rules', 'used-by' or 'unmodelled'")
    disputed = fields.node("disputed")
    nodes = disputed.items if isinstance(disputed, Seq) else () if disputed is None else (disputed,)
    return Clause(
        fields.text("id"),
        fields.text("kind"),
        fields.text("says").strip(),
        fields.text("printed"),
        rules,
        fields.texts("used-by"),
        tuple(_dispute(node, language, report) for node in nodes),
        fields.text("unmodelled").strip(),
        fields.mark,
    )


def _dispute(node: Node, language: Language, report: Report) -> Dispute:
    fields = Fields(node, "'disputed'", report, ["readings", "rules", "when", "unless"], ["readings"])
    return Dispute(
        tuple(x.strip() for x in fields.texts("readings")),
        fields.texts("rules"),
        read_groups(fields.seq("when"), language, report),
        read_groups(fields.seq("unless"), language, report),
    )


def read_shared(root: Node, language: Language, report: Report) -> tuple[Rule, ...]:
    """One file of rules that hold whatever the code."""
    fields = Fields(root, "a file of shared rules", report, ["title", "rules"], ["title", "rules"])
    return read_rules(fields.seq("rules"), Place(), language, report)


def read_decision(root: Node, language: Language, report: Report) -> Decision:
    """One decision; its rules stand in the law of the first clause that it construes."""
    fields = Fields(
        root, "a case", report, CASE, ["number", "publication", "title", "code", "construes", "incident", "held"]
    )
    number, construes = fields.text("number"), fields.texts("construes")
    named = re.match(r"0*(\w+?)_", PurePath(root.mark.path).name)
    if named and named.group(1) != number:
        report.add(fields.place("number"), f"this is case {number}, but the file is named for case {named.group(1)}")
    if "number" in fields and whole_number(number) is None:
        report.add(fields.place("number"), f"'number' must be a number, not {shown(number)}")
    law, _, clause = (construes[0] if construes else "").partition("/")
    rules = read_rules(
        fields.seq("rules"), Place(law, clause, f"{fields.text('publication')}-{number}"), language, report
    )
    incident, expect, issue = fields.node("incident"), fields.node("expect"), fields.node("issue")
    matter = read_matter(issue, fields.seq("factors"), language, report) if issue is not None else None
    return Decision(
        number,
        fields.text("publication"),
        fields.text("title"),
        fields.text("code"),
        construes,
        incident,
        expect,
        fields.text("held").strip(),
        fields.text("reasoning").strip(),
        rules,
        matter,
        fields.mark,
    )


def read_code(root: Node, report: Report) -> Code:
    """A code's own file: seats, pack, calls and values."""
    fields = Fields(root, "a code", report, CODE, ["id", "title", "seats", "pack", "calls"])
    seats = (
        Fields(fields.node("seats") or root, "'seats'", report, ["count", "names", "partners"], ["names"])
        if "seats" in fields
        else None
    )
    names = seats.texts("names") if seats else ()
    pack = (
        Fields(fields.node("pack") or root, "'pack'", report, ["suits", "ranks", "hand"], ["suits", "ranks", "hand"])
        if "pack" in fields
        else None
    )
    partners = bool(seats) and seats.text("partners") == "opposite" if seats else False
    if partners and len(names) % 2:
        report.add(fields.place("seats"), f"{len(names)} seats cannot sit opposite each other")
    return Code(
        fields.text("id"),
        fields.text("title"),
        fields.text("adopted-by"),
        fields.text("date"),
        fields.text("source"),
        fields.text("game"),
        fields.text("amends", "none"),
        names,
        partners,
        pack.texts("suits") if pack else (),
        pack.texts("ranks") if pack else (),
        whole_number(pack.text("hand")) or 0 if pack else 0,
        _calls(fields, report),
        _code_values(fields, report),
        root.mark,
    )


def _calls(fields: Fields, report: Report) -> Calls:
    node = fields.node("calls")
    if node is None:
        return Calls({})
    calls = Fields(node, "'calls'", report, ["bids", "words"])
    spellings: dict[str, tuple[str, int, str]] = {}
    if (bids := calls.node("bids")) is not None:
        ladder = Fields(
            bids, "'bids'", report, ["kind", "levels", "denominations"], ["kind", "levels", "denominations"]
        )
        levels = [whole_number(x) for x in ladder.texts("levels")]
        if len(levels) != 2 or None in levels:
            report.add(ladder.place("levels"), "'levels' must be the lowest and the highest number")
            levels = [1, 0]
        for spelling, denomination in ladder.entries("denominations"):
            for level in range(levels[0] or 0, (levels[1] or 0) + 1):
                if isinstance(denomination, Text):
                    spellings[f"{level}{spelling.value.upper()}"] = ladder.text("kind"), level, denomination.value
    for word, node in calls.entries("words"):
        one = Fields(node, f"call {shown(word.value)}", report, ["kind", "also", "level", "denom"], ["kind"])
        for spelling_text in (word.value, *one.texts("also")):
            spellings[spelling_text.upper()] = (
                one.text("kind"),
                whole_number(one.text("level")) or 0,
                one.text("denom", "none"),
            )
    return Calls(spellings)


def _code_values(fields: Fields, report: Report) -> dict[tuple[str, Value], int]:
    found: dict[tuple[str, Value], int] = {}
    for name, node in fields.entries("values"):
        entries: tuple[tuple[Value, Node], ...]
        if isinstance(node, Map):
            entries = tuple((n if (n := whole_number(k.value)) is not None else k.value, v) for k, v in node.entries)
        else:
            entries = (("none", node),)
        for key, value in entries:
            number = whole_number(value.value) if isinstance(value, Text) else None
            if number is None:
                report.add(value.mark, f"value {shown(name.value)} must be a whole number")
            else:
                found[name.value, key] = number
    return found


def check_case_keys(root: Node, report: Report) -> None:
    """A mapping that holds an incident is a case file, and carries nothing else."""
    if isinstance(root, Map) and root.get("incident") is not None:
        Fields(root, "a case", report, CASE)


def cases_of(root: Node) -> tuple[Node, ...]:
    """The incidents of a file: a list, one mapping, or the incident of a case file."""
    if isinstance(root, Seq):
        return root.items
    if isinstance(root, Map) and (inner := root.get("incident")) is not None:
        return (inner,)
    return (root,)


__all__ = ["cases_of", "plain", "read_code", "read_decision", "read_law", "read_shared"]
