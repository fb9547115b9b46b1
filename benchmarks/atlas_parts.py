"""Counts unique and line-solvable pictures of N x N cells in independent parts: `python -m benchmarks.atlas 6 --parts 1000`.

Pictures with the same row clues are a family. Only such pictures can share all clues, so each family is counted by itself.
Turning a picture upside down, or reflecting it, maps families onto families with the same figures: one of up to four is
counted, for all. Families are dealt to parts as if by chance, so every part is a sample of all pictures.

Figures of parts are lines of a journal, and the same command continues from there. Known counts: OEIS A242876.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import cache, partial
from math import prod, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.atlas_pictures import Pictures, clue_numbers, rows_of, sweeps_needed, transposed
from nonosat.apps.many.journal_files import JournalFile, JournalKind, JournalLine, written
from nonosat.support.children.processes import end_idle
from nonosat.support.mapping.attempts import give_up
from nonosat.support.mapping.executors import pool_on
from nonosat.support.mapping.spread import outcomes
from nonosat.support.version import VERSION

_STEP = 1_000_003  # between the families of two parts: a prime, so that every family has its turn
_BLOCK_PICTURES = 200_000
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


class _Family(NamedTuple):
    """The pictures with these clues of the rows, by number."""

    rows: tuple[int, ...]
    weight: int
    """Number of families that it stands for."""


def count_part(number: int, *, size: int, parts: int) -> Part:
    """Counts the pictures of a part."""
    pictures = unique = solvable = 0
    for block in _blocks(_families(number, size, parts), size):
        counted = _count_block(block, size)
        pictures, unique, solvable = pictures + counted[0], unique + counted[1], solvable + counted[2]
    return Part(number, pictures, unique, solvable)


@cache
def _fillings(size: int) -> list[Pictures]:
    """Returns the fillings of a line for each clue."""
    numbers = clue_numbers(size)
    return [np.flatnonzero(numbers == clue).astype(np.uint64) for clue in range(int(numbers.max()) + 1)]


@cache
def _mirrored(size: int) -> tuple[int, ...]:
    """Returns the number of the reversed clue for each clue."""
    numbers = clue_numbers(size).tolist()
    mirror = {numbers[line]: numbers[int(f"{line:0{size}b}"[::-1], 2)] for line in range(1 << size)}
    return tuple(mirror[clue] for clue in range(len(mirror)))


def _families(number: int, size: int, parts: int) -> Iterator[_Family]:
    """Yields the families of a part that stand for their images."""
    mirror, clues = _mirrored(size), len(_fillings(size))
    total = clues**size
    for at in range(number, total, parts):
        left = at * _STEP % total
        rows = []
        for _ in range(size):
            left, clue = divmod(left, clues)
            rows.append(clue)
        reflected = [mirror[clue] for clue in rows]
        images = {tuple(rows), tuple(rows[::-1]), tuple(reflected), tuple(reflected[::-1])}
        # not the least one: it would often be one of the first families, which have the lowest clues
        if tuple(rows) == min(images, key=_mixed):
            yield _Family(tuple(rows), len(images))


def _mixed(rows: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Orders families as if by chance; Python's hashes of numbers are the same in every run."""
    return hash(rows), rows


def _blocks(families: Iterable[_Family], size: int) -> Iterator[list[_Family]]:
    """Gathers families whose pictures fit in a processor's caches."""
    counts = [len(fillings) for fillings in _fillings(size)]
    block: list[_Family] = []
    held = 0
    for family in families:
        block.append(family)
        held += prod(counts[clue] for clue in family.rows)
        if held >= _BLOCK_PICTURES:
            yield block
            block, held = [], 0
    if block:
        yield block


def _count_block(block: list[_Family], size: int) -> tuple[int, int, int]:
    """Returns the number of pictures, of unique ones, and of those that lines solve."""
    members = [_pictures(family, size) for family in block]
    pictures = np.concatenate(members)
    families = np.repeat(np.arange(len(block)), [len(one) for one in members])
    keys = families.astype(np.uint64)
    numbers = clue_numbers(size)
    base = np.uint64(len(_fillings(size)))
    for column in rows_of(transposed(pictures, size), size):
        keys *= base
        keys += numbers[column]
    order = np.argsort(keys, kind="stable")
    differs = np.ones(len(keys) + 1, bool)
    differs[1:-1] = keys[order][1:] != keys[order][:-1]
    alone = order[differs[1:] & differs[:-1]]
    weights = np.array([family.weight for family in block])
    owners = families[alone]
    solved = sweeps_needed(pictures[alone], size) > 0
    return int(weights[families].sum()), int(weights[owners].sum()), int(weights[owners[solved]].sum())


def _pictures(family: _Family, size: int) -> Pictures:
    """Returns all pictures of a family."""
    pictures = np.zeros(1, np.uint64)
    for row, clue in enumerate(family.rows):
        pictures = (pictures[:, None] | _fillings(size)[clue] << np.uint64(row * size)).ravel()
    return pictures


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
    end_idle()  # children that started without it
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
            for _, part in outcomes(partial(count_part, size=size, parts=parts), left, pool, give_up):
                if file:
                    file._add(written(part._asdict()))
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
