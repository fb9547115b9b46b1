"""What the words after some options stand for."""

from __future__ import annotations

import re
from typing import Any

import click

from nonosat.formats import format_named
from nonosat.foundation.errors import UsageError

_SIZES = {"K": 10**3, "M": 10**6, "G": 10**9}


class Bytes(click.ParamType[int]):
    """A number of bytes, such as 300M."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = re.fullmatch(r"([0-9]{1,12})([KMG]?)B?", str(value).upper())
        if not match:
            self.fail(f"{value!r} is no size such as 300M or 2G", param, ctx)
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
                self.fail(f"{value!r} are no shares such as train=0.8,test=0.2", param, ctx)
            found[match[1]] = float(match[2])
        return found
