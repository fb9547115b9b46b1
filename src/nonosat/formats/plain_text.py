"""Text formats with black-and-white clues only, one clue a line.

| format | whose | layout |
|---|---|---|
| mk | Mirek and Petr Olsak | `height width`, row clues, a line `#`, column clues |
| nin | Jakub Wilk | `width height`, row clues, column clues |
| cwd | QNonograms, Vladimir Sukhoy | a line `height`, a line `width`, row clues, an empty line, column clues |
| syro | Evgeniy Syromolotov's JSolver | row clues, an empty line, column clues; each clue ends with a 0; `#` begins a comment |
| ish | Kenichi Ishigaki's Games::Nonogram | row clues, an empty line, column clues; commas between numbers; `#` for comments |
| keen | Kyle Keen | row clues, an empty line, column clues |
| makhorin | Andrew Makhorin's pbnsol | row clues, a line `&`, column clues; `*` begins a comment |
| faase | Frans Faase | a line `rows`, row clues, a line `columns`, column clues |
| square | gnbond/Nono | a line with the side, row clues, column clues |

Numbers stand between blanks. Files of `ish` and `keen` look alike if no clue has two numbers; so the writer of `ish`
begins with a comment. Variants of `faase` that people paste are read too: `Rows:`, or `Rows: 3, 2 1, 4` with all clues on
one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import clues_of_line, one_line, parse_number, text_lines
from nonosat.formats.sections import (
    PLAIN,
    Lines,
    are_numbers,
    clue_lines,
    numbered,
    puzzle_of,
    require_clues,
    size,
    trimmed,
    two_blocks,
)
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

# begins a section of `faase`; some people write the clues behind it
_HEAD = re.compile(r"(row|column|col)s?(?: clues)?[ \t]*(?::(.*)|)", re.IGNORECASE)


def _row(
    name: str,
    summary: str,
    sniff: Callable[[str], bool],
    split: Callable[[Lines], tuple[Lines, Lines]],
    layout: str,
    *,
    comment: str = "",
    separator: str = " ",
    end: str = "",
    resembles: str = "(?!)",  # matches nothing
    features: frozenset[Feature] = PLAIN,
) -> Format:
    """Returns the format; `split` separates row clues from column clues.

    `layout` is a file with `{rows}` and `{columns}` in place of the clues; `end` follows each clue.
    """

    def parse(text: str) -> list[Puzzle]:
        return [puzzle_of(*split(numbered(text, comment)))]

    def format(puzzles: Sequence[Puzzle]) -> str:
        puzzle = one_puzzle(puzzles)
        rows, columns = ("\n".join(lines) for lines in clue_lines(puzzle, separator, end))
        width, height = puzzle.width, puzzle.height
        title = one_line(puzzle.metadata.title) or f"{width}x{height}"
        return layout.format(rows=rows, columns=columns, width=width, height=height, title=title)

    return Format(
        name=name,
        summary=summary,
        features=features,
        sniff=sniff,
        parse=parse,
        format=format,
        resembles=resembling(resembles),
    )


def _is_mk(text: str) -> bool:
    """Returns whether there are two numbers, and further on a line `#` among nothing but numbers."""
    parts = re.split(r"^#[ \t]*\r?$", text, maxsplit=2, flags=re.MULTILINE)
    sized = re.match(r"\s*[0-9]+[ \t]+[0-9]+[ \t]*\r?\n", text) is not None
    return sized and len(parts) == 2 and all(map(are_numbers, parts))


def _mk(lines: Lines) -> tuple[Lines, Lines]:
    middle = next((at for at, (_, line) in enumerate(lines) if line.startswith("#")), None)
    if middle is None:
        raise InputError("expected a line `#` between rows and columns")
    if middle == 0:
        raise InputError("expected `height width`, read '#'", line=1)
    number, first = lines[0]
    height, width = size(first, number, "height width")
    rows, columns = trimmed(lines[1:middle], height), trimmed(lines[middle + 1 :], width)
    require_clues("row", rows, height)
    require_clues("column", columns, width)
    return rows, columns


def _is_nin(text: str) -> bool:
    """Returns whether there are numbers only, and as many lines as the two of the first line say."""
    first, *rest = text_lines(text.rstrip()) or [""]
    words = first.split(maxsplit=2)
    sizes = [int(word) for word in words if word.isdecimal() and len(word) < 6]
    return len(words) == len(sizes) == 2 and all(sizes) and len(rest) == sum(sizes) and are_numbers(text)


def _nin(lines: Lines) -> tuple[Lines, Lines]:
    if not lines:
        raise InputError("the file is empty")
    (number, first), *rest = lines
    width, height = size(first, number, "width height")
    rest = trimmed(rest, width + height)
    if len(rest) != width + height:
        follow = number_text(len(rest), "line follows", "lines follow")
        reason = f"{number_text(height, 'row')} and {number_text(width, 'column')} are declared, but {follow}"
        raise InputError(reason, line=number)
    return rest[:height], rest[height:]


def _is_cwd(text: str) -> bool:
    """Returns whether there are two lines of one number each, as many more as they say, and the empty line."""
    lines = [line.strip() for line in text_lines(text.rstrip())]
    sizes = [int(line) for line in lines[:2] if line.isdecimal() and len(line) < 6]
    complete = len(sizes) == 2 and len(lines) == 3 + sum(sizes)
    return complete and not lines[2 + sizes[0]] and are_numbers("".join(lines))


def _cwd(lines: Lines) -> tuple[Lines, Lines]:
    if len(lines) < 2:
        raise InputError("expected the height and the width on two lines")
    height, width = (parse_number(line, number, "a size") for number, line in lines[:2])
    # an empty clue is an empty line, too: only the sizes show which line separates rows and columns
    rows, middle, columns = lines[2 : 2 + height], lines[2 + height : 3 + height], lines[3 + height :]
    require_clues("row", rows, height)
    if middle and middle[0][1]:
        reason = f"expected an empty line after {number_text(height, 'row')}, read {middle[0][1][:40]!r}"
        raise InputError(reason, line=middle[0][0])
    columns = trimmed(columns, width)
    require_clues("column", columns, width)
    return rows, columns


def _is_syro(text: str) -> bool:
    """Returns whether there are two blocks of numbers, and every line ends in 0."""
    lines = [line for _, line in numbered(text, "#")]
    clues = list(filter(None, lines))
    closed = all(line == "0" or line.endswith(" 0") for line in clues)
    return "\n".join(lines).strip().count("\n\n") == 1 and closed and are_numbers("".join(clues))


def _is_ish(text: str) -> bool:
    """Returns whether there are two blocks of numbers without blanks, and a comma or a comment somewhere."""
    body = "\n".join(line for _, line in numbered(text, "#")).strip()
    marked = "," in body or text.lstrip().startswith("#")
    return marked and body.count("\n\n") == 1 and " " not in body.replace(", ", ",") and are_numbers(body)


def _is_keen(text: str) -> bool:
    """Returns whether two blocks of numbers have equal sums and fit each other, and a 0 stands alone.

    That distinguishes them from blocks that begin with the size of the puzzle, and from clues closed by a 0.
    """
    body = "\n".join(line for _, line in numbered(text)).strip()
    if body.count("\n\n") != 1 or "," in body or not are_numbers(body):
        return False
    rows, columns = (
        [line.replace("-", "0").split() for line in block.split("\n")] for block in body.split("\n\n")
    )
    equal = _sum(rows, len(columns)) == _sum(columns, len(rows)) is not None
    return equal and any(row != ["0"] for row in rows)


def _sum(clues: Sequence[Sequence[str]], room: int) -> int | None:
    """Returns the sum of some clues; None if one does not fit or has a 0 beside other numbers."""
    total = 0
    for clue in clues:
        numbers = [int(word) if len(word) < 6 else MAX_SIDE + 1 for word in clue]
        if sum(numbers) + len(numbers) - 1 > room or (0 in numbers and len(numbers) > 1):
            return None
        total += sum(numbers)
    return total


def _is_makhorin(text: str) -> bool:
    """Returns whether there is a line `&` among numbers and comments."""
    parts = re.split(r"^&[ \t]*\r?$", re.sub(r"^\*.*$", "", text, flags=re.MULTILINE), flags=re.MULTILINE)
    return 2 <= len(parts) <= 3 and all(map(are_numbers, parts))


def _makhorin(lines: Lines) -> tuple[Lines, Lines]:
    marks = [at for at, (_, line) in enumerate(lines) if line == "&"]
    if not marks:
        raise InputError("expected a line `&` between rows and columns")
    middle, end, *_ = [*marks, len(lines)]
    if rest := trimmed(lines[end + 1 :]):
        number, line = rest[0]
        raise InputError(f"expected nothing more, read {line[:40]!r}", line=number)
    return trimmed(lines[:middle]), trimmed(lines[middle + 1 : end])


def _is_faase(text: str) -> bool:
    """Returns whether there is a line for rows, first, one for columns, and otherwise only numbers."""
    heads, others = [], []
    for _, line in numbered(text.strip()):
        head = _HEAD.fullmatch(line)
        heads.append(head[1][0].lower()) if head else others.append(line)
        others.append((head and head[2]) or "")
        if not heads:
            return False
    numbers = not set("".join(others)) - set("0123456789 \t,-;/[]")
    return sorted(heads) == ["c", "r"] and numbers


def _faase(lines: Lines) -> tuple[Lines, Lines]:
    sections: dict[str, Lines] = {}
    section: Lines | None = None
    behind = False  # True if the clues follow the heading on its line
    for number, line in lines:
        if head := _HEAD.fullmatch(line):
            word = "rows" if head[1].lower() == "row" else "columns"
            if word in sections:
                raise InputError(f"`{word}` comes twice", line=number)
            section = sections[word] = []
            line = head[2] or ""
            behind = bool(line.strip())
            if not behind:
                continue
        elif section is None:
            if line:
                raise InputError(f"expected `rows`, read {line[:40]!r}", line=number)
            continue
        if not behind:
            section.append((number, line))
        elif line:
            section += [(number, clue) for clue in clues_of_line(line)]
    for word in ("rows", "columns"):
        if word not in sections:
            raise InputError(f"no line `{word}`")
    return trimmed(sections["rows"]), trimmed(sections["columns"])


def _is_square(text: str) -> bool:
    """Returns whether the first line is a number n and 2 n lines of numbers follow."""
    first, *rest = text_lines(text.strip()) or [""]
    first = first.strip()
    plain = first.isdecimal() and len(first) < 6
    return plain and len(rest) == 2 * int(first) and are_numbers("".join(rest))


def _square(lines: Lines) -> tuple[Lines, Lines]:
    if not lines:
        raise InputError("the file is empty")
    side = parse_number(lines[0][1], 1, "the side of the puzzle")
    clues = trimmed(lines[1:], 2 * side)
    if len(clues) != 2 * side:
        follow = number_text(len(clues), "line follows", "lines follow")
        raise InputError(f"a puzzle of side {side} has {2 * side} clues, {follow}", line=1)
    return clues[:side], clues[side:]


FORMATS = (
    _row(
        "mk",
        "the Olsaks' .mk: height and width, row clues, #, column clues",
        _is_mk,
        _mk,
        "{height} {width}\n{rows}\n#\n{columns}\n",
        resembles=r"^#\s*$",
    ),
    _row(
        "nin",
        "Jakub Wilk's .nin: width and height, row clues, column clues",
        _is_nin,
        _nin,
        "{width} {height}\n{rows}\n{columns}\n",
        resembles=r"\A[ \t]*[0-9]+[ \t]+[0-9]+[ \t\r]*\n(?:[0-9 \t-]+\r?(?:\n|\Z))*\Z",
    ),
    _row(
        "cwd",
        ".cwd: height, width, row clues, an empty line, column clues",
        _is_cwd,
        _cwd,
        "{height}\n{width}\n{rows}\n\n{columns}\n",
    ),
    _row(
        "syro",
        "Syromolotov's text: row clues, an empty line, column clues, each closed by 0",
        _is_syro,
        two_blocks,
        "{rows}\n\n{columns}\n",
        comment="#",
        end=" 0",
    ),
    _row(
        "ish",
        "Games::Nonogram's text: row clues, an empty line, column clues, with commas",
        _is_ish,
        two_blocks,
        "# {title}\n{rows}\n\n{columns}\n",
        comment="#",
        separator=",",
        resembles=r"\A[0-9\s-]*,[0-9\s,-]*\Z",
    ),
    _row(
        "keen",
        "Kyle Keen's text: row clues, an empty line, column clues",
        _is_keen,
        two_blocks,
        "{rows}\n\n{columns}\n",
        resembles=r"\A[0-9\s-]*\Z",
    ),
    _row(
        "makhorin",
        "Andrew Makhorin's text: row clues, &, column clues",
        _is_makhorin,
        _makhorin,
        "{rows}\n&\n{columns}\n",
        comment="*",
        resembles=r"^&\s*$",
    ),
    _row(
        "faase",
        "Frans Faase's text: `rows` and row clues, `columns` and column clues",
        _is_faase,
        _faase,
        "rows\n{rows}\ncolumns\n{columns}\n",
    ),
    _row(
        "square",
        "gnbond/Nono: the side, then row clues, then column clues",
        _is_square,
        _square,
        "{width}\n{rows}\n{columns}\n",
        resembles=r"\A[ \t]*[0-9]+[ \t\r]*\n(?:[0-9 \t-]+\r?(?:\n|\Z))*\Z",
        features=frozenset({Feature.CLUES}),
    ),
)
