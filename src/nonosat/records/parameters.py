"""The declaration of a question: the signature and docstring of the public function that answers it.

A parameter that every face offers is annotated with its bounds and its help:

    level: Annotated[int, Whole(1, 4), "How much to reveal."] = 4

Python checks it, the command line makes an option of it, the HTTP API and the tools for agents a member, and docs/json.md a
row of a table. Parameters of one face only (names of files, `--require`) are declared there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from importlib import import_module
from typing import Annotated, Any, NamedTuple, get_origin

from nonosat.records.json_types import REQUIRED, Field
from nonosat.records.schema_of import type_of, words_in
from nonosat.support.arguments import declared_types, evaluated
from nonosat.support.results import plain


class Declaration(NamedTuple):
    """The declaration of a public function."""

    name: str
    summary: str
    """First sentence of the docstring."""
    parameters: tuple[Field, ...]
    """Parameters that every face offers, in the order of the signature."""


@cache
def declaration_of(function: Callable[..., Any]) -> Declaration:
    """Reads the declaration of a question; of an option class, such as `Wish`, the fields are the parameters.

    >>> from nonosat.conflicts.mus import conflict
    >>> [(field.name, field.default) for field in declaration_of(conflict).parameters]
    [('smallest', False)]
    """
    summary = " ".join((function.__doc__ or "").split("\n\n")[0].split())
    return Declaration(
        function.__name__,
        summary.partition(". ")[0].removesuffix(".") + ".",
        tuple(_parameters(function)),
    )


def _parameters(function: Callable[..., Any]) -> Iterator[Field]:
    for name, hint, default in _hints(function):
        if get_origin(hint) is Annotated:
            yield Field(
                name, type_of(hint), words_in(hint), default if default is REQUIRED else plain(default)
            )


def _hints(function: Callable[..., Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yields the name, annotation and default of each parameter or field."""
    if isinstance(function, type):
        names = vars(import_module(function.__module__))
        yield from ((field.name, evaluated(field.type, names), field.default) for field in fields(function))
        return
    function = getattr(function, "__wrapped__", function)
    code = function.__code__
    positional = code.co_varnames[: code.co_argcount]
    defaults = dict(zip(reversed(positional), reversed(function.__defaults__ or ()), strict=False))
    defaults |= function.__kwdefaults__ or {}
    for name, hint in declared_types(function).items():
        if name != "return":
            yield name, evaluated(hint, function.__globals__), defaults.get(name, REQUIRED)
