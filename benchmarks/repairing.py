"""Measures how often repairs find the original clues: `python -m benchmarks.repairing clue FOLDER`, or `pixels`.

`clue` changes one number in each of a sample of puzzles with one solution and asks for the typing error: the place of the
original clue among the repairs, and the size of the conflict. `pixels` repaints ambiguous pictures of blobs. Times are CPU
seconds of this process; limits are wall-clock seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import click

import nonosat as ns
from benchmarks.report import Program
from nonosat.apps.generation.kinds import drawn
from nonosat.apps.generation.wish import Kind
from nonosat.model.clues import min_length

CHANGES = (-2, -1, 1, 1, 2, 10)  # what is added to a length: neighbouring keys, and a digit too many
SIDES = (15, 40)  # least and greatest side of a picture

_DENSITY = 0.5
_CHECK_SECONDS = 10.0  # for the search that shows that a puzzle has one solution


@dataclass(frozen=True, slots=True)
class Retyped:
    """One puzzle with a wrong number."""

    place: int | None  # of the original clues among the repairs, from 1
    conflict: int  # clues and givens
    is_minimal: bool
    conflict_seconds: float
    repair_seconds: float


def with_wrong_number(puzzle: ns.Puzzle, random: Random) -> ns.Puzzle:
    """Returns the puzzle with the length of one block changed; the clue still fits into its line."""
    lines = puzzle.lines
    places = [(at, number) for at, line in enumerate(lines) for number in range(len(line.clue or ()))]
    while True:
        at, number = random.choice(places)
        clue = lines[at].clue or ()
        length = clue[number].least + random.choice(CHANGES)
        changed = (*clue[:number], clue[number]._replace(length=length), *clue[number + 1 :])
        if length > 0 and min_length(changed) <= len(lines[at].cells):
            return puzzle.with_clues([changed if one == at else line.clue for one, line in enumerate(lines)])


def retyped(puzzle: ns.Puzzle, random: Random, seconds: float) -> Retyped | None:
    """Returns what comes of one wrong number; None if the puzzle is still solvable."""
    wrong = with_wrong_number(puzzle, random)
    began = process_time()
    conflict = ns.conflict(wrong, seconds=seconds)
    between = process_time()
    repair = ns.repair_clue(wrong, seconds=seconds)
    after = process_time()
    if repair.found and not repair.changes:
        return None
    choices = [choice.repaired for choice in (repair, *repair.alternatives)]
    place = next((at for at, choice in enumerate(choices, 1) if choice == puzzle), None)
    return Retyped(place, conflict.size, conflict.minimal, between - began, after - between)


def sample(folder: Path, number: int, random: Random) -> Iterator[ns.Puzzle]:
    """Yields puzzles of a folder that have one solution and a clue, in random order, without goals."""
    paths = sorted(folder.iterdir())
    random.shuffle(paths)
    taken = 0
    for path in paths:
        puzzle = ns.load(path).statement
        is_usable = not puzzle.problems() and any(line.clue for line in puzzle.lines)
        if is_usable and ns.check(puzzle, seconds=_CHECK_SECONDS).unique:
            yield puzzle
            taken += 1
        if taken == number:
            return


def clue_lines(results: Sequence[Retyped]) -> Iterator[str]:
    """Yields the figures of wrong numbers."""
    total = len(results)
    for name, last in (("first", 1), ("among the first three", 3), ("listed", None)):
        places = [one.place for one in results if one.place and (last is None or one.place <= last)]
        yield f"original clue {name}\t{len(places)}/{total}"
    yield f"conflicts proved minimal\t{sum(one.is_minimal for one in results)}/{total}"
    yield f"median size of a conflict\t{median(one.conflict for one in results):g}"
    for name, times in (
        ("conflict", [one.conflict_seconds for one in results]),
        ("repair", [one.repair_seconds for one in results]),
    ):
        yield f"CPU s of a {name}: median, longest\t{median(times):.2g}, {max(times):.2g}"


def ambiguous(number: int, random: Random) -> Iterator[ns.Grid]:
    """Yields pictures with several solutions."""
    while number:
        width, height = random.randint(*SIDES), random.randint(*SIDES)
        cells = drawn(Kind.BLOBS, height, width, density=_DENSITY, inks=1, random=random)
        picture = ns.Grid(cells[row * width : (row + 1) * width] for row in range(height))
        if ns.check(picture.puzzle(), seconds=_CHECK_SECONDS).verdict is ns.Verdict.MULTIPLE:
            number -= 1
            yield picture


@click.group()
def main() -> None:
    """Print how good repairs are."""


@main.command("clue", cls=Program)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--number", default=150, show_default=True, help="Puzzles.")
@click.option("--seed", default=1, show_default=True, help="Seed of the sample and the changes.")
@click.option("--seconds", default=40.0, show_default=True, help="Wall-clock seconds for each question.")
def clue_command(folder: Path, number: int, seed: int, seconds: float) -> None:
    """Change a number in puzzles, and see whether repairs find it."""
    random = Random(seed)
    outcomes = [retyped(puzzle, random, seconds) for puzzle in sample(folder, number, random)]
    results = [one for one in outcomes if one is not None]
    click.echo(f"puzzles\t{len(outcomes)}, of which {len(outcomes) - len(results)} are still solvable")
    click.echo("\n".join(clue_lines(results)))


@main.command("pixels", cls=Program)
@click.option("--number", default=50, show_default=True, help="Pictures.")
@click.option("--seed", default=1, show_default=True, help="Seed of the pictures.")
@click.option("--seconds", default=3.0, show_default=True, help="Wall-clock seconds for each repair.")
def pixels_command(number: int, seed: int, seconds: float) -> None:
    """Repaint ambiguous pictures."""
    pictures = [*ambiguous(number, Random(seed))]
    for name, is_lines in (("unique", False), ("line-solvable", True)):
        began = process_time()
        repairs = [ns.repair_pixels(one, line_solvable=is_lines, seconds=seconds) for one in pictures]
        took = process_time() - began
        costs = [repair.cost for repair in repairs if repair.found]
        click.echo(
            f"{name}\t{len(costs)}/{number} made so, {sum(repair.optimal for repair in repairs)} proved least, "
            f"median {median(costs or [0]):g} cells, {took:.0f} CPU s"
        )


if __name__ == "__main__":
    main()
