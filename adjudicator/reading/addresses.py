"""Laws and clauses as people write them: ``84``, ``84/defender``, ``84(b)``, ``37 f``, ``Law 60h``."""

from __future__ import annotations

import re
from dataclasses import dataclass

ADDRESS = re.compile(
    r"(?:law|rule)?\s*(?P<law>[ES]?\d+[a-z]?)\s*(?:/\s*(?P<clause>[\w-]+)|\(\s*(?P<letter>\w+)\s*\)|\s(?P<spaced>[a-z]+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Address:
    """A law, and the clause of it where one is named (by id or by its printed letter)."""

    law: str
    clause: str


def read_address(text: str) -> Address | None:
    """The law and clause that a text names; None where it names none."""
    match = ADDRESS.fullmatch(text.strip()[:80])
    if match is None:
        return None
    law = match["law"]
    law = law.upper() if law[0].isalpha() else law.lower()
    return Address(law.lstrip("0") or law, (match["clause"] or match["letter"] or match["spaced"] or "").lower())
