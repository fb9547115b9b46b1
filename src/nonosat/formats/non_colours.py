"""The colours of `.non`: two dialects of the lines `color`, of clues and of the cells of `goal` and `saved`.

By letter, as nonogram-db's FORMAT.md has it: `color a #ff0000`, then clues such as `3a,?b`. The background
is implied. What the description leaves open is settled here: `0`, the empty cell of `goal`, is also the letter
of the background in `color 0 #ffffee`, and `1`, its filled cell, that of the ink of blocks without a letter,
black unless `color 1 #008080` says otherwise. These colours are called by the common name of their value.

By name, as lufton's non-grabber writes the puzzles of webpbn.com and griddlers.net: `color red FF0000 *` or
`color b c4a663`, the background first, then clues such as `red 3 blue ?`. The third word is the cell's letter.
A declared background is never used in a clue; if a clue uses the first colour, the background is white. Black
need not be declared. Several inks are written in this dialect, for it keeps names and letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from nonosat.formats.numbers import format_clue, parse_clue, parse_number
from nonosat.imaging.colours import letters_for, name_of, names_for, plain, rgb_of
from nonosat.model.clues import ANY, STAR, Clue, length_text, plain_clues, shared_block
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour, Palette
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

EMPTY, FILLED, OPEN = "0", "1", "?"
UNKNOWN = chr(MAX_COLOURS)

_COLOUR = r"(\S+)\s+(#?[0-9a-fA-F]+)(?:\s+(\S))?"
_BLOCK = r"([0-9]+|\?)(\S?)"
_SEPARATORS = r"[\s,]+"
_NAMED_BLOCKS = r"([^\W\d][^\s,]*)\s+([0-9]+|\?)([\s,]+([^\s,]+\s+)?([0-9]+|\?))*"
_GOES_ON = r"(?:^|[0-9?][\s,]+)[0-9?]"
_NAME = r"[^\W\d][\w-]*"


class Inks:
    """The colours of a file, from its declarations and clues."""

    def __init__(self) -> None:
        self._declared: dict[str, tuple[str, str, int]] = {}  # name: RGB, letter or "", line of the file
        self._by_name, self._plain = False, True
        self._colours = [BLACK_AND_WHITE[0]]
        self._names = {EMPTY: 0}
        self._letters = {EMPTY: 0}

    @staticmethod
    def is_declaration(value: str) -> bool:
        """Returns True if the text after `color` is a declaration, not clues of an ink named `color` (`color 3`)."""
        match = re.fullmatch(_COLOUR, value)
        return match is not None and rgb_of(match[2]) is not None and match[1][0] not in "?23456789"

    def declare(self, value: str, line: int) -> None:
        """Declares a colour by the text after `color`."""
        match = re.fullmatch(_COLOUR, value)
        rgb = rgb_of(match[2]) if match else None
        if match is None or rgb is None:
            reason = f"expected a letter or name and a colour such as `a #ff0000`, got {value[:40]!r}"
            raise self._error(reason, line)
        name, letter = match[1], match[3] or ""
        if name in self._declared:
            raise self._error(f"the colour {name[:40]!r} comes twice", line)
        if name[0] in ",?23456789" or (len(name) > 1 and name[0].isdigit()):
            reason = f"the letter of an ink must not be a digit from 2, ',' or '?', got {name[:40]!r}"
            raise self._error(reason, line)
        if letter and any(letter == other for _, other, _ in self._declared.values()):
            raise self._error(f"the letter {letter!r} of a colour comes twice", line)
        self._declared[name] = rgb, letter, line
        self._by_name |= bool(letter) or len(name) > 1

    def begin_clue(self, line: str, properties: Container[str]) -> bool:
        """Returns True if a line below `rows` or `columns` begins with a colour: `red 3`, not `height 3`."""
        if not self._declared:
            return False
        first = line.split(maxsplit=1)[0]
        are_blocks = re.fullmatch(_NAMED_BLOCKS, _without_stars(line)) is not None
        if first in self._declared:
            return are_blocks or first.lower() not in properties
        return are_blocks and self._by_name and first.lower() not in properties

    def choose_dialect(self, clues: Iterable[str]) -> None:
        """Chooses the dialect and numbers the colours; called once, before the first `clue`."""
        used: set[str] = set()
        clues = set(map(_without_stars, clues)) - {EMPTY, "-", ""} if self._declared else ()
        if self._declared:
            blocks = (clue for clue in clues if re.fullmatch(_NAMED_BLOCKS, clue))
            used = {word for line in blocks for word in re.split(_SEPARATORS, line) if not _is_length(word)}
            self._by_name |= bool(used)
        self._plain = not self._by_name and self._declared.keys() <= {EMPTY, FILLED}
        first = next(iter(self._declared), "")
        if self._by_name:
            self._names, self._letters = {}, {}
            nonny = first == BLACK_AND_WHITE[1].name and any(
                re.search(_GOES_ON, clue) for clue in clues
            )  # its background is implied
            if first not in used and not nonny:
                self._colours = []
        elif EMPTY in self._declared:
            rgb, _, _ = self._declared.pop(EMPTY)
            self._colours = [Colour(name_of(rgb), rgb, ".")]
        for name, (rgb, letter, line) in self._declared.items():
            self._names[name] = len(self._colours)
            shown = letter or ("#" if name == FILLED else name if self._colours else ".")
            self._add(
                Colour(name_of(rgb) if letter in ("", name) and len(name) == 1 else name, rgb, shown), line
            )
            self._letters[letter or name] = self._names[name]
        self._letters.setdefault(EMPTY, 0)

    def clues(self, numbers: Sequence[int], texts: list[str]) -> Sequence[Clue | None]:
        """Reads the clues of lines with these numbers."""
        quick = plain_clues("\n".join(texts)) if self._plain and texts else None
        return [*map(self.clue, texts, numbers)] if quick is None else quick

    def clue(self, text: str, line: int) -> Clue:
        """Reads a clue of blocks such as `3`, `3a` and `?a`, or `red 3 blue ?`."""
        if self._plain and OPEN not in text and STAR not in text:
            return parse_clue(text, line)
        text = text.strip()
        if text in ("", "-"):
            return ()
        words = re.split(_SEPARATORS, text.strip(","), maxsplit=2 * MAX_SIDE)
        pairs = list(self._pairs(words, line))
        if len(pairs) > MAX_SIDE:
            raise self._error(f"a clue must have at most {MAX_SIDE} blocks", line)
        return tuple(
            ANY if name == STAR else shared_block(length, self._index(name, line))
            for length, name in pairs
            if length != 0
        )

    def _pairs(self, words: list[str], line: int) -> Iterator[tuple[int | None, str]]:
        """Yields the length of each block and the name of its ink."""
        black = BLACK_AND_WHITE[1].name
        if self._by_name and (STAR in words or any(word[0].isalpha() for word in words)):
            name, behind = black if black in self._names else "", True  # a colour goes on to the next number
            for word in words:
                if word == STAR:
                    yield None, STAR
                elif _is_length(word):
                    if not name:
                        raise self._nameless(word, line)
                    yield None if word == OPEN else parse_number(word, line), name
                    behind = True
                elif not behind:
                    yield parse_number(word, line), name  # raises the reason
                else:
                    name, behind = word, False
            if not behind:
                raise self._error(f"expected a number behind {name[:40]!r}", line)
            return
        for word in words:
            if word == STAR:
                yield None, STAR
                continue
            match = re.fullmatch(_BLOCK, word)
            length = parse_number(match[1] if match else word, line) if word[0] != OPEN else None
            if match is None:
                raise self._error(f"expected a block, got {word[:40]!r}", line)
            if self._by_name and not match[2] and black in self._names:
                yield length, black  # as nonny writes it
                continue
            if self._by_name and length != 0 and (match[2] or len(self._colours) > 2):
                raise self._nameless(word, line)
            yield length, match[2] or FILLED

    def _nameless(self, word: str, line: int) -> InputError:
        named = f"; a clue cannot name the colour {FILLED!r}" if FILLED in self._declared else ""
        return self._error(f"expected the name of a colour before {word!r}{named}", line)

    def _index(self, name: str, line: int) -> int:
        """Returns the index of the ink that a clue names; black joins when it is needed."""
        index = self._names.get(name)
        if index is None and name == FILLED and self._by_name and len(self._colours) == 2:
            return 1
        if index is None and name == (BLACK_AND_WHITE[1].name if self._by_name else FILLED):
            index = self._names[name] = len(self._colours)
            self._add(BLACK_AND_WHITE[1], line)
            self._letters.setdefault(BLACK_AND_WHITE[1].letter, index)
        if index is None:
            raise self._error(f"no line `color {name} #...` says what the ink {name[:40]!r} is", line)
        return index

    def cells(self, word: str, cells: str, more: str, size: tuple[int, int], line: int) -> str:
        """Reads the cells of `goal` or `saved`: each colour as `chr`, `UNKNOWN` for a letter of `more`."""
        width, height = size
        letters = dict.fromkeys((EMPTY, FILLED, *self._letters, *more))
        if unknown := cells.translate(dict.fromkeys(map(ord, letters))):
            raise self._error(f"`{word}` must be made of {', '.join(letters)}, got {min(unknown)!r}", line)
        if len(cells) != width * height:
            has = number_text(len(cells), "cell")
            raise self._error(f"`{word}` has {has}, the puzzle {width}x{height}", line)

        table = {}
        for letter in sorted(filter(cells.__contains__, letters)):
            index = self._letters.get(letter)
            if index is None and letter not in more:
                index = self._index(letter, line)
            table[ord(letter)] = UNKNOWN if letter in more else chr(index or 0)
        return cells.translate(table)

    def palette(self) -> Palette:
        """Returns the palette; it has an ink even if nothing uses one."""
        return plain(self._colours if len(self._colours) > 1 else (*self._colours, BLACK_AND_WHITE[1]))

    def _add(self, colour: Colour, line: int) -> None:
        self._colours.append(colour)
        if len(self._colours) > MAX_COLOURS:
            raise self._error(f"more than {MAX_COLOURS} colours", line)

    def _error(self, reason: str, line: int) -> InputError:
        return InputError(reason, line=line)


def _is_length(word: str) -> bool:
    return word == OPEN or (word.isascii() and word.isdigit())


def _without_stars(line: str) -> str:
    """Returns a clue without `*`."""
    return " ".join(word for word in line.split() if word != STAR) if STAR in line else line.strip()


def spelled(palette: Palette) -> tuple[list[str], list[str], Callable[[Clue], str]]:
    """Returns the lines `color` of a palette, the letter of each colour in cells, and the writer of clues."""
    if len(palette) > 2:
        letters = letters_for(palette)
        words = [
            _one_word(colour.name) or _one_word(letter, ".") or "ink"
            for colour, letter in zip(palette, letters, strict=True)
        ]
        names = names_for(words)
        lines = [
            f"color {name} {colour.rgb} {letter}"
            for name, colour, letter in zip(names, palette, letters, strict=True)
        ]
        return (
            lines,
            letters,
            lambda clue: (
                " ".join(
                    STAR if block == ANY else f"{names[block.colour]} {length_text(block)}" for block in clue
                )
                or "0"
            ),
        )
    pairs = zip((EMPTY, FILLED), palette, BLACK_AND_WHITE, strict=False)
    lines = [f"color {letter} #{colour.rgb}" for letter, colour, usual in pairs if colour.rgb != usual.rgb]
    return lines, [EMPTY, FILLED], lambda clue: format_clue(clue, ",")


def _one_word(name: str, background: str = "") -> str:
    """Returns a colour's name without blanks, such as `dark-red`; empty if it does not begin with a letter."""
    word = "-".join(name.split())
    return word if re.fullmatch(_NAME, word) or word == background else ""
