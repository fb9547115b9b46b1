"""`nonosat.apps.many.keys`."""

import nonosat as ns
from nonosat.apps.many.keys import key_of
from nonosat.support.errors import InputError

PUZZLE = ns.Puzzle([[1], [2]], [[2], [1]])


def test_the_key_does_not_depend_on_the_place_of_the_puzzle():
    same = ns.loads(ns.dumps(PUZZLE.replace(metadata=ns.Metadata(title="A title")), "webpbn"))
    assert key_of(PUZZLE, "check", {"seed": 0, "a": 1}, "1") == key_of(
        same, "check", {"a": 1, "seed": 0}, "1"
    )


def test_every_change_of_the_question_changes_the_key():
    colours = [("white", "ffffff", "."), ("red", "ff0000", "r")]
    puzzles = [
        PUZZLE,
        PUZZLE.transposed().replace(rows=[[2], [1]]),
        PUZZLE.replace(givens=[(0, 0, 1)]),
        PUZZLE.replace(palette=colours),
        PUZZLE.replace(goal=ns.Grid(["#.", "##"])),
        ns.Puzzle([[1], [2], None], [[2], [1]]),
        ns.Puzzle([[1], [2], []], [[2], [1]]),
        ns.Puzzle([[1], ["?"]], [[2], [1]]),
        ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1]], corner=-1),
        ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1]], corner=0),
        InputError("wrong", path="a"),
        InputError("wrong", path="b"),
    ]
    keys = [key_of(puzzle, "check", {}, "1") for puzzle in puzzles]
    keys += [key_of(PUZZLE, "count", {}, "1"), key_of(PUZZLE, "check", {"seed": 1}, "1")]
    keys.append(key_of(PUZZLE, "check", {}, "2"))
    assert len(set(keys)) == len(keys)
