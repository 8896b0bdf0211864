"""``law``, ``case`` and ``vocabulary``: what the rulebook says."""

from __future__ import annotations

import click

from adjudicator.cli.common import out, reporting, rules_option
from adjudicator.errors import InputError, Problem, shown, suggestion
from adjudicator.model.law import Clause
from adjudicator.reading.addresses import Address, read_address
from adjudicator.render.entries import case_list, case_text, law_text, word_list, word_text
from adjudicator.rulebook import CodeBook, Rulebook, load_rulebook


@click.command(epilog="Examples: adjudicate law 50   ·   adjudicate law auction-1912 46/first-namer")
@click.argument("words", nargs=-1, required=True, metavar="[CODE] NUMBER")
@rules_option
@reporting
def law(words: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """Show a law, clause by clause, with its rules and the decisions that construe it."""
    rulebook = load_rulebook(*rules)
    book, number = _code_and_number(words, rulebook)
    address = read_address(number)
    found = book.law(address.law) if address else None
    if address is None or found is None:
        encoded = ", ".join(x.number for x in book.laws)
        raise _error(number, f"{book.code.id} has no law {shown(number)}; those encoded are {encoded}")
    clauses = _clauses(book, address)
    if address.clause and not clauses:
        known = [c.id for c in found.clauses]
        raise _error(
            number, f"Law {found.number} has no clause {shown(address.clause)}{suggestion(address.clause, known)}"
        )
    out(law_text(book, found, clauses or found.clauses))


def _code_and_number(words: tuple[str, ...], rulebook: Rulebook) -> tuple[CodeBook, str]:
    first, *rest = words
    if rest and first in rulebook.codes:
        return rulebook.code(first), " ".join(rest)
    if rest and "-" in first:
        return rulebook.code(first), ""
    return rulebook.code(rulebook.default_code), " ".join(words)


def _clauses(book: CodeBook, address: Address) -> tuple[Clause, ...]:
    found = book.law(address.law)
    clauses = found.clauses if found else ()
    return tuple(c for c in clauses if address.clause and address.clause in (c.id, c.printed, c.id.partition("-")[0]))


def _error(subject: str, text: str) -> InputError:
    return InputError([Problem(shown(subject), 0, 0, text)])


@click.command(epilog="Example: adjudicate case 2")
@click.argument("number", required=False)
@rules_option
@reporting
def case(number: str | None, rules: tuple[str, ...]) -> None:
    """Show a published decision, or the list of them."""
    rulebook = load_rulebook(*rules)
    decisions = [d for book in rulebook.codes.values() for d in book.decisions]
    if number is None:
        out(case_list(decisions))
        return
    wanted = [d for d in decisions if number in (d.number, d.id)]
    if not wanted:
        raise _error(number, f"there is no decision {shown(number)}{suggestion(number, [d.number for d in decisions])}")
    out("\n\n".join(map(case_text, wanted)))


@click.command(epilog="Example: adjudicate vocabulary demand")
@click.argument("word", required=False)
@rules_option
@reporting
def vocabulary(word: str | None, rules: tuple[str, ...]) -> None:
    """List the words that an incident may use, with an example each; or explain one WORD."""
    words = load_rulebook(*rules).vocabulary
    if word is None:
        out(word_list(words))
        return
    every = sorted({name for kind in words.words.values() for name in kind})
    found = words.find(word) or [w for kind in words.words.values() for w in kind.values() if word in w.also]
    if not found:
        raise _error(word, f"unknown word {shown(word)}{suggestion(word, every)}")
    out("\n\n".join(word_text(entry, words) for entry in found))
