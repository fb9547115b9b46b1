"""Groups pieces of ink into numbers and lines.

In the column gutter, pieces of a column that lie side by side are one number. In the row gutter, gaps separate numbers:
the distance between the centres of digits is about the same within all numbers of a page, and larger between numbers.
Near the threshold, a line has two groupings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp

import numpy as np

from nonosat.apps.scanning.ink import Inked, Piece, around
from nonosat.apps.scanning.rectified import Box

_USUAL_WITHIN = 0.74  # distance between digits of a number, in digit heights, if the page shows none
_LEAST_BORDER, _MOST_BORDER = 0.8, 1.5  # range of the threshold between numbers, in digit heights
_NARROW = 1.25  # lower end for narrow digits, in distances within numbers
_CLEAR_GAP = 0.22  # in digit heights; of gaps between distances wider than this, the first one is taken
_HAIR = 0.06  # maximum width of a piece too slim for a 1, in cells
_THIN = (
    # maximum mean thickness of a long remnant of a line, in cells; a remnant with a number in it is thicker
    0.067
)
_LYING = 0.5  # minimum length of a horizontal remnant of a line among the numbers of columns, in cells
# Text above the numbers: the fewest pieces of a line, the largest height in heights of the numbers below, the distance from the
# border of a column in cells, and the smallest share of pieces that are so near to one.
_LEAST_TEXT, _SMALL_TEXT, _ON_BORDER, _CAPTION = 6, 0.75, 0.1, 0.15
_BEYOND = 0.6  # weight of the gap beyond the widest distance
_LEAST_SLACK = 0.03
_LEAST_WAY = 0.02  # minimum probability of a grouping


@dataclass(frozen=True, slots=True)
class Token:
    """Pieces that can be one number."""

    pieces: tuple[tuple[Piece, ...], ...]
    """Its separate digits from left to right; each can be broken into several pieces."""

    @property
    def parts(self) -> tuple[Piece, ...]:
        """All pieces."""
        return tuple(piece for digit in self.pieces for piece in digit)

    @property
    def box(self) -> Box:
        """Bounding box."""
        return around(self.parts)


@dataclass(frozen=True, slots=True)
class Strip:
    """A line of a gutter: groupings of its pieces into numbers with probabilities, the likeliest first."""

    ways: tuple[tuple[tuple[Token, ...], float], ...]
    blank: bool  # true if there is no ink at all


@dataclass(frozen=True, slots=True)
class Spacing:
    """Typical measures of a page, in pixels."""

    digit: float  # height of a digit
    border: float  # distance between the centres of two digits from which they belong to two numbers
    slack: float  # distance from the border at which the grouping becomes clear


def sorted_out(ink: Inked, cell: int, *, columns: bool) -> tuple[list[Piece], list[Piece]]:
    """Returns the pieces of a gutter that can be parts of numbers, and the unexplained ones.

    Remnants of lines, and ink beyond the numbers (a title, the table under the page), are in neither list.
    """
    height, width = ink.labels.shape
    kept: list[Piece] = []
    odd: list[Piece] = []
    for piece in _off_lines(ink, ink.pieces, cell, columns=columns):
        box = piece.box
        if box.height > 1.25 * cell or box.width > 2.2 * cell:
            middle, across = (box.middle[::-1], box.height) if columns else (box.middle, box.width)
            if _off_line(middle[0], cell) <= 0.17 and across <= 0.25 * cell:
                continue  # a line of the grid
            if piece.pixels <= _THIN * cell * max(box.width, box.height):
                continue  # a remnant of a bent line of the grid
            outer = box.left <= 1 or box.top <= 1 or box.right >= width - 1 or box.low >= height - 1
            if not outer:
                odd.append(piece)
        else:
            kept.append(piece)
    if columns:
        end = end_of_captions([piece.box for piece in kept], cell)
        kept, odd = ([piece for piece in pieces if piece.box.middle[1] > end] for pieces in (kept, odd))
    outer = outermost([piece.box for piece in kept], cell, columns=columns)

    def near(piece: Piece) -> bool:
        return (piece.box.low if columns else piece.box.right) > outer

    return list(filter(near, kept)), list(filter(near, odd))


def end_of_captions(boxes: Sequence[Box], cell: int) -> int:
    """Returns the lower end of the text that stands directly above the numbers of columns; 0 if there is none.

    The letters of a text are smaller than the numbers below it, or some stand on the borders of columns, where
    digits do not.
    """
    *lines, numbers = _lines_of_text(boxes) or [[]]
    heights = [box.height for box in numbers]
    for line in reversed(lines):
        if len(line) >= _LEAST_TEXT:
            is_small = np.median([box.height for box in line]) < _SMALL_TEXT * np.median(heights)
            on_borders = sum(_off_line(box.middle[0], cell) < _ON_BORDER for box in line)
            if is_small or on_borders > _CAPTION * len(line):
                return max(box.low for box in line)
        heights += [box.height for box in line]
    return 0


def _lines_of_text(boxes: Sequence[Box]) -> list[list[Box]]:
    """Returns the boxes line by line, from the top down; boxes whose heights overlap are in one line."""
    lines: list[list[Box]] = []
    low = 0.0
    for box in sorted(boxes, key=lambda box: box.top):
        if not lines or box.top > low - 0.25 * box.height:
            lines.append([])
            low = box.low
        lines[-1].append(box)
        low = max(low, box.low)
    return lines


def outermost(boxes: Sequence[Box], cell: int, *, columns: bool) -> float:
    """Returns the outer end of the numbers; ink beyond it is a title, or the table under the page.

    The numbers of a line are near each other. Ink farther away, and farther out than the numbers of all lines, is no
    number.
    """
    spans: dict[int, list[tuple[int, int]]] = {}
    for box in boxes:
        across, down = box.middle
        at = int((across if columns else down) // cell)
        spans.setdefault(at, []).append((box.top, box.low) if columns else (box.left, box.right))
    steps = [
        (after[0] + after[1] - before[0] - before[1]) / 2
        for line in spans.values()
        for before, after in pairwise(sorted(line))
        if after[0] >= before[1]
    ]
    step = float(np.percentile(steps, 75)) if len(steps) > 5 else 0.8 * cell
    most = max(0.45 * cell if columns else 0.75 * cell, step)
    outer = float("inf")
    bodies = [max(end for _, end in line) for line in spans.values()]
    usual = float(np.median(bodies)) if bodies else 0.0
    for line in spans.values():
        reached = usual + 0.3 * cell
        for start, end in sorted(line, reverse=True):
            if reached - end > most + (0.5 * cell if end > usual - cell else 0):
                break
            reached = min(reached, start)
        if reached < usual:
            outer = min(outer, reached)
    return outer - 0.1 * cell if outer < float("inf") else 0.0


def _off_lines(ink: Inked, pieces: Sequence[Piece], cell: int, *, columns: bool) -> list[Piece]:
    """Returns the pieces without remnants of the grid's lines, which lie on lines or are thin bars near them."""
    height, width = ink.labels.shape
    near = 0.1 * cell
    down = np.abs((np.arange(height) + cell / 2) % cell - cell / 2) <= near
    across = np.abs((np.arange(width) + cell / 2) % cell - cell / 2) <= near
    digit = digit_height(pieces, cell)
    usual = _usual_contrast(pieces, digit)
    tokens = []
    for piece in pieces:
        left, top, right, low = piece.box
        own = ink.labels[top:low, left:right] == piece.label
        lying, upright = own & down[top:low, None], own & across[None, left:right]
        share = float((lying | upright).sum()) / piece.pixels
        along = float((upright if columns else lying).sum()) / piece.pixels
        thin = (piece.box.height if columns else piece.box.width) <= 0.13 * cell
        middle = (left + right) / 2 if columns else (top + low) / 2
        off = abs(middle % cell - cell / 2)
        # in a row, a slim 1 can stand at the place of an upright line
        like_one = (
            not columns and abs(piece.box.height - digit) < 0.2 * digit and off < 0.2 * cell and along < 0.3
        )
        like_one = like_one and piece.contrast > 0.6 * usual and piece.box.width > _HAIR * cell
        long, high = (piece.box.height, piece.box.width) if columns else (piece.box.width, piece.box.height)
        if long > 1.5 * digit * columns and thin_bar(
            long, high, piece.pixels, middle, cell
        ):  # upright: it can be a 1
            continue
        if columns and thin_bar(
            piece.box.width, piece.box.height, piece.pixels, (top + low) / 2, cell, least=_LYING
        ):
            continue
        if not (along > 0.25 or thin):
            share = 0.0
        if share <= 0.85 or like_one:
            tokens.append(piece)
    return tokens


def thin_bar(length: int, height: int, pixels: int, middle: float, cell: int, least: float = 0.4) -> bool:
    """Returns True if a piece is a remnant of a bent line: longer, lower and thinner than any digit.

    >>> thin_bar(34, 4, 130, 225.5, 48), thin_bar(34, 4, 130, 216, 48), thin_bar(14, 4, 50, 225.5, 48)
    (True, False, False)
    """
    low = height <= 0.25 * cell and pixels <= 0.1 * cell * length
    near = _off_line(middle, cell) <= 0.35 or length >= 0.9 * cell
    return near and low and length >= least * cell


def _off_line(place: float, cell: int) -> float:
    """Returns the distance to the next line of the grid, in cells."""
    return abs((place / cell + 0.5) % 1 - 0.5)


def _usual_contrast(pieces: Sequence[Piece], digit: float) -> float:
    """Returns the median contrast of pieces as tall as a digit."""
    some = [piece.contrast for piece in pieces if abs(piece.box.height - digit) < 0.25 * digit]
    return float(np.median(some)) if some else 0.0


def digit_height(pieces: Sequence[Piece], cell: int) -> float:
    """Returns the median height of a digit."""
    heights = [
        piece.box.height
        for piece in pieces
        if 0.2 * cell <= piece.box.height <= 0.95 * cell and piece.box.width <= 1.5 * piece.box.height
    ]
    return float(np.median(heights)) if heights else 0.45 * cell


def strips_of(pieces: Sequence[Piece], lines: int, cell: int, *, columns: bool) -> list[list[Piece]]:
    """Returns the pieces of each line, by their centres."""
    by_line: list[list[Piece]] = [[] for _ in range(lines)]
    for piece in pieces:
        across, down = piece.box.middle
        at = int((across if columns else down) // cell)
        if 0 <= at < lines:
            by_line[at].append(piece)
    return by_line


def unbroken(pieces: Sequence[Piece], digit: float) -> list[tuple[Piece, ...]]:
    """Returns digits from left to right. The pieces of one lie close above each other, together no taller than a digit."""
    groups: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: -piece.pixels):
        for group in groups:
            box = around(group)
            both = box.joined(piece.box)
            shared = min(box.right, piece.box.right) - max(box.left, piece.box.left)
            gap = max(piece.box.top - box.low, box.top - piece.box.low)
            narrow = min(box.width, piece.box.width)
            close = shared >= 0.5 * narrow and gap <= 0.3 * digit and both.height <= 1.3 * digit
            if close and both.width <= 1.3 * max(box.width, 0.7 * digit):
                group.append(piece)
                break
        else:
            groups.append([piece])
    return [tuple(group) for group in sorted(groups, key=lambda group: around(group).left)]


def specks(groups: Sequence[tuple[Piece, ...]], digit: float, usual: float = 0.0) -> list[tuple[Piece, ...]]:
    """Returns the groups too small for a digit; the bound is higher for those with far less than the `usual` contrast."""
    return [
        group
        for group in groups
        if around(group).height
        < (0.45 if max(piece.contrast for piece in group) > 0.5 * usual else 0.55) * digit
    ]


def _ends(group: tuple[Piece, ...], digit: float) -> tuple[float, float]:
    """Returns the centres of the first and last digit of a group, which can be several touching digits."""
    box = around(group)
    if box.width > 0.95 * digit:
        return box.left + 0.33 * digit, box.right - 0.33 * digit
    middle = (box.left + box.right) / 2
    return middle, middle


def distances(groups: Sequence[tuple[Piece, ...]], digit: float) -> list[float]:
    """Returns the distances from the last digit of each group to the first of the next."""
    ends = [_ends(group, digit) for group in groups]
    return [after[0] - before[1] for before, after in pairwise(ends)]


def spacing_of(rows: Sequence[Sequence[tuple[Piece, ...]]], within: Sequence[float], digit: float) -> Spacing:
    """Returns the spacing: the border between distances within and between numbers is in the middle of the widest gap.

    `within` are distances within numbers, known from columns.
    """
    usual = float(np.median(within)) / digit if within else _USUAL_WITHIN
    usual = min(max(usual, 0.6), 0.95)
    values = sorted(distance / digit for row in rows for distance in distances(row, digit))
    steps = [usual, *(value for value in values if usual < value < _MOST_BORDER), _MOST_BORDER]
    gaps = [(after - before, (before + after) / 2) for before, after in pairwise(steps)]
    # the gap after the last distance would mean that no numbers are apart, which is rare
    gaps[-1] = (_BEYOND * gaps[-1][0], gaps[-1][1])
    least = min(_LEAST_BORDER, _NARROW * usual)
    fair = [(min(wide, _CLEAR_GAP), -middle, wide) for wide, middle in gaps if middle >= least]
    _, middle, wide = max(fair, default=(0.0, -1.0, 0.1))
    middle = -middle
    return Spacing(digit, min(middle, usual + 0.45) * digit, max(_LEAST_SLACK, 0.1 * wide) * digit)


def row_strip(groups: Sequence[tuple[Piece, ...]], spacing: Spacing) -> Strip:
    """Returns the groupings of a row's digits into numbers."""
    if not groups:
        return Strip((((), 1.0),), True)
    ways: list[tuple[list[list[tuple[Piece, ...]]], float]] = [([], 1.0)]
    for group, distance in zip(groups, (None, *distances(groups, spacing.digit)), strict=True):
        longer: list[tuple[list[list[tuple[Piece, ...]]], float]] = []
        for numbers, chance in ways:
            if distance is None:
                longer.append(([[group]], chance))
                continue
            off = (distance - spacing.border) / spacing.slack
            separate = 1 / (1 + exp(-max(-30.0, min(30.0, off))))
            together = 1 - separate
            if len(numbers[-1]) > 1 and not _may_be_broken([*numbers[-1], group], spacing.digit):
                together = min(together, 0.01)
            longer.append(([*numbers, [group]], chance * (1 - together)))
            longer.append(([*numbers[:-1], [*numbers[-1], group]], chance * together))
        ways = sorted((way for way in longer if way[1] >= _LEAST_WAY * 0.5), key=lambda way: -way[1])[:24]
    total = sum(chance for _, chance in ways)
    runs = [
        (tuple(Token(tuple(number)) for number in numbers), chance / total)
        for numbers, chance in ways
        if chance >= _LEAST_WAY * ways[0][1]
    ]
    return Strip(tuple(runs), False)


def _may_be_broken(groups: Sequence[tuple[Piece, ...]], digit: float) -> bool:
    """Returns True if three groups can be two digits of which one is broken: close, and together no wider than two digits."""
    first, *_, last = boxes = [around(group) for group in groups]
    close = any(after.left - before.right <= 0.2 * digit for before, after in pairwise(boxes))
    return len(groups) == 3 and close and last.right - first.left <= 1.7 * digit


def column_tokens(pieces: Sequence[Piece], digit: float) -> list[Token]:
    """Returns the numbers of a column from top to bottom; digits side by side are one number."""
    groups: list[list[tuple[Piece, ...]]] = []
    for group in sorted(unbroken(pieces, digit), key=lambda group: around(group).top):
        box = around(group)
        for number in groups:
            bounds = around([piece for group in number for piece in group])
            shared = min(bounds.low, box.low) - max(bounds.top, box.top)
            if shared >= 0.5 * min(bounds.height, box.height):
                number.append(group)
                break
        else:
            groups.append([group])
    ordered = sorted(groups, key=lambda number: around(number[0]).middle[1])
    return [Token(tuple(sorted(number, key=lambda group: around(group).left))) for number in ordered]
