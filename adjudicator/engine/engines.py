"""The engines by name. An engine whose library is missing is only missed when it is asked for."""

from __future__ import annotations

import importlib
import importlib.util
import threading
from collections import OrderedDict
from collections.abc import Sequence

from adjudicator.engine.interface import Engine
from adjudicator.errors import EngineError, shown, suggestion
from adjudicator.model.rule import Rule

ENGINES = {  # name: (its module, its class, the library it needs, how to get that)
    "durable": ("adjudicator.engine.durable", "Durable", "durable_rules_engine", "pip install durable-rules==2.0.28"),
    "clips": ("adjudicator.engine.clips", "Clips", "clips", "pip install clipspy"),
}
BOTH = "both"
KEPT = 16  # engines kept ready; those not used for longest go first
_made: OrderedDict[tuple[str, str], Engine] = OrderedDict()
_lock = threading.Lock()


def default() -> str:
    """The first engine whose library is there; the first of all where none is."""
    found = (name for name, (_, _, library, _) in ENGINES.items() if importlib.util.find_spec(library))
    return next(found, next(iter(ENGINES)))


def engine(name: str, rules: Sequence[Rule], key: str) -> Engine:
    """The engine of a name with some rules, made once for each ``key`` (the name of the rules) and kept.

    Raises:
        EngineError: there is no such engine, or its library is missing.
    """
    if name not in ENGINES:
        raise EngineError(f"unknown engine {shown(name)}{suggestion(name, [*ENGINES, BOTH])}")
    with _lock:
        if (name, key) not in _made:
            _made[name, key] = _make(name, rules)
        _made.move_to_end((name, key))
        while len(_made) > KEPT:
            _made.popitem(last=False)
        return _made[name, key]


def _make(name: str, rules: Sequence[Rule]) -> Engine:
    module, class_name, library, remedy = ENGINES[name]
    try:
        made: Engine = getattr(importlib.import_module(module), class_name)(rules)
    except ImportError as error:
        raise EngineError(f"{library} cannot be imported ({error}); {remedy}, or use another engine") from None
    return made
