"""What the tests share: the shipped rulebook, read once, and the folders of the checkout."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from adjudicator import load_rulebook
from adjudicator.engine import engines
from adjudicator.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[1]
FILES = Path(__file__).resolve().parent / "files"
ENGINE = engines.default()  # durable_rules, or CLIPS on a Python for which it is not installed
collect_ignore = ["test_engine_durable.py", "test_second_engine.py"] if sys.version_info >= (3, 13) else []


@pytest.fixture(scope="session")
def rulebook() -> Rulebook:
    """The shipped rulebook."""
    return load_rulebook()
