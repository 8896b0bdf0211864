"""What the commands share: the rulebook option, output, and errors as exit codes."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import click

from adjudicator.engine.engines import BOTH, ENGINES
from adjudicator.errors import AdjudicatorError, EngineDisagreementError, EngineError, InputError

Command = TypeVar("Command", bound=Callable[..., Any])

rules_option = click.option(
    "--rules",
    "rules",
    multiple=True,
    metavar="DIR",
    help="Add the codes, laws and words of a folder laid out like rules/.",
)
engine_option = click.option(
    "--engine",
    type=click.Choice([*ENGINES, BOTH]),
    help="The engine that matches; both must agree (exit code 4 where they do not).",
)


def reporting(function: Command) -> Command:
    """Turn the package's errors into messages on standard error and an exit code."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except AdjudicatorError as error:
            fail(error)

    return wrapped  # type: ignore[return-value]


def fail(error: AdjudicatorError) -> NoReturn:
    """Print every problem; exit 2 for input, 3 for a rulebook or an engine, 4 where engines disagree."""
    for problem in error.problems:
        text = f"{problem.path}: {problem.text}" if isinstance(error, EngineError) else str(problem)
        click.echo(text, err=True)
    sys.exit(2 if isinstance(error, InputError) else 4 if isinstance(error, EngineDisagreementError) else 3)


def out(text: str) -> None:
    """Print a result; what a terminal would obey is made visible instead."""
    click.echo("".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in text))
