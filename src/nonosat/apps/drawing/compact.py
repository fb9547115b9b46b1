"""Pictures for narrow terminals: several cells per character, without clues.

A half block shows two cells, one above the other, each in its colour. A Braille character shows eight, two wide and
four high, in the colour that most of them have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING

from nonosat.apps.drawing.drawing import Cell, Drawing
from nonosat.apps.drawing.text import ink_styles, style_of
from nonosat.model.palette import BACKGROUND

if TYPE_CHECKING:
    from rich.text import Text

DEFAULT = "default"  # the terminal's own colour for text
OPEN = "bright_black"  # paint of unknown cells
Paint = str | None  # a colour name of rich; None for an empty cell

Rows = Sequence[Sequence[Paint]]

_UNKNOWN = "·"

# bits of a character's dots, row by row; see the Unicode block "Braille Patterns"
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def paints(drawing: Drawing) -> Rows:
    """Returns the paint of each cell of a drawing."""
    table: dict[int | None, Paint] = {
        colour: style or DEFAULT for colour, style in ink_styles(drawing.palette).items()
    }
    table |= {None: OPEN, BACKGROUND: None}
    return [
        [_of_sign(cell) if cell.sign else table[cell.colour] for cell in row]
        for row in drawing.panels[0].cells
    ]


def _of_sign(cell: Cell) -> str:
    colour = style_of(cell).split()[-1:]
    return OPEN if not colour or colour == ["dim"] else colour[0]


def half_blocks(rows: Rows, *, colours: bool = True) -> Text:
    """Draws two cells per character. Without colours all inks look alike.

    >>> print(half_blocks([["red", "red"], ["red", None], [None, "blue"]]).plain)
    █▀
     ▀
    """
    return _lines(
        (
            (_half(above, below) if colours else _plain_half(above, below))
            for above, below in zip_longest(pair[0], pair[1] if len(pair) > 1 else ())
        )
        for pair in _groups(rows, 2)
    )


def braille(rows: Rows, *, colours: bool = True) -> Text:
    """Draws eight cells per character.

    >>> print(braille([["red", "red", "red"], ["red", None, None]]).plain)
    ⠋⠁
    """
    return _lines(
        (_dots([row[at : at + 2] for row in four], colours) for at in range(0, max(map(len, four)), 2))
        for four in _groups(rows, 4)
    )


def _half(above: Paint, below: Paint) -> tuple[str, str]:
    if above == below:
        return (" ", "") if above is None else ("█", above)
    if above is None or below is None:
        return ("▀", above) if above is not None else ("▄", below or "")
    if below == DEFAULT:  # not available as a background colour
        return "▄", f"{below} on {above}"
    return "▀", f"{above} on {below}"


def _plain_half(above: Paint, below: Paint) -> tuple[str, str]:
    inked = [paint not in (None, OPEN) for paint in (above, below)]
    if not any(inked):
        return _UNKNOWN if OPEN in (above, below) else " ", ""
    return "█" if all(inked) else "▀" if inked[0] else "▄", ""


def _dots(cells: Sequence[Sequence[Paint]], colours: bool) -> tuple[str, str]:
    inks: Counter[str] = Counter()
    bits = 0
    for row, paints in enumerate(cells):
        for place, paint in enumerate(paints):
            if paint is not None and paint != OPEN:
                inks[paint] += 1
                bits |= _DOTS[row][place]
    if bits:
        return chr(0x2800 + bits), inks.most_common(1)[0][0] if colours else ""
    unknown = any(paint == OPEN for paints in cells for paint in paints)
    return (_UNKNOWN, OPEN if colours else "") if unknown else (" ", "")


def _groups(rows: Rows, size: int) -> Iterator[Rows]:
    return (rows[at : at + size] for at in range(0, len(rows), size))


def _lines(lines: Iterator[Iterator[tuple[str, str]]]) -> Text:
    """Joins styled characters into a text, merging runs of one style."""
    from rich.text import Text

    text = Text()
    for number, line in enumerate(lines):
        text.append("\n" if number else "")
        for style, run in groupby(line, itemgetter(1)):
            text.append("".join(character for character, _ in run), "" if style == DEFAULT else style)
    return text
