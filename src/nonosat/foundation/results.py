"""What the results of all questions have in common: one line for people, plain data for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

from nonosat.foundation.displays import NotebookDisplay
from nonosat.foundation.longint import LongInt

_WIDTH = 60
"""Characters of one value in the line of a result."""


class Result(NotebookDisplay):
    """Frozen data whose `repr` is one line, and that `to_json` makes plain; base of dataclasses."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The fields that differ from their defaults, each cut to a readable length."""
        shown = []
        for each in fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            if each.repr and (each.default is MISSING or value != each.default):
                shown.append(f"{each.name}={_brief(value)}")
        return f"{type(self).__name__}({', '.join(shown)})"

    def to_json(self) -> Mapping[str, Any]:
        """The record of it, plain data that `json.dumps` takes; see docs/json.md.

        Of a result that is not the answer to a question, all fields and what is derived from them, but for
        those that say how it was found, which comparison ignores too. A number of solutions is a string of
        digits: other readers may not take so long a number.
        """
        names = [each.name for each in fields(self) if each.repr]  # type: ignore[arg-type]
        names += [name for name, each in vars(type(self)).items() if isinstance(each, property)]
        return {name: plain(getattr(self, name)) for name in names}


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
