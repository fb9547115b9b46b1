"""Each clause that is written for a line is true of every filling of it: the lemmas of docs/certificate-format.md."""

from random import Random

import pytest
from effort import quick
from oracles import rows_by_clue

from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.clues import Block
from nonosat.model.palette import Colour
from nonosat.model.puzzle import Puzzle
from nonosat.sat.encodings.order import bounds, encode

PALETTE = tuple(Colour(f"ink {each}", f"{each:06x}", letter) for each, letter in enumerate(".abc"))

SIZES = [(1, 5), (1, 9), (2, 4), (2, 7), (3, 4), (3, 6), (3, 9)]
"""Inks, and cells of a line."""

SAMPLE = 400
"""Clues of a size of which there are more; of these some are drawn."""


def runs(line):
    """(start, end, colour) of each block of a filling."""
    found, start = [], 0
    for at in range(1, len(line) + 1):
        if at == len(line) or line[at] != line[start]:
            if line[start]:
                found.append((start, at, line[start]))
            start = at
    return found


def false_clause(clue, fillings, known):
    """A clause of the encoding of one line that some filling makes false; None if all are true."""
    length = len(fillings[0])
    colours = max([2, *(colour + 1 for line in fillings for colour in line)])
    givens = [(0, cell, colour) for cell, colour in known.items()]
    board = Board(Puzzle([clue], [None] * length, palette=PALETTE[:colours], givens=givens))
    assert propagate(board) is None
    if not board.open_cells():
        return None
    cnf = encode(board)
    cells = [(each.cell, each.literals) for each in cnf.open_cells]
    limits = list(enumerate(bounds(board), cnf.cell_variables + 1))
    for line in fillings:
        true = {literals[line[cell]] for cell, literals in cells}
        true |= {
            -literal
            for cell, literals in cells
            for colour, literal in literals.items()
            if colour != line[cell]
        }
        blocks = runs(line)
        for variable, (_, block, end, position) in limits:
            start, stop, _ = blocks[block]
            true.add(variable if (stop if end else start) <= position else -variable)
        for clause in cnf.clauses:
            if true.isdisjoint(clause):
                return clause
    return None


@pytest.mark.nightly
@pytest.mark.parametrize(("inks", "length"), quick(SIZES, {(1, 5), (2, 4), (3, 4)}.__contains__))
def test_every_clause_of_every_small_line_is_true_of_all_its_fillings(inks, length):
    random = Random(length)
    table = rows_by_clue(length, inks + 1)
    clues = sorted(table)
    for clue in clues if len(clues) <= SAMPLE else random.sample(clues, SAMPLE):
        fillings = table[clue]
        blocks = [Block(size, colour) for size, colour in clue]
        assert false_clause(blocks, fillings, {}) is None
        cell = random.randrange(length)
        known = {cell: random.choice(fillings)[cell]}
        agreeing = [line for line in fillings if line[cell] == known[cell]]
        assert false_clause(blocks, agreeing, known) is None
        blotted = [Block(None if random.random() < 0.5 else size, colour) for size, colour in clue]
        wider = [
            line
            for other, lines in table.items()
            if len(other) == len(clue)
            and all(
                block.colour == colour and block.length in (None, size)
                for block, (size, colour) in zip(blotted, other, strict=True)
            )
            for line in lines
        ]
        assert false_clause(blotted, wider, {}) is None


def test_a_clause_that_is_too_strong_is_found():
    fillings = rows_by_clue(5, 2)[(2, 1),]
    wrong = [line for line in fillings if not line[0]]
    assert false_clause([Block(2, 1)], wrong, {}) is None
    assert false_clause([Block(1, 1)], fillings, {}) is not None
