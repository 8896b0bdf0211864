"""``adjudicate rule``: incidents in, rulings out."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from adjudicator.cli.common import engine_option, out, reporting, rules_option
from adjudicator.errors import InputError, Problem, shown
from adjudicator.incidents import incidents_of, read_incidents
from adjudicator.model.incident import Incident
from adjudicator.reading.yamlfile import MAX_BYTES, read_bytes
from adjudicator.render.explain import proof_text
from adjudicator.render.text import ruling_text
from adjudicator.render.why_not import why_not_text
from adjudicator.rulebook import Rulebook, load_rulebook
from adjudicator.service import adjudicate, evaluated
from adjudicator.why_not import why_not as reasons


@click.command(epilog="Example: adjudicate rule cases/card-committee/02_correction_after_demand.yaml --explain")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--code", metavar="ID", help="Rule under this code instead of the one that the incident names.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print the ruling.")
@click.option("--explain", is_flag=True, help="Add the proof as a tree.")
@click.option("--no-decisions", is_flag=True, help="Rule by the laws alone, without the published decisions.")
@click.option(
    "--why-not", metavar="NAME", help="Show for a rule, or for each that gives this finding or remedy, what it lacked."
)
@engine_option
@rules_option
@reporting
def rule(
    files: tuple[str, ...],
    code: str | None,
    form: str,
    explain: bool,
    no_decisions: bool,
    why_not: str | None,
    engine: str | None,
    rules: tuple[str, ...],
) -> None:
    """Rule on the incidents of FILEs: a file, FILE#ID for one of several, a case file, or - for standard input."""
    rulebook = load_rulebook(*rules)
    problems: list[Problem] = []
    incidents: list[Incident] = []
    for name in files:
        try:
            incidents += _incidents(name, rulebook, code)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    for number, incident in enumerate(incidents):
        ruling = adjudicate(incident, rulebook, engine=engine, decisions=not no_decisions)
        if form == "json":
            out(ruling.to_json())
            continue
        more = [proof_text(ruling)] if explain else []
        if why_not:
            outcome = evaluated(incident, rulebook, ruling.engine, decisions=not no_decisions)
            more.append(why_not_text(why_not, reasons(outcome, why_not)))
        text = "\n\n".join([ruling_text(ruling), *more])
        out(("\n" + "=" * 80 + "\n\n" if number else "") + text)


def _incidents(name: str, rulebook: Rulebook, code: str | None) -> list[Incident]:
    if name == "-":
        return incidents_of(read_bytes(sys.stdin.buffer.read(MAX_BYTES + 1), "<stdin>"), "<stdin>", rulebook, code)
    if " " in name and not Path(name.partition("#")[0]).exists():
        raise InputError([Problem(shown(name), 0, 0, "is no file; plain words are not understood yet")])
    return read_incidents(Path(name), rulebook, code=code)
