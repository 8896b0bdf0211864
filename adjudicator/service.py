"""The library's front door: read an incident, rule on it."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from adjudicator.engine.durable import Durable
from adjudicator.engine.interface import Engine
from adjudicator.errors import EngineError, InputError, Problem, Report, shown, suggestion
from adjudicator.evaluate.run import evaluate
from adjudicator.model.incident import Incident
from adjudicator.reading.incident import code_named, read_incident_node
from adjudicator.reading.laws import cases_of, check_case_keys
from adjudicator.reading.mappings import from_plain
from adjudicator.reading.nodes import Map, Node, Text
from adjudicator.reading.yamlfile import read_path, read_text
from adjudicator.rulebook import CodeBook, Rulebook, load_rulebook
from adjudicator.ruling.build import build
from adjudicator.ruling.model import Ruling
from adjudicator.version import VERSION

ENGINES = ("durable",)
_engines: dict[tuple[str, str, str], Engine] = {}
_lock = threading.Lock()

Source = str | os.PathLike[str] | Mapping[str, object]


def read_incident(source: Source, rulebook: Rulebook | None = None, *, code: str | None = None) -> Incident:
    """An incident from a file, a YAML text or a mapping.

    Args:
        source: a path; a text with a line break in it, which is YAML itself; or a mapping.
        rulebook: the words and codes to read by; the shipped ones where none is given.
        code: the code to read under, instead of the one that the incident names.

    Raises:
        InputError: with every fault found, each with its place; or the source holds several incidents.
    """
    found = read_incidents(source, rulebook, code=code)
    if len(found) != 1:
        raise InputError([Problem(_name(source), 0, 0, f"holds {len(found)} incidents; name one, as in FILE#ID")])
    return found[0]


def read_incidents(source: Source, rulebook: Rulebook | None = None, *, code: str | None = None) -> list[Incident]:
    """Every incident of a source; see ``read_incident``."""
    return incidents_of(_node(source), _name(source), rulebook or load_rulebook(), code)


def incidents_of(root: Node, name: str, rulebook: Rulebook, code: str | None = None) -> list[Incident]:
    """Every incident of a file already taken apart; ``name`` stands for it in messages."""
    report = Report()
    check_case_keys(root, report)
    found = [_incident(node, rulebook, code or code_of_case(root, rulebook), report) for node in cases_of(root)]
    if report.problems:
        raise InputError(report.problems)
    if not found:
        raise InputError([Problem(name, 0, 0, "holds no incident")])
    return found


def incident_of(node: Node, rulebook: Rulebook, code: str | None = None) -> Incident:
    """One incident from its node.

    Raises:
        InputError: with every fault found.
    """
    report = Report()
    incident = _incident(node, rulebook, code, report)
    if report.problems:
        raise InputError(report.problems)
    return incident


def code_of_case(root: Node, rulebook: Rulebook) -> str | None:
    """The code of a case file, under which its incident is ruled where it names none itself."""
    if not isinstance(root, Map) or not isinstance(inner := root.get("incident"), Map) or inner.get("code"):
        return None
    named = root.get("code")
    return named.value if isinstance(named, Text) and named.value in rulebook.codes else None


def adjudicate(
    incident: Incident | Source, rulebook: Rulebook | None = None, *, code: str | None = None, engine: str | None = None
) -> Ruling:
    """Rule on an incident.

    Args:
        incident: an incident, or what ``read_incident`` takes.
        rulebook: the rules to rule by; the shipped ones where none is given.
        code: the code to rule under, instead of the one that the incident names.
        engine: ``durable``, the default.

    Raises:
        InputError: the incident cannot be read, or states what its own events contradict.
        EngineError: the engine is unknown, missing, or failed.
    """
    book = rulebook or load_rulebook()
    if not isinstance(incident, Incident):
        incident = read_incident(incident, book, code=code)
    elif code is not None and code != incident.code:
        incident = read_incident(dict(_mapping(incident.source)), book, code=code)
    chosen = book.code(incident.code)
    matcher = engine_for(book, chosen, engine or ENGINES[0])
    outcome = evaluate(incident, chosen.code, chosen.program, matcher)
    return build(outcome, chosen, version=VERSION, rulebook=book.hash, engine=matcher.name)


def engine_for(rulebook: Rulebook, book: CodeBook, name: str) -> Engine:
    """The engine of a name with the rules of a code, made once and kept."""
    if name not in ENGINES:
        raise EngineError(f"unknown engine {shown(name)}{suggestion(name, ENGINES)}")
    key = rulebook.hash, book.code.id, name
    with _lock:
        if key not in _engines:
            _engines[key] = Durable(book.program.rules)
        return _engines[key]


def _incident(node: Node, book: Rulebook, code: str | None, report: Report) -> Incident:
    codes = {name: b.code for name, b in book.codes.items()}
    before = len(report.problems)
    named = code_named(node, codes, report) if code is None else book.code(code).code.id
    if len(report.problems) > before:
        named = book.default_code
    incident = read_incident_node(node, codes[named or book.default_code], book.vocabulary, report)
    return replace(incident, code_named=bool(named))


def _node(source: Source) -> Node:
    if isinstance(source, Mapping):
        return from_plain(source)
    if isinstance(source, str) and "\n" in source:
        return read_text(source)
    path, _, wanted = os.fspath(source).rpartition("#")
    if not path or os.path.exists(os.fspath(source)):
        return read_path(os.fspath(source))
    return _chosen(read_path(path), wanted, path)


def _chosen(root: Node, wanted: str, path: str) -> Node:
    """The incident of a file whose id is wanted."""
    names = [(node.get("id"), node) for node in cases_of(root) if isinstance(node, Map)]
    known = {name.value: node for name, node in names if isinstance(name, Text)}
    if wanted not in known:
        raise InputError([Problem(path, 0, 0, f"has no incident {shown(wanted)}{suggestion(wanted, known)}")])
    return known[wanted]


def _mapping(source: object) -> Mapping[str, object]:
    return source if isinstance(source, Mapping) else {}


def _name(source: Source) -> str:
    return "<mapping>" if isinstance(source, Mapping) else str(Path(source)) if "\n" not in str(source) else "<text>"
