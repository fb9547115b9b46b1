"""Cells that lines settle with the clues of a picture: the kernel, and its reference."""

import re
from pathlib import Path
from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, lines

import nonosat as ns
from nonosat.apps.generation.wish import PALETTE
from nonosat.explaining.grading.canvas import COMPLETE, Canvas, techniques_up_to
from nonosat.explaining.steps.explain import explain
from nonosat.explaining.steps.techniques import (
    LINE_TECHNIQUES,
    Grade,
    LineView,
)
from nonosat.lines.board import Board
from nonosat.lines.line import plan, settle
from nonosat.lines.propagate import propagate
from nonosat.lines.reference import Reference
from nonosat.lines.solver import knows_techniques, line_solver
from nonosat.model.clues import line_clue
from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Puzzle
from nonosat.support.children.processes import clock_of
from nonosat.support.end import OutOfReach
from nonosat.support.limits import Limit


def nothing():
    """A tick that does nothing."""


def canvas_of(grid):
    return Canvas(Rectangle(grid.height, grid.width), PALETTE[: max(2, grid.highest() + 1)])


def by_reference(canvas, cells, arguments):
    twin = Canvas(canvas.geometry, canvas.palette)
    lines = len(canvas.geometry.lines)
    twin.__dict__["_solver"] = Reference(canvas.geometry, [None] * lines, len(canvas.palette))
    return twin.open_after(cells, arguments, nothing)


@given(
    st.integers(1, 3).flatmap(lambda inks: grids(max_side=9, inks=inks)), st.integers(0, len(LINE_TECHNIQUES))
)
@settings(max_examples=tries(400))
def test_the_kernel_leaves_open_what_the_reference_does(grid, arguments):
    canvas = canvas_of(grid)
    found = canvas.open_after(grid.cells, arguments, nothing)
    assert found == by_reference(canvas, grid.cells, arguments)
    if arguments == len(LINE_TECHNIQUES):
        assert found == canvas.open_after(grid.cells, COMPLETE, nothing)


@pytest.mark.slow
@pytest.mark.parametrize("side", [20, 62, 63, 64, 70, 129])
@pytest.mark.parametrize("inks", [1, 2])
def test_large_pictures_are_left_open_alike(side, inks):
    random = Random(f"{side} {inks}")
    canvas = Canvas(Rectangle(side, side + 1), PALETTE[: inks + 1])
    cells = bytes(random.choice([0, random.randint(1, inks)]) for _ in range(side * (side + 1)))
    for arguments in (COMPLETE, 4, 13, len(LINE_TECHNIQUES)):
        assert canvas.open_after(cells, arguments, nothing) == by_reference(canvas, cells, arguments)


@given(grids(max_side=8))
@settings(max_examples=tries(200))
def test_cells_left_open_are_those_of_propagation(grid):
    canvas = canvas_of(grid)
    board = Board(canvas.puzzle(grid.cells))
    propagate(board)
    left = bytes(len(board.colours_of(cell)) > 1 for cell in range(board.cells))
    assert canvas.open_after(grid.cells, COMPLETE, nothing) == left
    probed, probes = canvas.probed(grid.cells, nothing)
    assert all(one <= other for one, other in zip(probed, left, strict=True))
    assert (probes > 0) == any(left)


@given(grids(max_side=8))
@settings(max_examples=tries(100))
def test_the_hardest_reason_is_the_first_that_settles_everything(grid):
    """A person who prefers simple arguments needs none that is harder than what is enough."""
    canvas = canvas_of(grid)
    if any(canvas.open_after(grid.cells, COMPLETE, nothing)):
        return
    hardest = max(
        next(rank for rank, reason in enumerate(LINE_TECHNIQUES) if reason.name == step.reason)
        for step in explain(canvas.puzzle(grid.cells))
    )
    assert not any(canvas.open_after(grid.cells, hardest + 1, nothing))
    if hardest:
        assert any(canvas.open_after(grid.cells, hardest, nothing))


def first_technique(clue, length, candidates):
    """The rank of the first technique by the reference, or the kernel's number instead."""
    settled = settle(plan(clue, length, len(candidates)), candidates)
    if settled is None or settled == list(candidates):
        return -2 if settled is None else -1
    view = LineView(clue, length, tuple(candidates))
    blotted = any(block.length is None for block in clue)
    able = range(len(LINE_TECHNIQUES) - 1 if blotted else 0, len(LINE_TECHNIQUES))
    return next(rank for rank in able if list(LINE_TECHNIQUES[rank].find(view)))


def argument_of(clue, length, candidates):
    solver = line_solver(Rectangle(1, length), [clue, *[None] * length], len(candidates))
    if not knows_techniques(solver):
        pytest.skip("there is no kernel")
    return solver.argument(0, candidates)


@given(lines())
@settings(max_examples=tries(500))
def test_the_first_technique_that_removes_a_candidate_is_found(line):
    assert argument_of(*line) == first_technique(*line)


@pytest.mark.parametrize("length", [62, 63, 64, 65, 126, 127, 128, 129, 200])
def test_the_first_technique_does_not_depend_on_the_number_of_words(length):
    """Masks have a word for 64 cells; the filled cells lie around the boundaries of words too."""
    random, ranks = Random(length), set()
    for _ in range(25):
        inks = random.randint(1, 2)
        cells = bytearray()
        while len(cells) < length:
            cells += bytes([random.randint(0, inks)]) * random.choice([1, 2, 3, 5, 9, length // 4])
        clue, share = line_clue(bytes(cells[:length])), random.choice([0, 0.02, 0.05, 0.1, 0.5])
        candidates = [(1 << length) - 1] * (inks + 1)
        for at in range(length):
            if random.random() < share * (3 if at % 64 in (0, 1, 62, 63) else 1):
                for colour in range(inks + 1):
                    candidates[colour] &= ~((cells[at] != colour) << at)
        rank = argument_of(clue, length, candidates)
        assert rank == first_technique(clue, length, candidates)
        ranks.add(rank)
    assert len(ranks) > 3


def test_a_run_at_the_end_of_a_word_gets_its_walls():
    puzzle = Puzzle(rows=[[2, 5, 3]], columns=[None] * 63, givens=[(0, 60), (0, 61), (0, 62)])
    assert next(iter(explain(puzzle))).reason == "beside"


def test_grades_are_numbers_of_techniques():
    assert [techniques_up_to(grade) for grade in Grade] == [4, 8, 13, 13, COMPLETE, COMPLETE]


@pytest.mark.parametrize("arguments", [COMPLETE, 8])
def test_a_limit_is_kept(arguments):
    clock = clock_of(Limit(seconds=0))
    canvas = Canvas(Rectangle(50, 50), PALETTE[:2])
    cells = Random(1).randbytes(2500).translate(bytes(byte & 1 for byte in range(256)))
    with pytest.raises(OutOfReach):
        canvas.open_after(cells, arguments, clock.tick)


def test_the_kernel_has_the_same_table_of_techniques():
    """In the same order, with the same names, and after the same functions."""
    text = (Path(ns.__file__).parent / "kernel/techniques/techniques.c").read_text(encoding="utf-8")
    rows = re.findall(r'\{"([a-z ]+)", (?:by_(\w+)|NULL), ([01])\}', text)
    assert [name for name, _, _ in rows] == [technique.name for technique in LINE_TECHNIQUES]
    for (_, function, walls), technique in zip(rows, LINE_TECHNIQUES, strict=True):
        wrapped = technique.find.__closure__[0].cell_contents if walls == "1" else technique.find
        assert wrapped.__name__ == (function or "agree")
