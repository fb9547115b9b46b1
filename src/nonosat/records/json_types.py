"""Types of JSON values, declared once: they read and check input, and describe it as JSON Schema.

Each type has two methods. `read` returns the value of some JSON or raises `Refused`, which names the place; `schema`
returns the JSON Schema in the dialect of OpenAPI 3.1. Both agree: `read` accepts exactly the values that the schema allows.

Types are immutable and compared by identity. They are not `frozen` dataclasses: every command loads them, and the extra
methods would take 0.3 ms per class to compile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from math import isfinite
from typing import Any, Protocol

from nonosat.support.sentences import number_text

Schemas = dict[str, Any]
"""Schemas of named records by name; `Type.schema` adds those it refers to."""


class Refused(ValueError):
    """A value that is not as declared: the reason and the place, such as `puzzle.rows[2]`."""

    def __init__(self, reason: str, where: str) -> None:
        super().__init__(f"`{where}` {reason}" if where else reason)
        self.reason = reason
        self.where = where


class Type(Protocol):
    """A type of JSON values."""

    def read(self, value: Any, where: str) -> Any:
        """Returns the value of some JSON; raises `Refused`."""

    def schema(self, named: Schemas) -> dict[str, Any]:
        """Returns the JSON Schema of these values."""


@dataclass(slots=True, eq=False, repr=False)
class Anything:
    """Any JSON."""

    def read(self, value: Any, where: str) -> Any:  # noqa: ARG002
        return value

    def schema(self, named: Schemas) -> dict[str, Any]:  # noqa: ARG002
        return {}


@dataclass(slots=True, eq=False, repr=False)
class Flag:
    """True or false."""

    def read(self, value: Any, where: str) -> bool:
        return bool(_require(isinstance(value, bool), value, "must be true or false", where))

    def schema(self, named: Schemas) -> dict[str, Any]:  # noqa: ARG002
        return {"type": "boolean"}


@dataclass(slots=True, eq=False, repr=False)
class Whole:
    """A whole number within bounds."""

    least: int = 0
    most: int | None = None

    def read(self, value: Any, where: str) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        whole = isinstance(value, int) and not isinstance(value, bool)
        _require(whole, value, "must be a whole number", where)
        _require_within(value, self.least, self.most, where)
        return int(value)

    def all_within(self, values: list[Any]) -> bool:
        """Returns True if `read` would return each of these values as it is."""
        if set(map(type, values)) != {int}:
            return False
        return self.least <= min(values) and (self.most is None or max(values) <= self.most)

    def schema(self, named: Schemas) -> dict[str, Any]:  # noqa: ARG002
        return {"type": "integer", **_bounds(self.least, self.most)}


@dataclass(slots=True, eq=False, repr=False)
class Number:
    """A number within bounds."""

    least: float = 0
    most: float | None = None

    def read(self, value: Any, where: str) -> float:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        _require(number and (isinstance(value, int) or isfinite(value)), value, "must be a number", where)
        _require_within(value, self.least, self.most, where)
        return float(value)

    def schema(self, named: Schemas) -> dict[str, Any]:  # noqa: ARG002
        return {"type": "number", **_bounds(self.least, self.most)}


@dataclass(slots=True, eq=False, repr=False)
class Text:
    """Text of limited length, one of some words, or text of certain characters."""

    most: int | None = None
    words: tuple[str, ...] = ()
    letters: str = ""
    """Allowed characters, as in a regular expression's brackets; the text has at least one."""

    def read(self, value: Any, where: str) -> str:
        _require(isinstance(value, str), value, "must be text", where)
        if not _is_encodable(value):
            raise Refused("must be text that can be encoded; it has half of a surrogate pair", where)
        if self.words and value not in self.words:
            _require(False, value, f"must be one of {', '.join(self.words)}{_near(value, self.words)}", where)
        if self.most is not None and len(value) > self.most:
            raise Refused(
                f"must have {number_text(self.most, 'character')} at most, not {len(value):,}", where
            )
        if self.letters:
            fine = re.fullmatch(f"[{self.letters}]+", value) is not None
            _require(fine, value, f"must consist of characters of {self.letters}", where)
        return str(value)

    def schema(self, named: Schemas) -> dict[str, Any]:  # noqa: ARG002
        bound = {} if self.most is None else {"maxLength": self.most}
        words = {"enum": list(self.words)} if self.words else {}
        letters = {"pattern": f"^[{self.letters}]+$"} if self.letters else {}
        return {"type": "string", **bound, **words, **letters}


def _near(value: str, words: Iterable[str]) -> str:
    """Suggests words similar to a wrong one."""
    from difflib import get_close_matches  # imported late: only errors need it

    near = get_close_matches(value[:40], list(words))
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def _is_encodable(text: str) -> bool:
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def words_of(kind: type[Enum]) -> Text:
    """Returns the type of the values of an enumeration."""
    return Text(words=tuple(str(word.value) for word in kind))


@dataclass(slots=True, eq=False, repr=False)
class Each:
    """A list, with optional minimum and maximum length."""

    item: Type
    most: int | None = None
    least: int = 0

    def read(self, value: Any, where: str) -> list[Any]:
        _require(isinstance(value, list), value, "must be a list", where)
        count = len(value)
        if count < self.least or (self.most is not None and count > self.most):
            raise Refused(f"must have {_many(self.least, self.most)}, not {count:,}", where)
        if isinstance(self.item, Whole) and self.item.all_within(value):
            return list(value)
        return [self.item.read(item, f"{where}[{at}]") for at, item in enumerate(value)]

    def schema(self, named: Schemas) -> dict[str, Any]:
        bounds = {"minItems": self.least or None, "maxItems": self.most}
        given = {key: bound for key, bound in bounds.items() if bound is not None}
        return {"type": "array", "items": self.item.schema(named), **given}


@dataclass(slots=True, eq=False, repr=False)
class OneOf:
    """A value of one of several disjoint types."""

    types: tuple[Type, ...]
    what: str
    """Description for the message."""

    def read(self, value: Any, where: str) -> Any:
        for kind in self.types:
            try:
                return kind.read(value, where)
            except Refused as refused:
                if refused.where != where:  # the kind matches, but a part is wrong
                    raise
        raise Refused(f"must be {self.what}, got {_shown(value)}", where)

    def schema(self, named: Schemas) -> dict[str, Any]:
        return {"anyOf": [kind.schema(named) for kind in self.types]}


def maybe(kind: Type) -> Type:
    """Returns the type of values of another, or null."""
    return Maybe(kind)


@dataclass(slots=True, eq=False, repr=False)
class Maybe:
    """A value of a type, or null."""

    kind: Type

    def read(self, value: Any, where: str) -> Any:
        return None if value is None else self.kind.read(value, where)

    def schema(self, named: Schemas) -> dict[str, Any]:
        return {"anyOf": [self.kind.schema(named), {"type": "null"}]}


@dataclass(slots=True, eq=False, repr=False)
class Table:
    """An object with any keys and values of one type."""

    value: Type
    most: int | None = None

    def read(self, value: Any, where: str) -> dict[str, Any]:
        _require(isinstance(value, dict), value, "must be an object", where)
        if self.most is not None and len(value) > self.most:
            raise Refused(f"must have {number_text(self.most, 'member')} at most, not {len(value):,}", where)
        return {key: self.value.read(item, f"{where}.{key}") for key, item in value.items()}

    def schema(self, named: Schemas) -> dict[str, Any]:
        bound = {} if self.most is None else {"maxProperties": self.most}
        return {"type": "object", "additionalProperties": self.value.schema(named), **bound}


REQUIRED = object()
"""Default of a required member."""


@dataclass(slots=True, eq=False, repr=False)
class Field:
    """A member of a record."""

    name: str
    type: Type
    about: str
    default: Any = REQUIRED
    """Value of a missing member; the schema does not show None."""


@dataclass(slots=True, eq=False, repr=False)
class Record:
    """An object with these members and no others."""

    name: str
    """Name of the schema; empty for one that is described in place."""
    fields: tuple[Field, ...]
    either: tuple[str, ...] = ()
    """Members that exclude each other; exactly one is required."""
    about: str = ""
    example: Mapping[str, Any] | None = None

    def read(self, value: Any, where: str = "") -> dict[str, Any]:
        _require(isinstance(value, dict), value, "must be an object", where)
        inside = f"{where}." if where else ""
        members = {}
        for field in self.fields:
            if field.name in value:
                members[field.name] = field.type.read(value[field.name], inside + field.name)
            elif field.default is REQUIRED:
                raise Refused("is missing", inside + field.name)
            else:
                members[field.name] = field.default
        if len(value) > len(value.keys() & members.keys()):
            strange = min(map(str, value.keys() - members.keys()))
            near = _near(strange, members.keys() - value.keys())
            raise Refused(f"has no member {strange[:40]!r}{near}; there are {', '.join(members)}", where)
        if self.either and len(value.keys() & set(self.either)) != 1:
            raise Refused(f"must have exactly one of {', '.join(self.either)}", where)
        return members

    def schema(self, named: Schemas) -> dict[str, Any]:
        if not self.name:
            return self._schema(named)
        if self.name not in named:
            named[self.name] = {}  # a record can hold records of its own kind
            named[self.name] = self._schema(named)
        return {"$ref": f"#/components/schemas/{self.name}"}

    def _schema(self, named: Schemas) -> dict[str, Any]:
        members = {field.name: _described(field, named) for field in self.fields}
        required = [field.name for field in self.fields if field.default is REQUIRED]
        return {
            "type": "object",
            **({"description": self.about} if self.about else {}),
            "properties": members,
            **({"required": required} if required else {}),
            **({"oneOf": [{"required": [name]} for name in self.either]} if self.either else {}),
            "additionalProperties": False,
            **({"example": dict(self.example)} if self.example else {}),
        }


def _described(field: Field, named: Schemas) -> dict[str, Any]:
    shown = field.default is not REQUIRED and field.default is not None
    return {
        **field.type.schema(named),
        "description": field.about,
        **({"default": field.default} if shown else {}),
    }


def _bounds(least: float | None, most: float | None) -> dict[str, Any]:
    bounds = {"minimum": least, "maximum": most}
    return {key: bound for key, bound in bounds.items() if bound is not None}


def _many(least: int, most: int | None) -> str:
    if most is None:
        return f"{least:,} or more items"
    return number_text(least, "item") if least == most else f"{least:,} to {number_text(most, 'item')}"


def _require(fine: bool, value: Any, reason: str, where: str) -> Any:
    if not fine:
        raise Refused(f"{reason}, got {_shown(value)}", where)
    return value


def _require_within(value: float, least: float, most: float | None, where: str) -> None:
    if value < least or (most is not None and value > most):
        bounds = f"at least {least:,}" if most is None else f"between {least:,} and {most:,}"
        raise Refused(f"must be {bounds}, got {_shown(value)}", where)


def _shown(value: Any) -> str:
    """Returns a value for a message, cut to a readable length; lists and objects are only named.

    >>> _shown("x" * 50), _shown([1]), _shown(None)
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...", 'a list', 'null')
    """
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and value.bit_length() > 200:
        return "a very long number"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
