"""The declaration of a record from its result class or typed dictionary: types and words from the annotations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from importlib import import_module
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.records import shared_types
from nonosat.records.json_types import (
    REQUIRED,
    Each,
    Field,
    Flag,
    Maybe,
    Number,
    OneOf,
    Record,
    Schemas,
    Table,
    Text,
    Type,
    Whole,
    maybe,
    words_of,
)
from nonosat.records.shared_types import PUZZLE, ROWS
from nonosat.support.arguments import evaluated
from nonosat.support.longint import LongInt
from nonosat.support.results import OPTIONAL, Limited, Result

_PLAIN: Mapping[Any, Type] = {
    bool: Flag(),
    int: Whole(),
    float: Number(),
    str: Text(),
    LongInt: Text(letters="0-9"),
    Grid: ROWS,
    Puzzle: PUZZLE,
}


_NAMES: Mapping[type, str] = {LineId: "Line", Given: "ColouredCell"}
"""Names of the records of named tuples, which cannot have a `_RECORD`."""


@dataclass(slots=True, eq=False, repr=False)
class Named:
    """The declaration of a class, looked up on use, since a record can hold records of its own kind."""

    kind: type

    def read(self, value: Any, where: str) -> dict[str, Any]:
        return record_of(self.kind).read(value, where)

    def schema(self, named: Schemas) -> dict[str, Any]:
        return record_of(self.kind).schema(named)


@cache
def record_of(kind: type) -> Record:
    """Returns the declaration of a result class or a typed dictionary; its description is the first paragraph of the docstring.

    Members that are `OPTIONAL` or `NotRequired` can be missing. So can `seconds`, which faces add to answers without
    it.

    >>> from nonosat.model.geometry import LineId
    >>> [(each.name, each.about) for each in record_of(LineId).fields]
    [('axis', 'Direction of the line.'), ('index', 'From 0.')]
    """
    kind = get_origin(kind) or kind  # of generic classes
    if not is_typeddict(kind):
        fields = tuple(_members(kind))
        if (
            not fields
        ):  # a base class stands for its subclasses: it has the members of all, none of them required
            subclasses: list[type] = kind.__subclasses__()
            below = (field for subclass in subclasses for field in _members(subclass))
            fields = tuple({field.name: replace(field, default=None) for field in below}.values())
        about = " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].split())
        return Record(
            _NAMES.get(kind) or getattr(kind, "_RECORD", "") or kind.__name__,
            fields,
            about=about,
        )
    hints = get_type_hints(kind, include_extras=True)
    optional: frozenset[str] = getattr(kind, "__optional_keys__", frozenset())
    fields = tuple(
        Field(name, type_of(hint), words_in(hint), None if name in optional else REQUIRED)
        for name, hint in hints.items()
    )
    return Record(kind.__name__, fields, about=inspect.cleandoc(kind.__doc__ or ""))


def _members(kind: type) -> Iterator[Field]:
    """Yields the members of the records of a result class or a named tuple."""
    names: tuple[str, ...] = getattr(kind, "_MEMBERS", ()) or getattr(kind, "_fields", ())
    for name in names:
        hint, nullable = _member_hint(kind, name)
        optional = OPTIONAL in get_args(hint)
        declared = maybe(type_of(hint)) if nullable else type_of(hint)
        yield Field(name.rpartition(".")[2], declared, words_in(hint), None if optional else REQUIRED)
    if issubclass(kind, Limited) and "seconds" not in names:
        yield Field("seconds", Number(), "Wall-clock time.", None)


def _member_hint(kind: type, name: str) -> tuple[Any, bool]:
    """Returns the annotation of a member, and whether the member is null when the object that holds it is None."""
    part, _, name = name.rpartition(".")
    if not part:
        return _hint(kind, f"_{name}") or _hint(kind, name), False
    whole = _hint(kind, part)
    kinds = get_args(whole) if get_origin(whole) in (Union, UnionType) else (whole,)
    (inner,) = (get_origin(kind) or kind for kind in kinds if kind is not NoneType)
    return _member_hint(inner, name)[0], NoneType in kinds


def _hint(kind: type, name: str) -> Any:
    """Returns the annotation of a field or property, or None without one; it can use names of `shared_types`."""
    for owner in kind.__mro__:
        hint = inspect.get_annotations(owner).get(name)
        value = vars(owner).get(name)
        if isinstance(value, property):
            hint = getattr(value.fget, "__annotations__", {}).get("return")
        if hint is not None:
            names = {**vars(import_module(owner.__module__)), **vars(shared_types)}
            text = hint.__forward_arg__ if isinstance(hint, ForwardRef) else hint  # named tuples have these
            return eval(text, names) if isinstance(text, str) else text
    return None


def type_of(hint: Any) -> Type:
    """Returns the declaration in an `Annotated`, or else that of the annotated type."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if is_typeddict(hint) or (
        isinstance(hint, type) and (issubclass(hint, Result) or hasattr(hint, "_fields"))
    ):
        return Named(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        declared = (
            argument
            for argument in arguments[1:]
            if not isinstance(argument, str) and argument is not OPTIONAL
        )
        declaration = next(declared, arguments[0])
        return declaration if hasattr(declaration, "schema") else type_of(declaration)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return words_of(hint)
    if origin is Literal:
        return Text(words=arguments)
    if origin is NotRequired:
        return type_of(arguments[0])
    if origin in (list, tuple):
        return Each(type_of(arguments[0]))
    if origin is dict:
        return Table(type_of(arguments[1]))
    if origin in (Union, UnionType):
        kinds = tuple(type_of(argument) for argument in arguments if argument is not NoneType)
        one = kinds[0] if len(kinds) == 1 else OneOf(kinds, "one of several kinds")
        return maybe(one) if NoneType in arguments else one
    raise TypeError(f"no declaration is known for {hint!r}")


def fields_of(*kinds: type) -> tuple[Field, ...]:
    """Returns the members of all typed dictionaries; for equal names, the last one counts."""
    return tuple({field.name: field for kind in kinds for field in record_of(kind).fields}.values())


def optional_members(kind: type, about: str, *names: str) -> type:
    """Returns a copy of a typed dictionary in which no member is required; with `names`, only these members."""
    members = {
        field.name: Annotated[object, field.type, field.about]
        for field in record_of(kind).fields
        if field.name in (names or getattr(kind, "_MEMBERS", ()) or kind.__annotations__)
        and field.default is REQUIRED
    }
    make: Any = TypedDict  # type checkers allow literal names only
    made: type = make(kind.__name__, members, total=False)
    made.__doc__ = about
    return made


def joined(kind: type, other: type, *names: str) -> type:
    """Returns a typed dictionary with all members of one and some members of another."""
    members = {
        field.name: Annotated[object, field.type, field.about]
        for field in fields_of(other)
        if field.name in names
    }
    make: Any = TypedDict
    made: type = make(kind.__name__, members | get_type_hints(kind, include_extras=True))
    made.__doc__ = kind.__doc__
    return made


def record_type(function: Callable[..., Any]) -> type:
    """Returns the class that declares the record of a question's result.

    >>> from nonosat.counting.distance import nearest
    >>> record_type(nearest).__name__
    'Nearest'
    """
    function = getattr(function, "__wrapped__", function)
    result = evaluated(function.__annotations__["return"], function.__globals__)
    declared: type = result._record_class() if hasattr(result, "_record_class") else result
    return declared


def column_types(members: Iterable[Field]) -> dict[str, str]:
    """Returns Arrow's type of each member as a column; lists and objects are JSON in text.

    >>> from nonosat.records.jsonl import Limits
    >>> column_types(record_of(Limits).fields)
    {'seconds': 'float64', 'memory': 'int64', 'conflicts': 'int64'}
    """
    plain = {Flag: "bool_", Whole: "int64", Number: "float64"}
    kinds = {
        field.name: field.type.kind if isinstance(field.type, Maybe) else field.type for field in members
    }
    return {name: plain.get(type(kind), "string") for name, kind in kinds.items()}


def words_in(hint: Any) -> str:
    """Returns the words in an annotation, which describe its value."""
    return next((argument for argument in get_args(hint)[1:] if isinstance(argument, str)), "")
