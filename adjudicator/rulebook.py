"""The rulebook: vocabulary, codes, laws and decisions from their folders, compiled and ready to rule."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from adjudicator.compile.program import Program, compile_rules
from adjudicator.errors import InputError, Mark, Problem, Report, RulebookError, shown, suggestion
from adjudicator.model.law import Clause, Code, Decision, Law
from adjudicator.model.rule import Rule
from adjudicator.model.vocabulary import Vocabulary
from adjudicator.reading.fields import whole_number
from adjudicator.reading.laws import read_code, read_decision, read_law, read_shared
from adjudicator.reading.nodes import Map, Node, Text
from adjudicator.reading.patterns import Language
from adjudicator.reading.vocabulary import read_vocabulary
from adjudicator.reading.yamlfile import read_path


@dataclass(frozen=True)
class CodeBook:
    """One code with its laws, the decisions given under it, and its program with and without them."""

    code: Code
    laws: tuple[Law, ...]
    decisions: tuple[Decision, ...]
    program: Program
    without_decisions: Program

    def law(self, number: str) -> Law | None:
        """The law of a number."""
        return next((law for law in self.laws if law.number == number), None)

    def clause(self, address: str) -> tuple[Law, Clause] | None:
        """The clause of an address such as ``50/time``."""
        number, _, clause_id = address.partition("/")
        law = self.law(number)
        clause = next((c for c in law.clauses if c.id == clause_id), None) if law else None
        return (law, clause) if law and clause else None


@dataclass(frozen=True)
class Rulebook:
    """Everything that is ruled by. ``hash`` names its rules, whatever the order or layout of their files."""

    vocabulary: Vocabulary
    codes: Mapping[str, CodeBook]
    hash: str

    @property
    def default_code(self) -> str:
        """The newest auction code, taken where an incident names none; else the newest of all."""
        books = sorted(self.codes.values(), key=lambda b: (b.code.game == "auction", b.code.date, b.code.id))
        return books[-1].code.id

    def code(self, code_id: str) -> CodeBook:
        """A code by its id.

        Raises:
            InputError: there is no such code.
        """
        if code_id not in self.codes:
            text = f"unknown code {shown(code_id)}{suggestion(code_id, self.codes)}"
            raise InputError([Problem("--code", 0, 0, text)])
        return self.codes[code_id]


def shipped(name: str) -> Path:
    """The folder ``rules`` or ``cases`` that came with the package: in the wheel, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "data" / name
    return inside if inside.is_dir() else package.parent / name


def load_rulebook(*more: str | Path, rules: str | Path | None = None, cases: str | Path | None = None) -> Rulebook:
    """Read and compile the shipped rules and decisions, and those of further folders laid out like ``rules/``.

    Args:
        more: folders whose codes, laws and words are added.
        rules: read instead of the shipped rules (with the decisions of ``cases``, if given).
        cases: read instead of the shipped decisions.

    Raises:
        RulebookError: with every fault found.
    """
    folders = [Path(rules) if rules else shipped("rules"), *map(Path, more)]
    decisions = Path(cases) if cases else (None if rules else shipped("cases"))
    return _load(tuple(str(f) for f in folders), str(decisions) if decisions else "")


@lru_cache(maxsize=8)
def _load(folders: tuple[str, ...], cases: str) -> Rulebook:
    report = Report()
    files = _Files(report)
    for folder in folders:
        files.add_rules(Path(folder))
    if cases:
        files.add_cases(Path(cases))
    files.stop_if_faulty()
    files.check_together()
    books = {code: book for code in sorted(files.codes) if (book := files.book(code))}
    files.stop_if_faulty()
    if not books:
        raise RulebookError([Problem(folders[0], 0, 0, "holds no code of laws (a folder with _code.yaml)")])
    return Rulebook(files.language.vocabulary, books, _hash(books.values()))


class _Files:
    """The files of one or more rule folders, read together."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._vocabularies: list[Node] = []
        self._shared: list[Node] = []
        self._laws: dict[str, list[Node]] = {}
        self._cases: list[Node] = []
        self.codes: dict[str, Code] = {}

    def add_rules(self, folder: Path) -> None:
        """Everything in a folder laid out like ``rules/``."""
        if not folder.is_dir():
            self.report.add(Mark(str(folder)), "is no folder of rules")
        for path in sorted(folder.glob("vocabulary.yaml")):
            self._read(path, self._vocabularies.append)
        for path in sorted(folder.glob("*/*.yaml")):
            if path.parent.name == "shared":
                self._read(path, self._shared.append)
            elif path.name == "_code.yaml":
                self._read(path, self._add_code)
            else:
                self._read(path, self._laws.setdefault(path.parent.name, []).append)

    def add_cases(self, folder: Path) -> None:
        """The decisions of a folder laid out like ``cases/``."""
        for path in sorted(folder.glob("*/*.yaml")):
            if path.parent.name != "incidents":
                self._read(path, self._cases.append)

    def _read(self, path: Path, keep: Callable[[Node], object]) -> None:
        try:
            keep(read_path(path))
        except InputError as error:
            self.report.problems.extend(error.problems)

    def _add_code(self, root: Node) -> None:
        code = read_code(root, self.report)
        if code.id != (folder := Path(root.mark.path).parent.name):
            place = root.get("id") if isinstance(root, Map) else None
            self.report.add(
                place.mark if place else root.mark, f"this is code {shown(code.id)}, but its folder is {shown(folder)}"
            )
        self.codes[folder] = code

    def check_together(self) -> None:
        """Laws need a code, and decisions one that is there."""
        for folder in sorted(set(self._laws) - set(self.codes)):
            self.report.add(self._laws[folder][0].mark, f"laws of {shown(folder)}, which has no _code.yaml")
        for root in self._cases:
            named = root.get("code") if isinstance(root, Map) else None
            if isinstance(named, Text) and named.value not in self.codes:
                self.report.unknown(named.mark, "code", named.value, self.codes)

    def stop_if_faulty(self) -> None:
        """Raise every fault noted so far."""
        if self.report.problems:
            raise RulebookError(self.report.problems)

    @cached_property
    def language(self) -> Language:
        """The words of all vocabularies and the values of all codes."""
        values = frozenset(name for code in self.codes.values() for name, _ in code.values)
        return Language(read_vocabulary(_merged(self._vocabularies, self.report), self.report), values)

    def book(self, code_id: str) -> CodeBook | None:
        """One code with its laws and decisions, compiled."""
        language, report = self.language, self.report
        laws = self._merged_laws([read_law(node, code_id, language, report) for node in self._laws.get(code_id, ())])
        decisions = [read_decision(node, language, report) for node in self._cases]
        shared = [rule for node in self._shared for rule in read_shared(node, language, report)]
        own = tuple(
            sorted(
                (d for d in decisions if d.code == code_id), key=lambda d: (d.publication, whole_number(d.number) or 0)
            )
        )
        by_law = [*shared, *(r for law in laws for c in law.clauses for r in c.rules)]
        program = compile_rules([*by_law, *(r for d in own for r in d.rules)], language, report)
        self._check_references(laws, own, program)
        alone = compile_rules(by_law, language, Report()) if own else program
        return CodeBook(self.codes[code_id], tuple(sorted(laws, key=_in_order)), own, program, alone)

    def _merged_laws(self, laws: Iterable[Law]) -> tuple[Law, ...]:
        """One law for each number: a further folder may add clauses to a law, the same folder may not name it twice."""
        found: dict[str, Law] = {}
        for law in laws:
            first = found.get(law.number)
            if first is not None and _same_place(first.path, law.path):
                self.report.add(law.mark, f"Law {law.number} stands in {Path(first.path).name} already")
            found[law.number] = law if first is None else replace(first, clauses=first.clauses + law.clauses)
        return tuple(found.values())

    def _check_references(self, laws: Iterable[Law], decisions: Iterable[Decision], program: Program) -> None:
        addresses = {f"{law.number}/{c.id}" for law in laws for c in law.clauses} | {law.number for law in laws}
        for law in laws:
            for clause in law.clauses:
                for used in (*clause.used_by, *(rule for d in clause.disputes for rule in d.contested)):
                    if used not in program.by_id:
                        self.report.unknown(clause.mark, "rule", used, program.by_id)
        for decision in decisions:
            for address in decision.construes:
                if address not in addresses:
                    self.report.unknown(decision.mark, "clause under 'construes'", address, addresses)


def _same_place(first: str, second: str) -> bool:
    """Whether two files of one folder are named for one law."""
    one, two = Path(first), Path(second)
    return one.parent == two.parent and _number(one) == _number(two)


def _number(path: Path) -> str:
    return path.name.partition("_")[0].lstrip("0")


def _merged(roots: Sequence[Node], report: Report) -> Node:
    """Several vocabulary files as one; a word that stands in two is reported."""
    sections: dict[str, dict[str, tuple[Node, Node]]] = {}
    for root in roots:
        for section, node in root.entries if isinstance(root, Map) else ():
            words = sections.setdefault(section.value, {})
            for key, value in node.entries if isinstance(node, Map) else ():
                if key.value in words:
                    report.add(key.mark, f"{shown(key.value)} is in the vocabulary already")
                words[key.value] = key, value
    if len(roots) == 1:
        return roots[0]
    mark = roots[0].mark if roots else Mark("vocabulary.yaml")
    every = {k.value: k for root in roots if isinstance(root, Map) for k in root.words()}
    return Map(tuple((every[s], Map(tuple(w.values()), mark)) for s, w in sections.items()), mark)  # type: ignore[arg-type]


def _in_order(law: Law) -> tuple[bool, int, str]:
    digits = "".join(c for c in law.number if c.isdigit())
    return not law.number[:1].isdigit(), int(digits or 0), law.number


def _hash(books: Iterable[CodeBook]) -> str:
    text = repr([(_bare(b.code), [_bare(r) for r in b.program.rules]) for b in books])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _bare(value: object) -> object:
    """A value without the places it was read from, so that moving a line changes nothing."""
    if is_dataclass(value) and not isinstance(value, type):
        return [(f.name, _bare(getattr(value, f.name))) for f in fields(value) if f.name not in ("mark", "path")]
    if isinstance(value, Mapping):
        return sorted((str(k), _bare(v)) for k, v in value.items())
    if isinstance(value, (tuple, list)):
        return [_bare(x) for x in value]
    return value


def all_rules(books: Iterable[CodeBook]) -> Iterator[Rule]:
    """Every rule of some codes."""
    return (rule for book in books for rule in book.program.rules)
