"""Words as pictures, in a font of 5x7 cells drawn for this project."""

from __future__ import annotations

from nonosat.model.puzzle import Grid
from nonosat.support.errors import UsageError
from nonosat.support.sentences import number_text

_STRIPS = """
A     B     C     D     E     F     G     H     I     J     K     L     M
.###. ####. .###. ####. ##### ##### .###. #...# .###. ...## #...# #.... #...#
#...# #...# #...# #...# #.... #.... #...# #...# ..#.. ....# #..#. #.... ##.##
#...# #...# #.... #...# #.... #.... #.... #...# ..#.. ....# #.#.. #.... #.#.#
##### ####. #.... #...# ####. ####. #.### ##### ..#.. ....# ##... #.... #.#.#
#...# #...# #.... #...# #.... #.... #...# #...# ..#.. #...# #.#.. #.... #...#
#...# #...# #...# #...# #.... #.... #...# #...# ..#.. #...# #..#. #.... #...#
#...# ####. .###. ####. ##### #.... .###. #...# .###. .###. #...# ##### #...#

N     O     P     Q     R     S     T     U     V     W     X     Y     Z
#...# .###. ####. .###. ####. .#### ##### #...# #...# #...# #...# #...# #####
##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....#
#.#.# #...# #...# #...# #...# #.... ..#.. #...# #...# #.#.# .#.#. .#.#. ...#.
#.#.# #...# ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#..
#..## #...# #.... #.#.# #.#.. ....# ..#.. #...# .#.#. #.#.# .#.#. ..#.. .#...
#...# #...# #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #....
#...# .###. #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. #####

0     1     2     3     4     5     6     7     8     9     .     !     -
.###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###. ..... ..#.. .....
#...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...# ..... ..#.. .....
#..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...# ..... ..#.. .....
#.#.# ..#.. ..##. ...#. #..#. ....# ####. ..#.. .###. .#### ..... ..#.. #####
##..# ..#.. .#... ....# ##### ....# #...# ..#.. #...# ....# ..... ..#.. .....
#...# ..#.. #.... #...# ...#. #...# #...# .#... #...# ...#. .##.. ..... .....
.###. .###. ##### .###. ...#. .###. .###. .#... .###. .##.. .##.. ..#.. .....
"""

GLYPH_WIDTH, GLYPH_HEIGHT = 5, 7


def _glyphs() -> dict[str, tuple[str, ...]]:
    glyphs = {" ": ("." * GLYPH_WIDTH,) * GLYPH_HEIGHT}
    for strip in _STRIPS.strip().split("\n\n"):
        letters, *rows = (line.split() for line in strip.splitlines())
        glyphs |= dict(zip(letters, zip(*rows, strict=True), strict=True))
    return glyphs


GLYPHS = _glyphs()  # seven rows of text per character


def word(text: str) -> Grid:
    """Returns a line of text, seven cells high, one cell between letters.

    >>> print(word("Hi!"))
    #...#..###....#..
    #...#...#.....#..
    #...#...#.....#..
    #####...#.....#..
    #...#...#.....#..
    #...#...#........
    #...#..###....#..

    Raises `UsageError` for a letter that the font lacks.
    """
    letters = text.upper()
    if missing := set(letters) - GLYPHS.keys():
        raise UsageError(f"the font has no letter {min(missing)!r}")
    return Grid(".".join(GLYPHS[letter][row] for letter in letters) for row in range(GLYPH_HEIGHT))


def poster(text: str, side: int) -> Grid:
    """Returns the lines of a text in the middle of a square of `side` cells, enlarged by the largest whole number that fits.

    >>> for row in poster("h", 9):
    ...     print(*row)
    0 0 0 0 0 0 0 0 0
    0 0 1 0 0 0 1 0 0
    0 0 1 0 0 0 1 0 0
    0 0 1 0 0 0 1 0 0
    0 0 1 1 1 1 1 0 0
    0 0 1 0 0 0 1 0 0
    0 0 1 0 0 0 1 0 0
    0 0 1 0 0 0 1 0 0
    0 0 0 0 0 0 0 0 0

    Raises `UsageError` if it does not fit, or has a letter that the font lacks.
    """
    words = [word(line) for line in text.splitlines() or [""]]
    width = max(line.width for line in words)
    height = len(words) * (GLYPH_HEIGHT + 1) - 1
    scale = side // max(width, height)
    if scale < 1:
        raise UsageError(
            f"the text needs {number_text(max(width, height), 'cell')} a side, the side has {side}"
        )
    cells = [bytearray(side) for _ in range(side)]
    top = (side - height * scale) // 2
    for line in words:
        left = (side - line.width * scale) // 2
        for row in line:
            wide = b"".join(bytes([cell]) * scale for cell in row)
            for at in range(top, top + scale):
                cells[at][left : left + len(wide)] = wide
            top += scale
        top += scale
    return Grid(cells)
