"""CLIPS beside durable_rules: the same facts by the same rules, or the build fails."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from adjudicator import EngineError, adjudicate, load_rulebook
from adjudicator.cases import Case, read_cases, run_case
from adjudicator.cli.main import main
from adjudicator.engine import engines
from adjudicator.engine.clips import Clips
from adjudicator.engine.interface import Assertion, Match, Session
from adjudicator.rulebook import Rulebook
from adjudicator.service import derived, evaluated
from conftest import FILES, ROOT

CASES = read_cases((), load_rulebook())
DECISION = str(ROOT / "cases" / "card-committee" / "02_correction_after_demand.yaml")


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_both_engines_derive_the_same(case: Case, rulebook: Rulebook) -> None:
    """Facts, labels, reasons and their order are the same, with the decisions and without."""
    for decisions in (True, False):
        one = evaluated(case.incident, rulebook, "durable", decisions=decisions)
        other = evaluated(case.incident, rulebook, "clips", decisions=decisions)
        assert derived(one) == derived(other)


@pytest.mark.parametrize("case", CASES[:20], ids=[case.name for case in CASES[:20]])
def test_a_case_is_ruled_as_held_by_clips(case: Case, rulebook: Rulebook) -> None:
    """The second engine alone gives the ruling that was held."""
    assert run_case(case, rulebook, "clips").differences == ()


def test_the_ruling_names_its_engine(rulebook: Rulebook) -> None:
    """A ruling says which engine it rests on, and differs in nothing else."""
    rulings = {name: adjudicate(DECISION, rulebook, engine=name) for name in ("durable", "clips", "both")}
    assert {name: r.engine for name, r in rulings.items()} == {name: name for name in rulings}
    texts = {r.to_json().replace(f'"engine": "{name}"', "") for name, r in rulings.items()}
    assert len(texts) == 1


def test_the_invented_code_works_with_both() -> None:
    """The second engine needs no Python for a new code either."""
    tiny = load_rulebook(rules=FILES / "rulebooks" / "tiny")
    plays = [{"by": "ann", "play": "A1"}, {"by": "cid", "play": "A3"}]
    ruling = adjudicate({"dealer": "ann", "events": plays}, tiny, engine="both")
    assert [f.finding for f in ruling.findings] == ["out-of-turn", "winner"]


class Forgetful(Clips):
    """A real engine that loses the first match of every batch of several, to show that a difference is seen."""

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session that forgets."""
        with super().session() as session:
            yield _Forgetting(session)


class _Forgetting:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, facts: Sequence[Assertion]) -> list[Match]:
        """All matches but one."""
        found = self._session.add(facts)
        return found[1:] if len(found) > 1 else found

    def remove(self, numbers: Sequence[int]) -> None:
        """Retract as the engine does."""
        self._session.remove(numbers)


def test_engines_that_disagree_end_with_4(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the engines differ there is no ruling: exit code 4 and a message."""
    monkeypatch.setitem(engines.ENGINES, "clips", (__name__, "Forgetful", "clips", ""))
    monkeypatch.setattr(engines, "_made", OrderedDict())
    done = CliRunner().invoke(main, ["rule", DECISION, "--engine", "both"])
    assert done.exit_code == 4
    assert "durable and clips do not derive the same" in done.stderr
    assert done.stdout == ""


def test_a_missing_engine_is_a_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine whose library is not there is named with the way to get it; nothing else fails for it."""
    monkeypatch.setitem(engines.ENGINES, "durable", ("no_such_module", "Durable", "no_such_library", "pip install it"))
    monkeypatch.setattr(engines, "_made", OrderedDict())
    with pytest.raises(EngineError, match=r"no_such_library cannot be imported.*pip install it"):
        adjudicate(DECISION, engine="durable")
    assert engines.default() == "clips"
    assert adjudicate(DECISION).engine == "clips"


def test_an_unknown_engine_is_refused(rulebook: Rulebook) -> None:
    """An engine that there is not is named with the nearest that there is."""
    with pytest.raises(EngineError, match="unknown engine 'durabel'; did you mean 'durable'"):
        adjudicate(DECISION, rulebook, engine="durabel")
