"""All errors that nonosat raises on purpose, in one small hierarchy.

Outcomes of a question (unique, multiple, unsolvable, unknown) are data and never raised. What is
raised is misuse and bad input. Each class carries the exit code that the command line ends with.
"""

from __future__ import annotations

from typing import Any

MOST_TOLD = 8
"""Problems of a puzzle that the text of an error names."""

EXIT_OUT_OF_REACH = 3
EXIT_USAGE = 64
EXIT_BAD_INPUT = 65
EXIT_SOFTWARE = 70
EXIT_OUTPUT = 74
EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141
"""The last two are what shells report after SIGINT and SIGPIPE: 128 plus the signal's number."""


def placed(reason: str, path: str | None, line: int | None) -> str:
    """A reason with the place in a file that it is about, as far as that is known.

    >>> placed("why", "a.non", 3), placed("why", "a.non", None), placed("why", None, 3)
    ('a.non:3: why', 'a.non: why', 'line 3: why')
    """
    if line is None:
        return f"{path}: {reason}" if path else reason
    return f"{path}:{line}: {reason}" if path else f"line {line}: {reason}"


def _printable(character: str) -> str:
    return character if character.isprintable() else repr(character)[1:-1]


class Alarm(BaseException):
    """The time is up. Like `KeyboardInterrupt` it is no `Exception`: nobody is to handle it on the way.

    `nonosat.foundation.workers.bounds` raises it, and makes an `OutOfReach` of it.
    """


class NonosatError(Exception):
    """Base of all errors of this package; its text is one line meant for a person.

    Unprintable characters, which may come from a file or its name, are escaped.

    >>> str(NonosatError("no format is called 'a\\nb'"))
    "no format is called 'a\\\\nb'"
    """

    exit_code = EXIT_USAGE

    def __str__(self) -> str:
        return "".join(map(_printable, super().__str__()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _copied, (type(self), self.args, self.__dict__)


def _copied(kind: type[NonosatError], args: tuple[Any, ...], state: dict[str, Any]) -> NonosatError:
    """An error that comes from another process, where it was made from other arguments than its text."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class UsageError(NonosatError):
    """A call or command that cannot be carried out as asked, such as an unknown solver name."""


class ArgumentError(UsageError, TypeError):
    """An argument that a function does not take, or one of another kind; the text says what to give."""


class InputError(NonosatError):
    """Input that cannot be read: says which file, which line, what was read and what was expected.

    >>> str(InputError("expected a number, read 'x'", path="a.non", line=3))
    "a.non:3: expected a number, read 'x'"
    """

    exit_code = EXIT_BAD_INPUT

    def __init__(self, reason: str, *, path: str | None = None, line: int | None = None) -> None:
        self.reason = reason
        self.path = path
        self.line = line
        super().__init__(placed(reason, path, line))


class PuzzleError(InputError):
    """A puzzle that can be read but is inconsistent, such as sums that differ.

    All that is wrong is in `problems`, the first `MOST_TOLD` of them in the text.
    """

    def __init__(self, problems: tuple[Any, ...], *, path: str | None = None) -> None:
        self.problems = problems
        first, *others = problems[:MOST_TOLD]
        more = "".join(f"; {placed(each.reason, path, each.line) if each.line else each}" for each in others)
        if (left := len(problems) - MOST_TOLD) > 0:
            more += f"; and {left:,} more"
        super().__init__(first.reason + more, path=path, line=first.line)


class OutputError(NonosatError):
    """Output that cannot be written, such as to a full disk or to a file that is read-only."""

    exit_code = EXIT_OUTPUT


class MissingExtraError(NonosatError):
    """An optional package is not installed; the message names what to install."""


class SolverDisagreement(NonosatError):
    """A backend returned something that the independent checker refuses: a bug, with a reproducer."""

    exit_code = EXIT_SOFTWARE
