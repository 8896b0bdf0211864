"""The library's front door: rule on an incident."""

from __future__ import annotations

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
from adjudicator.version import VERSION


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
    outcome = evaluated(incident, book, name, decisions=decisions)
    return build(outcome, chosen, version=VERSION, rulebook=book.hash, engine=name, decisions=decisions)


def evaluated(incident: Incident, rulebook: Rulebook, engine: str, *, decisions: bool = True) -> Outcome:
    """Everything that follows from an incident, by one engine or by ``both``."""
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
