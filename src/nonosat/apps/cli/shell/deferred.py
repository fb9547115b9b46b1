"""Stand-ins for click's decorators, so that simple command lines run without importing click.

Loading click and making its objects takes longer than solving an easy puzzle. The decorators here have click's names and only
note their arguments. `Command.plain` runs a command line that has nothing but arguments and flags. Any other one
(options with values, help, mistakes) is for click, which makes the command from the notes: `Command.made`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonosat.support.files import STANDARD_OUTPUT
from nonosat.support.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    import click
    from click import Choice, FloatRange, IntRange, argument, command, option

__all__ = ["Choice", "FloatRange", "IntRange", "argument", "command", "echo", "option"]

# attribute in which click and the decorators here collect the parameters of a function, the last one first
_NOTES = "__click_params__"

OUT, MAYBE_OUT = "OUT", "[OUT]"  # metavars of arguments that name an output; the second is optional

# settings of parameters that `Command.plain` understands
_PLAIN = {"default", "help", "is_flag", "metavar", "multiple", "nargs", "required", "show_default", "type"}


@dataclass(frozen=True, slots=True)
class Note:
    """A deferred call of a function in a module."""

    module: str
    name: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]

    def made(self) -> Any:
        """Makes the call, and those noted in its options, and returns its result."""
        options = {name: _made(value) for name, value in self.options.items()}
        return getattr(import_module(self.module), self.name)(*self.arguments, **options)


def _made(value: Any) -> Any:
    return value.made() if isinstance(value, Note) else value


def noting(module: str, name: str) -> Callable[..., Any]:
    """Returns a function that notes calls of a function in a module."""
    return lambda *arguments, **options: Note(module, name, arguments, options)


def read_as(kind: str) -> Any:
    """Returns a type of option values by its name: see `parsed` of `nonosat.apps.cli.shell.types`."""
    return Note("nonosat.apps.cli.shell.types", "parsed", (kind,), {})


def make_parameters(function: Callable[..., Any]) -> None:
    """Replaces the noted parameters of a function by click's."""
    notes = getattr(function, _NOTES, [])
    notes[:] = map(_made, notes)


def with_options_of(function: Callable[..., Any], other: Callable[..., Any]) -> Callable[..., Any]:
    """Returns `other` with the parameters of `function` before its own."""
    vars(other).setdefault(_NOTES, []).extend(getattr(function, _NOTES, []))
    return other


class Command:
    """A command, run with click or, if its command line is simple, without."""

    def __init__(self, function: Callable[..., int], name: str, options: dict[str, Any]) -> None:
        self._function = function
        self._name = name
        self._options = options
        self._parameters: list[Any] = getattr(function, _NOTES, [])[::-1]

    @cached_property
    def made(self) -> click.Command:
        """The command as click's object."""
        make_parameters(self._function)
        made: click.Command = Note("click", "command", (self._name,), self._options).made()(self._function)
        return made

    def plain(self, words: Sequence[str]) -> Callable[[], int] | None:
        """Returns a function that runs the command with these words; None if that takes click."""
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
        if any(each.options.get("default") == STANDARD_OUTPUT for each in options):  # not with --json
            return None
        if any(each.options.get("required") or "/" in "".join(each.arguments[0]) for each in options):
            return None
        values = [True if each in wanted else _default(each) for each in options] + [*given]
        return partial(self._function, **dict(zip(map(_parameter, options + arguments), values, strict=True)))


def _is_plain_flag(note: Note) -> bool:
    return bool(note.options.get("is_flag")) and "default" not in note.options


def _parameter(note: Note) -> str:
    """Returns the name of the function's parameter, by click's rules."""
    names: tuple[str, ...] = note.arguments[0]
    word = next((name for name in names if name.isidentifier()), None)
    return word or next(name for name in names if name.startswith("--"))[2:].replace("-", "_")


def _default(note: Note) -> Any:
    """Returns the value of an option that is not given."""
    absent = () if note.options.get("multiple") else False if note.options.get("is_flag") else None
    return note.options.get("default", absent)


def examples(*commands: str) -> str:
    """Returns the examples at the end of a command's help; `tests/apps/cli/shell/test_help.py` runs every line."""
    return "\b\nExamples:\n" + "\n".join(f"  nonosat {command}" for command in commands)


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
    """Returns the decorator that notes an `Argument` or an `Option`."""

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
        """Makes a command of a function."""
        return lambda function: Command(function, name, options)
