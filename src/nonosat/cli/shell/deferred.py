"""click's decorators as notes, of which click makes commands once a command line gives it something to do.

Loading click and making its objects takes longer than to solve an easy puzzle. A command line without options
needs neither, nor does one with flags alone: its other words are the command's arguments, and all else is as declared by
default. So commands are declared with what is here, by click's own names, and `Command.plain` runs them. Whatever else
a command line has, options with values, help or mistakes, is for click, which gets `Command.made`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonosat.foundation.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    import click
    from click import Choice, FloatRange, IntRange, argument, command, option

__all__ = ["Choice", "FloatRange", "IntRange", "argument", "command", "echo", "option"]

_NOTES = "__click_params__"
"""Where click's decorators, and those here, collect the parameters of a function, the last one first."""

OUT, MAYBE_OUT = "OUT", "[OUT]"
"""Arguments that name what is written; the second may be left out."""

_PLAIN = {"default", "help", "is_flag", "metavar", "multiple", "nargs", "required", "show_default", "type"}
"""What may be declared of the parameters of a command that can be run without click."""


@dataclass(frozen=True, slots=True)
class Note:
    """A call of something in a module, not made yet."""

    module: str
    name: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]

    def made(self) -> Any:
        """The result of the call; notes among its options are made as well."""
        options = {name: _made(value) for name, value in self.options.items()}
        return getattr(import_module(self.module), self.name)(*self.arguments, **options)


def _made(value: Any) -> Any:
    return value.made() if isinstance(value, Note) else value


def noting(module: str, name: str) -> Callable[..., Any]:
    """What notes the calls of something in a module."""
    return lambda *arguments, **options: Note(module, name, arguments, options)


def make_parameters(function: Callable[..., Any]) -> None:
    """Has the noted parameters of a function be click's."""
    notes = getattr(function, _NOTES, [])
    notes[:] = map(_made, notes)


class Command:
    """A command that click can make of a function, and that runs without click where that is possible."""

    def __init__(self, function: Callable[..., int], name: str, options: dict[str, Any]) -> None:
        self._function = function
        self._name = name
        self._options = options
        self._parameters: list[Any] = getattr(function, _NOTES, [])[::-1]

    @cached_property
    def made(self) -> click.Command:
        """The command as click has it."""
        make_parameters(self._function)
        made: click.Command = Note("click", "command", (self._name,), self._options).made()(self._function)
        return made

    def plain(self, words: Sequence[str]) -> Callable[[], int] | None:
        """What runs the command with these words as its arguments; None if click has to look at them."""
        if not all(isinstance(each, Note) and each.options.keys() <= _PLAIN for each in self._parameters):
            return None
        options = [each for each in self._parameters if each.name == "Option"]
        arguments = [each for each in self._parameters if each.name == "Argument"]
        flags = {name: each for each in options if _is_plain_flag(each) for name in each.arguments[0]}
        wanted = [flags[word] for word in words if word[:1] == "-" and word in flags]
        words = [word for word in words if word[:1] != "-" or word not in flags]
        if any(word[:1] in ("", "-") and word != "-" for word in words):
            return None
        given: Sequence[Any] = words
        if arguments and all(each.options.get("nargs") == -1 for each in arguments):
            given = [tuple(words)] if words else []
        if len(given) != len(arguments) or any("type" in each.options for each in arguments):
            return None
        if any(each.options.get("metavar") == MAYBE_OUT for each in arguments):  # must not be an input
            return None
        if any(each.options.get("required") or "/" in "".join(each.arguments[0]) for each in options):
            return None
        values = [True if each in wanted else _default(each) for each in options] + [*given]
        return partial(self._function, **dict(zip(map(_parameter, options + arguments), values, strict=True)))


def _is_plain_flag(note: Note) -> bool:
    """Returns whether an option is a flag."""
    return bool(note.options.get("is_flag")) and "default" not in note.options


def _parameter(note: Note) -> str:
    """The name by which the function gets what is noted."""
    names: tuple[str, ...] = note.arguments[0]
    word = next((name for name in names if name.isidentifier()), None)
    return word or next(name for name in names if name.startswith("--"))[2:].replace("-", "_")


def _default(note: Note) -> Any:
    """What the function gets of an option that the command line does not have."""
    absent = () if note.options.get("multiple") else False if note.options.get("is_flag") else None
    return note.options.get("default", absent)


def echo(message: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Writes a line to standard output or, with `err`, to standard error, at once."""
    if sys.platform == "win32":
        from click import echo as written  # knows how colours are shown there

        written(message, nl=nl, err=err)
        return
    stream = sys.stderr if err else sys.stdout
    stream.write(f"{message}\n" if nl else message)
    stream.flush()


def _parameter_of(kind: str) -> Callable[..., Any]:
    """The decorator that notes a parameter of that kind."""

    def declared(*names: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
            vars(function).setdefault(_NOTES, []).append(Note("click", kind, (names,), options))
            return function

        return decorated

    return declared


if not TYPE_CHECKING:
    Choice, FloatRange, IntRange = (noting("click", each) for each in ("Choice", "FloatRange", "IntRange"))
    argument, option = _parameter_of("Argument"), _parameter_of("Option")

    def command(name: str, **options: Any) -> Callable[[Callable[..., int]], Command]:
        """Notes a command."""
        return lambda function: Command(function, name, options)
