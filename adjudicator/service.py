"""The library's front door: rule on an incident."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.compile.program import Program
from adjudicator.engine import engines
from adjudicator.errors import EngineDisagreementError
from adjudicator.evaluate.run import Outcome, evaluate
from adjudicator.incidents import Source, mapping, read_incident
from adjudicator.model.fact import Fact
from adjudicator.model.incident import Incident
from adjudicator.rulebook import CodeBook, Rulebook, load_rulebook
from adjudicator.ruling.build import build
from adjudicator.ruling.model import Ruling
from adjudicator.ruling.view import View
from adjudicator.version import VERSION

SCORE = "score"


def adjudicate(
    incident: Incident | Source,
    rulebook: Rulebook | None = None,
    *,
    code: str | None = None,
    engine: str | None = None,
    decisions: bool = True,
) -> Ruling:
    """Rule on an incident.

    Args:
        incident: an incident, or what ``read_incident`` takes.
        rulebook: the rules to rule by; the shipped ones where none is given.
        code: the code to rule under, instead of the one that the incident names.
        engine: ``durable``, ``clips`` or ``both`` (which must agree); by default the first that is there.
        decisions: False rules by the laws alone, without what published decisions read into them.

    Raises:
        InputError: the incident cannot be read, or states what its own events contradict.
        EngineError: the engine is unknown, missing, or failed.
        EngineDisagreementError: two engines did not derive the same.
    """
    book = rulebook or load_rulebook()
    if not isinstance(incident, Incident):
        incident = read_incident(incident, book, code=code)
    elif code is not None and code != incident.code:
        incident = read_incident(dict(mapping(incident.source)), book, code=code)
    chosen = book.code(incident.code)
    name = engine or engines.default()
    earlier = played(incident, book, name, decisions=decisions)
    outcome = _evaluated(_continued(incident, earlier), book, name, decisions=decisions)
    rulings = [
        build(o, chosen, version=VERSION, rulebook=book.hash, engine=name, decisions=decisions)
        for o in (*earlier, outcome)
    ]
    return replace(rulings[-1], deals=tuple(rulings[:-1]))


def evaluated(incident: Incident, rulebook: Rulebook, engine: str, *, decisions: bool = True) -> Outcome:
    """Everything that follows from an incident and the earlier deals it tells of, by one engine or by ``both``."""
    earlier = played(incident, rulebook, engine, decisions=decisions)
    return _evaluated(_continued(incident, earlier), rulebook, engine, decisions=decisions)


def played(incident: Incident, rulebook: Rulebook, engine: str, *, decisions: bool = True) -> list[Outcome]:
    """The earlier deals of the rubber in their order, each with the score that those before it left."""
    found: list[Outcome] = []
    for deal in incident.deals:
        begun = replace(deal, score=incident.score)
        found.append(_evaluated(_continued(begun, found), rulebook, engine, decisions=decisions))
    return found


def _continued(incident: Incident, earlier: list[Outcome]) -> Incident:
    """An incident with the score that the deal before it left, as the rules say it; as it is where none came before."""
    if not earlier:
        return incident
    view, words = View.of(earlier[-1]), earlier[-1].program.language.vocabulary.of("given")
    columns = [name for name in words[SCORE].attributes if name != "side"]
    found = [n.fact.values for n in view.facts("finding") if n.fact.name == words[SCORE].carried_by and view.certain(n)]
    return replace(incident, score={str(v["side"]): {c: int(str(v[c])) for c in columns} for v in found})


def _evaluated(incident: Incident, rulebook: Rulebook, engine: str, *, decisions: bool) -> Outcome:
    book = rulebook.code(incident.code)
    program = book.program if decisions else book.without_decisions
    names = list(engines.ENGINES) if engine == engines.BOTH else [engine]
    outcomes = [_by(name, incident, book, program, rulebook.hash, decisions) for name in names]
    for other in outcomes[1:]:
        if derived(other) != derived(outcomes[0]):
            raise EngineDisagreementError(f"{names[0]} and {names[1]} do not derive the same")
    return outcomes[0]


def _by(name: str, incident: Incident, book: CodeBook, program: Program, rules: str, decisions: bool) -> Outcome:
    matcher = engines.engine(name, program.rules, f"{rules} {book.code.id} {decisions}")
    return evaluate(incident, book.code, program, matcher)


def derived(outcome: Outcome) -> list[tuple[Fact, int, int, tuple[tuple[str, tuple[int, ...]], ...]]]:
    """Facts, steps, labels and reasons of an outcome, to compare what two engines derived."""
    memory = outcome.memory
    reasons = ((memory.firings[n] for n in node.firings) for node in memory.nodes)
    told = (tuple((f.rule.id, f.premises) for f in firings) for firings in reasons)
    return [(n.fact, n.step, memory.label(n.number), why) for n, why in zip(memory.nodes, told, strict=True)]
