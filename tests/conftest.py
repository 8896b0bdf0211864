"""What the tests share: the shipped rulebook, read once, and the folders of the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import load_rulebook
from adjudicator.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[1]
FILES = Path(__file__).resolve().parent / "files"


@pytest.fixture(scope="session")
def rulebook() -> Rulebook:
    """The shipped rulebook."""
    return load_rulebook()
