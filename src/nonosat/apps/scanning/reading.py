"""Reads the numbers in the gutters of a rectified grid, with probabilities.

Every number has alternative values, and a line can have several groupings of digits into numbers; `logic` chooses among
them. Other ink in the gutters is listed as unexplained.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from nonosat.apps.scanning import inks
from nonosat.apps.scanning.chips import Chip
from nonosat.apps.scanning.ink import Inked, Piece, around, inked
from nonosat.apps.scanning.light import DIM, brighter, gain_of
from nonosat.apps.scanning.numerals import read_numbers
from nonosat.apps.scanning.rectified import Box, Image, Part, Rectified
from nonosat.apps.scanning.tokens import (
    Spacing,
    Strip,
    Token,
    column_tokens,
    digit_height,
    distances,
    row_strip,
    sorted_out,
    spacing_of,
    specks,
    strips_of,
    unbroken,
)
from nonosat.model.palette import Palette

DOUBTFUL = 0.9  # probability below which a number is doubtful
# Border of a number with some of its colour, in pixels; assumed darkness of ink in bad light.
_AROUND, _STRONG = 3, 0.85
_LEAST = 3e-4  # minimum probability of an alternative
_MOST = 12  # maximum number of alternatives per number

Values = tuple[tuple[int | None, float], ...]
"""(value, probability) pairs, likeliest first; None means "no number"."""


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """A number in a gutter with its possible readings."""

    part: Part
    box: Box  # in pixels of the gutter's image
    values: Values
    ink: int = 1  # its ink in the palette of the reading

    @property
    def value(self) -> int | None:
        """Likeliest value; None if it is no number."""
        return self.values[0][0]

    @property
    def probability(self) -> float:
        """Probability of `value`."""
        return self.values[0][1]


@dataclass(frozen=True, slots=True)
class LineReading:
    """A line of a gutter: groupings of its digits into numbers with probabilities, the likeliest first."""

    ways: tuple[tuple[tuple[ReadNumber, ...], float], ...]
    blank: bool  # true if the line has no ink at all

    @property
    def numbers(self) -> tuple[ReadNumber, ...]:
        """Numbers of the likeliest grouping."""
        return self.ways[0][0]


@dataclass(frozen=True, slots=True)
class NumbersRead:
    """The readings of a grid's gutters."""

    rows: tuple[LineReading, ...]
    columns: tuple[LineReading, ...]
    palette: Palette
    unexplained: tuple[tuple[Part, Box], ...]  # ink in the gutters that is not a number
    score: float  # legibility of the gutters, 0 to 1; highest for an upright page
    holes: tuple[tuple[Part, int], ...] = ()  # lines (from 0) with an apparent gap between numbers

    @property
    def lines(self) -> tuple[LineReading, ...]:
        """Rows, then columns."""
        return self.rows + self.columns


@dataclass(slots=True)
class _Side:
    """A gutter at work."""

    part: Part
    image: Image
    ink: Inked
    kept: list[Piece]
    odd: list[Piece]
    strips: list[Strip] = field(default_factory=list)

    @property
    def usual(self) -> float:
        """Usual contrast of its pieces."""
        return float(np.median([piece.contrast for piece in self.kept])) if self.kept else 0.0


def read(rectified: Rectified) -> NumbersRead:
    """Reads the gutters."""
    return _Reader(rectified).reading()


class _Reader:
    def __init__(self, rectified: Rectified) -> None:
        self._rectified, self._cell = rectified, rectified.cell
        self._odd: list[tuple[Part, Box]] = []
        self._gain = gain_of(rectified.left, rectified.top, rectified.body)

    def reading(self) -> NumbersRead:
        """Returns the complete reading."""
        cell, grid = self._cell, self._rectified
        sides = [self._side(Part.LEFT), self._side(Part.TOP)]
        digit = digit_height([piece for side in sides for piece in side.kept], cell)
        left, top = sides
        rows = [unbroken(pieces, digit) for pieces in strips_of(left.kept, grid.rows, cell, columns=False)]
        columns = [
            column_tokens(pieces, digit) for pieces in strips_of(top.kept, grid.columns, cell, columns=True)
        ]
        rows = [self._without_specks(left, groups, digit) for groups in rows]
        within = [
            distance for tokens in columns for token in tokens for distance in distances(token.pieces, digit)
        ]
        spacing = spacing_of(rows, within, digit)
        left.strips = [row_strip(groups, spacing) for groups in rows]
        for tokens in columns:
            plain = [token for token in tokens if not specks([token.parts], digit, top.usual)]
            for token in tokens:
                if token not in plain:
                    self._speck(top, token.parts)
            top.strips.append(Strip(((tuple(plain), 1.0),), not tokens))
        for side in sides:
            self._odd += [(side.part, piece.box) for piece in side.odd]
        numbers = self._numbers(sides, spacing)
        return self._result(sides, numbers, digit)

    def _side(self, part: Part) -> _Side:
        image = brighter(self._rectified.image(part), self._gain)
        columns = part is Part.TOP
        body = brighter(self._rectified.body[::5, ::5], self._gain)
        sheet = tuple(map(float, np.median(body.reshape(-1, 3), axis=0)))
        upright = np.ascontiguousarray(image.swapaxes(0, 1)) if columns else image
        ink = inked(upright, self._cell, sheet)
        ink = turned(ink) if columns else ink
        kept, odd = sorted_out(ink, self._cell, columns=columns)
        return _Side(part, image, ink, kept, odd)

    def _without_specks(
        self, side: _Side, groups: list[tuple[Piece, ...]], digit: float
    ) -> list[tuple[Piece, ...]]:
        small = specks(groups, digit, side.usual)
        for group in small:
            self._speck(side, group)
        return [group for group in groups if group not in small]

    def _speck(self, side: _Side, group: tuple[Piece, ...]) -> None:
        """Classifies small ink: noise if there is little or it is faint, else unexplained."""
        strong = max(piece.contrast for piece in group) > 0.5 * side.usual
        if strong and sum(piece.pixels for piece in group) > 0.012 * self._cell**2:
            self._odd.append((side.part, around(group)))

    # --- numbers ---

    def _numbers(self, sides: Sequence[_Side], spacing: Spacing) -> dict[tuple[Part, Token], Values]:
        """Returns the readings of each token."""
        tokens = [
            (side, token)
            for side in sides
            for token in dict.fromkeys(
                token for strip in side.strips for way, _ in strip.ways for token in way
            )
        ]
        answers = read_numbers([(side.ink, token) for side, token in tokens], spacing.digit, self._cell)
        answered_tokens = zip(tokens, map(_ordered, answers), strict=True)
        return {(side.part, token): values for (side, token), values in answered_tokens}

    # --- result ---

    def _result(
        self, sides: Sequence[_Side], numbers: dict[tuple[Part, Token], Values], digit: float
    ) -> NumbersRead:
        tokens = [
            (side, token) for side in sides for strip in side.strips for way, _ in strip.ways for token in way
        ]
        dim = self._gain > DIM
        colours = [colour_of(side.ink, side.image, token, dim=dim) for side, token in tokens]
        values = [numbers[side.part, token] for side, token in tokens]
        palette, which = inks.clustered(colours, [options[0][0] is not None for options in values])
        made = {
            (side.part, token): ReadNumber(side.part, token.box, value, ink)
            for (side, token), value, ink in zip(tokens, values, which, strict=True)
        }

        def line(part: Part, strip: Strip) -> LineReading:
            ways = ((tuple(made[part, token] for token in way), chance) for way, chance in strip.ways)
            return LineReading(tuple(ways), strip.blank)

        rows, columns = (tuple(line(side.part, strip) for strip in side.strips) for side in sides)
        chosen = [number for line in rows + columns for number in line.numbers]
        odd = [(number.part, number.box) for number in chosen if number.value is None]
        chances = [
            next((chance for value, chance in number.values if value is not None), 0.0) for number in chosen
        ]
        total = len(chances) + 0.5 * len(self._odd)
        return NumbersRead(
            rows,
            columns,
            palette,
            (*self._odd, *odd),
            float(sum(chances)) / total if total else 0.0,
            tuple(_holes(rows, columns, digit)),
        )


def _holes(
    rows: Sequence[LineReading], columns: Sequence[LineReading], digit: float
) -> Iterable[tuple[Part, int]]:
    """Yields columns whose numbers are unusually far apart or start far from the body."""
    steps = [
        after.box.middle[1] - before.box.middle[1]
        for line in columns
        for before, after in zip(line.numbers, line.numbers[1:], strict=False)
    ]
    if len(steps) >= 3:
        usual = float(np.median(steps))
        for at, line in enumerate(columns):
            own = zip(line.numbers, line.numbers[1:], strict=False)
            if any(after.box.middle[1] - before.box.middle[1] > 1.6 * usual for before, after in own):
                yield Part.TOP, at
    for part, family in ((Part.TOP, columns), (Part.LEFT, rows)):
        ends = [line.numbers[-1].box[2 + (part is Part.TOP)] for line in family if line.numbers]
        if len(ends) >= 3:
            usual = float(np.median(ends))
            for at, line in enumerate(family):
                if line.numbers and line.numbers[-1].box[2 + (part is Part.TOP)] < usual - 1.1 * digit:
                    yield part, at


def turned(ink: Inked) -> Inked:
    """Rotates the ink of the column gutter back."""

    def over(box: Box) -> Box:
        return Box(box.top, box.left, box.low, box.right)

    return Inked(
        np.ascontiguousarray(ink.difference.T),
        np.ascontiguousarray(ink.paper.swapaxes(0, 1)),
        np.ascontiguousarray(ink.labels.T),
        tuple(piece._replace(box=over(piece.box)) for piece in ink.pieces),
        tuple(Chip(over(chip.box), chip.colour) for chip in ink.chips),
    )


def _ordered(values: dict[int | None, float]) -> Values:
    some = sorted(values.items(), key=lambda option: -option[1])[:_MOST]
    return tuple((value, float(chance)) for value, chance in some if chance >= _LEAST) or ((None, 1.0),)


def colour_of(ink: Inked, image: Image, token: Token, *, dim: bool = False) -> inks.Seen:
    """Returns the colour of a number: that of its chip, or of its darkest pixels relative to the paper.

    In `dim` light the mean of all its ink, which noise and JPEG's coarse colours do not change.
    """
    x, y = token.box.middle
    for chip in ink.chips:
        if chip.box.left <= x < chip.box.right and chip.box.top <= y < chip.box.low:
            return inks.Seen(chip.colour, True)
    box = token.box
    part = (slice(box.top, box.low), slice(box.left, box.right))
    mask = ink.mask(token.parts, box)
    level = ink.difference[part]
    firm = mask & (level >= np.percentile(level[mask], 70))
    colour = np.median(image[part][firm], axis=0)
    paper = np.median(ink.paper[part][firm], axis=0)
    if dim and paper.max() > colour.max():
        wide = (
            slice(max(0, box.top - _AROUND), box.low + _AROUND),
            slice(max(0, box.left - _AROUND), box.right + _AROUND),
        )
        lacking = (ink.paper[wide] - image[wide]).reshape(-1, 3).mean(0) / np.maximum(paper, 30)
        lacks = np.clip(lacking / max(float(lacking.max()), 1e-3), 0, 1)
        return inks.Seen(inks.lit(paper * (1 - _STRONG * lacks), paper), False, tuple(map(float, lacks)))
    return inks.Seen(inks.lit(colour, paper), False)
