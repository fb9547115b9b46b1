"""Proofs in the LRAT format: from a solver, trimmed to what the contradiction needs, numbered and compressed.

Each step names the clauses that it follows from (hints). Backwards from the last step, a step or clause is kept if a
kept step names it (M. Heule, W. Hunt and N. Wetzler, "Trimming while checking clausal proofs", FMCAD 2013). The file is
memory-mapped; only the offset of each kept step is held.
"""

from __future__ import annotations

import gzip
import io
import mmap
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import BinaryIO

from nonosat.sat.backends import Watch
from nonosat.sat.encodings import Cnf
from nonosat.support.errors import SolverDisagreement
from nonosat.support.limits import Clock

_LOOK = 1024  # steps between two checks of the clock
_LEVEL = 5  # compression level: 6 saves 2 % of the bytes for twice the time


@dataclass(frozen=True, slots=True)
class Refutation:
    """A proof that clauses contradict each other."""

    clauses: tuple[int, ...]
    """Indices, ascending from 0, of the formula's clauses that the proof needs."""
    variables: tuple[int, ...]
    """The variables of these clauses and the proof, ascending; the first is variable 1 of the proof."""
    proof: bytes
    """The proof compressed by gzip; it numbers clauses and variables in this order, from 1."""


class HasModel(SolverDisagreement):
    """The clauses to be refuted have a model."""

    def __init__(self, model: Sequence[int]) -> None:
        super().__init__("there is one more solution than was found")
        self.model = model  # a literal for each variable, in their order


def refutation(cnf: Cnf, clock: Clock, *, watch: Watch | None = None, keep_last: bool = False) -> Refutation:
    """Proves that the clauses contradict each other; with `keep_last` the proof keeps the last one in any case.

    Raises `HasModel` if the clauses have a model, `OutOfReach` at a limit.
    """

    def check(conflicts: int) -> None:
        clock.tick()
        if watch:
            watch(conflicts)

    with TemporaryFile() as file:
        _solve(cnf, file, check)
        file.flush()
        return _trimmed(cnf.clauses, file, clock, keep_last)


def _solve(cnf: Cnf, file: BinaryIO, watch: Watch) -> None:
    """Runs a solver that writes its proof as LRAT."""
    from nonosat.sat.backends import pysat

    if model := pysat.traced(pysat.tracing_backend(), cnf, file, watch):
        raise HasModel(model)


def _trimmed(clauses: Sequence[Sequence[int]], file: BinaryIO, clock: Clock, keep_last: bool) -> Refutation:
    """Trims a proof in a file to the needed steps."""
    kept = _Kept()
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        numbers = _numbers_of_clauses(text, len(clauses))
        for start, end in _backwards(text):
            kept.examine(text, start, end)
            if not kept.steps % _LOOK:
                clock.tick()
        used = [at for at, number in enumerate(numbers) if kept.needed(number)]
        if keep_last and len(clauses) - 1 not in used[-1:]:
            used.append(len(clauses) - 1)
        names = sorted(kept.variables | {abs(literal) for at in used for literal in clauses[at]})
        packed = io.BytesIO()
        with gzip.GzipFile("", "wb", _LEVEL, packed, mtime=0) as out:
            out.writelines(kept.written(text, [numbers[at] for at in used], names, clock.tick))
    return Refutation(tuple(used), tuple(names), packed.getvalue())


def _numbers_of_clauses(text: mmap.mmap, clauses: int) -> Sequence[int]:
    """Returns the numbers of the formula's clauses in a proof.

    They ascend, with gaps: clauses that the solver derives while the formula is loaded take numbers in between.
    """
    taken = set[int]()
    while line := text.readline():
        number, kind, _ = line.split(b" ", 2)
        if kind == b"d":
            continue
        if int(number) > clauses + len(taken):
            break
        taken.add(int(number))
    if not taken:
        return range(1, clauses + 1)
    return [number for number in range(1, clauses + len(taken) + 1) if number not in taken]


def _backwards(text: mmap.mmap) -> Iterator[tuple[int, int]]:
    """Yields start and end of each line of a text, the last line first."""
    end = len(text)
    while end > 0:
        end -= text[end - 1] == 10
        start = text.rfind(b"\n", 0, end) + 1
        yield start, end
        end = start


class _Kept:
    """The kept steps, found from the last one to the first; mutable."""

    def __init__(self) -> None:
        self._needed = bytearray()  # by clause number: whether some kept step names it
        self._places = array("q")  # offsets of the kept steps, the last one first
        self._unused: list[array[int]] = []  # per kept step: clauses that no later step names
        # literals of the kept steps; a step can have literals that its hints lack
        self._literals: set[bytes] = set()
        self.steps = 0  # lines read

    @property
    def variables(self) -> set[int]:
        """Variables of the kept steps."""
        return {abs(int(literal)) for literal in self._literals}

    def needed(self, number: int) -> bool:
        """Returns whether a kept step uses the clause."""
        return number < len(self._needed) and bool(self._needed[number])

    def examine(self, text: mmap.mmap, start: int, end: int) -> None:
        """Keeps a line if it is a needed step; the first step looked at must be the empty clause."""
        self.steps += 1
        head = text[start : min(end, start + 24)].split(b" ", 2)
        if len(head) < 2 or head[1] == b"d":
            return
        number = int(head[0])
        if self._places:
            if not self.needed(number):
                return
        elif head[1] != b"0":
            return
        literals, hints = _parts(text[start:end])
        self._literals.update(literals)
        if len(self._needed) <= number:
            self._needed.extend(bytes(number + 1 - len(self._needed)))
        unused = array("q")
        for hint in hints:
            if not self._needed[hint]:
                self._needed[hint] = 1
                unused.append(hint)
        self._places.append(start)
        self._unused.append(unused)

    def written(
        self, text: mmap.mmap, used: Sequence[int], names: Sequence[int], tick: Callable[[], None]
    ) -> Iterator[bytes]:
        """Yields the lines of the trimmed proof; `used` has the numbers of the kept clauses."""
        new = {old: b"%d" % number for number, old in enumerate(used, 1)}
        literal = {b"%d" % name: b"%d" % number for number, name in enumerate(names, 1)}
        literal |= {b"-" + name: b"-" + number for name, number in literal.items()}
        last = len(used)
        for done, start in enumerate(reversed(self._places)):
            if not done % _LOOK:
                tick()
            end = text.find(b"\n", start)
            line = text[start : end if end >= 0 else len(text)]
            literals, hints = _parts(line)
            last += 1
            name = b"%d" % last
            words = [name, *map(literal.__getitem__, literals), b"0", *map(new.__getitem__, hints), b"0\n"]
            yield b" ".join(words)
            new[int(line[: line.index(b" ")])] = name
            if (unused := self._unused.pop()) and literals:
                yield b"%d d %s 0\n" % (last, b" ".join(map(new.pop, unused)))


def _parts(line: bytes) -> tuple[list[bytes], list[int]]:
    """Returns the literals of a step, as written, and its hints."""
    head, _, tail = line.partition(b" 0 ")
    hints = list(map(int, tail.split()))
    return head.split()[1:], hints[:-1]
