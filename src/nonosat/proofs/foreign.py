"""Reads proofs by other programs: LRAT about a formula of `encode`, text or binary, perhaps gzipped.

In binary LRAT (CaDiCaL's default, and Mallob's only format) a step is `a`, number, literals, 0, hints, 0, and a deletion
`d`, numbers, 0. A number n is written as 2n, or 2n + 1 for -n, in 7 bits per byte, lowest first, with the highest bit of
each byte but the last set (A. Rebola-Pardo and M. Heule, drat-trim's `compress`).
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from nonosat.sat.encodings import Cnf
from nonosat.support.errors import InputError, reading
from nonosat.support.limits import Clock

_FORMULA = "order encoding, after propagation"
_PIECE = 1 << 16  # bytes read at a time
_MOST_LINE = 4_000_000  # bytes of one step, the same as in the verifier
_LOOK = 1024  # steps between two checks of the clock


class OneClauseMore(InputError):
    """The proof is about a formula with one more clause, which excludes a known solution."""


# (number, literals, hints); for a deletion (0, numbers of the deleted clauses, None)
Step = tuple[int, list[int], list[int] | None]


def import_proof(path: str, cnf: Cnf, file: BinaryIO, clock: Clock) -> None:
    """Writes the steps of the proof at `path` into `file` as text, numbered without gaps, without deletions.

    Raises `InputError` unless they are LRAT steps about the formula's clauses and variables and end with the empty
    clause; `OneClauseMore` if a step names the clause after the last. Does not check that the steps follow.
    """
    given = len(cnf.clauses)
    numbers: dict[int, int] = {}  # new numbers of the steps not deleted yet
    last = given
    try:
        with reading(f"no LRAT proof of this formula ({_FORMULA})", path), open(path, "rb") as raw:
            for done, (number, literals, hints) in enumerate(_steps(raw)):
                if not done % _LOOK:
                    clock.tick()
                if hints is None:
                    for literal in literals:
                        numbers.pop(literal, None)
                    continue
                if number in numbers or number <= given:
                    raise ValueError(f"step {number} has the number of another clause")
                if max(map(abs, literals), default=0) > cnf.variables:
                    raise ValueError(f"step {number} is about more than the {cnf.variables} variables")
                if given + 1 in hints and given + 1 not in numbers:
                    raise OneClauseMore(f"the formula has {given} clauses, step {number} names another")
                if min(hints, default=0) < 1:
                    raise ValueError(f"step {number} has no hints, or those of RAT, which is not accepted")
                named = [hint if hint <= given else numbers.get(hint, 0) for hint in hints]
                if not all(named):
                    raise ValueError(
                        f"step {number} names clause {hints[named.index(0)]}, which is not there"
                    )
                last += 1
                numbers[number] = last
                file.write(b"%s\n" % b" ".join(b"%d" % number for number in (last, *literals, 0, *named, 0)))
                if not literals:
                    return
            raise ValueError("there is no empty clause")
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror or error}", path=path) from None


def _steps(raw: BinaryIO) -> Iterator[Step]:
    """Yields the steps and deletions of a file."""
    head = raw.read(2)
    raw.seek(0)
    file = gzip.GzipFile(fileobj=raw) if head == b"\x1f\x8b" else raw
    first = file.read(_PIECE)
    # text has no zero byte; binary steps end with one
    binary = b"\0" in first
    pieces = chain([first], iter(lambda: file.read(_PIECE), b""))
    yield from _binary(pieces) if binary else _text(pieces)


def _parts(pieces: Iterable[bytes], end: bytes) -> Iterator[bytes]:
    """Splits pieces of a file at each `end`."""
    rest = b""
    for piece in pieces:
        *parts, rest = (rest + piece).split(end)
        if len(rest) > _MOST_LINE:
            raise ValueError(f"a step has more than {_MOST_LINE:,} bytes")
        yield from parts
    if rest:
        raise ValueError("it ends in the middle of a step")


def _text(pieces: Iterable[bytes]) -> Iterator[Step]:
    for at, line in enumerate(_parts(pieces, b"\n"), 1):
        words = line.split()
        if not words or words[0] == b"c":
            continue
        deletion = words[1:2] == [b"d"]
        try:
            number, *values = map(int, words[:1] + words[1 + deletion :])
            if deletion:
                yield number, values[: values.index(0)], None
                continue
            end = values.index(0)
            hints = values[end + 1 :]
            if hints.index(0) != len(hints) - 1:
                raise ValueError
        except ValueError:
            raise ValueError(f"line {at}: expected a number, literals, 0, hints, 0") from None
        yield number, values[:end], hints[:-1]


def _binary(pieces: Iterable[bytes]) -> Iterator[Step]:
    parts = _parts(pieces, b"\0")
    for at, part in enumerate(parts, 1):
        values = _values(part[1:])
        if part[:1] == b"d":
            yield 0, values, None
        elif part[:1] == b"a" and values and (hints := next(parts, None)) is not None:
            yield values[0], values[1:], _values(hints)
        else:
            raise ValueError(f"entry {at}: expected a step or a deletion of binary LRAT")


def _values(data: bytes) -> list[int]:
    numbers, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return numbers
