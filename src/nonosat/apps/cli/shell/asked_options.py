"""Options for parameters of questions, which declare type, bounds, default and help.

A module of its own: most commands have none, and the declarations load the types of JSON values.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click

from nonosat.apps.cli.shell.options import Command
from nonosat.records.json_types import REQUIRED, Each, Field, Flag, Maybe, Number, Text, Whole
from nonosat.records.parameters import declaration_of

Declared = Callable[..., Any] | tuple[Field, ...]
"""A question, a class of options, or the fields of a request: what declares the parameters of an option."""


def asked_option(
    question: Declared, parameter: str, option: str | None = None, *, before: str = "", **others: Any
) -> Callable[[Command], Command]:
    """Returns the option for a parameter of a question, which declares its type, bounds, default and help.

    `option` is another name, or several with a slash between them. Without the option the command gets None: see `given`.
    """
    if not others.get("is_flag"):
        others = {"metavar": "N", **others}
        if "type" not in others:
            others["type"] = _type_of(question, parameter)
    help = _help_of(question, parameter)
    help = f"{before}{help[:1].lower()}{help[1:]}" if before else help
    names = (*option.split("/"), parameter) if option else (f"--{parameter.replace('_', '-')}",)
    return click.option(*names, help=help, **others)


def asked_flag(question: Declared, parameter: str) -> Callable[[Command], Command]:
    """Returns the same for a parameter that is true or false."""
    return asked_option(question, parameter, is_flag=True)


def option_of(question: Declared, parameter: str, *, before: str = "") -> Callable[[Command], Command]:
    """Returns the option for a parameter of any type; `--no-NAME` for one that is true by default. `before` begins the help."""
    field = _field(question, parameter)
    if not isinstance(field.type, Flag):
        return asked_option(question, parameter, before=before)
    name = parameter.replace("_", "-")
    if field.default is True:
        return click.option(
            *(f"--no-{name}", parameter),
            flag_value=False,
            default=None,
            help=f"{before}{'do' if before else 'Do'} not {field.about[:1].lower()}{field.about[1:]}",
        )
    return asked_option(question, parameter, before=before, is_flag=True, default=None)


def completed(function: Callable[..., Any], options: dict[str, Any]) -> dict[str, Any]:
    """Returns those of the options that are parameters of a public function, with its defaults for None."""
    parameters = declaration_of(function).parameters
    return {
        parameter.name: parameter.default if options[parameter.name] is None else options[parameter.name]
        for parameter in parameters
        if parameter.name in options
    }


def _type_of(question: Declared, parameter: str) -> Any:
    """Returns the type of an option for a parameter of a question."""
    kind = _field(question, parameter).type
    kind = kind.kind if isinstance(kind, Maybe) else kind.item if isinstance(kind, Each) else kind
    if isinstance(kind, Text):
        return click.Choice([*map(str, kind.words)], case_sensitive=False) if kind.words else str
    if isinstance(kind, Whole):
        return click.IntRange(kind.least, kind.most)
    assert isinstance(kind, Number)
    return click.FloatRange(kind.least, kind.most)


def _help_of(question: Declared, parameter: str) -> str:
    """Returns the help of such an option, with its default."""
    field = _field(question, parameter)
    about = re.sub(r"`(\w+)`", lambda named: _option_named(question, named), field.about)
    shown = field.default not in (REQUIRED, None, "", []) and not isinstance(field.default, bool)
    return f"{about}  [default: {field.default}]" if shown else about


def _option_named(question: Declared, named: re.Match[str]) -> str:
    """Returns a parameter in a help as the option of that name; other words stay."""
    is_parameter = any(field.name == named[1] for field in _fields(question))
    return f"--{named[1].replace('_', '-')}" if is_parameter else named[0]


def _field(question: Declared, parameter: str) -> Field:
    """Returns the declaration of a parameter."""
    return next(field for field in _fields(question) if field.name == parameter)


def _fields(question: Declared) -> tuple[Field, ...]:
    return question if isinstance(question, tuple) else declaration_of(question).parameters
