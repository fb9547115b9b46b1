"""The textbook model as a baseline: `python -m benchmarks.automata [--minizinc] PUZZLE`.

A variable for each cell and an automaton for each line, given to CP-SAT, or with `--minizinc` to Gecode by
way of the program minizinc. Nothing is deduced before, and nothing else is said. Prints `unique`, `multiple`
or `unsolvable`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from ortools.sat.python import cp_model

import nonosat as ns

Arc = tuple[int, int, int]
"""A state, a colour, and the state after it."""


def automaton(clue: tuple[ns.Block, ...]) -> tuple[list[Arc], list[int]]:
    """The arcs from state 0 on, and the states in which a line may end. Clues may not be blotted.

    >>> automaton(ns.Puzzle([[2]], [None, None]).rows[0])
    ([(0, 0, 0), (0, 1, 1), (1, 1, 2), (2, 0, 2)], [2])
    """
    arcs, state = [(0, 0, 0)], 0
    for at, block in enumerate(clue):
        if block.length is None:
            raise click.UsageError("a blotted block is more than this baseline knows")
        if at and clue[at - 1].colour == block.colour:  # a gap, in which the background may go on
            arcs.append((state, 0, state + 1))
            state += 1
            arcs.append((state, 0, state))
        elif at:
            arcs.append((state, 0, state))
        for _ in range(block.length):
            arcs.append((state, block.colour, state + 1))
            state += 1
    if clue:
        arcs.append((state, 0, state))
    return arcs, [state]


def lines(puzzle: ns.Puzzle) -> Iterator[tuple[list[int], list[Arc], list[int]]]:
    """For each line with a clue its cells, and its automaton."""
    for family in puzzle.families:
        for line in family:
            if line.clue is not None:
                yield list(line.cells), *automaton(line.clue)


def by_cp_sat(puzzle: ns.Puzzle) -> int:
    """How many solutions CP-SAT finds, 2 at most."""
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    solver.parameters.num_workers = 1
    cells = [model.new_int_var(0, len(puzzle.palette) - 1, "") for _ in range(sum(puzzle.row_lengths))]
    for line, arcs, ends in lines(puzzle):
        model.add_automaton([cells[cell] for cell in line], 0, ends, arcs)
    for given in puzzle.givens:
        model.add(cells[puzzle.cell(given.row, given.column)] == given.colour)
    if solver.solve(model) == cp_model.INFEASIBLE:
        return 0
    model.add_forbidden_assignments(cells, [[solver.value(cell) for cell in cells]])
    return 1 if solver.solve(model) == cp_model.INFEASIBLE else 2


def minizinc_model(puzzle: ns.Puzzle) -> str:
    """The same model in MiniZinc, whose states count from 1, with 0 for none."""
    size, colours = sum(puzzle.row_lengths), len(puzzle.palette)
    parts = ['include "regular.mzn";', f"array[0..{size - 1}] of var 1..{colours}: x;"]
    for line, arcs, ends in lines(puzzle):
        states = max(ends) + 1
        table = [[0] * colours for _ in range(states)]
        for state, colour, after in arcs:
            table[state][colour] = after + 1
        word = ", ".join(f"x[{cell}]" for cell in line)
        rows = " ".join(f"| {', '.join(map(str, row))}" for row in table)
        finals = ", ".join(str(end + 1) for end in ends)
        parts.append(f"constraint regular([{word}], {states}, {colours}, [{rows} |], 1, {{{finals}}});")
    for row, column, colour in puzzle.givens:
        parts.append(f"constraint x[{puzzle.cell(row, column)}] = {colour + 1};")
    return "\n".join([*parts, "solve satisfy;"])


def by_minizinc(puzzle: ns.Puzzle) -> int:
    """How many solutions Gecode finds, 2 at most."""
    with TemporaryDirectory() as folder:
        model = Path(folder, "model.mzn")
        model.write_text(minizinc_model(puzzle), encoding="utf-8")
        command = ["minizinc", "--solver", "gecode", "-n", "2", str(model)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.count("----------")


@click.command()
@click.argument("path", metavar="PUZZLE", type=click.Path(exists=True, dir_okay=False))
@click.option("--minizinc", is_flag=True, help="By Gecode instead of CP-SAT.")
def main(path: str, minizinc: bool) -> None:
    """Say whether the solution of a puzzle is unique."""
    found = (by_minizinc if minizinc else by_cp_sat)(ns.load(path))
    click.echo(("unsolvable", "unique", "multiple")[found])


if __name__ == "__main__":
    main()
