"""``adjudicate new``: valid starting files."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.common import out, reporting
from adjudicator.errors import InputError, Problem, shown
from adjudicator.rulebook import load_rulebook
from adjudicator.scaffold import TEMPLATES


@click.command(epilog="Example: adjudicate new incident table3.yaml")
@click.argument("kind", type=click.Choice(sorted(TEMPLATES)))
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--code", metavar="ID", help="The code it is for (default: the newest auction code).")
@click.option("--number", type=int, default=1, metavar="N", help="The number of the law or case.")
@reporting
def new(kind: str, path: Path, code: str | None, number: int) -> None:
    """Write a valid starting file of a KIND to PATH, which must not be there yet."""
    book = load_rulebook().code(code or load_rulebook().default_code)
    calls = [spelling for spelling, (_, level, _) in book.code.calls.spellings.items() if level]
    law = book.laws[0]
    text = TEMPLATES[kind].format(
        code=book.code.id,
        number=number,
        first=book.code.seats[0],
        call=calls[0] if calls else next(iter(book.code.calls.spellings), "pass"),
        publication="our-club",
        clause=f"{law.number}/{law.clauses[0].id}",
    )
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        why = f"cannot be written: {error.strerror or shown(str(error))}"
        raise InputError([Problem(str(path), 0, 0, why)]) from None
    out(f"wrote {path}")
