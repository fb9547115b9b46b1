"""What the second checker reads: files, the puzzle, and the fillings of a line (see `second.py`)."""

import json
import math
import zlib
from collections import Counter, defaultdict
from itertools import pairwise
from struct import pack, unpack

FAMILIES = {"row": "rows", "column": "columns", "diagonal": "diagonals"}


class Wrong(Exception):
    """The certificate proves nothing; the text says why."""


def need(truth, reason):
    """Stop here unless this is true."""
    if not truth:
        raise Wrong(reason)


def whole(value, low, high):
    """The value, if it is a whole number in this range."""
    need(type(value) is int and low <= value <= high, f"{str(value)[:40]} is no number from {low} to {high}")
    return value


def tuples(value, length):
    """The value, if it is a list of lists of this length."""
    fits = isinstance(value, list) and all(isinstance(one, list) and len(one) == length for one in value)
    need(fits, f"a list of lists of length {length} is wanted")
    return value


# Files


def read(place):
    """All files by their names; those in folders have a name with a slash."""
    if place.is_dir():
        paths = [path for path in place.rglob("*") if not path.is_dir()]
        return {path.relative_to(place).as_posix(): path.read_bytes() for path in paths}
    try:
        data = place.read_bytes()
    except OSError as error:
        raise Wrong(f"neither a folder nor a file: {error}") from error
    files, directory, at = {}, b"", 0
    while data[at : at + 4] == b"PK\3\4":
        need(len(data) >= at + 30, "a header is not all there")
        flags, method, time, crc, size, same, length, extra = unpack("<2H4s3L2H", data[at + 6 : at + 30])
        name, end = data[at + 30 : at + 30 + length], at + 30 + length + size
        content = data[end - size : end]
        need((flags, method, same, extra) == (0, 0, size, 0), "a file is packed, or its header has more")
        need(len(content) == size and zlib.crc32(content) == crc, "a file is not all there")
        need(name.decode() not in files, "a name comes twice")
        files[name.decode()] = content
        entry = pack("<2H4s3L3H", 0, 0, time, crc, size, size, length, 0, 0)
        directory += entry + pack("<L", at) + name
        at = end
    rest, found = data[at:], b""
    for name in files:
        need(rest[:4] == b"PK\1\2", "the directory is not what comes after the files")
        size = 46 + len(name.encode())
        found += rest[8:34] + rest[42:size]
        rest = rest[size:]
    few = len(files) < 1 << 16
    need(found == directory and len(rest) == (22 if few else 98), "the directory says something else")
    need(rest[-22:-18] == b"PK\5\6" and rest[-2:] == b"\0\0", "it does not end with its directory")
    return files


def once(pairs):
    """A JSON object without a key that comes twice."""
    need(len(dict(pairs)) == len(pairs), "a key comes twice")
    return dict(pairs)


def strange(word):
    """For the words that Python would read although JSON does not have them."""
    raise Wrong(f"{word} is not JSON")


def parsed(data):
    """The value of a JSON text."""
    return json.loads(data.decode(), object_pairs_hook=once, parse_constant=strange)


def lines_of(data):
    """The lines of a file; each ends with a line feed."""
    lines = data.decode().split("\n")
    need(lines.pop() == "", "the last line does not end")
    return lines


# The puzzle


class Puzzle:
    """What `puzzle.json` says. A line has a name, `(axis, index)`, and a list of the numbers of its cells."""

    def __init__(self, data):
        stated = parsed(data)
        need(isinstance(stated, dict), "puzzle.json is no object")
        triddler = "diagonals" in stated
        keys = {"palette", "rows", "columns", "givens"} | ({"diagonals", "corner"} if triddler else set())
        need(set(stated) == keys, "puzzle.json has other keys")
        need(isinstance(stated["palette"], list), "the palette is no list")
        self.stated = stated
        self.colours = whole(len(stated["palette"]), 2, 256)
        self.axes = ("row", "column", "diagonal")[: 2 + triddler]
        self.clues = {}
        for axis in self.axes:
            family = stated[FAMILIES[axis]]
            need(isinstance(family, list) and 1 <= len(family) <= 4096, "a family has 1 to 4096 clues")
            self.clues.update({(axis, at): self.clue(clue) for at, clue in enumerate(family)})
        self.lines = {line: [] for line in self.clues}
        self.number = {}
        self.lay(triddler)
        self.through = defaultdict(list)
        for line, cells in self.lines.items():
            for cell in cells:
                self.through[cell].append(line)
        self.givens = self.places(stated["givens"])

    def clue(self, clue):
        """A clue as it is, once it is known to be one."""
        if clue is None:
            return None
        for length, colour in tuples(clue, 2):
            whole(1 if length == "?" else length, 1, 10**15)
            whole(colour, 1, self.colours - 1)
        return clue

    def lay(self, triddler):
        """Number the cells, row by row, and list those of each line."""
        rows, *others = (sum(axis == one for axis, _ in self.clues) for one in self.axes)
        meeting = []  # of each cell: its row, its strips, and its place in the reading of a strip
        if triddler:
            columns, diagonals = others
            corner = whole(self.stated["corner"], -(10**9), 10**9)
            for row in range(rows):
                found = []
                for column in range(columns):
                    for up in (1, 0):
                        diagonal = column - row - up - corner
                        if 0 <= diagonal < diagonals:
                            found.append((row, (column, diagonal), (row, up)))
                meeting += found
        else:
            meeting = [(row, (column,), (row, 0)) for row in range(rows) for column in range(others[0])]
        length = Counter()
        order = defaultdict(list)
        for cell, (row, strips, place) in enumerate(meeting):
            self.number[row, length[row]] = cell
            length[row] += 1
            self.lines["row", row].append(cell)
            for axis, index in zip(self.axes[1:], strips, strict=True):
                order[axis, index].append((place, cell))
        for line, found in order.items():
            self.lines[line] = [cell for _, cell in sorted(found)]
        self.widths = [length[row] for row in range(rows)]

    def cell(self, row, column):
        """The number of the cell with this row and column."""
        whole(row, 0, len(self.widths) - 1)
        return self.number[row, whole(column, 0, self.widths[row] - 1)]

    def places(self, places):
        """A list of `[row, column, colour]` as pairs of the number of a cell and a colour."""
        return [(self.cell(r, c), whole(k, 0, self.colours - 1)) for r, c, k in tuples(places, 3)]

    def line(self, axis, index):
        """The name of a line that there is."""
        need(axis in self.axes, f"no axis {axis}")
        whole(index, 0, sum(one == axis for one, _ in self.clues) - 1)
        return axis, index

    def picture(self, rows):
        """A list of rows as the colours of all cells."""
        fits = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
        need(fits and [len(row) for row in rows] == self.widths, "a picture has another shape")
        return [whole(colour, 0, self.colours - 1) for row in rows for colour in row]

    def shown(self, entry, first):
        """A picture, or the first with some cells changed."""
        if not isinstance(entry, dict):
            return self.picture(entry)
        need(first is not None and set(entry) == {"but"}, "this is no picture")
        picture = list(first)
        for cell, colour in tuples(entry["but"], 2):
            picture[whole(cell, 0, len(picture) - 1)] = whole(colour, 0, self.colours - 1)
        return picture

    def only(self, lines, givens):
        """From here on, no other clues and givens count."""
        self.clues = {line: clue if line in lines else None for line, clue in self.clues.items()}
        self.givens = givens

    def fits(self, picture, leaving_out=None):
        """Whether a picture is a solution, one line or one given left out."""
        return all(
            line == leaving_out or clue is None or runs([picture[cell] for cell in self.lines[line]]) == clue
            for line, clue in (
                (line, clue and blurred(clue, runs([picture[cell] for cell in self.lines[line]])))
                for line, clue in self.clues.items()
            )
        ) and all(given == leaving_out or picture[given[0]] == given[1] for given in self.givens)

    def too_long(self):
        """Whether the blocks of some clue have more cells than its line."""
        return any(
            clue and sum(1 if length == "?" else length for length, _ in clue) > len(self.lines[line])
            for line, clue in self.clues.items()
        )

    def contradicts_itself(self):
        """Whether lengths, givens or numbers of cells show that there is no solution."""
        for line, clue in self.clues.items():
            gaps = sum(one[1] == other[1] for one, other in pairwise(clue or ()))
            if clue and sum(1 if length == "?" else length for length, _ in clue) + gaps > len(
                self.lines[line]
            ):
                return True
        if len(set(self.givens)) > len({cell for cell, _ in self.givens}):
            return True
        for colour in range(1, self.colours):
            needed, allowed = [], []
            for axis in self.axes:
                clues = [clue for line, clue in self.clues.items() if line[0] == axis]
                lengths = [length for clue in clues for length, ink in clue or () if ink == colour]
                needed.append(sum(1 if length == "?" else length for length in lengths))
                allowed.append(math.inf if None in clues or "?" in lengths else sum(lengths))
            if max(needed) > min(allowed):
                return True
        return False


def runs(colours):
    """The blocks of a line, from its cells."""
    blocks = []
    for before, colour in pairwise([0, *colours]):
        if colour and colour == before:
            blocks[-1][0] += 1
        elif colour:
            blocks.append([1, colour])
    return blocks


def blurred(clue, blocks):
    """The clue with the lengths of these blocks where it has "?", if there are as many."""
    if len(clue) != len(blocks):
        return clue
    return [[b[0] if c[0] == "?" else c[0], c[1]] for c, b in zip(clue, blocks, strict=True)]


# The fillings of a line, read cell by cell. A state is (block, run): `run` cells of this block have been read; if it
# is 0, background, and this is the next block. Of a block of unknown length one cell is as good as many.


def follow(clue, state, colour):
    """The state after one more cell, or `None` if no filling goes on so."""
    block, run = state
    if run:
        length, ink = clue[block]
        if colour == ink:
            return state if length == "?" else (block, run + 1) if run < length else None
        if length not in ("?", run):
            return None
        block += 1
    if colour == 0:
        return block, 0
    return (block, 1) if block < len(clue) and clue[block][1] == colour else None


def within(limits, at, before, after):
    """Whether a block that starts, or has ended, at this step may do so."""
    events = []
    if before[1] and after[0] > before[0]:
        events.append(("end", before[0]))
    if after[1] and not (before[1] and before[0] == after[0]):
        events.append(("start", after[0]))
    return all(limits[event][0] <= at <= limits[event][1] for event in events if event in limits)


def possible(clue, colours, limits=None):
    """The colours that each cell has in some filling, of those listed; `None` if there is no filling."""
    moves, states = [], {(0, 0)}
    for at, some in enumerate([*colours, {0}]):  # background after the line ends the last block
        found = [(state, colour, follow(clue, state, colour)) for state in states for colour in some]
        found = [move for move in found if move[2] and (not limits or within(limits, at, move[0], move[2]))]
        moves.append(found)
        states = {after for _, _, after in found}
    states &= {(len(clue), 0)}
    if not states:
        return None
    result = []
    for found in reversed(moves):
        found = [move for move in found if move[2] in states]
        states = {before for before, _, _ in found}
        result.append({colour for _, colour, _ in found})
    return result[:0:-1]


def says(puzzle, line, known):
    """The colours that a line leaves its cells; `None` if it has no filling."""
    return possible(puzzle.clues[line], [known[cell] for cell in puzzle.lines[line]])


def deduced(puzzle, data):
    """What the deductions leave: the colours of each cell, or `None` after a contradiction."""
    known = [set(range(puzzle.colours)) for _ in puzzle.through]
    for cell, colour in puzzle.givens:
        known[cell] &= {colour}
    ended = False
    for text in lines_of(data):
        need(not ended, "a deduction after a contradiction")
        step = parsed(text.encode())
        need(isinstance(step, list) and len(step) in (2, 3), "a deduction has two or three parts")
        line = puzzle.line(*step[:2])
        need(puzzle.clues[line] is not None, "a line without a clue says nothing")
        left, cells = says(puzzle, line, known), puzzle.lines[line]
        if len(step) == 2:
            need(left is not None, f"{line} has no filling")
            need(left != [known[cell] for cell in cells], f"{line} says nothing new")
            for cell, colours in zip(cells, left, strict=True):
                known[cell] = colours
            continue
        if step[2] is None:
            need(left is None, f"{line} has a filling")
            ended = True
            continue
        for position, colour in tuples(step[2], 2):
            cell = cells[whole(position, 0, len(cells) - 1)]
            need(left is None or colour not in left[position], f"{line} does not show this")
            need(type(colour) is int and colour in known[cell], "this colour is gone already")
            known[cell].remove(colour)
    if ended:
        return None
    for line, clue in puzzle.clues.items():
        if clue is not None:
            need(
                says(puzzle, line, known) == [known[cell] for cell in puzzle.lines[line]], f"{line} says more"
            )
    return known
