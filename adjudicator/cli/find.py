"""``laws``, ``lookup`` and ``search``: finding the way to a law."""

from __future__ import annotations

import click

from adjudicator.cases import read_cases
from adjudicator.cli.common import out, reporting, rules_option
from adjudicator.index import matching, search, situations
from adjudicator.render.entries import laws_text, search_text, situations_text
from adjudicator.rulebook import load_rulebook


@click.command(epilog="Example: adjudicate laws auction-1912")
@click.argument("code", required=False)
@rules_option
@reporting
def laws(code: str | None, rules: tuple[str, ...]) -> None:
    """List the laws of CODE (default: of every code)."""
    rulebook = load_rulebook(*rules)
    books = [rulebook.code(code)] if code else list(rulebook.codes.values())
    out("\n\n".join(map(laws_text, books)))


@click.command(epilog="Example: adjudicate lookup bid out of turn --code auction-1912")
@click.argument("words", nargs=-1)
@click.option("--code", metavar="ID", help="Look in this code (default: the newest auction code).")
@rules_option
@reporting
def lookup(words: tuple[str, ...], code: str | None, rules: tuple[str, ...]) -> None:
    """Show the irregularities that WORDS fit (default: all), with the law and the courses that follow."""
    rulebook = load_rulebook(*rules)
    book = rulebook.code(code or rulebook.default_code)
    found = matching(situations(book, rulebook), " ".join(words))
    out(situations_text(book, found) if found else f"nothing in {book.code.id} fits these words")


@click.command("search", epilog="Example: adjudicate search partner redoubles")
@click.argument("words", nargs=-1, required=True)
@rules_option
@reporting
def search_words(words: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """Search laws, decisions, worked incidents and vocabulary for WORDS."""
    rulebook = load_rulebook(*rules)
    hits = search(rulebook, read_cases((), rulebook), " ".join(words))
    out(search_text(hits) if hits else "nothing found")
