"""Finding the way: lists, the situation index, search by plain words, starting files."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.precedents import RELATIONS
from adjudicator.reading.incident import KEYS


def run(*words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    done = CliRunner().invoke(main, list(words), catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


def test_laws_are_listed_with_their_clauses() -> None:
    """Every law of a code is a line."""
    code, out, _ = run("laws", "auction-1912")
    assert code == 0
    assert "  46  Who plays the hand (final-bidder, first-namer)" in out


def test_a_law_is_shown_on_one_screen_with_what_it_leads_to() -> None:
    """Each clause with what follows from it, then the decision that construes the law and the laws that rest on it."""
    code, out, _ = run("law", "auction-1912", "50")
    assert code == 0
    clauses = out.split("\n\n")
    assert "leads to: insufficient bid; choice: to have the bid made sufficient" in clauses[1]
    assert "leads to: the right is lost" in clauses[2]
    assert clauses[-2].startswith("Decision 2 ")
    assert clauses[-1].startswith("Laws that rest on it: ")
    assert len(out.splitlines()) < 60
    assert run("law", "84/declarer")[1].splitlines()[-1].endswith("89")


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("bid out of turn", "bid-out-of-turn  [49/out-of-turn]"),
        ("bid not high enough", "insufficient-bid  [50/demand]"),
        ("double partner's bid", "doubled-partners-bid  [54/partner]"),
        ("redoubled again", "redoubled-too-often  [54/once]"),
    ],
)
def test_lookup_finds_the_situation(words: str, first: str) -> None:
    """The situation that the words fit best comes first, with its law."""
    code, out, _ = run("lookup", *words.split())
    assert code == 0
    assert out.split("\n\n")[1].splitlines()[0] == first


def test_lookup_shows_the_courses_or_that_there_are_none() -> None:
    """What follows is told: the courses with their law, or that no penalty is laid down."""
    assert "make-sufficient [50/demand]" in run("lookup", "insufficient")[1]
    assert "no penalty is laid down" in run("lookup", "double", "partner")[1]
    assert "nothing in auction-1912 fits" in run("lookup", "zebra")[1]


def test_lookup_without_words_lists_all() -> None:
    """The whole index is there, in the order of the laws."""
    out = run("lookup")[1]
    assert out.index("dealer-passed") < out.index("bid-out-of-turn") < out.index("call-after-the-auction")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("partner redoubles double", "54/partner"),
        ("first bidder left the suit", "card-committee-7"),
        ("waive", "word waive"),
    ],
)
def test_search_finds_laws_decisions_and_words(words: str, name: str) -> None:
    """Laws, decisions and vocabulary are found by plain words, among the first."""
    code, out, _ = run("search", *words.split())
    assert code == 0
    assert name in out


def test_search_without_a_hit_says_so() -> None:
    """Words that nothing has find nothing."""
    assert run("search", "xylophone")[1] == "nothing found\n"


@pytest.mark.parametrize("kind", ["incident", "law", "case"])
def test_a_starting_file_is_valid_and_never_written_over(kind: str, tmp_path: Path) -> None:
    """What ``new`` writes is valid as it is; a file that is there is not touched."""
    path = tmp_path / "house" / {"law": "061_new.yaml", "case": "01_new.yaml", "incident": "new.yaml"}[kind]
    path.parent.mkdir()
    number = "61" if kind == "law" else "1"
    assert run("new", kind, str(path), "--number", number)[0] == 0
    if kind == "law":
        code = path.parent.parent / "rules" / "auction-1912"
        code.mkdir(parents=True)
        path.rename(code / path.name)
        assert run("law", "61", "--rules", str(code.parent))[0] == 0
        return
    assert run("check", str(path))[0] == 0
    assert run("rule", str(path))[0] == 0
    before = path.read_text()
    code_after, _, err = run("new", kind, str(path))
    assert code_after == 2
    assert "cannot be written" in err
    assert path.read_text() == before


@pytest.mark.parametrize("word", [*KEYS, *RELATIONS])
def test_every_word_of_an_incident_file_and_every_relation_is_explained(word: str) -> None:
    """A reader who meets a word asks for it."""
    code, out, errors = run("vocabulary", word)
    assert (code, errors) == (0, "")
    assert out.startswith(f"{word} (")


def test_an_act_tells_what_may_follow_it_and_no_more() -> None:
    """What may stand beside any act is told in one line."""
    _, out, _ = run("vocabulary", "cut")
    assert [line[:22] for line in out.splitlines()] == [
        "cut (act): a player cu",
        "  cut: word: pack, ent",
        "  for rules also shown",
        "  beside it, as beside",
        "  example: {by: east, ",
    ]
