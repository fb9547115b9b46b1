"""Explanations: every step is replayed by an independent checker, and nothing is left unexplained."""

import re
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest
from effort import quick, tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import backtrack, dominoes, fillings, pictures_by_clues, solutions_of, union_of_fillings
from replay import DEFINITIONS, SUPPOSITIONS, Look, Replay, replayed
from strategies import clashing_puzzles, every_feature, lines, statements, unsettled_puzzles

import nonosat as ns
from nonosat import Grid, Limit, Puzzle, UsageError, Verdict, check, example, load
from nonosat.explaining.steps.explain import Explanation, explain, states
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.probes import Probe, exclude
from nonosat.explaining.steps.step import CONTRADICTION, SEARCH
from nonosat.explaining.steps.techniques import LINE_TECHNIQUES, RANK, TECHNIQUES, LineView, agree
from nonosat.explaining.words.wording import Wording
from nonosat.imaging.colours import ink_names
from nonosat.lines.board import Board
from nonosat.lines.line import plan, settle
from nonosat.lines.propagate import propagate
from nonosat.lines.reference import Reference
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.search.questions import searched
from nonosat.support.errors import PuzzleError

ROOT = Path(__file__).parents[3]
CORPUS = ROOT.parent / "shared" / "corpus"
PUZZLES = sorted(
    path for path in (ROOT / "puzzles").iterdir() if path.name not in ("expected.json", "make.py")
)
THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))
MULTIPLE = Puzzle([[1], [1]], [[1], [1]])


def verdict_for(count):
    return (Verdict.UNSOLVABLE, Verdict.UNIQUE)[count] if count < 2 else Verdict.MULTIPLE


def assert_explained(puzzle, pictures):
    """All steps hold, and they lead exactly to what the solutions, cell by cell, have in common."""
    explanation = explain(puzzle)
    steps = list(explanation)
    left = replayed(puzzle, steps)
    assert explanation.complete
    assert explanation.verdict is verdict_for(len(pictures))
    if pictures:
        assert left == [set(colours) for colours in zip(*pictures, strict=True)]
    else:
        assert steps[-1].contradicts
    known = [colours.copy().pop() if len(colours) == 1 else None for colours in left]
    if pictures:
        rows = [[known[cell] for cell in line.cells] for line in puzzle.families[0]]
        assert explanation.partial_grid == PartialGrid(rows)
        assert list(states(puzzle, steps))[-1] == explanation.partial_grid
    return steps


def flat(pictures):
    return [tuple(cell for row in picture for cell in row) for picture in pictures]


# --- every step holds, and all that follows is explained


@pytest.mark.slow_for("size8", "size10", "size11")
@pytest.mark.parametrize("size", [*product(range(1, 4), range(1, 4)), (1, 6), (2, 4), (4, 2)])
def test_every_small_puzzle_is_explained(size):
    for (rows, columns), pictures in pictures_by_clues(*size, 2).items():
        assert_explained(Puzzle(rows, columns), flat(pictures))


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(3, 4), (4, 3)])
def test_every_puzzle_with_a_side_of_four_is_explained(size):
    for (rows, columns), pictures in pictures_by_clues(*size, 2).items():
        assert_explained(Puzzle(rows, columns), flat(pictures))


@pytest.mark.slow
def test_sampled_puzzles_with_sides_of_four():
    groups = sorted(pictures_by_clues(4, 4, 2).items())
    several = [group for group in groups if len(group[1]) > 1]
    for (rows, columns), pictures in Random(4).sample(groups, 200) + Random(5).sample(several, 100):
        assert_explained(Puzzle(rows, columns), flat(pictures))


def test_sampled_puzzles_with_two_inks():
    groups = sorted(pictures_by_clues(3, 3, 3).items())
    several = [group for group in groups if len(group[1]) > 1]
    for (rows, columns), pictures in Random(2).sample(groups, tries(1000)) + Random(3).sample(
        several, tries(300)
    ):
        assert_explained(Puzzle(rows, columns, THREE), flat(pictures))


@given(st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(6 - inks, inks, least=4)))
def test_puzzles_that_lines_do_not_solve(puzzle):
    pictures = backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), puzzle.givens)
    assert_explained(puzzle, flat(pictures))


@given(st.integers(1, 2).flatmap(lambda inks: statements(6, inks) | clashing_puzzles(5, inks)))
def test_any_puzzle_without_problems(puzzle):
    if not puzzle.problems():
        pictures = backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), puzzle.givens)
        assert_explained(puzzle, flat(pictures))


@given(every_feature(1, triddlers=True, missing=True))
@settings(max_examples=tries(60))
def test_blots_missing_clues_and_triddlers(puzzle):
    assume(max(puzzle.height, puzzle.width) <= 4)
    pictures = list(islice(solutions_of(puzzle), 2000))
    assume(len(pictures) < 2000)
    assert_explained(puzzle, pictures)


@st.composite
def longer_puzzles(draw):
    """Puzzles with lines too long to list their fillings, of pictures with longer runs."""
    inks, height, width = draw(st.integers(1, 2)), draw(st.integers(3, 9)), draw(st.integers(8, 16))
    random = Random(draw(st.integers(0, 1 << 30)))
    rows = [[0] * width for _ in range(height)]
    for _ in range(random.randint(3, 12)):
        top, left, colour = random.randrange(height), random.randrange(width), random.randint(0, inks)
        for row in range(top, min(height, top + random.randint(1, 4))):
            for column in range(left, min(width, left + random.randint(1, 7))):
                rows[row][column] = colour
    return Grid(rows).puzzle(THREE[: inks + 1])


@given(longer_puzzles() | unsettled_puzzles(6, 1, least=4))
@settings(max_examples=tries(60))
def test_longer_lines(puzzle):
    explanation = explain(puzzle)
    left = replayed(puzzle, explanation)
    assert explanation.complete
    if explanation.verdict is Verdict.UNIQUE:
        assert check(puzzle).solutions == (explanation.partial_grid.grid(),)
    else:
        assert all(
            len(colours) > 1
            for colours, known in zip(left, sum(explanation.partial_grid.rows, ()), strict=True)
            if known is None
        )


# --- line-solvable puzzles need lines only


def assert_lines_suffice(puzzle):
    """Lines settle the puzzle if the engine says so, and then as far as the engine, step by step."""
    board = Board(puzzle)
    contradiction = propagate(board)
    explanation = explain(puzzle, depth=0)
    steps = []
    for step in explanation:
        if step.axis is None:
            break
        steps.append(step)
    replayed(puzzle, steps)
    names = {"crossing"}.union(argument.name for argument in LINE_TECHNIQUES)
    assert all(step.reason in names for step in steps if step.cells)
    if contradiction:
        assert steps[-1].reason == CONTRADICTION
    elif not board.open_cells():
        assert explanation.verdict is Verdict.UNIQUE
        assert explanation.partial_grid.grid().cells == bytes(board.known())


@pytest.mark.slow_for("3-3")
@pytest.mark.parametrize(("height", "width"), quick([(2, 2), (3, 3), (2, 5)], lambda size: size != (2, 5)))
def test_lines_suffice_for_every_small_line_solvable_puzzle(height, width):
    for rows, columns in pictures_by_clues(height, width, 2):
        assert_lines_suffice(Puzzle(rows, columns))


UNSOLVABLE = Puzzle([[3], [], [3]], [[2], [2], [2]])
"""Lines find the contradiction; the sums of ink agree."""


@given(
    st.just(UNSOLVABLE) | longer_puzzles() | statements(6, 2) | every_feature(2, triddlers=True, missing=True)
)
def test_lines_suffice_for_line_solvable_puzzles(puzzle):
    assert_lines_suffice(puzzle)


SMALL = 500
"""Bytes; larger files are left to the thorough run."""


@pytest.mark.parametrize(
    "path", quick(PUZZLES, lambda path: path.stat().st_size < SMALL), ids=lambda path: path.name
)
def test_lines_suffice_for_shipped_line_solvable_puzzles(path):
    puzzle = load(path)
    if check(puzzle, limit=Limit(conflicts=0)).line_solvable:
        assert_lines_suffice(puzzle)


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_lines_suffice_for_a_sample_of_the_corpus():
    table = (CORPUS / "webpbn.verdicts.tsv").read_text().splitlines()
    logical = [name for name, words in (line.split("\t") for line in table) if "logical" in words]
    for name in Random(7).sample(sorted(logical), 8):
        puzzle = load(CORPUS / "webpbn" / name)
        assert_lines_suffice(puzzle)


# --- the steps


@pytest.mark.parametrize("name", ["cup.non", "rocket.non", "flower.xml", "cat-with-blots.json", "night.non"])
def test_steps_of_shipped_puzzles_are_checked(name):
    puzzle = load(ROOT / "puzzles" / name)
    explanation = explain(puzzle)
    replayed(puzzle, explanation)
    assert explanation.complete
    assert explanation.verdict is check(puzzle).verdict


@pytest.mark.slow
def test_trials_inside_of_trials():
    puzzle = load(ROOT / "puzzles" / "dom-05.non")
    steps = list(explain(puzzle))
    assert {"probe", "nested", "deeper"} <= {step.reason for step in steps}
    assert max(probe.depth for step in steps for probe in step.probes) == 2
    assert all(len(colours) == 1 for colours in replayed(puzzle, steps))


@pytest.mark.slow_for("dom-05.non-options1-reasons1")
@pytest.mark.parametrize(
    ("name", "options", "reasons"),
    [
        ("dom-04.non", {"depth": 0}, {"search"}),
        ("dom-05.non", {"effort": 0}, {"block placement", "counting", "probe", "search"}),
    ],
)
def test_cells_beyond_suppositions_come_from_the_solver(name, options, reasons):
    puzzle = load(ROOT / "puzzles" / name)
    explanation = explain(puzzle, **options)
    steps = list(explanation)
    assert {step.reason for step in steps} - {reason.name for reason in LINE_TECHNIQUES} == reasons
    assert explanation.verdict is Verdict.UNIQUE
    replayed(puzzle, steps)


@given(st.integers(1, 2).flatmap(lambda inks: unsettled_puzzles(6, inks)))
@settings(max_examples=tries(20))
def test_the_same_steps_every_time(puzzle):
    assert list(explain(puzzle)) == list(explain(puzzle))


@given(longer_puzzles() | unsettled_puzzles(6, 1))
@settings(max_examples=tries(30))
def test_each_step_is_the_simplest_that_says_anything(puzzle):
    replay = Replay(puzzle)
    for step in explain(puzzle):
        rank = RANK.get(step.reason, 0)
        for line in replay.lines:
            candidates = tuple(replay.masks(line, replay.left))
            if (
                len(candidates) == 2
                and settle(plan(line.clue, len(line.cells), len(candidates)), candidates) is not None
            ):
                view = LineView(line.clue, len(line.cells), candidates)
                assert not any(
                    list(reason.find(view)) for reason in LINE_TECHNIQUES if RANK[reason.name] < rank
                )
        replay.check(step)


def kind(reason):
    """The names of shapes of one supposition are equally hard."""
    return "probe" if reason in SUPPOSITIONS else reason


@given(statements(6) | unsettled_puzzles(6, 1))
def test_the_hardest_reason_does_not_depend_on_the_order_of_lines(puzzle):
    hardest = {
        max((RANK.get(kind(step.reason), 0) for step in explain(turned)), default=0)
        for turned in (puzzle, puzzle.transposed(), puzzle.mirrored())
    }
    assert len(hardest) == 1


def test_steps_come_when_they_are_asked_for():
    explanation = explain(load(ROOT / "puzzles" / "poster-50.non"))
    first = next(explanation)
    assert explanation.open_cells == 2500 - len(first.cells)
    assert explanation.partial_grid.givens() == first.cells
    assert not explanation.complete


def test_the_line_without_a_filling_is_named():
    for name in ("unsolvable-by-lines.non", "unsolvable-by-search.non"):
        puzzle = load(ROOT / "puzzles" / name)
        explanation = explain(puzzle)
        *_, last = explanation
        assert last.contradicts
        assert last.reason == (CONTRADICTION if last.axis else SEARCH)
        assert explanation.verdict is Verdict.UNSOLVABLE
        assert str(explanation.conclusion()) == "the puzzle has no solution"


def test_open_cells_differ_between_solutions():
    puzzle = load(ROOT / "puzzles" / "gchq-without-givens.non")
    explanation = explain(puzzle)
    list(explanation)
    assert (
        str(explanation.conclusion()) == "the puzzle has several solutions, and 12 cells differ between them"
    )
    pictures = list(searched(puzzle))
    for row, column, colour in explanation.partial_grid.givens():
        assert {picture[row, column] for picture in pictures} == {colour}


def test_a_limit_leaves_the_rest_unexplained():
    explanation = explain(Puzzle(*dominoes(12)), limit=Limit(seconds=0))
    assert list(explanation) == []
    assert explanation.verdict is Verdict.UNKNOWN
    assert not explanation.complete
    assert str(explanation.conclusion()) == "625 cells left without an explanation"
    with pytest.raises(UsageError, match="limit of seconds"):
        explain(MULTIPLE, limit=Limit(conflicts=3))
    with pytest.raises(PuzzleError):
        explain(Puzzle([[1]], [[1]], givens=[(5, 5)]))


def test_the_words_of_an_explanation():
    puzzle = load(ROOT / "puzzles" / "cup.non")
    steps = list(explain(puzzle))
    assert [str(step) for step in steps[:4]] == [
        "column 4, full: 1 1 6 fits in one way only, so "
        "cells 1, 3 and 5 to 10 are black and cells 2 and 4 are white",
        "column 10, complete: its clue is 0, so cells 1 to 10 are white",
        "row 5, overlap: the 8 lies in cells 1 to 9, so cells 2, 3 and 5 to 8 are black",
        "row 6, overlap: the 6 lies in cells 1 to 6, so cells 1 to 3, 5 and 6 are black; "
        "the 2 lies in cells 8 and 9, so cells 8 and 9 are black",
    ]
    record = steps[2].to_json()
    assert (record["reason"], record["axis"], record["index"]) == ("overlap", "row", 4)
    assert record["cells"][0] == {"row": 4, "column": 1, "colour": 1}
    assert record["excluded"] == []
    assert record["text"] == str(steps[2])


# --- the arguments, one line at a time


@given(lines(8, 2))
@settings(max_examples=tries(400))
def test_each_technique_is_sound_on_every_line(line):
    clue, length, candidates = line
    exact = tuple(block for block in clue if block.length)
    assume(exact == clue)
    settled = union_of_fillings(fillings(clue, candidates, length), len(candidates))
    assume(settled is not None)
    view, look = LineView(clue, length, tuple(candidates)), Look(clue, length, candidates)
    assert look.by_all == reaches_by_listing(clue, candidates, length)
    for reason in LINE_TECHNIQUES:
        for inference in reason.find(view):
            for colour, mask in enumerate(settled):
                if (colour != inference.colour) == inference.holds:
                    assert not mask & inference.cells
            if reason.find is not agree:
                DEFINITIONS[reason.name](look, inference)


def reaches_by_listing(clue, candidates, length):
    """Per block its leftmost and rightmost start, by listing all fillings."""
    ends = []
    for index in range(len(clue)):
        starts = [list_starts(filling)[index] for filling in fillings(clue, candidates, length)]
        ends.append((min(starts), max(starts)))
    return ends


def list_starts(filling):
    return [at for at, cell in enumerate(filling) if cell and (at == 0 or filling[at - 1] != cell)]


def sight_of(text, *clue):
    """A black-and-white line from text: `?` unknown."""
    candidates = [sum(1 << at for at, letter in enumerate(text) if letter in f"?{mine}") for mine in ".#"]
    return LineView(Puzzle([clue], [[]] * len(text)).rows[0], len(text), tuple(candidates))


@pytest.mark.parametrize(
    ("reason", "before", "clue", "after"),
    [
        ("full", "??????", (3, 2), "###.##"),
        ("complete", "?##???", (2,), ".##..."),
        ("complete", "????", (), "...."),
        ("remainder", "?.??.?", (1, 2, 1), "#.##.#"),
        ("overlap", "??????????", (8,), "??######??"),
        ("overlap", "?.????.???", (4,), "?.####.???"),
        ("gap", "??.????", (3,), "...????"),
        ("beside", "??##????", (2, 1), "?.##.???"),
        ("glue", "?#??????", (3, 1), "?##?????"),
        ("glue", ".?#??.??", (3,), ".?##?.??"),
        ("reach", "??.??????????", (3, 3, 1), "...??????????"),
        ("split", "????#?#????", (2, 2), "????#.#????"),
        ("join", "??#?#???????", (5, 1), "??###???????"),
        ("ordered beside", "???#????#?", (1, 2), "??.#.???#?"),
        ("ordered glue", "#??.?#???.", (1, 3), "#??.?##??."),
        ("ordered reach", "??#???????", (3,), "??#??....."),
        ("narrow", "#????.??.????", (1, 3), "#.???....????"),
        ("squeeze", "#?????????", (1, 5), "#????##???"),
        ("agree", "?#?????#?", (2, 2), "?#?...?#?"),
    ],
)  # fmt: skip
def test_each_technique_has_its_sentence(reason, before, clue, after):
    view = sight_of(before, *clue)
    found = grid_after(before, TECHNIQUES[RANK[reason]].find(view))
    assert found == after


def grid_after(text, inferences):
    cells = list(text)
    for inference in inferences:
        for at in range(len(text)):
            if inference.cells >> at & 1:
                assert cells[at] == "?"
                cells[at] = "#" if inference.holds else "."
                cells[at] = cells[at] if inference.colour else {"#": ".", ".": "#"}[cells[at]]
    return "".join(cells)


# --- the checker itself detects errors


def test_the_checker_refuses_unsound_steps():
    puzzle = load(ROOT / "puzzles" / "cup.non")
    steps = list(explain(puzzle))
    random = Random(3)
    for _ in range(tries(200)):
        number = random.randrange(len(steps))
        replay = Replay(puzzle)
        for step in steps[:number]:
            replay.check(step)
        with pytest.raises(AssertionError):
            replay.check(spoilt(steps[number], random))


def spoilt(step, random):
    """A step with something wrong in it."""
    inference, *others = step.inferences
    how = random.randrange(4)
    if how == 0:
        cells = tuple(given._replace(colour=1 - given.colour) for given in step.cells)
        return replace(step, cells=cells)
    if how == 1:
        return replace(step, reason="split" if step.reason != "split" else "full")
    if how == 2:
        return replace(step, cells=step.cells[1:])
    return replace(step, inferences=(inference._replace(holds=not inference.holds), *others))


def test_the_checker_refuses_a_trial_that_proves_nothing():
    puzzle = load(ROOT / "puzzles" / "dom-04.non")
    first = next(explain(puzzle))
    (probe,) = first.probes
    for wrong in (
        replace(probe, derivation=probe.derivation[:-1]),
        replace(probe, derivation=probe.derivation[-1:]),
        replace(probe, colour=1 - probe.colour),
        Probe(probe.cell, probe.colour, (0, 1, 2)),
    ):
        with pytest.raises(AssertionError):
            Replay(puzzle).check(replace(first, probes=(wrong,)))
    Replay(puzzle).check(first)


@given(statements(max_side=7))
@settings(max_examples=tries(100))
def test_the_kernel_and_the_reference_lead_to_the_same_steps(puzzle):
    one, other = Explanation(puzzle, depth=0), Explanation(puzzle, depth=0)  # probes are the kernel's
    board = other.board
    board.solver = Reference(puzzle.geometry, board.clues, board.colours)
    assert list(one) == list(other)


def test_steps_are_counted_and_found_once():
    puzzle = load(ROOT / "puzzles" / "cup.non")
    expected = list(explain(puzzle))
    explanation = explain(puzzle)
    assert repr(explanation) == "Explanation(10x10, not started)"
    assert next(explanation) == expected[0]
    assert repr(explanation) == "Explanation(10x10, 1 step found, unknown)"
    assert explanation.steps == tuple(expected)
    assert list(explanation) == expected[1:]
    assert repr(explanation) == f"Explanation(10x10, {len(expected)} steps found, unique)"


def test_every_sentence_says_which_cells_become_known():
    """Also where crossing lines leave one colour; no cell is said to have another colour than it has then."""
    for puzzle in (example("apple"), example("cup"), example("gchq")):
        names = ink_names(puzzle.palette)
        left = PartialGrid([None] * puzzle.width for _ in puzzle.rows).filled_in(puzzle.givens)
        for step in explain(puzzle):
            left = left.filled_in(step.cells)
            said = {
                (int(first) + at, colour)
                for places, colour in told_cells(step.text, names)
                for first, last in re.findall(r"(\d+)(?: to (\d+))?", places)
                for at in range(int(last or first) - int(first) + 1)
            }
            along = {"row": 1, "column": 0}[step.axis]
            known = [row[step.index] for row in left.rows] if along == 0 else left.rows[step.index]
            assert said >= {(cell[along] + 1, names[cell.colour]) for cell in step.cells}, step
            assert all(known[place - 1] == names.index(colour) for place, colour in said), step


@pytest.mark.parametrize(
    ("row", "length", "words"),
    [
        ([(3, 2)], 4, " the red 3 lies in cells 1 to 4, so cells 2 and 3 are red"),
        (
            [(3, 2), (9, 1)],
            14,
            " the red 3 lies in cells 1 to 5, so cell 3 is red; the black 9 lies in cells 4 to 14, so cells 6 to 12 are black",
        ),
        (
            [(4, 2), (4, 1)] * 3,
            25,
            "\n"
            "- the first red 4 lies in cells 1 to 5, so cells 2 to 4 are red\n"
            "- the first black 4 lies in cells 5 to 9, so cells 6 to 8 are black\n"
            "- the second red 4 lies in cells 9 to 13, so cells 10 to 12 are red\n"
            "- the second black 4 lies in cells 13 to 17, so cells 14 to 16 are black\n"
            "- the third red 4 lies in cells 17 to 21, so cells 18 to 20 are red\n"
            "- the third black 4 lies in cells 21 to 25, so cells 22 to 24 are black",
        ),
    ],
)
def test_covering_blocks_are_named_together_or_in_a_list(row, length, words):
    puzzle = Puzzle(rows=[row], columns=[None] * length, palette=THREE)
    assert str(next(explain(puzzle))) == f"row 1, overlap:{words}"


def test_many_blocks_are_not_named_one_by_one():
    givens = [(0, 30, 0), (0, 31, 1)]
    row = Puzzle([[2] * 9], [None] * 60, givens=givens)
    assert (
        "row 1, glue: any block on cell 32 starts at cell 32 at the earliest (cell 31 is white), so cell 33 is black"
        in [*map(str, explain(row))]
    )
    colours = Puzzle([[(1, 1), (1, 2)] * 12], [None] * 24, palette=THREE)
    first, *cells = str(next(explain(colours))).split("\n")
    assert first == "row 1, full:"
    assert cells[0] == "- its clue fits in one way only:"
    assert max(map(len, cells)) <= 160


def test_white_cells_that_are_all_known_are_counted():
    steps = list(map(str, explain(example("apple"))))
    assert "row 5, complete: its 1 white cell is known, so cells 2 to 7, 15 and 16 are red" in steps
    assert "row 14, complete: its 4 white cells are known, so cells 3 to 14 are red" in steps


def told_cells(words, names):
    """The cells in a sentence, each with the colour that it says they have."""
    cells = r"cells? ((?:\d+(?: to \d+)?(?:, (?=\d)| and (?=\d))?)+)"
    yield from (
        (places, its) for places, its in re.findall(rf"{cells} (?:is|are) (\w+)", words) if its in names
    )


def test_inks_that_contradict_each_other_end_in_a_contradiction():
    """Without green in the column, no filling of the row is left at all."""
    inks = [
        ns.Colour("white", "ffffff", "."),
        ns.Colour("red", "ff0000", "a"),
        ns.Colour("green", "008000", "b"),
    ]
    found = explain(Puzzle([[(1, 1), (1, 2)]], [None, [(1, 1)]], palette=inks))
    assert found.steps[-1].reason == "contradiction"
    assert found.verdict is Verdict.UNSOLVABLE


def test_a_cell_that_loses_all_colours_but_one_has_that():
    board = Board(Puzzle([[1]] * 2, [[1]] * 2, palette=THREE))
    (said,), _ = Wording(board).cell_step(SEARCH, (0, 1), None)
    assert str(said).endswith(", so row 1, column 1 is not black")
    exclude(board, 0, 2)
    (said,), _ = Wording(board).cell_step(SEARCH, (0, 1), None)
    assert str(said).endswith(", so row 1, column 1 is not black, so it is white")


def test_cells_with_the_same_fact_are_named_together():
    inks = (*THREE, Colour("green", "008000", "g"))
    wording = Wording(Board(Puzzle([[1]] * 4, [[1]] * 4, palette=inks)))
    facts = [((1, 2), 5), ((6, 1), 1), ((2, 2), 6), ((3, 0), 7), ((3, 3), 7)]
    assert [*map(str, wording.uses(0, facts))] == [
        "row 2, column 3 is not black, because row 2 has it elsewhere",
        "row 1, column 4 is not white, because a block of column 4 is there",
        "row 1, column 4 is not green, because column 4 has it elsewhere",
        "cells 2 and 3 are not red, because the lines that cross there have it elsewhere",
    ]


def test_an_explanation_within_memory_goes_step_by_step():
    puzzle = load(ROOT / "puzzles" / "cup.non")
    within, expected = explain(puzzle, memory=500_000_000), explain(puzzle)
    for step in within:
        assert step == next(expected)
        assert within.partial_grid == expected.partial_grid
    assert (within.verdict, within.complete) == (Verdict.UNIQUE, True)
