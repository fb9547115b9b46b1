"""Base classes of all results: a one-line `repr`, plain data for JSON, and how the work ended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache
from operator import attrgetter
from time import monotonic
from typing import Annotated, Any, NoReturn, ParamSpec, TypedDict, TypeVar

from nonosat.support.displays import NotebookDisplay, shown
from nonosat.support.end import ALL_KNOWN, End, Ended, OutOfReach
from nonosat.support.errors import UsageError
from nonosat.support.longint import LongInt

P = ParamSpec("P")
R = TypeVar("R")

_MAX_VALUE = 60  # maximum length of one value in the `repr` of a result, in characters
_MAX_REPR = 160  # length of the `repr` of a result from which further fields are left out, in characters

# attributes to use in conditions, the most specific first
_CONDITIONS = ["unique", "verdict", "count", "right", "grade", "grid", "satisfiable", "size", "complete"]


class ByValue:
    """Base class of frozen dataclasses that are equal if their compared fields are.

    They are declared with `eq=False`: methods of their own would take 0.1 ms of every start for each class.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self) -> int:
        return hash(_values(self))


class Result(ByValue, NotebookDisplay):
    """Base class of frozen dataclasses with a one-line `repr` and a JSON record.

    Results are equal if all their fields are, except figures of time and effort: `check(puzzle) == check(puzzle)`.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Shows the fields that differ from their defaults, shortened; the last ones are left out if they are many."""
        text = ""
        for name, value in _shown_fields(self):
            if len(text) > _MAX_REPR:
                text += ", ..."
                break
            text += f"{', ' if text else ''}{name}={_brief(value)}"
        return f"{type(self).__name__}({text})"

    def __str__(self) -> str:
        """Returns what the command of that name prints; for results without a command, the `repr`."""
        return shown("line", self) or repr(self)

    _RECORD = ""
    """Name of the record, if it is not that of the class."""
    _MEMBERS: tuple[str, ...] = ()
    """Members of the record, in order; by default all fields and properties, except the fields that comparison and `repr`
    ignore (how the result was found).

    Each is the attribute of its name or, if it has another value there, the private property `_NAME` (see `member`);
    `PART.NAME` is a member of another result, which this one has as its attribute. Annotations have the type and the help:
    `records/schema_of.py` reads them.
    """

    def to_json(self) -> Mapping[str, Any]:
        """Returns the record, plain data for `json.dumps`; see docs/json.md.

        Counts of solutions are strings of digits: many JSON readers cannot hold such integers.
        """
        kind: type = type(self)
        return members_of(self, {name for name, _ in _members(kind)})


def made(kind: type[R], fields: dict[str, Any]) -> R:
    """Returns what the constructor of a frozen dataclass without slots does with these fields, in a third of the time."""
    result = object.__new__(kind)
    object.__setattr__(result, "__dict__", fields)
    return result


member = property
"""Property that only the record has, as the member of its name without the underscore."""

OPTIONAL = object()
"""In the annotation of a member that records can lack."""

ABSENT: Any = object()
"""Value of a member that this record lacks."""


def members_of(result: Result, names: Collection[str]) -> dict[str, Any]:
    """Returns those members of the record of a result, if it has them."""
    kind: type = type(result)
    values = ((name, value_of(result)) for name, value_of in _members(kind) if name in names)
    return {name: plain(value) for name, value in values if value is not ABSENT}


def _values(value: Any) -> tuple[Any, ...]:
    """Returns the fields that make an object equal to another one of its class."""
    kind: Any = type(value)
    return (_compared(kind)(value),)


@cache
def _compared(kind: Any) -> Callable[[Any], Any]:
    """Returns a function that reads the compared fields of a class."""
    names = [field.name for field in fields(kind) if field.compare]
    return attrgetter(*names) if names else lambda _: ()


@cache
def _members(kind: Any) -> list[tuple[str, Callable[[Any], Any]]]:
    """Returns the members of a class's records, each with the function that reads its value."""
    names = list(kind._MEMBERS)
    if not names:
        names = [field.name for field in fields(kind) if field.repr and field.name != "end"]
        names += [name for name, attribute in vars(kind).items() if isinstance(attribute, property)]
    return [(name.rpartition(".")[2], _getter(kind, name)) for name in names]


def _getter(kind: Any, name: str) -> Callable[[Any], Any]:
    """Returns a function that reads the value of a member."""
    part, _, name = name.rpartition(".")
    if not part:
        return attrgetter(f"_{name}" if hasattr(kind, f"_{name}") else name)

    def value_of(result: Any) -> Any:
        inner = getattr(result, part)
        if inner is None or not isinstance(inner, Result):
            return inner if inner is None else getattr(inner, name)
        kind: type = type(inner)
        return dict(_members(kind))[name](inner)

    return value_of


def _shown_fields(result: Any) -> Iterator[tuple[str, Any]]:
    """Yields the fields that differ from their defaults, those of `Answer` last; parts of the end like fields."""
    for one in sorted(fields(result), key=lambda one: one.name in EndFields.__annotations__):
        value = getattr(result, one.name)
        if not one.repr or value == one.default:
            continue
        if isinstance(value, End):
            yield from ((name, part) for name, part in value._asdict().items() if part)
        else:
            yield one.name, value


class NoTruthValue:
    """Base class of answers whose `bool` raises, since `if answer` would always be true."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        name = type(self).__name__
        names = dir(self)
        advice = " or ".join(f"`.{condition}`" for condition in _CONDITIONS if condition in names)
        use = f"use its {advice}" if advice else "compare it with None"
        raise UsageError(f"{name} has no truth value: {use}")


class EndFields(TypedDict):
    """The fields of `Answer` about the end of the work."""

    end: End
    seconds: float


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)
class Limited(NoTruthValue, Ended, Result):
    """Base class of results that a limit can cut short."""

    end: End = ALL_KNOWN
    """How the work ended."""


END = ("stopped", "detail", "seconds")
"""The last members of most records."""


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)
class Answer(Limited):
    """Base class of the answers to questions: `Limited` with the time taken."""

    seconds: float = field(default=0.0, compare=False)
    """Wall-clock time; not compared."""

    @member
    def _seconds(self) -> Annotated[float, OPTIONAL, "Wall-clock time."]:
        return round(self.seconds, 6)


class Work(Ended):
    """Tracks when the work on an answer began and why it stopped; mutable.

    >>> work = Work()
    >>> work.attempt(int, "3")
    3
    >>> work.end
    End(stopped=None, detail='')
    """

    end: End = ALL_KNOWN

    def __init__(self, began: float | None = None) -> None:
        """`began` is a time of `time.monotonic`, by default now."""
        self.began = monotonic() if began is None else began

    def attempt(self, step: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
        """Runs a step and returns its result; if it hits a limit, records the reason and returns None."""
        try:
            return step(*args, **kwargs)
        except OutOfReach as reason:
            self.stop(reason.end)
            return None

    def stop(self, end: End) -> None:
        """Records how the work ended; an end that leaves nothing open changes nothing."""
        if end.stopped is not None:
            self.end = end

    def fields(self) -> EndFields:
        """Returns the fields of an `Answer` that ends now."""
        return {"end": self.end, "seconds": monotonic() - self.began}


_PLAIN = frozenset({str, int, float, bool, type(None)})


def plain(value: Any) -> Any:
    """Converts a value to plain data.

    >>> plain({(0, 1): frozenset({2, 1})}), plain(b"ab")
    ({'(0, 1)': [1, 2]}, [97, 98])
    """
    if type(value) in _PLAIN:
        return value
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, LongInt):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if hasattr(value, "__dataclass_fields__"):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value))
    if isinstance(value, (list, tuple, range, bytes)):
        return list(map(plain, value))
    return value


def _brief(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, NotebookDisplay):
        width, height = getattr(value, "width", None), getattr(value, "height", None)
        size = "..." if width is None else f"{width}x{height}"
        return f"{type(value).__name__}({size})"
    if isinstance(value, tuple) and not hasattr(value, "_fields") and len(value) > 2:
        return f"{len(value)} items"
    if type(value) is tuple:
        return f"({', '.join(map(_brief, value))}{',' * (len(value) == 1)})"
    return brief(repr(value))


def brief(value: object) -> str:
    """Returns a value as text, shortened.

    >>> brief(True), len(brief("a" * 1000))
    ('True', 60)
    """
    text = str(value)
    return text if len(text) <= _MAX_VALUE else f"{text[: _MAX_VALUE - 3]}..."
