"""What the results of all questions have in common: one line for people, plain data for programs, and how they ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from time import monotonic
from typing import Any, ParamSpec, TypedDict, TypeVar

from nonosat.foundation.displays import NotebookDisplay
from nonosat.foundation.lazy_dataclasses import dataclass, fields
from nonosat.foundation.limits import OutOfReach, Stopped
from nonosat.foundation.longint import LongInt

P = ParamSpec("P")
R = TypeVar("R")

_WIDTH = 60
"""Characters of one value in the line of a result."""


class Result(NotebookDisplay):
    """Frozen data whose `repr` is one line, and that `to_json` makes plain; base of dataclasses."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The fields that differ from their defaults, cut to a readable length."""
        shown = []
        for each in _in_order(self):
            value = getattr(self, each.name)
            if each.repr and value != each.default:
                shown.append(f"{each.name}={_brief(value)}")
        return f"{type(self).__name__}({', '.join(shown)})"

    def to_json(self) -> Mapping[str, Any]:
        """The record of it, plain data that `json.dumps` takes; see docs/json.md.

        Of a result that is not the answer to a question, all fields and what is derived from them, but for
        those that say how it was found, which comparison ignores too. A number of solutions is a string of
        digits: other programs may not read numbers that long.
        """
        names = [each.name for each in fields(self) if each.repr]  # type: ignore[arg-type]
        names += [name for name, each in vars(type(self)).items() if isinstance(each, property)]
        return {name: plain(getattr(self, name)) for name in names}


def _in_order(result: Any) -> list[Any]:
    """The fields of a result: its own before those of `Answer`."""
    return sorted(fields(result), key=lambda each: each.name in End.__annotations__)


class End(TypedDict):
    """How the work on an answer ended: the fields of `Answer`."""

    stopped: Stopped | None
    detail: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Limited(Result):
    """An answer that a limit may have cut short: base of dataclasses."""

    stopped: Stopped | None = None
    """What ended the work before everything was known, if anything did."""
    detail: str = ""
    """More about that, such as how a solver failed."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answer(Limited):
    """The same with the time that it took: base of the answers to questions."""

    seconds: float = 0.0
    """Wall-clock time."""


class Work:
    """The work on an answer: when it began and what cut it short; mutable.

    >>> work = Work()
    >>> work.attempt(int, "3")
    3
    >>> work.stopped is None
    True
    """

    def __init__(self, began: float | None = None) -> None:
        """`began` is a time of `time.monotonic`; by default now."""
        self.began = monotonic() if began is None else began
        self.stopped: Stopped | None = None
        self.detail = ""

    def attempt(self, step: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
        """What a step of the work returns; None if a limit comes first, which is then what `stopped` the work."""
        try:
            return step(*args, **kwargs)
        except OutOfReach as reason:
            self.stop(reason.stopped, reason.detail)
            return None

    def stop(self, stopped: Stopped | None, detail: str = "") -> None:
        """Notes what ended the work; None changes nothing."""
        if stopped is not None:
            self.stopped, self.detail = stopped, detail

    @property
    def end(self) -> End:
        """The fields of an `Answer` that is given now."""
        return {"stopped": self.stopped, "detail": self.detail, "seconds": monotonic() - self.began}


def plain(value: Any) -> Any:
    """A value as plain data.

    >>> plain({(0, 1): frozenset({2, 1})}), plain(b"ab")
    ({'(0, 1)': [1, 2]}, [97, 98])
    """
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, LongInt):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if hasattr(value, "__dataclass_fields__"):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value))
    if isinstance(value, (list, tuple, range, bytes)):
        return list(map(plain, value))
    return value


def _brief(value: object) -> str:
    return brief(f"{len(value)} items" if isinstance(value, tuple) and len(value) > 9 else repr(value))


def brief(value: object) -> str:
    """A value as text of a readable length.

    >>> brief(True), len(brief("a" * 1000))
    ('True', 60)
    """
    text = str(value)
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 3]}..."
