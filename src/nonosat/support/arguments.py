"""Checks the arguments of every public function and the fields of option dataclasses.

Errors are raised before any work starts and say what to pass instead. Types come from the annotations, so each is
declared once. (Libraries for this take longer to import than an easy puzzle takes to solve: see docs/tried.md.)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import fields
from enum import StrEnum
from functools import cache, wraps
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
)

from nonosat.support.errors import ArgumentError, UsageError

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
    ("Grid", "str"): "`nonosat.Grid(text.splitlines())` is a grid",
    ("Limit", "int"): "`seconds={value!r}`, or `limit=nonosat.Limit(seconds={value!r})`",
    ("Limit", "float"): "`seconds={value!r}`, or `limit=nonosat.Limit(seconds={value!r})`",
    ("SearchOptions", "str"): "`nonosat.SearchOptions(backend={value!r})`",
    ("SearchOptions", "dict"): "`nonosat.SearchOptions(**options)`",
}

# Parameter names of other libraries, and older ones, and their equivalents here.
_SYNONYMS = {
    "timeout": "seconds",
    "time_limit": "seconds",
    "max_seconds": "seconds",
    "memory_limit": "memory",
    "max_solutions": "limit",
    # names before 1.0
    "trim": "page",
    "minutes": "estimate",
    "strict": "all_or_nothing",
    "workers": "portfolio",
}
_TAKES_OTHERS = 0x08  # `inspect.CO_VARKEYWORDS`: a function has `**names`; importing `inspect` takes 5 ms
_SEARCH = ("backend", "seed", "portfolio")  # fields of `SearchOptions`


def question(function: Callable[P, R]) -> Callable[P, R]:
    """Makes a public function raise `ArgumentError` for arguments of wrong names and types."""
    declared = function.__annotations__  # with bounds and help; `help` shows the types alone
    function.__annotations__ = {name: _type_alone(hint) for name, hint in declared.items()}
    vars(function)["declared"] = declared
    return _checking(function, declared, function.__name__, 0)


def method(function: Callable[P, R]) -> Callable[P, R]:
    """Makes a public method raise `ArgumentError` for arguments of wrong names and types."""
    return _checking(function, function.__annotations__, function.__qualname__, 1)


def _checking(function: Callable[P, R], declared: dict[str, Any], called: str, bound: int) -> Callable[P, R]:
    """Returns a function that checks its arguments, of which the first `bound` are a method's own."""
    code = function.__code__
    positional = code.co_varnames[bound : code.co_argcount]
    typed = any(
        "Unpack[" in str(hint) for hint in declared.values()
    )  # further names are those of a `TypedDict`
    checks_others = code.co_flags & _TAKES_OTHERS and not typed  # the function checks further names itself
    required = {*positional[: len(positional) - len(function.__defaults__ or ())]}
    required |= {*code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]} - {
        *(function.__kwdefaults__ or ())
    }
    # names and argument types of earlier valid calls: such a call is valid whatever its values
    passed: set[tuple[Any, ...]] = set()

    @cache
    def hints() -> dict[str, Any]:  # at the first call, as evaluation takes time
        found: dict[str, Any] = {}
        for name, declaration in declared.items():
            hint = evaluated(declaration, function.__globals__)
            if get_origin(hint) is Unpack:
                found |= dict.fromkeys(get_type_hints(*get_args(hint)), Any)  # the function checks the values
            elif name != "return":
                found[name] = hint
        return found

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        types: tuple[Any, ...] = tuple(map(type, args))
        if kwargs:
            types += (*kwargs, *map(type, kwargs.values()))
        if types not in passed:
            for name, value in (*zip(positional, args[bound:], strict=False), *kwargs.items()):
                known = name in hints()
                problem = _problem(name, value, hints()[name]) if known else unknown_name(name, hints())
                if problem and (known or not checks_others):
                    raise ArgumentError(f"{called}: {problem}")
            if problem := _misplaced(args[bound:], kwargs, positional, required, hints()):
                raise ArgumentError(f"{called}: {problem}")
            if not any(map(_has_values, hints().values())):
                passed.add(types)
        return function(*args, **kwargs)

    return checked


def _type_alone(hint: Any) -> Any:
    """Returns an annotation in source without bounds and help.

    >>> _type_alone("Annotated[dict[str, int], Whole(0, 5), 'Number.']")
    'dict[str, int]'
    """
    if not (isinstance(hint, str) and hint.startswith("Annotated[")):
        return hint
    depth = 0
    for at, sign in enumerate(hint):
        depth += (sign in "[(") - (sign in "])")
        if sign == "," and depth == 1:
            return hint[len("Annotated[") : at]
    return hint


def declared_types(function: Callable[..., Any]) -> dict[str, Any]:
    """Returns the annotations of a function with the bounds and help that `help` does not show."""
    hints: dict[str, Any] = getattr(function, "declared", function.__annotations__)
    return hints


def named_arguments(kind: type[R]) -> type[R]:
    """Makes a class raise `ArgumentError` for arguments of wrong names or types, once its `__init__` has failed on them."""
    init: Callable[..., None] = kind.__init__

    @wraps(init)
    def checked(self: R, *args: Any, **kwargs: Any) -> None:
        try:
            init(self, *args, **kwargs)
        except (TypeError, AttributeError) as error:
            problem = None if isinstance(error, ArgumentError) else _misuse(init, args, kwargs)
            if problem is None:
                raise
            raise ArgumentError(f"{type(self).__name__}: {problem}") from None

    setattr(kind, "__init__", checked)  # noqa: B010 (type checkers refuse an assignment)
    return kind


def _misuse(init: Callable[..., None], args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """Returns what is wrong with the arguments of an `__init__`, or None."""
    from inspect import signature  # imported late: only errors need it

    names = vars(sys.modules[init.__module__])
    parameters = [*signature(init).parameters.values()][1:]
    hints = {param.name: evaluated(param.annotation, names) for param in parameters}
    positional = tuple(param.name for param in parameters if param.kind is param.POSITIONAL_OR_KEYWORD)
    for name, value in (*zip(positional, args, strict=False), *kwargs.items()):
        if problem := _problem(name, value, hints[name]) if name in hints else unknown_name(name, hints):
            return problem
    if args and not positional:
        return f"takes arguments by name, such as `{parameters[0].name}=`"
    required = {param.name for param in parameters if param.default is param.empty}
    return _misplaced(args, kwargs, positional, required, hints)


def _misplaced(
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    positional: tuple[str, ...],
    required: set[str],
    hints: dict[str, Any],
) -> str | None:
    """Returns what is wrong with the number of arguments, or None."""
    given = positional[: len(args)]
    if len(args) > len(positional):
        value = args[len(positional)]
        fitting = (name for name, hint in hints.items() if name not in given and _fits(value, hint))
        meant = next((name for name in ("seconds", *hints) if name in {*fitting}), None)
        advice = f"; did you mean `{meant}={_shown(value)}`?" if meant else ""
        return f"takes {', '.join(f'`{name}`' for name in positional) or 'nothing'} by position only{advice}"
    if twice := next((name for name in given if name in kwargs), None):
        return f"`{twice}` is given twice"
    unknown = next((name for name in kwargs if name not in hints), None)
    missing = [name for name in hints if name in required and name not in given and name not in kwargs]
    if missing and unknown is None:
        return f"needs {', '.join(f'`{name}`' for name in missing)}"
    return None


def unknown_name(name: str, known: Collection[str]) -> str:
    """Returns the message for an unknown keyword argument."""
    if name in _SEARCH and "options" in known:
        return f"`{name}` is one of the options: `options=nonosat.SearchOptions({name}=...)`"
    from difflib import get_close_matches  # imported late: only errors need it

    meant = _SYNONYMS.get(name) or next(iter(get_close_matches(name, known)), None)
    if meant in known:
        return f"takes no `{name}`; did you mean `{meant}`?"
    return f"takes no `{name}`; there are {', '.join(known)}"


def _problem(name: str, value: object, hint: Any) -> str | None:
    """Returns what is wrong with an argument or field, or None."""
    if not _fits(value, hint):
        return f"`{name}` must be {_named(hint)}, not {_shown(value)}{_instead(hint, value)}"
    return _out_of_bounds(value, hint, name)


def require_argument(function: Callable[..., Any], name: str, value: object) -> None:
    """Raises `ArgumentError` if a value does not fit the parameter that a function declares."""
    hint = evaluated(declared_types(function)[name], getattr(function, "__wrapped__", function).__globals__)
    if problem := _problem(name, value, hint):
        raise ArgumentError(f"{function.__name__}: {problem}")


def items_of(kind: type[R], values: Iterable[object], name: str) -> list[R]:
    """Returns the items of an argument; raises `ArgumentError` if one is of another type.

    >>> items_of(int, ["1"], "numbers")
    Traceback (most recent call last):
        ...
    nonosat.support.errors.ArgumentError: `numbers` must hold a whole number each, not '1'
    """
    items = []
    for value in values:
        if not isinstance(value, kind):
            text = f"`{name}` must hold {_named(kind)} each, not {_shown(value)}"
            raise ArgumentError(f"{text}{_instead(kind, value)}")
        items.append(value)
    return items


def size_of(size: str | int | Sequence[int]) -> tuple[int, int]:
    """Returns width and height, of a pair, a text or the side of a square; raises `UsageError`.

    >>> size_of("20x15"), size_of("20"), size_of(20), size_of((20, 15))
    ((20, 15), (20, 20), (20, 20), (20, 15))
    """
    if isinstance(size, int) and is_whole(size):
        return size, size
    if isinstance(size, str) and (match := re.fullmatch("([0-9]{1,6})(?:x([0-9]{1,6}))?", size)):
        return int(match[1]), int(match[2] or match[1])
    if isinstance(size, str) or not isinstance(size, Sequence) or [*map(is_whole, size)] != [True, True]:
        raise UsageError(f"{size!r} is not a size such as 20x15 or 20")
    return int(size[0]), int(size[1])


def require_fields(data: Any) -> None:
    """Checks the fields of a dataclass against their types; call it from `__post_init__`.

    Replaces a string, in upper or lower case, by the member of the field's enumeration. Raises `ArgumentError`.
    """
    kind: Any = type(data)
    for name, hint in _field_types(kind).items():
        value = getattr(data, name)
        members = next(
            (option for option in get_args(_bare(hint)) or (_bare(hint),) if _is_enumeration(option)), None
        )
        words = list(members) if members else _words_in(hint)
        if words and isinstance(value, str):
            if value.lower() not in words:
                what = name.replace("_", " ")
                raise ArgumentError(f"no {what} is called {value!r}; there are {', '.join(words)}")
            object.__setattr__(data, name, members(value.lower()) if members else value.lower())
        elif problem := _problem(name, value, hint):
            raise ArgumentError(problem)


@cache
def _field_types(kind: type[Any]) -> dict[str, Any]:
    """Returns the type of each field of a dataclass."""
    names = vars(sys.modules[kind.__module__])
    return {field.name: evaluated(field.type, names) for field in fields(kind)}


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
    """Returns what is wrong with a single value by the bounds in its annotation (`nonosat.records.json_types`)."""
    if get_origin(hint) is Annotated and isinstance(value, (int, float, str)):
        for bounds in hint.__metadata__:
            if hasattr(bounds, "read"):
                try:
                    bounds.read(value, name)
                except ValueError as wrong:
                    lines = isinstance(value, str) and str(wrong).startswith(f"`{name}` must be a list,")
                    return f"{wrong}; `{name}={_shown(value)}.splitlines()` is one" if lines else str(wrong)
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
        return any(_fits(value, option) for option in get_args(hint))
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

    >>> _named(int | None), _named(str), _named(Literal["one", "two"])
    ('a whole number or None', 'text', "'one' or 'two'")
    """
    hint = _bare(hint)
    if get_origin(hint) is Literal:
        *others, final = map(repr, get_args(hint))
        return f"{', '.join(others)} or {final}" if others else final
    if get_origin(hint) in (Union, UnionType):
        *names, last = dict.fromkeys(map(_named, get_args(hint)))
        return f"{', '.join(names)} or {last}" if names else last
    words = {str: "text", int: "a whole number", float: "a number", bool: "True or False", NoneType: "None"}
    if hint in words:
        return words[hint]
    name = getattr(get_origin(hint) or hint, "__name__", str(hint))
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _words_in(hint: Any) -> list[str]:
    """Returns the words that a type allows, those of its `Literal`.

    >>> _words_in(Annotated[Literal["one", 2] | None, "Help."])
    ['one']
    """
    hint = _bare(hint)
    if get_origin(hint) is Literal:
        return [word for word in get_args(hint) if isinstance(word, str)]
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    return [word for option in options for word in _words_in(option)]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _instead(hint: Any, value: object) -> str:
    """Returns advice about a wrong value, with its punctuation, or nothing."""
    if isinstance(value, str) and (words := _words_in(hint)):
        from difflib import get_close_matches  # imported late: only errors need it

        near = get_close_matches(value.lower(), words)
        return f"; did you mean {near[0]!r}?" if near else ""
    wanted = [getattr(option, "__name__", "") for option in get_args(_bare(hint)) or (hint,)]
    texts = (_INSTEAD.get((name, type(value).__name__)) for name in wanted)
    text = next(filter(None, texts), None)
    return f": {text.format(value=value)}" if text else ""
