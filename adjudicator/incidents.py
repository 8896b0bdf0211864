"""Incidents from files, texts and mappings, read by the words and codes of a rulebook."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from adjudicator.errors import InputError, Problem, Report, shown, suggestion
from adjudicator.model.incident import Incident
from adjudicator.reading.incident import code_named, read_incident_node
from adjudicator.reading.laws import cases_of, check_case_keys
from adjudicator.reading.mappings import from_plain
from adjudicator.reading.nodes import Map, Node, Text
from adjudicator.reading.yamlfile import read_path, read_text
from adjudicator.rulebook import Rulebook, load_rulebook

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


def mapping(source: object) -> Mapping[str, object]:
    """A source that is a mapping; an empty one for any other."""
    return source if isinstance(source, Mapping) else {}


def _name(source: Source) -> str:
    return "<mapping>" if isinstance(source, Mapping) else str(Path(source)) if "\n" not in str(source) else "<text>"
