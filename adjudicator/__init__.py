"""Adjudicator: the laws of card games as rules, and rulings on incidents at the table, with their proof."""

from adjudicator.errors import AdjudicatorError, EngineError, InputError, RulebookError
from adjudicator.incidents import read_incident
from adjudicator.rulebook import load_rulebook
from adjudicator.ruling.model import Ruling
from adjudicator.service import adjudicate
from adjudicator.version import VERSION

__version__ = VERSION

__all__ = [
    "AdjudicatorError",
    "EngineError",
    "InputError",
    "Ruling",
    "RulebookError",
    "__version__",
    "adjudicate",
    "load_rulebook",
    "read_incident",
]
