"""The specification of a data set: wishes, number of puzzles, seed, and contents of a record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isinf
from typing import Any

from nonosat.apps.batch.places import hashed
from nonosat.apps.generation.wish import FIGURES, Wish, wish_of
from nonosat.support.errors import UsageError
from nonosat.support.lazy_dataclasses import dataclass

MOST = 1_000_000_000  # maximum number of puzzles
_DIGITS = 16  # digits of a key that decide the split


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that determines a data set, except the version.

    Raises `UsageError` for invalid values.
    """

    wishes: tuple[Wish, ...]  # all get the same number of puzzles, or one more
    count: int
    seed: int
    steps: int  # steps of the explanation in each record
    splits: tuple[tuple[str, Fraction], ...] = ()  # names with their shares, whose sum is 1

    def __post_init__(self) -> None:
        if not self.wishes:
            raise UsageError("a data set needs at least one wish")
        if shape := next((wish.shape for wish in self.wishes if wish.shape), None):
            raise UsageError(f"a data set has rectangles only, not {shape}")
        for name, value, most in (
            ("count", self.count, MOST),
            ("seed", self.seed, None),
            ("steps", self.steps, None),
        ):
            if value < 0 or (most is not None and value > most):
                raise UsageError(f"a data set cannot have {name} {value}")
        if self.splits and sum(share for _, share in self.splits) != 1:
            total = float(sum(share for _, share in self.splits))
            raise UsageError(f"the shares of all splits must add up to 1, got {total:g}")

    @property
    def quotas(self) -> list[int]:
        """Number of puzzles per wish."""
        number = len(self.wishes)
        return [(self.count + number - 1 - at) // number for at in range(number)]

    def split_of(self, key: str) -> str | None:
        """Returns the split of a puzzle by its canonical key; None without splits."""
        place, end = Fraction(int(key[:_DIGITS], 16), 16**_DIGITS), Fraction(0)
        for name, share in self.splits:
            end += share
            if place < end:
                return name
        return None

    def to_json(self) -> dict[str, Any]:
        """Returns it as plain data."""
        return {
            "wishes": [stated(wish) for wish in self.wishes],
            "count": self.count,
            "seed": self.seed,
            "steps": self.steps,
            "splits": {name: float(share) for name, share in self.splits},
        }

    def key(self, version: str) -> str:
        """Returns 16 hexadecimal digits, a hash of recipe and version."""
        return hashed(json.dumps([self.to_json(), version], sort_keys=True)).hex()[:16]


def stated(wish: Wish) -> dict[str, Any]:
    """Returns the fields of a wish that differ from the default, as plain data."""
    default = Wish(width=wish.width, height=wish.height).to_json()
    plain = wish.to_json()
    return {
        name: value for name, value in plain.items() if name in ("width", "height") or value != default[name]
    }


def splits_of(shares: Mapping[str, float]) -> tuple[tuple[str, Fraction], ...]:
    """Returns names with their shares as exact fractions of the written decimals; raises `UsageError`."""
    found = []
    for name, share in shares.items():
        if not name or not isinstance(share, (int, float)) or not 0 < share <= 1:
            raise UsageError(f"the share of a split must be above 0 and at most 1, not {name}={share}")
        found.append((name, Fraction(repr(share))))
    return tuple(found)


def wishes_of(tables: Sequence[Mapping[str, Any]], base: Wish) -> list[Wish]:
    """Returns wishes like `base`, changed by one table each: names of `wish_of`.

    Raises `UsageError` for anything else.
    """
    found = []
    for at, table in enumerate(tables, 1):
        changes = {name.replace("-", "_"): value for name, value in table.items()}
        if changes.get("solutions") == "any":
            changes["solutions"] = None
        if isinstance(figures := changes.get("figures"), Mapping):
            changes["figures"] = {name: _range(value) for name, value in figures.items()}
        changes |= {name: _range(value) for name, value in changes.items() if name in FIGURES}
        try:
            found.append(wish_of(base, **changes))
        except UsageError as error:
            raise UsageError(f"wish {at}: {error}") from None
    return found


def _range(value: Any) -> Any:
    """Returns the range of a figure: of a number, or of a list of two, where infinity means no bound."""
    if isinstance(value, list) and len(value) == 2:
        return tuple(None if isinstance(each, float) and isinf(each) else each for each in value)
    return (value, value)
