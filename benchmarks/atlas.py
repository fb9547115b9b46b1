"""Every picture of N x N cells, classified: `python -m benchmarks.atlas 5 --write docs/atlas.md`.

A picture is one integer: bit `i * n + j` is the cell in row i and column j. Clues are numbered, so the clues of a picture are one
key, and sorting the keys counts the solutions of every puzzle at once. A picture that shares its key with no other is *unique*.
Unique pictures are propagated together: what is known of a row agrees with the picture, so one table, of a row's cells and its
known cells, says what else is known. The few that lines do not solve are rated, one of each symmetry class.

Counts: OEIS A242876 (unique).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

import nonosat as ns

Pictures = NDArray[np.uint64]

BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"
CHUNK = 1 << 21
"""Pictures propagated at once: 16 MB an array."""


class Hardest(NamedTuple):
    """The pictures whose hardest step is of one technique."""

    technique: str
    pictures: int
    classes: int
    """Up to rotation and reflection."""
    example: int
    """The one with the largest effort."""


@dataclass(frozen=True)
class Atlas:
    """Figures of all pictures of one size."""

    size: int
    puzzles: Counter[int]
    """Number of puzzles by their number of solutions."""
    sweeps: Counter[int]
    """Unique pictures that lines solve, by the sweeps over all rows, or all columns, that they take."""
    longest: int
    """A picture with the most sweeps."""
    harder: tuple[Hardest, ...]
    """The unique pictures that lines do not solve."""

    @property
    def unique(self) -> int:
        """Number of pictures that are the only solution of their puzzle."""
        return self.puzzles[1]

    @property
    def by_lines(self) -> int:
        """Number of pictures that lines solve."""
        return self.sweeps.total()


def rows_of(pictures: Pictures, size: int) -> Iterator[Pictures]:
    """The cells of each row, as numbers below 2 ** size."""
    for row in range(size):
        yield pictures >> np.uint64(row * size) & np.uint64((1 << size) - 1)


def transposed(pictures: Pictures, size: int) -> Pictures:
    """The pictures reflected in the main diagonal."""
    return moved(pictures, size, lambda row, column: (column, row))


def moved(pictures: Pictures, size: int, to: Callable[[int, int], tuple[int, int]]) -> Pictures:
    """The pictures with each cell moved to another place."""
    result = np.zeros_like(pictures)
    for row in range(size):
        for column in range(size):
            new_row, new_column = to(row, column)
            bit = pictures >> np.uint64(row * size + column) & np.uint64(1)
            result |= bit << np.uint64(new_row * size + new_column)
    return result


def clue_numbers(size: int) -> NDArray[np.uint64]:
    """The number of its clue for each filling of a line."""
    numbers: dict[tuple[int, ...], int] = {}
    clues = (tuple(len(run) for run in f"{line:b}".split("0") if run) for line in range(1 << size))
    return np.array([numbers.setdefault(clue, len(numbers)) for clue in clues], np.uint64)


def clue_keys(pictures: Pictures, size: int) -> Pictures:
    """One number for all clues of each picture."""
    numbers = clue_numbers(size)
    keys = np.zeros_like(pictures)
    for lines in (pictures, transposed(pictures, size)):
        for line in rows_of(lines, size):
            keys = keys * np.uint64(numbers.max() + 1) + numbers[line]
    return keys


def line_table(size: int) -> NDArray[np.uint64]:
    """What is known of a line, by its true filling and the cells known so far, at `filling << size | known`."""
    numbers, everything = clue_numbers(size), (1 << size) - 1
    table = np.zeros(1 << 2 * size, np.uint64)
    for filling in range(1 << size):
        alternatives = [line for line in range(1 << size) if numbers[line] == numbers[filling]]
        for known in range(1 << size):
            open_cells = 0
            for line in alternatives:
                if not (line ^ filling) & known:
                    open_cells |= line ^ filling
            table[filling << size | known] = everything & ~open_cells
    return table


def sweeps_needed(pictures: Pictures, size: int) -> NDArray[np.int64]:
    """Sweeps until every cell is known, for each picture; 0 if lines do not suffice."""
    table, everything = line_table(size), (1 << size * size) - 1
    result = np.zeros(len(pictures), np.int64)
    places, known, by_column = np.arange(len(pictures)), np.zeros_like(pictures), False
    sweeps = 0
    while len(places):
        sweeps += 1
        settled = np.zeros_like(known)
        fillings = transposed(pictures[places], size) if by_column else pictures[places]
        for row, (filling, seen) in enumerate(
            zip(rows_of(fillings, size), rows_of(known, size), strict=True)
        ):
            settled |= table[filling << np.uint64(size) | seen] << np.uint64(row * size)
        result[places[settled == everything]] = sweeps
        stuck = (settled == known) & (sweeps > 1)  # the sweep before settled all that its lines can
        left = (settled != everything) & ~stuck
        places, known = places[left], transposed(settled[left], size)
        by_column = not by_column
    return result


def symmetry_class(pictures: Pictures, size: int) -> Pictures:
    """The smallest of each picture's eight rotations and reflections."""
    last, images = size - 1, [pictures, transposed(pictures, size)]
    images += [moved(image, size, lambda row, column: (last - row, column)) for image in images]
    images += [moved(image, size, lambda row, column: (row, last - column)) for image in images]
    smallest: Pictures = np.array(images).min(axis=0)
    return smallest


def grid(picture: int, size: int) -> ns.Grid:
    """The picture as a grid."""
    cells = np.array([picture >> place & 1 for place in range(size * size)], np.uint8)
    return ns.Grid.from_array(cells.reshape(size, size))


def rated(pictures: Pictures, size: int) -> tuple[Hardest, ...]:
    """Pictures that lines do not solve, by the hardest technique of their easiest explanation, the most first."""
    classes, weights = np.unique(symmetry_class(pictures, size), return_counts=True)
    number, kinds, efforts = Counter[str](), Counter[str](), dict[str, tuple[float, int]]()
    for picture, weight in zip(classes.tolist(), weights.tolist(), strict=True):
        rating = ns.rate(grid(picture, size).puzzle())
        hardest = str(rating.hardest)
        number[hardest] += weight
        kinds[hardest] += 1
        efforts[hardest] = max(efforts.get(hardest, (0.0, 0)), (rating.effort, picture))
    return tuple(Hardest(name, count, kinds[name], efforts[name][1]) for name, count in number.most_common())


def atlas(size: int) -> Atlas:
    """Classifies every picture; 5 is the largest size whose keys fit."""
    pictures = np.arange(1 << size * size, dtype=np.uint64)
    keys = np.concatenate(
        [clue_keys(part, size) for part in np.array_split(pictures, -(-len(pictures) // CHUNK))]
    )
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=keys.max() + np.uint64(1)))
    solutions = np.diff(starts, append=len(pictures))
    unique = pictures[order[starts[solutions == 1]]]
    parts = np.array_split(unique, -(-len(unique) // CHUNK))
    sweeps = np.concatenate([sweeps_needed(part, size) for part in parts])
    counts = Counter(
        dict(zip(*(column.tolist() for column in np.unique(sweeps, return_counts=True)), strict=True))
    )
    del counts[0]
    return Atlas(
        size,
        Counter(
            dict(zip(*(column.tolist() for column in np.unique(solutions, return_counts=True)), strict=True))
        ),
        counts,
        int(unique[sweeps.argmax()]),
        rated(unique[sweeps == 0], size),
    )


def table(figures: Atlas, images: Path | None = None) -> Iterator[str]:
    """The page's figures; with a folder, also a picture for each technique, saved there."""
    cells = figures.size**2
    yield "| pictures | |"
    yield "|---|---:|"
    yield f"| all | {2**cells:,} |"
    yield f"| unique: no other picture has their clues | {figures.unique:,} |"
    yield f"| solved by lines, one at a time | {figures.by_lines:,} |"
    for technique in figures.harder:
        named = f"need *{technique.technique}*, and nothing harder"
        yield f"| {named} | {technique.pictures:,} ({technique.classes:,} up to symmetry) |"
    most = max(figures.puzzles)
    yield f"| puzzles with several solutions | {figures.puzzles.total() - figures.unique:,} |"
    yield f"| most solutions of a puzzle, and such puzzles | {most:,}, {figures.puzzles[most]:,} |"
    yield ""
    yield "| sweeps, of all rows and all columns in turns | pictures solved by them |"
    yield "|---:|---:|"
    yield from (f"| {number} | {count:,} |" for number, count in sorted(figures.sweeps.items()))
    if images:
        examples = [(f"{max(figures.sweeps)} sweeps", figures.longest)]
        examples += [(one.technique, one.example) for one in figures.harder]
        yield from (
            "",
            "The puzzle with the most sweeps, and the one with the largest effort for each technique:",
            "",
        )
        yield from gallery(examples, figures.size, images)


def gallery(examples: list[tuple[str, int]], size: int, images: Path) -> Iterator[str]:
    """A table of named pictures, which are saved in a folder beside the page."""
    images.mkdir(exist_ok=True)
    files = [f"{name.replace(' ', '-')}.svg" for name, _ in examples]
    for file, (_, picture) in zip(files, examples, strict=True):
        ns.render(grid(picture, size).puzzle(), show="solution").save(images / file)
    yield f"| {' | '.join(name for name, _ in examples)} |"
    yield f"|{'---|' * len(examples)}"
    yield f"| {' | '.join(f'![]({images.name}/{file})' for file in files)} |"


@click.command()
@click.argument("size", type=click.IntRange(1, 5))
@click.option(
    "--write", type=click.Path(exists=True, path_type=Path), help="The page that gets figures and pictures."
)
def main(size: int, write: Path | None) -> None:
    """Classify every picture of SIZE x SIZE cells."""
    figures = atlas(size)
    if write is None:
        click.echo("\n".join(table(figures)))
        return
    lines = [*table(figures, write.parent / write.stem), ""]
    before, _, rest = write.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    write.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
