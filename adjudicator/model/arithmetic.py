"""Arithmetic in conclusions: whole numbers, + - *, min and max, parsed once and evaluated without ``eval``."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from adjudicator.model.rule import Expression, Var
from adjudicator.model.vocabulary import Value

VARIABLE = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")
_LIMIT = 10**9
_LONGEST = 400


def looks_like_arithmetic(text: str) -> bool:
    """Whether a conclusion's value is an expression rather than a word or a lone variable."""
    return "$" in text and not VARIABLE.fullmatch(text)


def parse(text: str) -> Expression:
    """Read an expression.

    Raises:
        ValueError: the text is no sum, difference, product, min or max of whole numbers and variables.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"arithmetic longer than {_LONGEST} characters")
    source = VARIABLE.sub(r"\1", text)
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError(f"cannot be read as arithmetic: {text}") from None
    _check(tree, text)
    return Expression(source, tuple(sorted({Var(name) for name in VARIABLE.findall(text)})))


def evaluate(expression: Expression, values: Mapping[str, Value]) -> int:
    """The value of an expression, variables taken from ``values`` by name.

    Raises:
        ValueError: a variable holds no number, or the result is too large.
    """
    result = _value(ast.parse(expression.source, mode="eval").body, values)
    if abs(result) > _LIMIT:
        raise ValueError(f"{expression.source} is larger than {_LIMIT:,}")
    return result


def _check(tree: ast.expr, text: str) -> None:
    match tree:
        case ast.Constant(value=int()) | ast.Name():
            return
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
            _check(left, text)
            _check(right, text)
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, *_] as args, keywords=[]):
            for arg in args:
                _check(arg, text)
        case _:
            raise ValueError(f"only numbers, variables, + - *, min and max may stand in {text}")


def _value(tree: ast.expr, values: Mapping[str, Value]) -> int:
    match tree:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            value = values[name]
            if not isinstance(value, int):
                raise ValueError(f"${name} is {value}, not a number")
            return value
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _value(left, values), _value(right, values)
            return a + b if isinstance(op, ast.Add) else a - b if isinstance(op, ast.Sub) else a * b
        case ast.Call(func=ast.Name(id=name), args=args):
            numbers = [_value(arg, values) for arg in args]
            return min(numbers) if name == "min" else max(numbers)
    raise ValueError("unreadable arithmetic")
