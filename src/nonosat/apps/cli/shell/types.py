"""Types of option values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from nonosat.formats.table import format_named
from nonosat.sat.backends import BACKENDS, DEFAULT
from nonosat.search.options import AUTO
from nonosat.support.arguments import size_of
from nonosat.support.errors import UsageError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # generic from click 8.4 on only

_SIZES = {"K": 10**3, "M": 10**6, "G": 10**9}
_NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"


class Parsed(_ParamType):
    """Values that a function reads from text; it raises `ValueError` or `UsageError` with the reason."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):  # a default
            return value
        try:
            return self._read(value)
        except (ValueError, UsageError) as error:
            self.fail(str(error), param, ctx)


class TechniqueName(Parsed):
    """The name of a technique, which the shell completes."""

    def __init__(self) -> None:
        super().__init__("technique", _known_technique)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only the Tab key needs it; 0.7 ms

        from nonosat.explaining.words.glossary import NAMES

        return [CompletionItem(name) for name in NAMES if name.startswith(incomplete)]


def _known_technique(text: str) -> str:
    from nonosat.explaining.words.glossary import entries  # few command lines need it

    entries(text)
    return text


def _known_format(text: str) -> str:
    format_named(text)
    return text


def _matched(pattern: str, text: str, expected: str) -> re.Match[str]:
    """Returns the match of a whole text; raises `ValueError`."""
    if not (match := re.fullmatch(pattern, text)):
        raise ValueError(f"{text!r} is {expected}")
    return match


def _bytes(text: str) -> int:
    match = _matched("(?i)([0-9]{1,12})([KMG]?)B?", text, "not a size such as 300M or 2G")
    return int(match[1]) * _SIZES.get(match[2].upper(), 1)


def _corners(text: str) -> list[tuple[float, float]]:
    try:
        numbers = list(map(float, text.split(",")))
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    except ValueError:
        raise ValueError(f"{text!r} is not a list of eight numbers such as 0,0,90,0,90,90,0,90") from None


def _solutions(text: str) -> int | None:
    return None if text == "any" else int(_matched("[0-9]{1,18}", text, "neither a number nor `any`")[0])


def _range(text: str) -> Range | float:
    """Returns the ends of a range, or a single number."""
    pattern = rf"(?=.*[0-9])({_NUMBER})?(?:(\.\.)({_NUMBER})?)?"
    match = _matched(pattern, text, "not a range such as 10..15, 10.. or ..15")
    if not match[2]:
        return float(match[1])
    return float(match[1]) if match[1] else None, float(match[3]) if match[3] else None


def _inks(text: str) -> int | tuple[int, int]:
    match = _matched(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?", text, "not a number, or a range such as 1..4")
    return (int(match[1]), int(match[2])) if match[2] else int(match[1])


def _figure(text: str) -> tuple[str, Range | float]:
    expected = "not a figure with a range such as sweeps=5..9, 5.. or ..9"
    match = _matched("([a-z_-]+)=(.*)", text, expected)
    try:
        return match[1].replace("-", "_"), _range(match[2])
    except ValueError:
        raise ValueError(f"{text!r} is {expected}") from None


Range = tuple[float | None, float | None]  # ends of a range; None is open

# name in messages, and function, of each type that is read from text
_READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "bytes": ("size", _bytes),
    "corners": ("corners", _corners),
    "format": ("format", _known_format),
    "size": ("size", size_of),
    "solutions": ("number", _solutions),
    "figure": ("figure", _figure),
    "inks": ("number", _inks),
    "range": ("range", _range),
}


def parsed(kind: str) -> Parsed:
    """Returns a type of option values by its name in `_READERS`."""
    return Parsed(*_READERS[kind])


def backend_name() -> click.ParamType[Any]:
    """Returns the type of names of backends."""
    return click.Choice([AUTO, *BACKENDS])


def backend_help() -> str:
    """Returns the help of --backend."""
    return (
        f"The solver for cells that lines leave open: {AUTO} ({DEFAULT}, joined by others when a "
        f"puzzle is hard), or one of `nonosat list backends`."
    )
