"""The Netpbm pictures PBM, PGM and PPM, plain (P1 to P3) and raw (P4 to P6): a pixel is a cell.

The header has numbers separated by blanks, with `#` before comments: the kind, width, height and, except in PBM, the
greatest value of a sample. The pixels follow row by row. In PBM 1 is black; its raw form packs eight pixels into a byte,
the first in the highest bit, and each row begins with a new byte. PGM has one grey value per pixel, PPM red, green and
blue; the raw forms have one byte per value, or two if the greatest is over 255.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from nonosat.imaging.pixels import Pixel, plain_puzzle, puzzle_of, require_size
from nonosat.imaging.raster import Raster
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_KIND = re.compile(rb"P[1-6](?=[\s#])")
_GAP = re.compile(rb"(?:\s++|#[^\r\n]*+)*+")
_NUMBER = re.compile(rb"[0-9]{1,9}(?![0-9])")
_WORD = re.compile(rb"[^\s]++")
_COMMENT = re.compile(rb"#[^\r\n]*+")
_BLACK_OR_WHITE = ((255, 255, 255), (0, 0, 0))
# The eight pixels of each byte.
_BITS = [bytes(byte >> (7 - bit) & 1 for bit in range(8)) for byte in range(256)]


def sniff(data: bytes) -> bool:
    """Returns True if the data begin with `P1` to `P6` and a blank."""
    return bool(_KIND.match(data))


def puzzle(data: bytes) -> Puzzle:
    """Returns the puzzle of a picture file; raises `InputError`."""
    return _Reader(data).puzzle()


def raster(data: bytes) -> Raster:
    """Returns the picture in a file with all its colours; raises `InputError`."""
    return _Reader(data).raster()


class _Reader:
    """Reads one file from its start to its end."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

        if not sniff(data):
            raise self._error(f"expected P1 to P6, got {data[:10]!r}")
        self._kind = data[1] - ord("0")
        self._at = 2
        self._width, self._height = self._number("the width"), self._number("the height")
        require_size(self._width, self._height)
        self._greatest = 1 if self._kind in (1, 4) else self._number("the greatest value of a sample")
        if not 1 <= self._greatest < 1 << 16:
            raise self._error(f"the greatest value of a sample must be 1 to 65535, got {self._greatest}")

    def puzzle(self) -> Puzzle:
        if self._kind in (1, 4):
            return plain_puzzle(self._bits())
        return puzzle_of(self._pixels())

    def raster(self) -> Raster:
        """Returns the picture with all its colours."""
        if self._kind in (1, 4):
            return Raster.of([_BLACK_OR_WHITE[bit] for bit in row] for row in self._bits())
        return Raster.of(self._pixels())

    def _bits(self) -> Iterator[bytes]:
        return self._plain_bits() if self._kind == 1 else self._raw_bits()

    def _number(self, what: str) -> int:
        """Reads the next number of the header."""
        gap = _GAP.match(self._data, self._at)
        self._at = gap.end() if gap else self._at
        number = _NUMBER.match(self._data, self._at)
        if not number:
            raise self._error(f"expected {what}, got {self._data[self._at : self._at + 10]!r}", self._at)
        self._at = number.end()
        return int(number[0])

    def _plain_bits(self) -> Iterator[bytes]:
        """Yields the rows of plain PBM, whose digits need no blanks between them."""
        digits = _COMMENT.sub(b"", self._data[self._at :]).translate(None, b" \t\r\n\v\f")
        if wrong := digits.translate(None, b"01"):
            raise self._error(f"a pixel must be 0 or 1, got {wrong[:1]!r}")
        self._require(len(digits), self._width * self._height, "pixel")
        for at in range(0, len(digits), self._width):
            yield bytes(digit - ord("0") for digit in digits[at : at + self._width])

    def _raw_bits(self) -> Iterator[bytes]:
        size = (self._width + 7) // 8
        for row in self._raw_rows(size):
            yield b"".join(map(_BITS.__getitem__, row))[: self._width]

    def _plain_samples(self, channels: int) -> Iterator[Sequence[int]]:
        size = self._width * channels
        words = _WORD.finditer(_COMMENT.sub(b"", self._data[self._at :]))
        for row in range(self._height):
            read = [word[0] for word in islice(words, size)]
            for word in read:
                if not (word.isdigit() and len(word) < 10):
                    raise self._error(f"expected a number, got {word[:20]!r}")
            if len(read) < size:
                self._require(row * size + len(read), size * self._height, "sample")
            yield [int(word) for word in read]
        if next(words, None):
            raise self._error(
                f"more than {number_text(size * self._height, 'sample follows', 'samples follow')}"
            )

    def _raw_samples(self, channels: int) -> Iterator[Sequence[int]]:
        wide = self._greatest > 255
        for row in self._raw_rows(self._width * channels * (2 if wide else 1)):
            yield [high << 8 | low for high, low in zip(row[::2], row[1::2], strict=True)] if wide else row

    def _raw_rows(self, size: int) -> Iterator[bytes]:
        """Yields rows of `size` bytes; one blank precedes them, and blanks can follow."""
        if not self._data[self._at : self._at + 1].isspace():
            raise self._error("no blank ends the header")
        data = memoryview(self._data)[self._at + 1 :]
        wanted = size * self._height
        if bytes(data[wanted : wanted + 100]).strip():
            raise self._error(f"the file goes on after the {number_text(wanted, 'byte')} of the picture")
        self._require(min(len(data), wanted), wanted, "byte")
        for at in range(0, wanted, size):
            yield bytes(data[at : at + size])

    def _pixels(self) -> Iterator[list[Pixel]]:
        """Yields rows of pixels; values are stretched so that the greatest is 255."""
        channels = 1 if self._kind in (2, 5) else 3
        for row in self._plain_samples(channels) if self._kind in (2, 3) else self._raw_samples(channels):
            if max(row) > self._greatest:
                raise self._error(f"a sample must be at most {self._greatest}, got {max(row)}")
            if self._greatest != 255:
                row = [(value * 510 + self._greatest) // (2 * self._greatest) for value in row]
            reds, greens, blues = (row, row, row) if channels == 1 else (row[::3], row[1::3], row[2::3])
            yield list(zip(reds, greens, blues, strict=True))

    def _require(self, count: int, wanted: int, what: str) -> None:
        if count != wanted:
            size = f"{self._width}x{self._height}"
            raise self._error(
                f"a picture of {size} has {number_text(wanted, what)}, {number_text(count, 'follows', 'follow')}"
            )

    def _error(self, reason: str, at: int | None = None) -> InputError:
        line = None if at is None else self._data.count(b"\n", 0, at) + 1
        return InputError(reason, line=line)
