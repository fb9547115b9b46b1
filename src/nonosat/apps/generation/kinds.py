"""Kinds of start pictures.

Each kind is a function from a size and a source of random numbers to cells, about a share `density` of them inked. An
ink fills one shape: a blob, a stroke, a letter, a part of a maze.

The same random numbers give the same picture on every machine: arithmetic is on integers, except for comparisons of
`Random.random()` with a share. Time is proportional to the cells.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from nonosat.apps.generation.lettering import GLYPH_HEIGHT, GLYPH_WIDTH, GLYPHS
from nonosat.apps.generation.wish import Kind


def drawn(
    kind: Kind,
    height: int,
    width: int,
    *,
    density: float,
    inks: int,
    random: Random,
    tick: Callable[[], None] = lambda: None,
) -> bytearray:
    """Draws a picture of a kind; returns its cells, row by row.

    About a share `density` is inked, with colours 1 to `inks`. `tick` is called regularly and can raise.

    >>> cells = drawn(Kind.MAZE, 5, 7, density=0.5, inks=1, random=Random("3"))
    >>> for row in range(5):
    ...     print(*cells[7 * row : 7 * row + 7])
    0 0 0 1 0 1 0
    1 1 0 1 1 1 0
    0 1 0 1 0 1 0
    1 1 1 1 1 1 1
    0 0 0 1 0 0 0
    """
    return _KINDS[kind](height, width, density, inks, random, tick)


def _noise(
    height: int, width: int, density: float, inks: int, random: Random, tick: Callable[[], None]
) -> bytearray:
    cells = bytearray(height * width)
    for cell in range(len(cells)):
        tick()
        if random.random() < density:
            cells[cell] = 1 + int(random.random() * inks)
    return cells


def _blobs(
    height: int, width: int, density: float, inks: int, random: Random, tick: Callable[[], None]
) -> bytearray:
    """Inks the highest cells of a random landscape; another landscape distributes the inks."""
    side = min(height, width)
    land = _smooth(height, width, 1 + side // 12, random, tick)
    cells = bytearray(height * width)
    highest = sorted(range(len(cells)), key=land.__getitem__, reverse=True)[: round(density * len(cells))]
    for cell in highest:
        cells[cell] = 1
    return _in_parts(cells, width, inks, random, tick)


def _in_parts(cells: bytearray, width: int, inks: int, random: Random, tick: Callable[[], None]) -> bytearray:
    """Splits the inked cells into contiguous parts of equal size, one per ink."""
    if inks > 1:
        height = len(cells) // width
        land = _smooth(height, width, 1 + min(height, width) // 8, random, tick)
        inked = sorted((cell for cell in range(len(cells)) if cells[cell]), key=land.__getitem__)
        for at, cell in enumerate(inked):
            cells[cell] = 1 + at * inks // len(inked)
    return cells


def _smooth(height: int, width: int, radius: int, random: Random, tick: Callable[[], None]) -> list[int]:
    """Returns a landscape with hills of that radius: random heights, box-filtered twice."""
    rows = []
    for _ in range(height):
        tick()
        rows.append([int(random.random() * 65536) for _ in range(width)])
    for _ in range(2):
        rows = _summed(_summed(rows, radius), radius)  # along the rows, then along the columns
    return [value for row in rows for value in row]


def _summed(rows: list[list[int]], radius: int) -> list[list[int]]:
    """Sums each number with `radius` neighbours on either side (ends repeated), and transposes."""
    points = []
    for row in rows:
        wide = [row[0]] * radius + row + [row[-1]] * radius
        total = sum(wide[: 2 * radius])
        summed = []
        for new, old in zip(wide[2 * radius :], wide, strict=False):
            total += new
            summed.append(total)
            total -= old
        points.append(summed)
    return [list(column) for column in zip(*points, strict=True)]


# sixteen steps of about one cell, in sixteenths of a cell, clockwise
_DIRECTIONS = (
    (16, 0), (15, 6), (11, 11), (6, 15), (0, 16), (-6, 15), (-11, 11), (-15, 6),
    (-16, 0), (-15, -6), (-11, -11), (-6, -15), (0, -16), (6, -15), (11, -11), (15, -6),
)  # fmt: skip

_TURNING = 0.35  # probability that a stroke turns at a step


def _strokes(
    height: int, width: int, density: float, inks: int, random: Random, tick: Callable[[], None]
) -> bytearray:
    """Draws strokes that bend to one side until enough is inked."""
    cells = bytearray(height * width)
    wanted = round(density * len(cells))
    side = min(height, width)
    tries = 4 * (height + width)
    inked = 0
    while inked < wanted and tries:
        tries -= 1
        tick()
        x, y = int(random.random() * width * 16), int(random.random() * height * 16)
        direction, bend = int(random.random() * 16), 1 if random.random() < 0.5 else 15
        length = side // 2 + int(random.random() * side)
        across = 1 + int(random.random() * (1 + side // 12))
        ink = 1 + int(random.random() * inks)
        for _ in range(length):
            if not (0 <= x < 16 * width and 0 <= y < 16 * height) or inked >= wanted:
                break
            for row in range(y // 16, min(y // 16 + across, height)):
                for column in range(x // 16, min(x // 16 + across, width)):
                    inked += not cells[row * width + column]
                    cells[row * width + column] = ink
            if random.random() < _TURNING:
                direction = (direction + bend) % 16
            x, y = x + _DIRECTIONS[direction][0], y + _DIRECTIONS[direction][1]
    return cells


def _maze(
    height: int, width: int, density: float, inks: int, random: Random, tick: Callable[[], None]
) -> bytearray:
    """Draws a random spanning tree of every second cell of every second row.

    Removes dead ends if it is too dense; adds walls, which close rings, if it is too sparse.
    """
    top, left = (int(random.random() * 2) if side > 2 else 0 for side in (height, width))
    cells = bytearray(height * width)
    start = top * width + left
    cells[start] = 1
    inked, joined = 1, {start: 0}
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0))

    def beside(node: int) -> list[tuple[int, int]]:
        """Returns the neighbouring nodes, each with the cell between."""
        y, x = divmod(node, width)
        return [
            ((y + 2 * dy) * width + x + 2 * dx, (y + dy) * width + x + dx)
            for dy, dx in steps
            if 0 <= y + 2 * dy < height and 0 <= x + 2 * dx < width
        ]

    path = [start]
    while path:  # depth first, so that the walls are long
        tick()
        new = [node for node in beside(path[-1]) if not cells[node[0]]]
        if not new:
            path.pop()
            continue
        node, between = new[int(random.random() * len(new))]
        cells[node] = cells[between] = 1
        inked += 2
        joined[path[-1]] += 1
        joined[node] = 1
        path.append(node)
    wanted = round(density * len(cells))
    ends = [node for node, number in joined.items() if number == 1]
    while inked - 1 > wanted and ends:
        tick()
        at = int(random.random() * len(ends))
        ends[at], ends[-1] = ends[-1], ends[at]
        node = ends.pop()
        for other, between in beside(node):
            if cells[between]:
                cells[node] = cells[between] = 0
                inked -= 2
                joined[other] -= 1
                if joined[other] == 1:
                    ends.append(other)
    blank = [cell for cell in range(len(cells)) if not cells[cell]] if inked < wanted else []
    blank.sort(key=lambda cell: ((cell // width - top) % 2 and (cell % width - left) % 2, random.random()))
    for cell in blank[: max(0, wanted - inked)]:
        cells[cell] = 1
    return _in_parts(cells, width, inks, random, tick)


_LETTERS = sorted(GLYPHS)


def _text(
    height: int, width: int, density: float, inks: int, random: Random, tick: Callable[[], None]
) -> bytearray:
    """Draws lines of as many letters as fit, enlarged by a random factor; squeezes one letter if none fits."""
    largest = min((height + 1) // (GLYPH_HEIGHT + 1), (width + 1) // (GLYPH_WIDTH + 1))
    gap = 1 + int(random.random() * max(1, largest))
    high, wide = min(height, gap * GLYPH_HEIGHT), min(width, gap * GLYPH_WIDTH)
    lines, letters = max(1, (height + gap) // (high + gap)), max(1, (width + gap) // (wide + gap))
    top = max(0, height - lines * (high + gap) + gap) // 2
    left = max(0, width - letters * (wide + gap) + gap) // 2
    cells = bytearray(height * width)
    for line in range(lines):
        for place in range(letters):
            tick()
            glyph = GLYPHS[_LETTERS[int(random.random() * len(_LETTERS))]]
            ink = 1 + int(random.random() * inks)
            y, x = top + line * (high + gap), left + place * (wide + gap)
            for row in range(max(0, min(high, height - y))):
                drawn_row = glyph[row * GLYPH_HEIGHT // high]
                for column in range(max(0, min(wide, width - x))):
                    if drawn_row[column * GLYPH_WIDTH // wide] == "#":
                        cells[(y + row) * width + x + column] = ink
    inked = len(cells) - cells.count(0)
    if abs(len(cells) - inked - density * len(cells)) < abs(inked - density * len(cells)):
        cells = _in_parts(bytearray(not cell for cell in cells), width, inks, random, tick)
    return cells


_KINDS = {
    Kind.NOISE: _noise,
    Kind.BLOBS: _blobs,
    Kind.STROKES: _strokes,
    Kind.MAZE: _maze,
    Kind.TEXT: _text,
}
