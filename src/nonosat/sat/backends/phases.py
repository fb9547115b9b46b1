"""Phases that vary a solver."""

from __future__ import annotations

from random import Random


def random_phases(variables: int, seed: int) -> list[int]:
    """Returns a random literal per variable, determined by the seed; none for seed 0."""
    random = Random(seed)
    return [var if random.getrandbits(1) else -var for var in range(1, variables + 1)] if seed else []
