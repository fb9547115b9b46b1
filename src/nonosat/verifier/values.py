"""Reads JSON values, and names the two failures of a certificate."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any


class Unreadable(Exception):
    """Raised for a malformed file, and for anything that is no certificate."""


class Refused(Exception):
    """A well-formed certificate does not prove its claim."""


def shown(value: Any, most: int = 40) -> str:
    """Returns a value as a message shows it, in ASCII, cut to a readable length."""
    try:
        text = ascii(value)
    except RecursionError:
        return "something deeply nested"
    return text if len(text) <= most else f"{text[: most - 3]}..."


def value_of(text: str, where: str) -> Any:
    """Parses JSON text. Repeated keys are refused, because readers differ on which one counts."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise Unreadable(f"{where}: an object has the same key twice")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise Unreadable(f"{where}: not JSON: {error}") from None
    except (RecursionError, ValueError):
        raise Unreadable(f"{where}: nested too deeply, or a number too long") from None


def fields(value: Any, names: Collection[str], where: str) -> dict[str, Any]:
    """Requires an object with exactly these keys."""
    if not isinstance(value, dict) or set(value) != set(names):
        raise Unreadable(f"{where}: expected an object with {', '.join(sorted(names))}")
    return value


def items(value: Any, where: str, length: int | None = None) -> list[Any]:
    """Requires a list, of a certain length if one is given."""
    if not isinstance(value, list) or length not in (None, len(value)):
        wanted = "a list" if length is None else f"a list of {length}"
        raise Unreadable(f"{where}: expected {wanted}, got {shown(value)}")
    return value


def number(value: Any, least: int, most: int, where: str) -> int:
    """Requires a whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise Unreadable(f"{where}: expected a number from {least} to {most}, got {shown(value)}")
    return value
