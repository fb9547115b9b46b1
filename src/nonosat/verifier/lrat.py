"""Checks LRAT proofs of unsatisfiability, in which each step names the clauses that it follows from.

A step is a number, a clause and its *hints*, the numbers of clauses. Assume that the clause is false: then each hint in
turn is unit, which makes its last literal true, and the last hint is false. So the clause follows from its hints, and
checking that takes no search (reverse unit propagation). A deletion names clauses that are no longer needed.

Source: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, "Efficient certified RAT verification"
(CADE 26, 2017). Their negative hints, for clauses that do not follow (RAT), are refused.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence

from .budget import Budget
from .values import Refused, Unreadable, shown

MOST_LINE = 4_000_000  # bytes of one step
_PIECE = 1 << 16  # bytes decompressed at a time

_STEP = re.compile(rb"([1-9][0-9]{0,9}) ((?:-?[1-9][0-9]{0,9} )*)0 ((?:[1-9][0-9]{0,9} )+)0")
_DELETION = re.compile(rb"([1-9][0-9]{0,9}) d ((?:[1-9][0-9]{0,9} )+)0")


def unpacked(data: bytes, name: str, budget: Budget) -> Iterator[tuple[int, bytes]]:
    """Yields the lines of a gzip file without line feeds, each with the number of bytes read so far.

    Raises `Unreadable` unless the file is a single gzip member and all its lines are complete.
    """
    machine, rest, at, number = zlib.decompressobj(31), b"", 0, 0
    pending = b""
    try:
        while not machine.eof:
            if not pending:
                pending = data[at : at + _PIECE]
                at += len(pending)
                if not pending:
                    raise Unreadable(f"{name}: the compressed data end too early")
            piece = machine.decompress(pending, _PIECE)
            pending = machine.unconsumed_tail
            budget.check_limits()
            *lines, rest = (rest + piece).split(b"\n")
            number += len(lines)
            for line in lines:
                yield at, line
            if len(rest) > MOST_LINE:
                raise Unreadable(
                    f"{name}:{number + 1}: longer than the {MOST_LINE:,} bytes that are accepted"
                )
    except zlib.error as error:
        raise Unreadable(f"{name}: not compressed by gzip: {error}") from None
    if machine.unused_data or at < len(data):
        raise Unreadable(f"{name}: something follows the compressed data")
    if rest:
        raise Unreadable(f"{name}:{number + 1}: the file ends in the middle of a line")


class Derivation:
    """Clauses by number, and a proof about them, step by step.

    >>> proof = Derivation([[1, 2], [1, -2], [-1]])
    >>> proof.derive(4, [1], [1, 2], "here")
    >>> proof.derive(5, [], [3, 4], "here")
    >>> proof.refuted
    True
    """

    def __init__(self, clauses: Sequence[Sequence[int]]) -> None:
        self._clauses: dict[int, Sequence[int]] = dict(enumerate(clauses, 1))
        self._last = len(clauses)
        self.steps = 0  # clauses that were derived
        self.refuted = False  # True once the empty clause was derived

    def read(self, text: bytes, variables: int, where: str) -> None:
        """Checks one line: a step or a deletion. Raises `Unreadable` or `Refused`."""
        if self.refuted:
            raise Refused(f"{where}: follows the empty clause")
        if match := _STEP.fullmatch(text):
            literals = [int(word) for word in match[2].split()]
            if max(map(abs, literals), default=0) > variables:
                raise Unreadable(f"{where}: there are {variables} variables, got {shown(text.decode())}")
            self.derive(int(match[1]), literals, map(int, match[3].split()), where)
        elif match := _DELETION.fullmatch(text):
            self.delete(map(int, match[2].split()), where)
        else:
            raise Unreadable(
                f"{where}: expected a number, literals, 0, numbers of clauses, 0; or a deletion; "
                f"read {shown(text.decode('latin-1'))}"
            )

    def derive(
        self, number: int, literals: Sequence[int], hints: Iterator[int] | Sequence[int], where: str
    ) -> None:
        """Adds a clause if it follows from its hints; raises `Refused`."""
        if number <= self._last:
            raise Refused(f"{where}: the number {number} does not come after {self._last}")
        clauses, false = self._clauses, set(literals)
        if any(-literal in false for literal in literals):
            raise Refused(f"{where}: the clause has a literal and its opposite")
        clash = False
        for hint in hints:
            if clash:
                raise Refused(f"{where}: a hint comes after the one that settles it")
            clause = clauses.get(hint)
            if clause is None:
                raise Refused(f"{where}: there is no clause {hint} now")
            left = 0
            for literal in clause:
                if literal not in false:
                    if left and left != literal:
                        raise Refused(f"{where}: clause {hint} has more than one literal left")
                    left = literal
            if not left:
                clash = True
            elif -left in false:
                raise Refused(f"{where}: clause {hint} holds already")
            else:
                false.add(-left)
        if not clash:
            raise Refused(f"{where}: the clause does not follow from its hints")
        clauses[number] = literals
        self._last = number
        self.steps += 1
        self.refuted = not literals

    def delete(self, numbers: Iterator[int] | Sequence[int], where: str) -> None:
        """Forgets clauses; raises `Refused` if one is not there."""
        for number in numbers:
            if self._clauses.pop(number, None) is None:
                raise Refused(f"{where}: there is no clause {number} now")
