"""Explanations replayed from their records in JSON and nothing else: no step has a premise that its record lacks."""

import json
from random import Random

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from oracles import pictures_by_clues
from replay import Replay
from strategies import clashing_puzzles, statements, unsettled_puzzles

from nonosat import Puzzle, explain
from nonosat.model.palette import BLACK_AND_WHITE, Colour

THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))
HIDDEN = [
    Puzzle(
        rows=[[(1, 2), (1, 2)], [None, 1, (None, 2)], [1, (1, 2)], [(None, 2), None]],
        columns=[[2], [(1, 2)], [(1, 2), 1, (None, 2)], [(1, 2)], [1]],
        palette=THREE,
    ),
    Puzzle(
        rows=[[1, (1, 2)], [(None, 2)], [(1, 2), None, (None, 2)]],
        columns=[[(1, 2)], [1, (None, 2)], [1], [], [(1, 2)], [(1, 2)]],
        palette=THREE,
    ),
]
"""Their last steps had premises that no step had said."""


class Reading(Replay):
    """The knowledge of a person who reads records."""

    def __init__(self, puzzle):
        super().__init__(puzzle)
        for cell in self.blank:  # seen from the clues
            self.left[cell] = {0}

    def copy(self):
        other = object.__new__(Reading)
        other.__dict__.update(self.__dict__, left=[set(colours) for colours in self.left])
        return other

    def read(self, record):
        """Asserts that a record follows from what is known, and learns what it says."""
        there = self.copy()
        for cell, colour in self.facts(record.get("uses", ())):
            assert any(
                (masks := there.settled(line, there.left))
                is None  # anything follows from a line without a filling
                or not masks[colour] >> line.cells.index(cell) & 1
                for line in self.lines
                if cell in line.cells and line.clue is not None
            )
            there.left[cell].discard(colour)
        becomes, loses = (self.facts(record[kind]) for kind in ("cells", "excluded"))
        if "axis" in record:
            there.settle(record)
            if not (becomes or loses):
                assert there.left is None
                return
        elif record.get("supposed") and record["reason"] != "deeper":
            there.suppose(record)
        else:  # it rests on the solver, which is asked elsewhere
            there.learn(becomes, loses)
        for cell, colour in becomes:
            assert there.left[cell] <= {colour}
        for cell, colour in loses:
            assert colour not in there.left[cell]
        self.learn(becomes, loses)

    def suppose(self, record):
        """Asserts that a supposition leaves a line without a filling, and learns that it is wrong."""
        ((cell, colour),) = self.facts(record["supposed"])
        there = self.copy()
        there.left[cell] = {colour}
        for link in record["chain"]:
            there.read(link)
        there.settle(record["contradiction"])
        assert there.left is None
        self.left[cell].discard(colour)

    def settle(self, record):
        """Knows all that the fillings of a line share; `left` is None if there are none."""
        line = self.families[("row", "column", "diagonal").index(record["axis"])][record["index"]]
        found = self.settled(line, self.left)
        if found is None:
            self.left = None
            return
        for place, cell in enumerate(line.cells):
            self.left[cell] = {colour for colour in self.left[cell] if found[colour] >> place & 1}

    def learn(self, becomes, loses):
        for cell, colour in becomes:
            self.left[cell] = {colour}
        for cell, colour in loses:
            self.left[cell].discard(colour)

    def facts(self, cells):
        return [(self.cell_at[each["row"], each["column"]], each["colour"]) for each in cells]


def read_through(puzzle):
    records = json.loads(json.dumps([step.to_json() for step in explain(puzzle)]))
    reading = Reading(puzzle)
    for record in records:
        reading.read(record)
    return records


@pytest.mark.parametrize("puzzle", HIDDEN)
def test_no_premise_is_hidden(puzzle):
    read_through(puzzle)


def test_a_line_that_fills_a_blank_cell_is_the_one_without_a_filling():
    """Not the line that crosses it there: the reader sees its clue, and that it leaves the cell empty."""
    (only,) = read_through(Puzzle([[2], [(1, 2)]], [[(1, 2)], [2]], THREE))
    assert only["text"] == "row 1, contradiction: only 1 cell can be black, and the clue has 2"


def test_a_contradiction_states_the_needed_facts_of_crossing_lines():
    last = read_through(HIDDEN[0])[-1]
    assert last["uses"] == [{"row": 2, "column": 2, "colour": 1}]
    assert "row 3, column 3 is not black, because row 3 has it elsewhere" in last["text"]


def test_sampled_puzzles_with_two_inks_are_read():
    groups = sorted(pictures_by_clues(3, 3, 3).items())
    for (rows, columns), _ in Random(8).sample(groups, tries(250)):
        read_through(Puzzle(rows, columns, THREE))


@given(st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(6 - inks, inks, least=4)))
def test_puzzles_that_lines_do_not_solve_are_read(puzzle):
    read_through(puzzle)


@given(st.integers(2, 3).flatmap(lambda inks: statements(5, inks) | clashing_puzzles(4, inks)))
def test_any_puzzle_is_read(puzzle):
    if not puzzle.problems():
        read_through(puzzle)
