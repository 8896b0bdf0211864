"""``check`` and ``test``: is the rulebook sound, and does it rule as the cases say."""

from __future__ import annotations

import sys

import click

from adjudicator.cases import case_files, read_cases, run_case
from adjudicator.checks import check_files, check_rulebook
from adjudicator.cli.common import engine_option, out, reporting, rules_option
from adjudicator.errors import AdjudicatorError
from adjudicator.rulebook import load_rulebook


@click.command(epilog="Examples: adjudicate check   ·   adjudicate check my_incident.yaml")
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@rules_option
@reporting
def check(paths: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """Check incidents and cases at PATHs, or the shipped rules and cases; exit 1 where there is a fault."""
    files = case_files(paths) if paths else []
    try:
        rulebook = load_rulebook(*rules)
        problems = check_files(files, rulebook) if paths else check_rulebook(rulebook)
    except AdjudicatorError as error:
        problems = list(error.problems)
    for problem in problems:
        click.echo(str(problem), err=True)
    if problems:
        sys.exit(1)
    out("no fault found")


@click.command(epilog="Example: adjudicate test cases/card-committee")
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@engine_option
@rules_option
@reporting
def test(paths: tuple[str, ...], engine: str | None, rules: tuple[str, ...]) -> None:
    """Rule on every case at PATHs (default: the shipped ones) and compare the whole ruling with what was held."""
    rulebook = load_rulebook(*rules)
    results = [run_case(case, rulebook, engine) for case in read_cases(paths, rulebook)]
    failed = [r for r in results if r.differences]
    for result in failed:
        out("\n".join([f"FAILED {result.case.name}", *(f"    {d}" for d in result.differences)]))
    out(f"{len(results) - len(failed)} of {len(results)} cases as held")
    if failed or not results:
        sys.exit(1)
