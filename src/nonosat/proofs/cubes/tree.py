"""The tree of cubes: what was cut, what is known of its leaves, and how much of the whole that is.

It is kept in a file of JSON lines, each written when it is known. A run that was ended goes on from there: a
last line that is torn is passed over, and whatever was at work is done again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nonosat.foundation.errors import InputError, OutputError
from nonosat.model.puzzle import Given, Puzzle
from nonosat.proofs.cubes.lookahead import Cube, Cut

FORMAT = "nonosat cubes 1"


@dataclass(slots=True)
class Tree:
    """Cuts and answers by cube; mutable. `path` is the file that it is kept in, if it is."""

    puzzle: Puzzle
    question: str
    path: Path | None = None
    cuts: dict[Cube, Cut] = field(default_factory=dict)
    answers: dict[Cube, Any] = field(default_factory=dict)
    """What is known of each leaf, as plain data."""
    shares: dict[Cube, float] = field(default_factory=lambda: {(): 1.0})
    """How much of the whole a cube is held to be: that of the cube that was cut, in equal parts."""

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
        """Every cube that is not cut, those that lines refute included: every solution is in one."""
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
        """Notes where a cube was cut; its parts are returned."""
        children = self._cut(cube, found)
        self._write(
            {"cube": list(map(list, cube)), "cell": [found.row, found.place], "colours": found.colours}
        )
        return children

    def answer(self, cube: Cube, found: Any) -> None:
        """Notes what is known of a cube."""
        self.answers[cube] = found
        self._write({"cube": list(map(list, cube)), "answer": found})

    def _cut(self, cube: Cube, found: Cut) -> list[Cube]:
        self.cuts[cube] = found
        children = found.children(cube)
        for child in children:
            self.shares[child] = self.shares[cube] / len(children)
        return children

    def open(self) -> None:
        """Reads what an earlier run has left; raises `InputError` if that is about something else."""
        if self.path is None:
            return
        head = {"format": FORMAT, "question": self.question, "puzzle": self.puzzle.statement.to_json()}
        try:
            lines = (
                self.path.read_text(encoding="utf-8").splitlines(keepends=True) if self.path.exists() else []
            )
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read: {error}", path=str(self.path)) from None
        if lines and not lines[-1].endswith("\n"):
            torn = lines.pop()
            self._cut_off(sum(len(line.encode()) for line in lines), torn)
        if not lines:
            self._write(head)
            return
        for number, line in enumerate(lines, 1):
            try:
                record = json.loads(line)
                if number == 1:
                    if record != json.loads(json.dumps(head)):
                        raise InputError("about another puzzle or question", path=str(self.path))
                    continue
                cube = tuple(Given(*given) for given in record["cube"])
                if "answer" in record:
                    self.answers[cube] = record["answer"]
                else:
                    row, place = record["cell"]
                    self._cut(cube, Cut(row, place, tuple(record["colours"])))
                self.shares[cube]  # a cube that was never cut off is an error
            except (ValueError, TypeError, KeyError, RecursionError):
                raise InputError("not a line of a tree of cubes", path=str(self.path), line=number) from None

    def _cut_off(self, size: int, torn: str) -> None:
        """Takes a torn last line away."""
        assert self.path is not None
        del torn
        try:
            with open(self.path, "r+b") as file:
                file.truncate(size)
        except OSError as error:
            raise OutputError(f"{self.path}: cannot write: {error.strerror}") from None

    def _write(self, record: dict[str, Any]) -> None:
        if self.path is None:
            return
        try:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")
        except OSError as error:
            raise OutputError(f"{self.path}: cannot write: {error.strerror}") from None
