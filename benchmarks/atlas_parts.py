"""Counts unique and line-solvable pictures of N x N cells in independent parts: `python -m benchmarks.atlas 6 --parts 1000`.

Pictures with the same row clues are a family. Only such pictures can share all clues, so each family is counted by itself.
Turning a picture upside down, or reflecting it, maps families onto families with the same figures: one of up to four is
counted, for all. A group has the families with the same clues in all rows but the last two; each of its pictures is a sum
of one table entry per row. Every part gets groups of all sizes by chance, so it is a stratified sample of all pictures.

Figures of parts are lines of a journal, and the same command continues from there. Known counts: OEIS A242876.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import cache, partial
from itertools import product
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.atlas_pictures import Pictures, clue_numbers, rows_of, sweeps_needed, transposed
from nonosat.apps.many.journal_files import JournalFile, JournalKind, JournalLine, written
from nonosat.support.mapping.executors import pool_on
from nonosat.support.mapping.spread import Failed, spread
from nonosat.support.version import VERSION

_SHUFFLE = 1  # seed of the order of groups
_INDEX_BITS = 24  # of a picture within its block of a group
_NORMAL_95 = 1.96  # standard errors to each side of a 95 % interval


class Part(NamedTuple):
    """Figures of one part."""

    number: int
    pictures: int
    unique: int
    line_solvable: int


class Estimate(NamedTuple):
    """An estimate of a count over all pictures, with a 95 % interval."""

    total: float
    least: float
    most: float


def count_part(number: int, *, size: int, parts: int) -> Part:
    """Counts the pictures of a part."""
    pictures = unique = solvable = 0
    for at in _order(size, parts)[number::parts].tolist():
        for block in _blocks(_group(at, size), size):
            counted = _count_block(block, size)
            pictures, unique, solvable = (
                pictures + counted[0],
                unique + counted[1],
                solvable + counted[2],
            )
    return Part(number, pictures, unique, solvable)


@cache
def _order(size: int, parts: int) -> NDArray[np.int64]:
    """Returns the numbers of all groups, by size; each run of `parts` groups is shuffled, so part k gets the k-th of each."""
    counts = np.array([len(fillings) for fillings in _fillings(size)])
    sizes = np.ones(1, np.int64)
    for _ in range(size - 2):
        sizes = (counts[:, None] * sizes).ravel()
    shuffle = np.random.default_rng(_SHUFFLE)
    order = np.argsort(sizes, kind="stable")
    for start in range(0, len(order), parts):
        shuffle.shuffle(order[start : start + parts])
    return order


@cache
def _fillings(size: int) -> list[Pictures]:
    """Returns the fillings of a line for each clue."""
    numbers = clue_numbers(size)
    return [np.flatnonzero(numbers == clue).astype(np.uint64) for clue in range(int(numbers.max()) + 1)]


@cache
def _mirrored(size: int) -> tuple[int, ...]:
    """Returns the number of the reversed clue for each clue."""
    numbers = clue_numbers(size).tolist()
    mirror = {}
    for line in range(1 << size):
        mirror[numbers[line]] = numbers[int(f"{line:0{size}b}"[::-1], 2)]
    return tuple(mirror[clue] for clue in range(len(mirror)))


def _group(at: int, size: int) -> tuple[int, ...]:
    """Returns the clues of all rows but the last two."""
    clues = []
    for _ in range(size - 2):
        at, clue = divmod(at, len(_fillings(size)))
        clues.append(clue)
    return tuple(clues)


def _mixed(rows: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Orders families as if by chance, so that no group stands for most of the images of others."""
    return hash(rows), rows  # Python's hashes of numbers are the same in every run


class _Block(NamedTuple):
    """Families with the same clues in all rows but the last two."""

    clues: tuple[int, ...]
    endings: tuple[tuple[int, int], ...]
    """The clues of the last two rows."""
    weights: tuple[int, ...]
    """Number of families that each one stands for."""


def _blocks(clues: tuple[int, ...], size: int) -> Iterator[_Block]:
    """Yields the families of a group that stand for their images, in blocks whose pictures fit in memory."""
    mirror, every = _mirrored(size), range(len(_fillings(size)))
    counts = [len(fillings) for fillings in _fillings(size)]
    head = int(np.prod([counts[clue] for clue in clues], dtype=np.int64))
    endings: list[tuple[int, int]] = []
    weights: list[int] = []
    held = 0
    for ending in product(every, every):
        rows = (*clues, *ending)
        flipped, reflected = rows[::-1], tuple(mirror[clue] for clue in rows)
        images = {rows, flipped, reflected, reflected[::-1]}
        if rows != min(images, key=_mixed):
            continue
        added = head * counts[ending[0]] * counts[ending[1]]
        if held and held + added > 1 << _INDEX_BITS:
            yield _Block(clues, tuple(endings), tuple(weights))
            endings, weights, held = [], [], 0
        endings.append(ending)
        weights.append(len(images))
        held += added
    if endings:
        yield _Block(clues, tuple(endings), tuple(weights))


def _count_block(block: _Block, size: int) -> tuple[int, int, int]:
    """Returns the number of pictures, of unique ones, and of those that lines solve."""
    pictures, families = _pictures(block, size)
    keys = families.astype(np.uint64)
    numbers = clue_numbers(size)
    base = np.uint64(int(numbers.max()) + 1)
    for column in rows_of(transposed(pictures, size), size):
        keys *= base
        keys += numbers[column]
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    fresh = np.ones(len(keys) + 1, bool)
    fresh[1:-1] = ordered[1:] != ordered[:-1]
    alone = order[fresh[1:] & fresh[:-1]]
    weights = np.array(block.weights)
    solved = sweeps_needed(pictures[alone], size) > 0
    owners = families[alone]
    return (
        int(weights[families].sum()),
        int(weights[owners].sum()),
        int(weights[owners[solved]].sum()),
    )


def _pictures(block: _Block, size: int) -> tuple[Pictures, NDArray[np.int64]]:
    """Returns all pictures of the families, and the index of the family of each."""
    fillings = _fillings(size)
    head = np.zeros(1, np.uint64)
    for row, clue in enumerate(block.clues):
        head = (head[:, None] | fillings[clue] << np.uint64(row * size)).ravel()
    parts = []
    for first, second in block.endings:
        rows = fillings[first][:, None] << np.uint64((size - 2) * size) | fillings[second] << np.uint64(
            (size - 1) * size
        )
        parts.append((head[:, None] | rows.ravel()).ravel())
    return np.concatenate(parts), np.repeat(np.arange(len(parts)), [len(part) for part in parts])


def count_parts(
    size: int,
    parts: int,
    numbers: Iterable[int],
    journal: Path | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
) -> Iterator[Part]:
    """Counts some parts on any workers, and yields their figures; those in the journal first."""
    folders = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, folders))  # for children: they import this module
    known: dict[int, Part] = {}

    def take(line: JournalLine) -> None:
        if "pictures" in line.record:
            part = Part(**{name: line.record[name] for name in Part._fields})
            known[part.number] = part

    head = {"format": "atlas", "size": size, "parts": parts, "version": VERSION}
    kind = JournalKind("figures of a part", b'{"number": ', lambda record: "pictures" in record, head=head)
    file = JournalFile(str(journal), kind, take) if journal else None
    try:
        yield from (known[number] for number in numbers if number in known)
        left = [number for number in numbers if number not in known]
        with pool_on(executor, workers) as pool:
            for _, part in spread(partial(count_part, size=size, parts=parts), left, pool):
                if isinstance(part, Failed):
                    raise part.error
                if file:
                    file.add(written(part._asdict()))
                yield part
    finally:
        if file:
            file.close()


def estimate(parts: list[Part], name: str, size: int, number: int) -> Estimate:
    """Estimates a count over all pictures from some of `number` parts: a ratio estimator, exact from all parts."""
    everything, seen = 2 ** (size * size), sum(part.pictures for part in parts)
    ratio = sum(getattr(part, name) for part in parts) / seen
    total = ratio * everything
    share = len(parts) / number
    if len(parts) < 2:
        return Estimate(total, 0 if share < 1 else total, everything if share < 1 else total)
    residues = sum((getattr(part, name) - ratio * part.pictures) ** 2 for part in parts)
    error = everything / seen * sqrt((1 - share) * len(parts) / (len(parts) - 1) * residues)
    return Estimate(total, total - _NORMAL_95 * error, total + _NORMAL_95 * error)
