"""Patterns that lines alone seldom settle: cellular automata, tiles, moire, Latin squares, dithered greys; for measurements.

Arithmetic is on integers, so the pictures are the same on every machine. Rows of automata are integers, one bit per
cell; 1000 cells a side take at most 3 s, most of it for dithering.
"""

from __future__ import annotations

from random import Random

from nonosat.model.puzzle import Grid

_GREYS = 1 << 16  # grey values: 0 is white, this is black
_BUMPS = 12  # bright and dark spots of a grey picture


def life(side: int, random: Random, *, share: float = 0.35, generations: int = 40) -> Grid:
    """Returns Conway's Life on a torus, some generations after random cells of which `share` are alive."""
    rows = [sum((random.random() < share) << at for at in range(side)) for _ in range(side)]
    for _ in range(generations):
        rows = _next_generation(rows, side)
    return _grid(rows, side)


def rule(side: int, random: Random, number: int = 30) -> Grid:
    """Returns the generations of an elementary cellular automaton on a ring, from a random row.

    `number` is Wolfram's: bit 4a + 2b + c is the next state of a cell with neighbours a and c and state b.
    """
    row, rows = random.getrandbits(side), list[int]()
    full = (1 << side) - 1
    for _ in range(side):
        rows.append(row)
        before, after = _turned(row, side)
        now = 0
        for state in range(8):
            if number >> state & 1:
                now |= (
                    (before if state & 4 else ~before)
                    & (row if state & 2 else ~row)
                    & (after if state & 1 else ~after)
                )
        row = now & full
    return _grid(rows, side)


def truchet(side: int, random: Random, tile: int = 4) -> Grid:
    """Returns square tiles, each with one of its two diagonals.

    >>> print(truchet(6, Random(1), tile=3))
    #....#
    .#..#.
    ..##..
    ..##..
    .#..#.
    #....#
    """
    across = -(-side // tile)
    falls = [[random.random() < 0.5 for _ in range(across)] for _ in range(across)]
    return Grid(
        bytes(
            row % tile == (column % tile if falls[row // tile][column // tile] else tile - 1 - column % tile)
            for column in range(side)
        )
        for row in range(side)
    )


def moire(side: int, ring: int = 157) -> Grid:
    """Returns rings of equal area around the first cell, too thin to be seen far from it: a zone plate.

    >>> print(moire(6, ring=9))
    ###..#
    ###..#
    ###.#.
    ...##.
    ..##.#
    ##..#.
    """
    return Grid(bytes((x * x + y * y) // ring % 2 == 0 for x in range(side)) for y in range(side))


def latin(side: int, random: Random) -> Grid:
    """Inks the cells of a Latin square that have the least quarter of its numbers; `side` must be prime for a Latin square.

    The number in row y and column x is ax + by modulo the side, with random a and b.
    """
    across, down = (random.randrange(1, max(2, side)) for _ in range(2))
    few = max(1, side // 4)
    return Grid(bytes((across * x + down * y) % side < few for x in range(side)) for y in range(side))


def dithered(side: int, random: Random) -> Grid:
    """Returns a soft grey picture in black and white, its errors diffused to later cells (Floyd and Steinberg 1976)."""
    spots = [
        (random.randrange(side), random.randrange(side), max(1, side * random.randrange(8, 33) // 100) ** 2,
         random.randrange(-_GREYS // 2, _GREYS // 2))
        for _ in range(_BUMPS)
    ]  # fmt: skip
    rows = list[bytes]()
    errors = [0] * (side + 2)  # errors of this row, in sixteenths, with a margin of one cell on both sides
    for y in range(side):
        below, ahead, cells = [0] * (side + 2), 0, bytearray(side)
        for x in range(side):
            grey = _GREYS * 35 // 100
            for column, line, size, height in spots:
                far = size + (x - column) ** 2 + (y - line) ** 2
                grey += height * size * size // (far * far)
            grey = min(_GREYS, max(0, grey)) + (errors[x + 1] + ahead) // 16
            cells[x] = is_black = grey > _GREYS // 2
            error = grey - is_black * _GREYS
            ahead = 7 * error
            below[x] += 3 * error
            below[x + 1] += 5 * error
            below[x + 2] += error
        rows.append(bytes(cells))
        errors = below
    return Grid(rows)


def _next_generation(rows: list[int], side: int) -> list[int]:
    """Returns the next generation of Life; adds up neighbours bit by bit, for all cells of a row at once."""
    pairs = [(row, *_turned(row, side)) for row in rows]
    # low and high bit of the number alive among the three cells of a row around each cell
    triples = [(row ^ left ^ right, row & left | row & right | left & right) for row, left, right in pairs]
    made = list[int]()
    for at, (row, left, right) in enumerate(pairs):
        (a, aa), (b, bb) = triples[at - 1], triples[(at + 1) % side]
        c, cc = left ^ right, left & right
        odd = a ^ b ^ c
        carry = a & b | a & c | b & c
        three_twos = aa & bb & (cc ^ carry) | cc & carry & (aa ^ bb)
        one_two = (aa ^ bb ^ cc ^ carry) & ~three_twos
        made.append(one_two & (odd | row))
    return made


def _turned(row: int, side: int) -> tuple[int, int]:
    """Returns a ring of cells moved by one in either direction: the neighbours before and after each cell."""
    full = (1 << side) - 1
    return row >> 1 | (row & 1) << side - 1, (row << 1 | row >> side - 1) & full


def _grid(rows: list[int], side: int) -> Grid:
    """Returns rows as a picture; the highest bit is the first cell."""
    return Grid(bytes(row >> at & 1 for at in reversed(range(side))) for row in rows)
