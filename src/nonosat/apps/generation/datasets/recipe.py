"""The specification of a data set: wish, number of puzzles, seed, and contents of a record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction

from nonosat.apps.batch.places import hashed
from nonosat.apps.generation.wish import Wish
from nonosat.support.errors import UsageError
from nonosat.support.lazy_dataclasses import dataclass

MOST = 1_000_000_000  # maximum number of puzzles
_DIGITS = 16  # digits of a key that decide the split


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that determines a data set, except the version.

    Raises `UsageError` for invalid values.
    """

    wish: Wish
    count: int
    seed: int
    steps: int  # steps of the explanation in each record
    splits: tuple[tuple[str, Fraction], ...] = ()  # names with their shares, whose sum is 1

    def __post_init__(self) -> None:
        if self.wish.shape:
            raise UsageError(f"a data set has rectangles only, not {self.wish.shape}")
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

    def split_of(self, key: str) -> str | None:
        """Returns the split of a puzzle by its canonical key; None without splits."""
        place, end = Fraction(int(key[:_DIGITS], 16), 16**_DIGITS), Fraction(0)
        for name, share in self.splits:
            end += share
            if place < end:
                return name
        return None

    def key(self, version: str) -> str:
        """Returns 16 hexadecimal digits, a hash of recipe and version."""
        splits = [(name, float(share)) for name, share in self.splits]
        parts = [self.wish.to_json(), self.count, self.seed, self.steps, splits, version]
        return hashed(json.dumps(parts, sort_keys=True)).hex()[:16]


def splits_of(shares: Mapping[str, float]) -> tuple[tuple[str, Fraction], ...]:
    """Returns names with their shares as exact fractions of the written decimals; raises `UsageError`."""
    exact = []
    for name, share in shares.items():
        if not name or not isinstance(share, (int, float)) or not 0 < share <= 1:
            raise UsageError(f"the share of a split must be above 0 and at most 1, not {name}={share}")
        exact.append((name, Fraction(repr(share))))
    return tuple(exact)
