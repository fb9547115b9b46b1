"""The tree of cubes: cuts, answers about its leaves, and their share of the whole.

A journal keeps it, see `nonosat.support.journals`; a later run repeats only unfinished cubes. A tree holds `Answered`
cubes only; a cube that a limit left open is `Unanswered` and is not kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from nonosat.model.puzzle import Given, Puzzle
from nonosat.proofs.cubes.lookahead import Cube, Cut, within
from nonosat.support.errors import InputError
from nonosat.support.journals import JournalFile, Kind, Line, Record, written
from nonosat.support.lazy_dataclasses import dataclass, field
from nonosat.support.limits import Limit, OutOfReach

A = TypeVar("A")

FORMAT = "nonosat cubes 1"


@dataclass(frozen=True, slots=True)
class Answered(Generic[A]):
    """Answer for a cube."""

    answer: A


@dataclass(frozen=True, slots=True)
class Unanswered(Generic[A]):
    """A cube without an answer, and the reason."""

    reason: OutOfReach
    evidence: A | None = None
    """Partial knowledge: some solutions, or a lower bound on their number."""


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """A question about cubes, and the format of its answers."""

    name: str
    ask: Callable[[Puzzle, Limit], Answered[A] | Unanswered[A]]
    """A module-level function, since it is sent to workers."""
    written: Callable[[A], Record]
    """Converts an answer to plain data."""
    read: Callable[[Puzzle, Record], A]
    """Reads an answer about a puzzle; raises `ValueError`, `TypeError` or `KeyError` for other data."""


@dataclass(slots=True)
class Tree(Generic[A]):
    """Cuts and answers by cube; mutable."""

    puzzle: Puzzle
    question: Question[A]
    note: Callable[[bytes], None] = lambda _: None
    """Writes a journal line for each cut and answer."""
    cuts: dict[Cube, Cut] = field(default_factory=dict)
    answers: dict[Cube, Answered[A]] = field(default_factory=dict)
    """Answers about leaves."""
    shares: dict[Cube, float] = field(default_factory=lambda: {(): 1.0})
    """Assumed share of the whole per cube; the parts of a cube share it equally."""

    def open_leaves(self) -> Iterator[Cube]:
        """Yields the cubes that are neither cut nor answered, from the left."""
        waiting: list[Cube] = [()]
        while waiting:
            cube = waiting.pop()
            if cube in self.cuts:
                waiting += reversed(self.cuts[cube].children(cube))
            elif cube not in self.answers:
                yield cube

    def leaves(self) -> Iterator[Cube]:
        """Yields every cube that is not cut, including the ones refuted by lines: every solution is in one."""
        waiting: list[Cube] = [()]
        while waiting:
            cube = waiting.pop()
            if cube in self.cuts:
                cell = self.cuts[cube]
                colours = range(len(self.puzzle.palette))
                waiting += reversed(Cut(cell.row, cell.place, tuple(colours)).children(cube))
            else:
                yield cube

    @property
    def done(self) -> float:
        """Answered share of the whole."""
        return sum(self.shares[cube] for cube in self.answers)

    def cut(self, cube: Cube, found: Cut) -> list[Cube]:
        """Records a cut; returns the parts of the cube."""
        children = self._cut(cube, found)
        cell, colours = [found.row, found.place], list(found.colours)
        self.note(written({"cube": list(map(list, cube)), "cell": cell, "colours": colours}))
        return children

    def answer(self, cube: Cube, found: Answered[A]) -> None:
        """Records the answer about a cube."""
        self.answers[cube] = found
        record = self.question.written(found.answer)
        self.note(written({"cube": list(map(list, cube)), "answer": record}))

    def _cut(self, cube: Cube, found: Cut) -> list[Cube]:
        self.cuts[cube] = found
        children = found.children(cube)
        for child in children:
            self.shares[child] = self.shares[cube] / len(children)
        return children

    def take(self, path: str, line: Line) -> None:
        """Reads a journal line; raises `InputError` if it does not fit the tree."""
        if line.number == 1:
            return
        try:
            cube = tuple(Given(*given) for given in line.record["cube"])
            self.shares[cube]  # an unknown cube is an error
            if cube in self.cuts or (cube in self.answers and "answer" not in line.record):
                raise ValueError(cube)  # answers would count twice
            if "answer" not in line.record:
                row, place = line.record["cell"]
                self._cut(cube, Cut(row, place, tuple(line.record["colours"])))
            elif (record := line.record["answer"]).get(
                "done", True
            ) is True:  # older versions wrote others too
                self.answers[cube] = Answered(self.question.read(within(self.puzzle, cube), record))
        except (ValueError, TypeError, KeyError, AttributeError):
            raise InputError("not a line of a tree of cubes", path=path, line=line.number) from None


def _kind(puzzle: Puzzle, question: Question[Any]) -> Kind:
    head = {"format": FORMAT, "question": question.name, "puzzle": puzzle.statement.to_json()}
    return Kind("a line of a tree of cubes", b'{"cube": ', lambda record: "cube" in record, head=head)


@contextmanager
def kept_tree(
    path: str | os.PathLike[str] | None, puzzle: Puzzle, question: Question[A]
) -> Iterator[Tree[A]]:
    """Opens a tree and its journal, if there is a path.

    Raises `InputError` for another journal, `OutputError` if it cannot be written or another run writes to it.
    """
    tree = Tree(puzzle, question)
    if path is None:
        yield tree
        return
    name = os.fspath(path)
    journal = JournalFile(name, _kind(puzzle, question), lambda line: tree.take(name, line))
    tree.note = journal.add
    try:
        yield tree
    finally:
        journal.close()
