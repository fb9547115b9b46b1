"""`solve`: finds a solution, or lists several."""

from __future__ import annotations

from dataclasses import dataclass

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.counting.listing import solutions
from nonosat.formats import dump
from nonosat.formats.base import Feature
from nonosat.formats.table import format_named
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.options import SearchOptions
from nonosat.search.questions import Solutions
from nonosat.support.end import Stopped
from nonosat.support.errors import UsageError
from nonosat.support.sentences import number_text


@cli.puzzles_command(
    "solve",
    "solve puzzle.non",
    "solve -n 5 puzzle.non",
    "solve puzzle.non -o solution.txt",
    search=True,
)
@click.option("--all", "every", is_flag=True, help="List all solutions.")
@click.option(
    "-n", "--number", "most", type=click.IntRange(min=1), metavar="N", help="List at most N solutions."
)
@cli.output_option("Write the solution, as a picture or as the goal of the puzzle.")
@cli.to_option
def solve_command(
    asked: cli.ManyPuzzles,
    every: bool,
    most: int | None,
    output: str | None,
    target: str | None,
    options: SearchOptions,
) -> int:
    """Find a solution of each puzzle, or list them.

    Solutions go to standard output; how many there are goes to standard error. With --json, --all and -n print a line
    for each solution as soon as it is found, then the record. By default one solution is printed, and the search goes
    on to prove that it is the only one; -n 1 skips that proof.
    With -o the solution goes to a file: as text or an image, or, if the extension is that of a puzzle
    format, as the goal of the puzzle.
    """
    if every and most:
        raise UsageError("--all and -n exclude each other")
    if output is not None and (every or (most or 1) > 1 or asked.many):
        raise UsageError("-o is for one solution of one puzzle")
    target = cli.format_to_write(output, target, "picture")
    if target and Feature.GOAL not in format_named(target).features:
        raise UsageError(f"{target} cannot hold a solution; non, json, picture and images can")
    solver = _Solver(asked, every, most, output, target, options)
    return asked.answer_all(solver)


@dataclass(slots=True)
class _Solver:
    """Solves one puzzle after another; mutable."""

    asked: cli.ManyPuzzles
    every: bool
    most: int | None
    output: str | None
    target: str | None
    options: SearchOptions
    written: str = ""  # name of the puzzle whose solution is written

    @property
    def lists(self) -> bool:
        """True if several solutions are asked for."""
        return self.every or (self.most or 1) > 1

    def __call__(self, asked: cli.OnePuzzle) -> cli.Answer:
        """Prints or writes the solutions of a puzzle, and returns the rest of the answer."""
        wanted, as_json, puzzle = None if self.every else self.most or 1, asked.as_json, asked.puzzle
        limit = self.asked.limit._at_most(None if self.every else self.most or 2)
        listing = solutions(puzzle, limit=limit, options=self.options, observer=asked.observer)
        only: list[object] = []  # the solution for the record; those of a list have lines of their own
        for number, grid in enumerate(listing):
            if wanted is not None and number >= wanted:
                continue
            if self.output is not None:
                self._write(asked.name, puzzle, grid)
            if as_json and not self.lists:
                only.append(grid.to_json())
            elif self.output is None:
                asked.print_solution(grid, first=not number)
        code = 0
        if not listing.found:
            code = cli.EXIT_CODES[listing.verdict]
        elif self.every and not listing.complete:
            code = cli.EXIT_UNKNOWN
        record = {name: getattr(listing, name) for name in ("verdict", "line_solvable", "stopped", "detail")}
        record |= {"solutions": only, "stats": listing.stats.to_json()}
        more = {"listed": listing.found} if self.lists else {}
        notes = [] if as_json else [f"{asked.name}: {_listing(listing, wanted)}"]
        return asked.answer(record, exit_code=code, notes=notes, more=more)

    def _write(self, path: str, puzzle: Puzzle, grid: Grid) -> None:
        if self.written:
            raise UsageError(f"-o is for one solution of one puzzle; say which, as {self.written}")
        assert self.output is not None
        self.written = path
        holds_clues = self.target is None or Feature.CLUES in format_named(self.target).features
        solved = puzzle.replace(goal=grid) if holds_clues else puzzle.replace(goal=grid, givens=())
        dump(solved, self.output, self.target)


def _listing(listing: Solutions, wanted: int | None) -> str:
    """Returns what is known of the number of solutions after listing up to `wanted`."""
    number = listing.found
    if wanted == 1 and number > 1:
        return "one of several solutions"
    if listing.complete:
        return {0: "no solution", 1: "the only solution"}.get(number, f"all {number:,} solutions")
    if listing.stopped is Stopped.SOLUTIONS:
        return f"{number_text(number, 'solution')}, maybe more"
    return f"{number_text(number, 'solution')}, {cli.end_text(listing.stopped, listing.detail)}"
