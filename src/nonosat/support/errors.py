"""All errors that nonosat raises on purpose, in one small hierarchy.

Misuse and bad input raise. Outcomes of a question (unique, multiple, unsolvable, unknown) are data and never
raise. Each class has the exit code of the command line.
"""

from __future__ import annotations

from typing import Any, Self

MAX_LISTED_PROBLEMS = 8  # problems of a puzzle that an error message lists; further ones are only counted

EXIT_OUT_OF_REACH = 3
EXIT_USAGE = 64
EXIT_BAD_INPUT = 65
EXIT_SOFTWARE = 70
EXIT_OUTPUT = 74
EXIT_INTERRUPTED = 130
# Shells report 128 plus the signal's number; the last two are those of SIGINT and SIGPIPE.
EXIT_BROKEN_PIPE = 141


def placed(reason: str, path: str | None, line: int | None) -> str:
    """Prefixes a reason with its file and line, if known.

    >>> placed("why", "a.non", 3), placed("why", "a.non", None), placed("why", None, 3)
    ('a.non:3: why', 'a.non: why', 'line 3: why')
    """
    if line is None:
        return f"{path}: {reason}" if path else reason
    return f"{path}:{line}: {reason}" if path else f"line {line}: {reason}"


def _printable(character: str) -> str:
    return character if character.isprintable() else repr(character)[1:-1]


class NonosatError(Exception):
    """Base class of all errors of this package; its text is one line for a person.

    Unprintable characters (from a file or its name) are escaped.

    >>> str(NonosatError("no format is called 'a\\nb'"))
    "no format is called 'a\\\\nb'"
    """

    exit_code = EXIT_USAGE
    remedy: tuple[str, ...] = ()
    """A parameter that would help (`format`, `lossy`, `to`) and values for it; each face words the advice."""

    def remedied_by(self, *remedy: str) -> Self:
        """Returns the error with its `remedy`."""
        self.remedy = remedy
        return self

    def __str__(self) -> str:
        return "".join(map(_printable, super().__str__()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _copied, (type(self), self.args, self.__dict__)


def _copied(kind: type[NonosatError], args: tuple[Any, ...], state: dict[str, Any]) -> NonosatError:
    """Rebuilds an unpickled error without calling `__init__`, whose parameters differ from `args`."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class InternalError(NonosatError):
    """An unexpected error, which is its cause: a fault of this package."""

    exit_code = EXIT_SOFTWARE


class WorkerDied(NonosatError):
    """A worker process died during a call."""

    exit_code = EXIT_SOFTWARE


class WorkersLost(NonosatError):
    """Worker processes do not start; earlier answers are kept."""

    exit_code = EXIT_OUTPUT


class UsageError(NonosatError):
    """A call or command that is invalid as asked, such as an unknown solver name."""


class ArgumentError(UsageError, TypeError):
    """An unknown argument or one of the wrong type; the text says what to pass."""


class InputError(NonosatError):
    """Unreadable input: names the file, the line, what was read and what was expected.

    >>> str(InputError("expected a number, got 'x'", path="a.non", line=3))
    "a.non:3: expected a number, got 'x'"
    """

    exit_code = EXIT_BAD_INPUT

    def __init__(self, reason: str, *, path: str | None = None, line: int | None = None) -> None:
        self.reason = reason
        self.path = path
        self.line = line
        super().__init__(placed(reason, path, line))

    def name_file(self, path: str) -> None:
        """Adds the file; readers of formats do not know it."""
        self.path = self.path or path or None
        self.args = (placed(self.reason, self.path, self.line),)


class naming:
    """Adds the file to each `InputError` raised in the block, if `path` is not empty."""

    # As a generator it takes a microsecond more, of the 100 that a small file takes; so does `reading`
    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InputError):
            error.name_file(self._path)


class reading:
    """Converts any exception of a parser in the block into `InputError(f"{what}: ...")`."""

    def __init__(self, what: str, path: str | None = None) -> None:
        self._what = what
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RecursionError):
            raise InputError(f"{self._what}: nested too deeply", path=self._path) from None
        if isinstance(error, Exception) and not isinstance(
            error, (NonosatError, OSError, MemoryError, ImportError)
        ):
            reason = str(error) if isinstance(error, (ValueError, EOFError)) else f"damaged ({error})"
            raise InputError(f"{self._what}: {reason}", path=self._path) from error


class PuzzleError(InputError):
    """A puzzle that can be read but is inconsistent.

    `problems` has all problems; the text lists the first `MAX_LISTED_PROBLEMS`.
    """

    def __init__(self, problems: tuple[Any, ...], *, path: str | None = None) -> None:
        self.problems = problems
        first, *rest = problems[:MAX_LISTED_PROBLEMS]
        more = "".join(f"; {placed(problem.reason, problem.line and path, problem.line)}" for problem in rest)
        if (left := len(problems) - MAX_LISTED_PROBLEMS) > 0:
            more += f"; and {left:,} more"
        super().__init__(first.reason + more, path=path, line=first.line)


class OutputError(NonosatError):
    """Output that cannot be written, such as to a full disk or a read-only file."""

    exit_code = EXIT_OUTPUT


def refusal_text(error: OSError) -> str:
    """Returns the sentence about something that the system refused, where no command or question says more.

    >>> refusal_text(FileNotFoundError(2, "No such file or directory", "a.non"))
    'a.non: the system refused: No such file or directory'
    >>> refusal_text(OSError("handle is closed"))
    'the system refused: handle is closed'
    """
    path = error.filename if isinstance(error.filename, str) else None
    return placed(f"the system refused: {error.strerror or error}", path, None)


class MissingExtraError(NonosatError):
    """An optional package is not installed; the message names what to install."""


class SolverDisagreement(NonosatError):
    """A backend's answer was refused by the independent checker: a bug, with a reproducer."""

    exit_code = EXIT_SOFTWARE
