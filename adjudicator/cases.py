"""The cases: decisions and worked incidents with the rulings they expect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.errors import InputError, Problem
from adjudicator.expected import compare, unknown_keys
from adjudicator.incidents import code_of_case, incident_of
from adjudicator.model.incident import Incident
from adjudicator.reading.laws import cases_of
from adjudicator.reading.nodes import Map, Node, plain
from adjudicator.reading.yamlfile import read_path
from adjudicator.rulebook import Rulebook, shipped
from adjudicator.service import adjudicate


@dataclass(frozen=True)
class Case:
    """One case: its name (``FILE#ID``, or the file alone), its incident, and the ruling it expects."""

    name: str
    incident: Incident
    expect: object


@dataclass(frozen=True)
class Result:
    """What came of a case; no differences means that the whole ruling is as expected."""

    case: Case
    differences: tuple[str, ...]


def case_files(paths: Sequence[str | Path] = ()) -> list[Path]:
    """The case files at some paths, those of the shipped cases where none is named.

    Raises:
        InputError: a path is not there, or a folder holds no such file.
    """
    found: list[Path] = []
    for path in [Path(p) for p in paths] or [shipped("cases")]:
        inside = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not inside or not path.exists():
            raise InputError([Problem(str(path), 0, 0, "holds no case" if path.exists() else "is not there")])
        found += inside
    return found


def read_cases(paths: Sequence[str | Path], rulebook: Rulebook) -> list[Case]:
    """Every case at some paths.

    Raises:
        InputError: a file cannot be read, an incident is faulty, or a case says nothing of what it expects.
    """
    problems: list[Problem] = []
    found: list[Case] = []
    for path in case_files(paths):
        try:
            found += _cases(path, rulebook)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return found


def _cases(path: Path, rulebook: Rulebook) -> Iterator[Case]:
    root = read_path(path)
    problems: list[Problem] = []
    for node in cases_of(root):
        holder = root if isinstance(root, Map) and root.get("incident") is node else node
        expect = _expected(holder, problems)
        incident = incident_of(node, rulebook, code_of_case(root, rulebook))
        yield Case(f"{path.name}#{incident.id}" if incident.id else path.name, incident, expect)
    if problems:
        raise InputError(problems)


def _expected(holder: Node, problems: list[Problem]) -> object:
    node = holder.get("expect") if isinstance(holder, Map) else None
    place = holder.mark if node is None else node.mark
    if node is None:
        problems.append(
            Problem(place.path, place.line, place.column, "a case must say what ruling it expects ('expect')")
        )
        return {}
    for key in unknown_keys(plain(node)):
        problems.append(Problem(place.path, place.line, place.column, f"nothing is compared with {key!r} of 'expect'"))
    return plain(node)


def run_case(case: Case, rulebook: Rulebook, engine: str | None = None) -> Result:
    """Rule on a case and compare the whole ruling with what it expects."""
    ruling = adjudicate(case.incident, rulebook, engine=engine)
    return Result(case, tuple(map(str, compare(case.expect, ruling))))
