"""Typing errors are found: pruning loses no repair."""

from itertools import combinations, islice
from random import Random

import pytest
from breaking import CORPUS, corpus_puzzles, mistyped, palette, unique_pictures
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import backtrack
from strategies import clashing_puzzles, grids
from typos import with_wrong_number

from nonosat import Grid, Limit, Puzzle, PuzzleError, UsageError, Verdict, check
from nonosat.model.clues import as_clue
from nonosat.repairs.repair_clue import Edit, repair_clue, undone, with_clues
from nonosat.repairs.result import ClueChange


def lines_of(puzzle):
    """The clues in the order of the lines, and the lengths of the lines."""
    clues = [line.clue for line in puzzle.lines]
    return clues, [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width


def solvable(puzzle):
    """By brute force."""
    givens = [tuple(each) for each in puzzle.givens]
    return any(True for _ in backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), givens))


def every_one_edit_repair(puzzle):
    """All solvable versions of a puzzle with one edit undone, tried one after another."""
    clues, lengths = lines_of(puzzle)
    versions = [
        {line: meant}
        for line, clue in enumerate(clues)
        for _, meant in undone(clue, lengths[line], len(puzzle.palette))
    ]
    versions += [{a: clues[b], b: clues[a]} for a, b in combinations(range(len(clues)), 2)]
    for first, last in ((0, puzzle.height), (puzzle.height, len(clues))):
        versions.append({line: clues[line][::-1] for line in range(first, last)})
    if puzzle.givens and puzzle.height == puzzle.width:
        versions.append(dict(enumerate((*puzzle.columns, *puzzle.rows))))
    return {each for each in (with_clues(puzzle, version) for version in versions) if solvable(each)}


def assert_all_found(puzzle, edits=1):
    """The repairs are right, ranked, and all that there are with one edit."""
    wanted = every_one_edit_repair(puzzle)
    found = repair_clue(puzzle, edits=edits)
    assert found.complete
    if not wanted:
        assert found.cost == 2 or not found.found
        assert found.bound == edits + (not found.found)
        return
    repairs = [found, *found.alternatives]
    assert {repair.repaired for repair in repairs} == wanted
    for repair in repairs:
        assert_right(puzzle, repair)
        assert repair.optimal
    verdicts = [repair.verdict is not Verdict.UNIQUE for repair in repairs]
    assert verdicts == sorted(verdicts)


def assert_right(puzzle, repair):
    """The changes lead from the puzzle to the mended one, of which everything said is true."""
    clues = {line.id: line.clue for line in puzzle.lines}
    for change in repair.changes:
        assert isinstance(change, ClueChange)
        assert clues[change.axis, change.index] == change.before
        clues[change.axis, change.index] = change.after
    assert [line.clue for line in repair.repaired.lines] == list(clues.values())
    assert repair.grid.satisfies(repair.repaired)
    report = check(repair.repaired)
    assert (report.verdict, report.line_solvable) == (repair.verdict, repair.line_solvable)


@settings(max_examples=tries(40))
@given(clashing_puzzles(max_side=4), st.booleans())
def test_nothing_is_missed(puzzle, with_given):
    puzzle = puzzle.replace(givens=[(0, 0)] if with_given else [])
    assume(not solvable(puzzle))
    assert_all_found(puzzle)


@settings(max_examples=tries(15))
@given(clashing_puzzles(max_side=3, inks=2))
def test_nothing_is_missed_in_colour(puzzle):
    assume(not solvable(puzzle))
    assert_all_found(puzzle)


@settings(max_examples=tries(25))
@given(grids(max_side=5), st.integers(0, 1 << 30))
def test_no_wrong_number_is_missed(grid, seed):
    assume(any(map(any, grid)))
    assume(grid.height * grid.width > 4)
    puzzle = with_wrong_number(grid.puzzle(), Random(seed))
    assume(not solvable(puzzle))
    assert_all_found(puzzle)


def beyond_one_edit():
    """Puzzles of 3x3 cells that no single edit explains."""
    random = Random(2)
    while True:
        one, other = (Grid([[random.randint(0, 1) for _ in range(3)] for _ in range(3)]) for _ in range(2))
        puzzle = Puzzle(one.clues()[0], other.clues()[1])
        if not solvable(puzzle) and not every_one_edit_repair(puzzle):
            yield puzzle


def test_no_two_edits_are_missed():
    for puzzle in islice(beyond_one_edit(), 8):
        assert_no_two_edits_missed(puzzle)


def assert_no_two_edits_missed(puzzle):
    """Nothing that brute force finds with edits in one or two clues is left out."""
    found = repair_clue(puzzle, edits=2)
    assert found.complete
    repairs = [found, *found.alternatives] if found.found else []
    for repair in repairs:
        assert_right(puzzle, repair)
        assert repair.cost == len(repair.edits) == 2
        assert repair.optimal
    clues, lengths = lines_of(puzzle)
    options = [[meant for _, meant in undone(clue, n, 2)] for clue, n in zip(clues, lengths, strict=True)]
    wanted = {
        version
        for one, other in combinations(range(len(clues)), 2)
        for first in options[one]
        for second in options[other]
        if solvable(version := with_clues(puzzle, {one: first, other: second}))
    }
    for line, length in enumerate(lengths):
        for first in options[line]:
            twice = [with_clues(puzzle, {line: meant}) for _, meant in undone(first, length, 2)]
            wanted |= {version for version in twice if version != puzzle and solvable(version)}
    assert wanted <= {repair.repaired for repair in repairs}


@pytest.mark.parametrize("inks", [1, 2])
@pytest.mark.parametrize("edit", [edit for edit in Edit if edit is not Edit.TRANSPOSED])
def test_the_original_is_among_the_repairs(edit, inks):
    random = Random(f"{edit}{inks}")
    done = 0
    for grid in islice(unique_pictures(random, inks=inks), 200):
        puzzle = grid.puzzle(palette(inks))
        clues, lengths = lines_of(puzzle)
        line = random.randrange(len(clues))
        if edit in (Edit.LINES, Edit.CROSSED):
            same = range(puzzle.height) if line < puzzle.height else range(puzzle.height, len(clues))
            rest = set(same) if edit is Edit.LINES else set(range(len(clues))) - set(same)
            other = random.choice(sorted(rest - {line}))
            typed = {line: clues[other], other: clues[line]}
        elif edit is Edit.ALL_BACKWARDS:
            typed = {row: clues[row][::-1] for row in range(puzzle.height)}
        else:
            wrong = mistyped(clues[line], random, inks, lengths[line])
            if edit not in wrong:
                continue
            typed = {line: wrong[edit]}
        broken = with_clues(puzzle, typed)
        if not broken.problems() and check(broken).verdict is not Verdict.UNSOLVABLE:
            continue
        found = repair_clue(broken)
        assert found.complete
        assert puzzle in [repair.repaired for repair in (found, *found.alternatives)]
        assert found.verdict is Verdict.UNIQUE
        done += 1
        if done == 6:
            return
    assert (edit is Edit.COLOUR and inks == 1) or edit is Edit.PARTED


def test_rows_and_columns_exchanged():
    """Only givens tell them apart."""
    goal = Grid(["###", "#..", "..."])
    puzzle = goal.puzzle(givens=[(0, 2), (1, 2, 0)]).replace(rows=goal.clues()[1], columns=goal.clues()[0])
    puzzle = puzzle.replace(givens=[(1, 0, 1), (2, 0, 0)])
    found = repair_clue(puzzle)
    edits = [repair.edits for repair in (found, *found.alternatives) if repair.found]
    assert (Edit.TRANSPOSED,) in edits or not edits


@pytest.mark.slow
def test_the_goal_decides():
    random = Random(9)
    later = 0
    for grid in islice(unique_pictures(random), 15):
        puzzle = grid.puzzle()
        broken = with_wrong_number(puzzle, random)
        if not solvable(broken):
            assert repair_clue(broken.replace(goal=grid)).repaired.statement == puzzle
            later += repair_clue(broken).repaired != puzzle
    assert later  # without the goal some other repair is as likely


def test_a_good_puzzle_needs_no_repair():
    puzzle = Puzzle([[1], [2]], [[2], [1]])
    found = repair_clue(puzzle)
    assert (found.repaired, found.changes, found.cost, found.optimal) == (puzzle, (), 0, True)


def test_a_missing_repair_is_reported():
    puzzle = Puzzle([[3], [], [3], [], [3]], [[1, 1]] * 3 + [[5]] * 2)
    found = repair_clue(puzzle)
    assert not found.found
    assert found.complete
    assert found.bound == 2
    assert not found.optimal


def test_a_limit():
    found = repair_clue(Puzzle([[1, 1], [3], [2]], [[2], [2], [2]]), limit=Limit(seconds=0))
    assert found.stopped == "seconds"
    assert not found.complete
    assert found.bound == 0


@pytest.mark.parametrize("edits", [0, 3])
def test_the_number_of_edits_is_bounded(edits):
    with pytest.raises(UsageError):
        repair_clue(Puzzle([[1]], [[1]]), edits=edits)


def test_nonsense_is_refused():
    with pytest.raises(PuzzleError):
        repair_clue(Puzzle([[1]], [[1]], givens=[(5, 5)]))


def test_blotted_clues_and_triddlers():
    goal = Grid(["##.", "#.#", "###"])
    puzzle = goal.puzzle().replace(rows=[["?"], [1, 1], [3]], columns=[[3], [1, 2], [2]])
    found = repair_clue(puzzle)
    assert goal.puzzle().columns in [repair.repaired.columns for repair in (found, *found.alternatives)]
    triddler = Grid(["#..", "##."]).triddler(2, 2, -1)
    found = repair_clue(triddler.replace(diagonals=([2], [])))
    assert triddler in [repair.repaired for repair in (found, *found.alternatives)]


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_corpus_puzzles_with_a_wrong_number():
    """Twenty seconds of CPU."""
    random = Random(7)
    for puzzle in islice(corpus_puzzles(random), 30):
        broken = with_wrong_number(puzzle, random)
        found = repair_clue(broken)
        repairs = [found, *found.alternatives]
        if found.changes and found.complete:  # a candidate that the solver gave up on is said to be left
            assert puzzle.statement in [repair.repaired.statement for repair in repairs]


def test_a_limit_of_memory_is_kept_in_a_process_of_its_own():
    puzzle = Puzzle([[1, 1], [3], [2]], [[2], [2], [2]])
    limited, found = repair_clue(puzzle, limit=Limit(memory=400_000_000)), repair_clue(puzzle)
    assert limited.repaired == found.repaired
    assert len(limited.alternatives) == len(found.alternatives)


@pytest.mark.parametrize("length", [10**9, 2**31, 2**63, 10**30])
def test_a_number_can_be_too_large_by_any_amount(length):
    (change,) = repair_clue(Puzzle([[length], [1]], [[1], [1]])).changes
    assert (change.axis, change.index, change.after) == ("row", 0, as_clue([1]))
