"""Every picture of N x N cells, classified: `python -m benchmarks.atlas 5 --write docs/benchmarks.md`.

Clues are numbered, so the clues of a picture are one key, and sorting the keys counts the solutions of every puzzle
at once. A picture that shares its key with no other is *unique*. Unique pictures are propagated together: what is known of
a row agrees with the picture, so one table, of a row's cells and its known cells, says what else is known. The few that
lines do not solve are rated, one of each symmetry class.

All keys of 6x6 do not fit in memory: `python -m benchmarks.atlas 6 --parts 1000` counts them part by part, see
`benchmarks.atlas_parts`.

Counts: OEIS A242876 (unique).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

import nonosat as ns
from benchmarks.atlas_parts import Estimate, count_parts, estimate
from benchmarks.atlas_pictures import Pictures, clue_keys, sweeps_needed, symmetry_class
from benchmarks.report import Program
from nonosat.apps.many.engines import executor_named

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


UNIQUE = {1: 2, 2: 14, 3: 384, 4: 52362, 5: 25309575, 6: 49745060669}
"""Published numbers of unique pictures by size: A242876."""


def counted(
    size: int, parts: int, take: int, journal: Path | None, executor: str | None, workers: int | None
) -> Iterator[str]:
    """Counts the first `take` of `parts` parts, and yields a line of figures for each, and the estimates."""
    done = []
    with executor_named(executor) as engine:
        for part in count_parts(size, parts, range(take), journal, engine, workers):
            done.append(part)
            yield (
                f"part {part.number:,}: {part.pictures:,} pictures, {part.unique:,} unique, "
                f"{part.line_solvable:,} solved by lines"
            )
    yield f"{len(done):,} of {parts:,} parts:"
    for name, words, known in (
        ("unique", "unique", UNIQUE[size]),
        ("line_solvable", "solved by lines", None),
    ):
        said = _said(estimate(done, name, size, parts))
        yield f"  {words}: {said}" + (f"; A242876 has {known:,}" if known else "")


def _said(figure: Estimate) -> str:
    if figure.least == figure.most:
        return f"{figure.total:,.0f}"
    return f"about {figure.total:,.0f} ({figure.least:,.0f} to {figure.most:,.0f} with 95 % confidence)"


@click.command(cls=Program)
@click.argument("size", type=click.IntRange(1, 6))
@click.option(
    "--write", type=click.Path(exists=True, path_type=Path), help="The page that gets figures and pictures."
)
@click.option(
    "--parts", type=click.IntRange(1), help="Count unique and line-solvable pictures in so many parts."
)
@click.option("--take", type=click.IntRange(1), help="Count only so many of the parts, a sample.")
@click.option(
    "--journal", type=click.Path(path_type=Path), help="File of the parts counted; it is continued."
)
@click.option("--executor", help="As of `nonosat batch`: dask:ADDRESS, ray[:ADDRESS] or MODULE:FUNCTION.")
@click.option("--workers", type=click.IntRange(1), help="Calls at once.  [default: one for each processor]")
def main(
    size: int,
    write: Path | None,
    parts: int | None,
    take: int | None,
    journal: Path | None,
    executor: str | None,
    workers: int | None,
) -> None:
    """Classify every picture of SIZE x SIZE cells."""
    if parts is not None:
        for line in counted(size, parts, min(take or parts, parts), journal, executor, workers):
            click.echo(line)
        return
    if size == max(UNIQUE):
        raise click.UsageError("all keys of this size do not fit in memory: give --parts")
    figures = atlas(size)
    if write is None:
        click.echo("\n".join(table(figures)))
        return
    lines = [*table(figures, write.parent / "atlas"), ""]
    before, _, rest = write.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    write.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
