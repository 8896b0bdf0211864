"""The coverage of a code as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from adjudicator.coverage import ClauseCoverage
from adjudicator.rulebook import CodeBook


def coverage_text(book: CodeBook, clauses: Sequence[ClauseCoverage]) -> str:
    """A line for each clause, and how many there are of each sort."""
    lines = [f"{book.code.title}, {book.code.id}", ""]
    lines += [f"{'clause':<24} {'kind':<12} {'status':<11} {'fires in':>8} {'declined in':>12}"]
    for clause in clauses:
        address = f"{clause.law}/{clause.clause}"
        counts = f"{len(clause.fired_by):>8} {len(clause.declined_by):>12}"
        lines.append(f"{address:<24} {clause.kind:<12} {clause.status:<11} {counts}")
        if clause.unmodelled:
            lines.append(f"    not modelled: {clause.unmodelled}")
    found = Counter(clause.status for clause in clauses)
    total = ", ".join(f"{number} {status}" for status, number in sorted(found.items()))
    return "\n".join([*lines, "", f"{len(clauses)} clauses: {total}"])
