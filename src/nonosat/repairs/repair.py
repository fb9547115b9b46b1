"""One function for all repairs, like `nonosat repair --by`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal

from nonosat.model.puzzle import Puzzle
from nonosat.repairs.repair_clue import repair_clue
from nonosat.repairs.repair_givens import repair_givens
from nonosat.repairs.repair_pixels import repair_pixels
from nonosat.repairs.result import Repair
from nonosat.support.arguments import question
from nonosat.support.errors import ArgumentError
from nonosat.support.limits import Limit, limit_of


@question
def repair(
    puzzle: Puzzle,
    by: Literal["givens", "pixels", "clue"],
    *,
    filled: bool = False,
    line_solvable: bool = False,
    protect: Collection[tuple[int, int]] = (),
    keep_look: bool = False,
    symmetry: Literal["auto", "none"] = "auto",
    choices: int = 1,
    edits: int = 1,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Repair:
    """Finds the smallest change that repairs a puzzle, `by` revealing cells, repainting cells, or correcting a clue.

    `filled` is an option of givens, `line_solvable`, `protect`, `keep_look`, `symmetry` and `choices` of pixels, `edits` of clue.
    `repair_givens`, `repair_pixels` and `repair_clue` have further ones.

    >>> repair(Puzzle(rows=[[1], [1]], columns=[[1], [1]]), "givens").cost
    1
    """
    pixels = {
        "line_solvable": line_solvable,
        "protect": protect,
        "keep_look": keep_look,
        "symmetry": symmetry,
        "choices": choices,
    }
    kinds: dict[str, tuple[Callable[..., Repair], dict[str, Any]]] = {
        "givens": (repair_givens, {"filled": filled}),
        "pixels": (repair_pixels, pixels),
        "clue": (repair_clue, {"edits": edits}),
    }
    defaults = {"protect": (), "symmetry": "auto", "choices": 1, "edits": 1}
    for kind, (_, own) in kinds.items():
        for name, value in own.items():
            if kind != by and value != defaults.get(name, False):
                raise ArgumentError(f"repair: `{name}` is an option of by={kind!r}, not of by={by!r}")
    function, options = kinds[by]
    return function(puzzle, **options, limit=limit_of(limit, seconds, memory))
