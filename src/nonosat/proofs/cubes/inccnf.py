"""Writes a puzzle's formula and cubes as one iCNF file, for cube-and-conquer solvers and Mallob.

The file has the header `p inccnf`, the clauses, and a line `a LITERALS 0` (assumptions) per cube (S. Wieringa, "The icnf
file format", 2012).
"""

from __future__ import annotations

from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.proofs.cubes.conquer import divide
from nonosat.proofs.cubes.cube_questions import COUNTING
from nonosat.proofs.cubes.tree import Tree
from nonosat.sat.exports import encode
from nonosat.support.limits import Clock, Limit


def encode_cubes(
    puzzle: Puzzle,
    *,
    cubes: int,
    propagated: bool = True,
    excluding: Grid | None = None,
    limit: Limit,
) -> str:
    """Returns the formula of `encode` with about `cubes` cubes; raises `OutOfReach` at a limit.

    There are fewer if no cell is left to cut at, more if the last cut has more than two colours or lines refute some.
    """
    clock = Clock(limit, extra_limits=("memory",))
    text = encode(puzzle, propagated=propagated, excluding=excluding, limit=clock.rest)
    lines = text.splitlines()
    literals = {}
    for line in lines:
        if line.startswith("c cell "):
            row, place, colour, literal = map(int, line.split()[2:])
            literals[Given(row, place, colour)] = literal
    tree = Tree(puzzle.statement, COUNTING)
    divide(tree, cubes, clock)
    leaves = [[literals.get(given) for given in cube] for cube in tree.leaves()]
    return "\n".join(
        (
            *("p inccnf" if line.startswith("p cnf ") else line for line in lines if line[:6] != "c p sh"),
            # lines refute a colour without a literal
            *(f"a {' '.join(map(str, leaf))} 0" for leaf in leaves if None not in leaf and leaf),
            "",
        )
    )
