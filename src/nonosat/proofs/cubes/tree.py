"""The tree of cubes: the cuts, the answers about its leaves, and how much of the whole they are.

It is kept in a journal, see `nonosat.foundation.journals`; a later run repeats only what was at work. A tree
holds nothing but answers, of type `Answered`. What a limit left open is an `Unanswered`, and no tree takes it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from nonosat.foundation.errors import InputError
from nonosat.foundation.journals import JournalFile, Kind, Line, Record, lines, written
from nonosat.foundation.lazy_dataclasses import dataclass, field
from nonosat.foundation.limits import Limit, OutOfReach
from nonosat.model.puzzle import Given, Puzzle
from nonosat.proofs.cubes.lookahead import Cube, Cut, within

A = TypeVar("A")

FORMAT = "nonosat cubes 1"


@dataclass(frozen=True, slots=True)
class Answered(Generic[A]):
    """Answer for a cube."""

    answer: A


@dataclass(frozen=True, slots=True)
class Unanswered(Generic[A]):
    """There is no answer about a cube, for this reason."""

    reason: OutOfReach
    evidence: A | None = None
    """Partial knowledge: some solutions, or a lower bound on their number."""


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """A question about cubes, and how its answers are written."""

    name: str
    ask: Callable[[Puzzle, Limit], Answered[A] | Unanswered[A]]
    """A module-level function, because it is sent to workers."""
    written: Callable[[A], Record]
    """An answer as plain data."""
    read: Callable[[Puzzle, Record], A]
    """An answer about a puzzle from plain data; raises `ValueError`, `TypeError` or `KeyError` for anything else."""


@dataclass(slots=True)
class Tree(Generic[A]):
    """Cuts and answers by cube; mutable."""

    puzzle: Puzzle
    question: Question[A]
    note: Callable[[bytes], None] = lambda _: None
    """Called with a line of the journal for each cut and answer; without a journal nothing happens."""
    cuts: dict[Cube, Cut] = field(default_factory=dict)
    answers: dict[Cube, Answered[A]] = field(default_factory=dict)
    """The answers about leaves."""
    shares: dict[Cube, float] = field(default_factory=lambda: {(): 1.0})
    """Assumed share of the whole per cube; the parts of a cube share it equally."""

    def open_leaves(self) -> Iterator[Cube]:
        """The cubes that are neither cut nor answered, from the left."""
        waiting: list[Cube] = [()]
        while waiting:
            cube = waiting.pop()
            if cube in self.cuts:
                waiting += reversed(self.cuts[cube].children(cube))
            elif cube not in self.answers:
                yield cube

    def leaves(self) -> Iterator[Cube]:
        """Every cube that is not cut, including those that lines refute: every solution is in one."""
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
        """The share of the whole that is answered."""
        return sum(self.shares[cube] for cube in self.answers)

    def cut(self, cube: Cube, found: Cut) -> list[Cube]:
        """Records a cut, and returns the parts of the cube."""
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
        """Takes a line of a journal; raises `InputError` if it does not fit the tree."""
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


def read_tree(path: str, puzzle: Puzzle, question: Question[A]) -> Tree[A]:
    """The tree in a journal, which another run may write to; raises `InputError` if it is about something else."""
    tree = Tree(puzzle, question)
    with open(path, "rb") as file:
        for line in lines(path, file, _kind(puzzle, question)):
            tree.take(path, line)
    return tree


@contextmanager
def kept_tree(
    path: str | os.PathLike[str] | None, puzzle: Puzzle, question: Question[A]
) -> Iterator[Tree[A]]:
    """The tree in a journal, which grows with it; without a path there is no journal.

    Raises `InputError` if the file is about something else, and `OutputError` if it cannot be written or
    another run writes to it.
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
