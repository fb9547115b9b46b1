"""Checks the arguments of every public function and the fields of option dataclasses.

Errors are raised before any work starts and say what to pass instead. Types come from the annotations, so each is
declared once. (Libraries for this take longer to import than an easy puzzle takes to solve: see docs/tried.md.)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache, cached_property, wraps
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from nonosat.foundation.errors import ArgumentError
from nonosat.foundation.lazy_dataclasses import fields

P = ParamSpec("P")
R = TypeVar("R")

# Advice for a wrong argument, by (expected type, given type).
_INSTEAD = {
    ("Puzzle", "str"): "`nonosat.load({value!r})` reads a file",
    ("Puzzle", "PosixPath"): "`nonosat.load(path)` reads a file",
    ("Puzzle", "WindowsPath"): "`nonosat.load(path)` reads a file",
    ("Puzzle", "bytes"): "`nonosat.loads(data)` reads what a file holds",
    ("Puzzle", "Grid"): "`grid.puzzle()` is the puzzle of a grid",
    ("Puzzle", "list"): "`nonosat.Puzzle(rows, columns)` is a puzzle",
    ("Grid", "list"): "`nonosat.Grid(rows)` is a grid",
    ("Grid", "str"): "`nonosat.Grid.from_text(text)` is a grid",
    ("Limit", "int"): "`seconds={value!r}`, or `limit=nonosat.Limit(seconds={value!r})`",
    ("Limit", "float"): "`seconds={value!r}`, or `limit=nonosat.Limit(seconds={value!r})`",
    ("SearchOptions", "str"): "`nonosat.SearchOptions(backend={value!r})`",
    ("SearchOptions", "dict"): "`nonosat.SearchOptions(**options)`",
}

# Parameter names of other libraries and their equivalents here.
_SYNONYMS = {
    "timeout": "seconds",
    "time_limit": "seconds",
    "max_seconds": "seconds",
    "memory_limit": "memory",
    "max_solutions": "limit",
}
_SEARCH = ("backend", "encoding", "seed", "workers")  # fields of `SearchOptions`


def question(function: Callable[P, R]) -> Callable[P, R]:
    """Makes a public function raise `ArgumentError` for wrong arguments."""
    checker = SignatureChecker(function)

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        if problem := checker.first_problem(args, kwargs):
            raise ArgumentError(f"{function.__name__}: {problem}")
        return function(*args, **kwargs)

    return checked


class SignatureChecker:
    """Checks calls of one function; reads its parameters and their types at the first call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._passed: set[tuple[Any, ...]] = set()
        """Names and argument types of earlier valid calls: such a call is valid whatever its values."""

    def first_problem(self, args: tuple[object, ...], kwargs: dict[str, object]) -> str | None:
        """Returns the first of `problems`, or None."""
        types = (*map(type, args), *kwargs, *map(type, kwargs.values()))
        if types in self._passed:
            return None
        problem = next(self.problems(args, kwargs), None)
        if problem is None and not any(map(_has_values, self._hints.values())):
            self._passed.add(types)
        return problem

    @cached_property
    def _positional(self) -> tuple[str, ...]:
        code = self._function.__code__
        return code.co_varnames[: code.co_argcount]

    @cached_property
    def _required(self) -> set[str]:
        """Parameters without a default."""
        optional, named = self._function.__defaults__ or (), self._function.__kwdefaults__ or {}
        return {*self._hints} - {*self._positional[len(self._positional) - len(optional) :]} - named.keys()

    @cached_property
    def _hints(self) -> dict[str, Any]:
        """The type of each parameter."""
        names, hints = self._function.__globals__, self._function.__annotations__
        return {name: evaluated(hint, names) for name, hint in hints.items() if name != "return"}

    def problems(self, args: tuple[object, ...], kwargs: dict[str, object]) -> Iterator[str]:
        """Yields a message for each thing that is wrong with the arguments."""
        names = self._positional
        if len(args) > len(names):
            rest = [name for name in self._hints if name not in names]
            yield f"takes {len(names)} positional arguments, not {len(args)}; name {', '.join(rest)}"
        given = dict(zip(names, args, strict=False))
        for name in kwargs:
            if name in given:
                yield f"`{name}` is given twice"
            if name not in self._hints:
                yield self._unknown(name)
        for name, value in {**given, **kwargs}.items():
            hint = self._hints[name]
            if not _fits(value, hint):
                yield f"`{name}` must be {_named(hint)}, not {_shown(value)}{_instead(hint, value)}"
            elif problem := _out_of_bounds(value, hint, name):
                yield problem
        for name in self._hints:
            if name in self._required and name not in given and name not in kwargs:
                yield f"`{name}` is missing"

    def _unknown(self, name: str) -> str:
        """Returns the message for an unknown keyword argument."""
        if name in _SEARCH and "options" in self._hints:
            return f"`{name}` is one of the options: `options=nonosat.SearchOptions({name}=...)`"
        from difflib import get_close_matches  # imported late: only errors need it

        meant = _SYNONYMS.get(name) or next(iter(get_close_matches(name, self._hints)), None)
        if meant in self._hints:
            return f"takes no `{name}`; did you mean `{meant}`?"
        return f"takes no `{name}`; there are {', '.join(self._hints)}"


def require_fields(data: Any) -> None:
    """Checks the fields of a dataclass against their types; call it from `__post_init__`.

    Replaces a string by the member of the field's enumeration. Raises `ArgumentError`.
    """
    kind: Any = type(data)
    for name, hint in _field_types(kind).items():
        value = getattr(data, name)
        words = next(
            (each for each in get_args(_bare(hint)) or (_bare(hint),) if _is_enumeration(each)), None
        )
        if words and isinstance(value, str):
            if value not in list(words):
                what = name.replace("_", " ")
                raise ArgumentError(f"no {what} is called {value!r}; there are {', '.join(words)}")
            object.__setattr__(data, name, words(value))
        elif not _fits(value, hint):
            raise ArgumentError(
                f"`{name}` must be {_named(hint)}, not {_shown(value)}{_instead(hint, value)}"
            )
        elif problem := _out_of_bounds(value, hint, name):
            raise ArgumentError(problem)


@cache
def _field_types(kind: type[Any]) -> dict[str, Any]:
    """Returns the type of each field of a dataclass."""
    names = vars(sys.modules[kind.__module__])
    return {each.name: evaluated(each.type, names) for each in fields(kind)}


def evaluated(hint: Any, names: dict[str, Any]) -> Any:
    """Evaluates an annotation; returns `Any` if only type checkers can resolve it."""
    try:
        return eval(hint, names) if isinstance(hint, str) else hint
    except NameError:
        return Any


def _bare(hint: Any) -> Any:
    """Returns an annotation without the bounds and help that it is annotated with."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _out_of_bounds(value: object, hint: Any, name: str) -> str | None:
    """Returns what is wrong with a single value by the bounds in its annotation (`nonosat.records.declared`)."""
    if get_origin(hint) is Annotated and isinstance(value, (int, float, str)):
        for bounds in hint.__metadata__:
            if hasattr(bounds, "read"):
                try:
                    bounds.read(value, name)
                except ValueError as wrong:
                    return str(wrong)
    return None


def _is_enumeration(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)


def is_whole(value: object) -> bool:
    """Returns whether `value` is an integer (bool excluded)."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    """Returns whether `value` is a real number (bool excluded)."""
    return isinstance(value, Real) and not isinstance(value, bool)


_NUMBERS: dict[Any, Callable[[object], bool]] = {float: is_number, int: is_whole}


def _fits(value: object, hint: Any) -> bool:
    """Returns whether `value` has the type `hint`; items of collections are not checked."""
    hint = _bare(hint)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    if origin is Literal:
        return value in get_args(hint)
    if hint in (Any, None):
        return hint is Any or value is None
    if hint in _NUMBERS:
        return _NUMBERS[hint](value)
    kind = origin or hint
    return not isinstance(kind, type) or isinstance(value, kind)


def _has_values(hint: Any) -> bool:
    """Returns whether `hint` contains a `Literal` or bounds, so that values matter and not only types."""
    return get_origin(hint) in (Annotated, Literal) or any(map(_has_values, get_args(hint)))


def _named(hint: Any) -> str:
    """Names a type for an error message.

    >>> _named(int | None), _named(str)
    ('a whole number or None', 'text')
    """
    hint = _bare(hint)
    if get_origin(hint) in (Union, UnionType):
        *names, last = dict.fromkeys(map(_named, get_args(hint)))
        return f"{', '.join(names)} or {last}" if names else last
    words = {str: "text", int: "a whole number", float: "a number", bool: "True or False", NoneType: "None"}
    if hint in words:
        return words[hint]
    name = getattr(get_origin(hint) or hint, "__name__", str(hint))
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _instead(hint: Any, value: object) -> str:
    wanted = [getattr(each, "__name__", "") for each in get_args(_bare(hint)) or (hint,)]
    found = (_INSTEAD.get((name, type(value).__name__)) for name in wanted)
    text = next(filter(None, found), None)
    return f": {text.format(value=value)}" if text else ""
