"""Types of option values."""

from __future__ import annotations

import re
from typing import Any

import click
from click.shell_completion import CompletionItem

import nonosat
from nonosat.formats import format_named
from nonosat.foundation.errors import UsageError
from nonosat.records.declarations import declaration_of
from nonosat.records.declared import REQUIRED, Each, Field, Maybe, Number, Text, Whole
from nonosat.solving.engine.options import AUTO, PORTFOLIO

_SIZES = {"K": 10**3, "M": 10**6, "G": 10**9}


class Bytes(click.ParamType[int]):
    """A number of bytes, such as 300M."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = re.fullmatch(r"([0-9]{1,12})([KMG]?)B?", str(value).upper())
        if not match:
            self.fail(f"{value!r} is not a size such as 300M or 2G", param, ctx)
        return int(match[1]) * _SIZES.get(match[2], 1)


class FormatName(click.ParamType[str]):
    """The name of a format to read, with its argument after a colon where it takes one."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            format_named(str(value))
        except UsageError as error:
            self.fail(str(error), param, ctx)
        return str(value)


def backend_name() -> click.ParamType[Any]:
    """The name of a backend."""
    from nonosat.solving.sat.backends import BACKENDS

    return click.Choice([AUTO, PORTFOLIO, *BACKENDS])


def backend_help() -> str:
    """What the help says of it."""
    from nonosat.solving.sat.backends import DEFAULT

    return (
        f"The solver for cells that lines leave open: {AUTO} ({DEFAULT}, joined by the portfolio when a "
        f"puzzle is hard), {PORTFOLIO} (several at once), or one of `nonosat backends`."
    )


def encoding_name() -> click.ParamType[Any]:
    """The name of an encoding."""
    from nonosat.solving.sat.encodings import ENCODINGS

    return click.Choice(list(ENCODINGS))


def asked_type(function: str, parameter: str) -> Any:
    """The type of an option that is a parameter of a public function."""
    kind = _asked(function, parameter).type
    kind = kind.kind if isinstance(kind, Maybe) else kind.item if isinstance(kind, Each) else kind
    if isinstance(kind, Text):
        return click.Choice([*map(str, kind.words)]) if kind.words else str
    if isinstance(kind, Whole):
        return click.IntRange(kind.least, kind.most)
    assert isinstance(kind, Number)
    return click.FloatRange(kind.least, kind.most)


def asked_help(function: str, parameter: str) -> str:
    """The help of such an option, with its default."""
    found = _asked(function, parameter)
    shown = found.default not in (REQUIRED, None, "", []) and not isinstance(found.default, bool)
    return f"{found.about}  [default: {found.default}]" if shown else found.about


def _asked(function: str, parameter: str) -> Field:
    parameters = declaration_of(getattr(nonosat, function)).parameters
    return next(each for each in parameters if each.name == parameter)


class Technique(click.ParamType[str]):
    """The name of a technique, which the shell completes."""

    name = "technique"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from nonosat.questions.explanation.glossary import (
            entries,
        )  # here and below, for few command lines need it

        try:
            entries(str(value))
        except UsageError as error:
            self.fail(str(error), param, ctx)
        return str(value)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from nonosat.questions.explanation.glossary import NAMES

        return [CompletionItem(name) for name in NAMES if name.startswith(incomplete)]


class Splits(click.ParamType[dict[str, float]]):
    """Names with shares, such as train=0.8,test=0.2."""

    name = "splits"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, float]:
        if isinstance(value, dict):
            return value
        found: dict[str, float] = {}
        for part in str(value).split(","):
            match = re.fullmatch(r"([A-Za-z0-9_-]{1,40})=([0-9]{0,3}(?:\.[0-9]{1,9})?)", part)
            if not match or not match[2] or match[1] in found:
                self.fail(f"{value!r} is not a list of shares such as train=0.8,test=0.2", param, ctx)
            found[match[1]] = float(match[2])
        return found


class Size(click.ParamType[tuple[int, int]]):
    """Width and height, such as 20x15, or the side of a square, such as 20."""

    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,6})(?:x([0-9]{1,6}))?", str(value))
        if not match:
            self.fail(f"{value!r} is not a size such as 20x15 or 20", param, ctx)
        return int(match[1]), int(match[2] or match[1])


class Solutions(click.ParamType[int | None]):
    """A number, or any."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        if value == "any":
            return None
        if not re.fullmatch(r"[0-9]{1,18}", str(value)):
            self.fail(f"{value!r} is neither a number nor `any`", param, ctx)
        return int(value)


class Figure(click.ParamType[tuple[str, float | None, float | None]]):
    """A figure with its range, such as sweeps=5..9."""

    name = "figure"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float | None, float | None]:
        name, _, text = str(value).partition("=")
        pair = _range(text)
        if pair is None or not re.fullmatch("[a-z_-]+", name):
            self.fail(f"{value!r} is not a figure with a range such as sweeps=5..9, 5.. or ..9", param, ctx)
        return name.replace("-", "_"), *pair


class Range(click.ParamType[tuple[float | None, float | None]]):
    """A range of numbers, such as 10..15."""

    name = "range"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float | None, float | None]:
        pair = _range(str(value))
        if pair is None:
            self.fail(f"{value!r} is not a range such as 10..15, 10.. or ..15", param, ctx)
        return pair


def _range(text: str) -> tuple[float | None, float | None] | None:
    """The ends of a range, or one number twice; None if the text is no range."""
    number = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
    match = re.fullmatch(rf"({number})?(?:(\.\.)({number})?)?", text)
    if not match or not (match[1] or match[3]):
        return None
    least = float(match[1]) if match[1] else None
    return least, least if not match[2] else float(match[3]) if match[3] else None
