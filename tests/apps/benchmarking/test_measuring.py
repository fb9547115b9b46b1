"""One run of a contender: outputs of programs, wrong, late and missing answers."""

import os
import signal
import sys
from dataclasses import replace

import pytest
from servers import children

from nonosat import Grid, Limit, Puzzle, SearchOptions
from nonosat.apps.benchmarking.contenders import OwnSearch, Program
from nonosat.apps.benchmarking.families import members
from nonosat.apps.benchmarking.measuring import CHECK, SOLVE, Laboratory, understood
from nonosat.support.children.processes import end_idle
from nonosat.support.end import Stopped
from nonosat.support.programs.programs import Ran

GRID = Grid(["##.", "#..", "###"])
UNIQUE = GRID.puzzle()
MULTIPLE = Puzzle([[1], [1]], [[1], [1]])
UNSOLVABLE = Puzzle([[3], [], [3]], [[2], [2], [2]])
RAN = Ran("", "", 0, None, 0.1, 0.1, 10**7)


def said(output, ask=CHECK, **more):
    return understood(replace(RAN, output=output, **more), UNIQUE, ask)


@pytest.mark.parametrize(
    ("output", "verdict"),
    [
        ("puzzle: unique (by lines)", "unique"),
        ("UNIQUE SOLUTION\n", "unique"),
        ("The solution is not unique.", "multiple"),
        ("Multiple solutions", "multiple"),
        ("There is no solution\n", "unsolvable"),
        ("s UNSATISFIABLE", "unsolvable"),
        ("uniquely nothing", "error"),
    ],
)
def test_verdict_words_of_programs_are_understood(output, verdict):
    assert said(output)[0] == verdict


def test_a_silent_program_is_judged_by_its_exit_code():
    assert [said("", code=code)[0] for code in range(5)] == [
        "unique",
        "multiple",
        "unsolvable",
        "unknown",
        "error",
    ]
    assert said("", code=0, errors="Segmentation\nfault")[0] == "error"
    assert said("", code=2, errors="p: unsolvable\n")[0] == "unsolvable"
    assert said("done", code=2, errors="p: unsolvable\n")[0] == "error"


def test_a_picture_is_compared_with_the_clues():
    assert said(f"Solved:\n{GRID}\n", SOLVE) == ("solvable", "")
    assert said("Solved:\n###\n#..\n###\n", SOLVE)[0] == "wrong"
    assert said(f"Solved:\n{GRID}\n", CHECK)[0] == "error"
    assert said("unique", SOLVE)[0] == "solvable"
    assert said("no solution", SOLVE)[0] == "unsolvable"


def test_a_failure_has_its_reason():
    assert said("what?", code=-11, errors="a\nbad clue\n") == ("error", "ended by signal 11: bad clue")
    assert said("what?", code=4)[1].startswith("exit code 4")
    assert said("unique", stopped=Stopped.SECONDS) == ("unknown", "")


@pytest.fixture(scope="module")
def laboratory():
    with Laboratory(CHECK, Limit(seconds=30)) as made:
        yield made


@pytest.mark.parametrize(
    ("puzzle", "verdict"), [(UNIQUE, "unique"), (MULTIPLE, "multiple"), (UNSOLVABLE, "unsolvable")]
)
def test_our_own_answers(laboratory, puzzle, verdict):
    found = laboratory.run(OwnSearch("ours", SearchOptions(portfolio=1)), puzzle, 0)
    assert (found.verdict, found.stopped, found.detail) == (verdict, None, "")
    assert found.cpu >= 0
    assert found.stats["cells"] in (4, 9)
    assert found.memory is None or found.memory > 10**6


@pytest.mark.skipif(sys.platform == "win32", reason="programs are measured on POSIX systems")
def test_a_program_gets_the_statement_without_the_goal(laboratory):
    puzzle = UNIQUE.replace(goal=GRID)
    text = (
        "import sys; t = open(sys.argv[1]).read(); print('unique' if 'goal' not in t and 'rows' in t else t)"
    )
    program = Program("p", f'{sys.executable} -S -c "{text}" {{file}}')
    assert laboratory.run(program, puzzle, 0).verdict == "unique"


@pytest.mark.skipif(sys.platform == "win32", reason="programs are measured on POSIX systems")
def test_a_puzzle_that_the_format_cannot_hold_is_no_answer(laboratory):
    inked = Grid([[1, 2]]).puzzle([("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")])
    found = laboratory.run(Program("p", "echo unique {file:tournament}"), inked, 0)
    assert found.verdict == "error"
    assert found.detail


@pytest.mark.slow
def test_a_search_ends_at_its_limit_and_the_next_one_works():
    (hard,) = members("dom:25")
    ours = OwnSearch("ours", SearchOptions(portfolio=1))
    with Laboratory(CHECK, Limit(seconds=1)) as laboratory:
        found = laboratory.run(ours, hard.puzzle, 0)
        assert (found.verdict, found.stopped) == ("unknown", Stopped.SECONDS)
        assert laboratory.run(ours, UNIQUE, 0).verdict == "unique"


@pytest.mark.slow
def test_a_search_whose_process_is_killed_is_an_error_and_the_next_one_works():
    ours = OwnSearch("ours", SearchOptions(portfolio=1))
    end_idle()  # one of those could be taken
    others = children(os.getpid())
    with Laboratory(CHECK, Limit()) as laboratory:
        assert laboratory.run(ours, UNIQUE, 0).verdict == "unique"
        (child,) = children(os.getpid()) - others
        os.kill(child, signal.SIGKILL)
        assert laboratory.run(ours, UNIQUE, 0).verdict == "error"
        assert laboratory.run(ours, UNIQUE, 0).verdict == "unique"


@pytest.mark.slow
def test_the_time_of_several_processes_counts():
    (hard,) = members("dom:25")
    with Laboratory(CHECK, Limit(seconds=3)) as laboratory:
        found = laboratory.run(OwnSearch("both", SearchOptions(portfolio=2)), hard.puzzle, 0)
    assert (found.verdict, found.stopped) == ("unknown", Stopped.SECONDS)
    assert found.cpu > 0.3  # children included: this process alone uses almost none
