"""The text of assignments at the Czech Technical University."""

import pytest
from hypothesis import given
from refusals import refusals
from strategies import grids

import nonosat as ns

TEXT = "2,3\n#,1,R,2\n#,1\n#,2\nR,1\nR,1\n"


def test_inks_are_known_by_their_characters():
    puzzle = ns.loads(TEXT)
    assert [(colour.name, colour.letter) for colour in puzzle.palette[1:]] == [("black", "#"), ("red", "R")]
    assert puzzle.rows == (((1, 1), (2, 2)), ((1, 1),))
    assert str(ns.solve(puzzle)) == "#RR\n#.."


def test_one_ink_is_black_and_empty_lines_are_empty_clues():
    assert ns.loads("2,2\n#,2\n\n#,1\n#,1\n", "ctu") == ns.Puzzle([[2], []], [[1], [1]])
    assert ns.loads("1,2\n\n\n\n", "ctu") == ns.Puzzle([[]], [[], []])


@pytest.mark.parametrize("inks", [1, 3])
def test_what_is_written_reads_back_with_the_same_blocks(inks):
    @given(grids(inks=inks))
    def check(grid):
        puzzle = grid.puzzle() if inks == 1 else grid.puzzle(palette_of(inks))
        reread = ns.loads(ns.dumps(puzzle, "ctu", lossy=True), "ctu")
        blocks = [
            [
                [(block.length, shown.palette[block.colour].letter) for block in line.clue]
                for line in shown.lines
            ]
            for shown in (puzzle, reread)
        ]
        assert blocks[0] == blocks[1]

    check()


def test_letters_that_clues_cannot_have_are_replaced():
    palette = [("white", "ffffff", "."), ("red", "ff0000", ","), ("blue", "0000ff", "1")]
    puzzle = ns.Grid([bytes([1, 2, 0, 2])]).puzzle(palette=palette)
    text = ns.dumps(puzzle, "ctu")
    assert ns.loads(text, "ctu").rows == puzzle.rows
    assert ns.loads(text).rows == puzzle.rows  # its content is recognised


def test_letters_are_those_of_the_colours():
    palette = [("white", "ffffff", "."), ("red", "ff0000", "b"), ("blue", "0000ff", "r")]
    puzzle = ns.Grid([bytes([1, 2, 0, 2])]).puzzle(palette=palette)
    assert [colour.rgb for colour in ns.loads(ns.dumps(puzzle, "ctu")).palette] == [
        "ffffff",
        "ff0000",
        "0000ff",
    ]


def test_colours_without_a_letter_are_refused_unless_they_can_change():
    palette = [("white", "ffffff", "."), ("navy", "000080", "n"), ("gold", "ffd700", "g")]
    puzzle = ns.Grid([bytes([1, 2, 0, 2])]).puzzle(palette=palette)
    with pytest.raises(ns.UsageError, match="ctu cannot hold what the puzzle has: these colours"):
        ns.dumps(puzzle, "ctu")
    assert ns.loads(ns.dumps(puzzle, "ctu", lossy=True)).rows == puzzle.rows


def palette_of(inks):
    names = (
        ("white", "ffffff", "."),
        ("black", "000000", "#"),
        ("red", "ff0000", "R"),
        ("navy", "000080", "ž"),
    )
    return tuple(ns.Colour(*colour) for colour in names[: inks + 1])


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "ctu",
    [
        ("", "p:1: expected the height, a comma and the width"),
        ("2,1\n#,1\n", "p:2: 2 rows are declared, but 1 row clue follows"),
        ("1,1\n#\n#,1\n", "p:2: expected a character, a comma and a length, got '#'"),
        ("1,1\n#,1\n#,x\n", "p:3: expected a character, a comma and a length, got '#,x'"),
    ],
)
