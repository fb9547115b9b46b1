"""The declaration of a record from its typed dictionary: types and words from the annotations."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from nonosat.records.json_types import (
    REQUIRED,
    Each,
    Field,
    Flag,
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

_PLAIN: Mapping[Any, Type] = {bool: Flag(), int: Whole(), float: Number(), str: Text()}


@dataclass(frozen=True, slots=True)
class Named:
    """The declaration of a typed dictionary, looked up when it is used: a record may hold records of its own kind."""

    kind: type

    def read(self, value: Any, where: str) -> dict[str, Any]:
        return record_of(self.kind).read(value, where)

    def schema(self, named: Schemas) -> dict[str, Any]:
        return record_of(self.kind).schema(named)


@cache
def record_of(kind: type) -> Record:
    """Returns the declaration of a typed dictionary; members that are `NotRequired` can be missing.

    >>> from nonosat.records.answers import Line
    >>> [(each.name, each.about) for each in record_of(Line).fields]
    [('axis', 'Direction of the line.'), ('index', 'From 0.')]
    """
    hints = get_type_hints(kind, include_extras=True)
    optional: frozenset[str] = getattr(kind, "__optional_keys__", frozenset())
    fields = tuple(
        Field(name, type_of(hint), words_in(hint), None if name in optional else REQUIRED)
        for name, hint in hints.items()
    )
    return Record(kind.__name__, fields, about=inspect.cleandoc(kind.__doc__ or ""))


def type_of(hint: Any) -> Type:
    """Returns the declaration of an annotation: the one in its `Annotated`, or that of the type."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if is_typeddict(hint):
        return Named(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next(
            (argument for argument in arguments[1:] if not isinstance(argument, str)), None
        ) or type_of(arguments[0])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return words_of(hint)
    if origin is Literal:
        return Text(words=arguments)
    if origin is NotRequired:
        return type_of(arguments[0])
    if origin is list:
        return Each(type_of(arguments[0]))
    if origin is dict:
        return Table(type_of(arguments[1]))
    if origin in (Union, UnionType):
        kinds = tuple(type_of(argument) for argument in arguments if argument is not NoneType)
        one = kinds[0] if len(kinds) == 1 else OneOf(kinds, "one of several kinds")
        return maybe(one) if NoneType in arguments else one
    raise TypeError(f"no declaration is known for {hint!r}")


def fields_of(*kinds: type) -> tuple[Field, ...]:
    """Returns the members of typed dictionaries together; of those with the same name the last."""
    return tuple({field.name: field for kind in kinds for field in record_of(kind).fields}.values())


def optional_members(kind: type, about: str, *names: str) -> type:
    """Returns a typed dictionary with some members of another, by default its own, none of them required."""
    hints = get_type_hints(kind, include_extras=True)
    members = {
        field.name: hints[field.name]
        for field in record_of(kind).fields
        if field.name in (names or kind.__annotations__) and field.default is REQUIRED
    }
    make: Any = TypedDict  # type checkers allow literal names only
    made: type = make(kind.__name__, members, total=False)
    made.__doc__ = about
    return made


def words_in(hint: Any) -> str:
    """Returns the words in an annotation, which describe its value."""
    return next((argument for argument in get_args(hint)[1:] if isinstance(argument, str)), "")
