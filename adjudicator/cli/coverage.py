"""``adjudicate coverage``: what of a code is encoded, and which cases show it."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from adjudicator.cases import read_cases
from adjudicator.cli.common import out, reporting, rules_option
from adjudicator.coverage import of_clauses, of_rules
from adjudicator.render.coverage import coverage_text
from adjudicator.rulebook import load_rulebook


@click.command(epilog="Example: adjudicate coverage auction-1912 --format json")
@click.argument("code", required=False)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
@rules_option
@reporting
def coverage(code: str | None, form: str, rules: tuple[str, ...]) -> None:
    """Show each clause of CODE (default: every code) with the cases where it bites and those where it does not."""
    rulebook = load_rulebook(*rules)
    books = [rulebook.code(code)] if code else list(rulebook.codes.values())
    cases = read_cases((), rulebook)
    for book in books:
        clauses = of_clauses(book, of_rules(book, cases, rulebook))
        if form == "json":
            out(json.dumps({"code": book.code.id, "clauses": [asdict(c) for c in clauses]}, ensure_ascii=False))
        else:
            out(coverage_text(book, clauses))
