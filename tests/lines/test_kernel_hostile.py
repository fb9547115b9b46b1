"""The kernel with arguments that the package never gives it: it raises, or does something else without harm.

What goes wrong here mostly goes unseen, or ends the interpreter; `python tools/sanitize.py` runs this file
with a kernel that notices every access out of bounds.
"""

import copy
import pickle
from contextlib import nullcontext, suppress
from random import Random

import pytest

from nonosat.explaining.steps.techniques import LINE_TECHNIQUES
from nonosat.lines.compiled import arrangement
from nonosat.lines.stages import Schedule

Lines = pytest.importorskip("nonosat.kernel._compiled").Lines

REFUSALS = (TypeError, ValueError, OverflowError, IndexError, RuntimeError, MemoryError)
"""Errors that the kernel can raise itself; OverflowError for integers that do not fit into a word."""

MUCH = 1 << 35
"""Credit of probing that is never used up."""
LENGTHS = [1, 5, 63, 64, 65, 130]


def square(side, clue=((1, 1),)):
    """The lines of a square where all have the same clue."""
    return Lines((side, side), [clue] * 2 * side, 2)


def masks_of(side, mask):
    """The masks of a square, the same for each line and colour."""
    return [[mask] * 2 for _ in range(2 * side)]


def refused(call, *arguments, by=REFUSALS):
    with pytest.raises(by):
        call(*arguments)


# Masks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", LENGTHS)
def test_bits_beyond_the_line_mean_nothing(side):
    beyond, whole = (1 << 64 * (side // 64 + 1)) - 1, (1 << side) - 1
    lines, events = square(side), [[], []]
    boards = [lines.to_kernel(masks_of(side, mask)) for mask in (beyond, whole)]
    for board, its in zip(boards, events, strict=True):
        assert lines.propagate(board, None, lambda *event, its=its: its.append(event), None) == -1
    assert events[0] == events[1]
    assert lines.from_kernel(boards[0]) == lines.from_kernel(boards[1])
    assert lines.spans(0, [beyond] * 2) == lines.spans(0, [whole] * 2)


@pytest.mark.parametrize("side", LENGTHS)
@pytest.mark.parametrize("mask", [-1, 1 << 64, 1 << 128, 1 << 192, 1 << 10**4, 1.0, None, "1", [1]])
def test_invalid_masks_are_refused(side, mask):
    lines = square(side)
    if isinstance(mask, int) and 0 <= mask < 1 << 64 * (side // 64 + 1):
        return
    for call in (lambda: lines.to_kernel(masks_of(side, mask)), lambda: lines.spans(0, [mask] * 2)):
        refused(call, by=(TypeError, OverflowError, ValueError))


@pytest.mark.parametrize("side", LENGTHS[:4])
def test_masks_that_contradict_each_other(side):
    random = Random(side)
    lines = square(side, ((1, 1), (None, 1)) if side > 3 else ((1, 1),))
    for _ in range(30):
        masks = [[random.getrandbits(side) | random.getrandbits(side) for _ in "12"] for _ in range(2 * side)]
        with suppress(ValueError):
            lines.propagate(lines.to_kernel(masks), None, lambda *_: None, None)
        lines.probe(lines.to_kernel(masks), 50, MUCH, 0, None)
        for mine in (lines, square(side)):  # the first has a blotted block, if there is room for it
            search = mine.search(mine.to_kernel(masks), 0, 2, True, None)
            with suppress(ValueError):
                search.step(50, None, None)


@pytest.mark.parametrize(
    "masks",
    [
        bytearray(192),
        bytes(192),
        [],
        [[3, 3]] * 5,
        [[3]] * 6,
        [[3] * 3] * 6,
        [[3, "3"]] * 6,
        [None] * 6,
        None,
    ],
)
def test_masks_of_other_lines_are_refused(masks):
    refused(square(3).to_kernel, masks)


# Making the lines -------------------------------------------------------------------------------------------


def test_numbers_with_side_effects_are_harmless():
    class Index:
        def __index__(self):
            clues.clear()
            return 1

    clues = [((Index(), Index()),), ((1, 1),)]
    lines = Lines(arrangement([range(2)] * 2), clues, 2)
    assert not clues
    assert lines.spans(0, [3, 3]) == [(3, 6)]


@pytest.mark.parametrize(
    "shape",
    [
        *(
            arrangement(cells)
            for cells in ([[0, 2]], [[-1, 0]], [[0, 2**31 - 1]], [range(1, 4)], [[0, 0, 1]])
        ),
        *(arrangement(cells) for cells in ([(0, 1), (2, 3), (0, 1), (2, 2)], [(), (1,)])),
        *((b"1234", b"1234"), (b"\xff" * 4, b""), (arrangement([[0], [0]])[0], b""), (b"", bytes(4))),
        *((b"",), (b"", 1), (b"", b"", b""), (bytearray(4), bytearray(4)), [b"", b""], 3, None, "ab"),
        *(
            (-1, 1),
            (1, -1),
            (1, 2),
            (2**70, 1),
            (2**26 + 1, 0),
            (1, 1, 1),
            (1.0, 1),
            (1, None),
            (2**31 - 1, 2**31 - 1),
        ),
    ],
)
def test_invalid_shapes_are_refused(shape):
    for number in (1, 2, 4):
        refused(Lines, shape, [None] * number, 2)


@pytest.mark.parametrize(
    "number", [-(2**63), -(2**31), -1, 0, 1, 2**31 - 1, 2**31, 2**63, 2**100, 1.5, None, "2"]
)
def test_numbers_of_colours(number):
    with pytest.raises(REFUSALS):
        Lines(arrangement([range(3)]), [((1, 1),)], number)


@pytest.mark.parametrize("block", [(2**31, 1), (2**63, 1), (2**100, 1), (3, 1), (None, 1), (2, 1)])
def test_blocks_of_every_length(block):
    for clue in ((block,), (block,) * 7):
        found = Lines(arrangement([range(2)]), [clue], 2).spans(0, [3, 3])
        assert (found is None) == (clue not in (((2, 1),), ((None, 1),)))


@pytest.mark.parametrize("wrong", [0, -1, -(2**31), 2**32, -(2**100), 2**100])
def test_invalid_blocks_are_refused(wrong):
    for block in ((min(wrong, 0), 1), (1, wrong), (1, 2)):
        with pytest.raises(ValueError, match="block"):
            Lines(arrangement([range(2)]), [(block,)], 2)


@pytest.mark.slow
def test_a_puzzle_can_be_too_large():
    for arguments in (
        ((2**13 + 1, 2**13), [None] * (2**14 + 1), 2),
        (arrangement([range(2**20)]), [None], 2**20),
        (arrangement([range(1)]), [((1, 1),) * (2**26 + 1)], 2),
    ):
        with pytest.raises(ValueError, match="too large"):
            Lines(*arguments)


def test_lines_come_into_being_in_one_way():
    lines = square(3)
    with pytest.raises(TypeError):
        object.__new__(Lines)
    with pytest.raises(TypeError):
        Lines()
    with pytest.raises(TypeError):
        type("Mine", (Lines,), {})
    for wrong in (lambda: copy.copy(lines), lambda: copy.deepcopy(lines), lambda: pickle.dumps(lines)):
        with pytest.raises(TypeError):
            wrong()
    with suppress(TypeError):
        lines.__init__((1, 1), [None], 1, 2)
    assert lines.spans(0, [7, 7]) == [(7, 14)]
    with pytest.raises(TypeError):
        Lines.spans(None, 0, [7, 7])


# Nothing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clue", [None, (), ((1, 1),)])
@pytest.mark.parametrize("lines", [0, 1, 3, 5])
def test_lines_without_cells(lines, clue):
    made = Lines(arrangement([()] * lines), [clue] * lines, 2)
    candidates = made.blank(())
    broken = 0 if lines and clue else -1
    assert made.propagate(candidates, None, None, None) == broken
    assert made.propagate(candidates, None, lambda *_: None, lambda: None) == broken
    found = made.search(candidates, 0, 2, True, None).step(9, None, None)
    assert found == ((3, None) if lines and clue else (2, b""))
    for line in range(lines if clue is not None else 0):
        assert made.spans(line, [0, 0]) == (None if clue else [])


def test_lines_without_cells_among_others():
    cells = [(), (0, 1), (), (), (0,), (), (1,), ()]
    clue = ((1, 1),)
    made = Lines(arrangement(cells), [(), clue, None, (), None, (), clue, ()], 2)
    board = made.blank(())
    assert made.propagate(board, None, None, None) == -1
    assert made.from_kernel(board)[1::3] == [[1, 2], [1, 0], [0, 0]]


@pytest.mark.parametrize("size", [(0, 0), (0, 3), (3, 0), (1, 1), (2, 3), (64, 65)])
def test_a_rectangle_is_read_as_its_rows_and_columns(size):
    height, width = size
    cells = [range(row * width, (row + 1) * width) for row in range(height)]
    cells += [range(column, height * width, width) for column in range(width)]
    clues = [((1, 1),) if line and number % 2 else None for number, line in enumerate(cells)]
    found = []
    for shape in (size, arrangement(cells)):
        lines = Lines(shape, clues, 2)
        board = lines.blank(())
        found.append((lines.propagate(board, None, None, None), lines.from_kernel(board), lines.known(board)))
    assert found[0] == found[1]


# Boards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [bytes(192), [[7, 7]] * 12, None, square(6).blank(())])
def test_boards_of_other_lines_are_refused(board):
    lines = square(6)
    for method in (
        lines.from_kernel,
        lines.known,
        lambda board: lines.propagate(board, None, None, None),
        lambda board: lines.probe(board, 9, MUCH, 0, None),
        lambda board: lines.search(board, 0, 2, True, None),
        lambda board: lines.steps(board, None),
        lambda board: lines.derived(board, (0, 0), None),
    ):
        refused(method, board, by=(TypeError, ValueError))


@pytest.mark.parametrize("kind", ["Board", "Search"])
def test_handles_come_from_lines(kind):
    module = pytest.importorskip("nonosat.kernel._compiled")
    lines = square(3)
    handles = {
        "Board": lines.blank(()),
        "Search": lines.search(lines.blank(()), 0, 2, True, None),
    }
    with pytest.raises(TypeError):
        type(handles[kind])()
    assert not hasattr(module, kind)


def test_a_board_is_used_by_one_call_at_a_time():
    lines = cross(20)
    board, refused = lines.blank(()), []

    def ask(*_):
        for call in (
            board.copy,
            lambda: lines.known(board),
            lambda: lines.propagate(board, None, None, None),
        ):
            with pytest.raises(RuntimeError, match="another call is using it"):
                call()
            refused.append(call)

    lines.propagate(board, None, ask, None)
    assert refused
    assert lines.known(board)[1] == 0


NO_GIVENS = [
    None,
    [],
    1,
    (1,),
    ((1,),),
    ((1, 1, 1),),
    ([1, 1],),
    ((9, 1),),
    ((-1, 1),),
    ((0, 2),),
    ((0, -1),),
    ((2**70, 1),),
]


@pytest.mark.parametrize("givens", [*NO_GIVENS, ((1.0, 1),), ((0, "1"),)])
def test_invalid_givens_are_refused(givens):
    with pytest.raises(REFUSALS):
        square(3).blank(givens)


def cross(side):
    """A square that is solved line by line, in many steps."""
    return Lines((side, side), [((length, 1),) for length in range(1, side + 1)] * 2, 2)


def test_invalid_line_numbers_are_refused():
    lines = square(3)
    for number in (-1, 6, 2**31 - 1):
        refused(lines.propagate, lines.blank(()), [number], None, None, by=ValueError)
        refused(lines.spans, number, [7, 7], by=ValueError)
    for number in (2**63, -(2**100)):
        refused(lines.propagate, lines.blank(()), [number], None, None, by=OverflowError)
        refused(lines.spans, number, [7, 7], by=OverflowError)
    for numbers in (3, "0", [None], [1.0]):
        refused(lines.propagate, lines.blank(()), numbers, None, None, by=TypeError)


# Numbers ----------------------------------------------------------------------------------------------------


def probed(patience, credit):
    lines = square(4)
    return lines.probe(lines.blank(()), patience, credit, 0, None)


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, -1, -(2**63), -(2**70), 0, 1.5, None, "1"])
def test_numbers_of_fruitless_probes(number):
    right = isinstance(number, int) and -(2**63) <= number < 2**63
    with nullcontext() if right else pytest.raises((OverflowError, TypeError)):
        assert probed(number, MUCH) == (-1, 17 if number > 0 else 0, [])


@pytest.mark.parametrize(
    "number", [(2**63 - 1) // 33, (2**63 - 1) // 33 + 1, 2**63, -1, -(2**70), 0, 1.5, None, "1"]
)
def test_amounts_of_work(number):
    right = isinstance(number, int) and 0 <= 33 * number < 2**63  # for 16 cells
    with nullcontext() if right else pytest.raises((OverflowError, TypeError, ValueError)):
        assert probed(99, number) == (-1, 17 if number else 2, [])


# Pictures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", LENGTHS)
def test_pictures_that_do_not_fit(side):
    lines = square(side)
    for cells in (b"", bytes(side * side - 1), bytes(side * side + 1), b"\2" * side**2, b"\xff" * side**2):
        with pytest.raises(ValueError, match=r"palette|for each cell"):
            lines.stalled(cells, 0, None)
    for techniques in (-1, len(LINE_TECHNIQUES) + 1):
        with pytest.raises(ValueError, match="technique"):
            lines.stalled(bytes(side * side), techniques, None)
    for wrong in ((bytearray(side * side), 0, None), (bytes(side * side), b"", None), (), (None,) * 3):
        refused(lines.stalled, *wrong, by=(TypeError, BufferError))
    found = lines.stalled(bytes(random % 2 for random in range(side * side)), len(LINE_TECHNIQUES), None)
    assert len(found) == side * side


@pytest.mark.parametrize("side", LENGTHS)
def test_the_kernel_refuses_wrong_arguments_for_a_technique(side):
    for clue in ((), ((side + 1, 1),), ((1, 1),) * side, ((None, 1),)):
        lines = square(side, clue)
        for mask in ([0, 0], [1, 0], [(1 << side) - 1] * 2, [0, (1 << side) - 1]):
            assert -2 <= lines.argument(0, mask) < len(LINE_TECHNIQUES)
    for wrong in ((2 * side, [1, 1]), (-1, [1, 1]), (0, [1]), (0,)):
        refused(lines.argument, *wrong, by=(ValueError, TypeError))


# Anything ---------------------------------------------------------------------------------------------------


def calls_of(lines):
    """Every method of the lines of a square of two, with arguments that fit."""
    board = lines.blank(())
    return (
        (lines.blank, (((0, 1), (3, 0)),)),
        (lines.to_kernel, (masks_of(2, 3),)),
        (lines.known, (board,)),
        (lines.from_kernel, (board,)),
        (lines.propagate, (board, None, None, None)),
        (lines.propagate, (board, [0, 1], None, None)),
        (lines.probe, (board, 4, MUCH, 0, None)),
        (lines.chain, (board, (0, 1), 3, 9, None)),
        (lines.derived, (board, (0, 1), None)),
        (lines.shortened, (board, (0, 1), (0, 1), None)),
        (lines.nested, (board, (0, 1), 3, 9, 9, None)),
        (lines.spans, (0, [3, 3])),
        (lines.argument, (0, [3, 3])),
        (lines.steps, (board, None)),
        (lines.stalled, (b"\1\0\0\1", 4, None)),
    )


def test_the_calls_that_are_spoilt_fit():
    for method, arguments in calls_of(square(2, ((1, 1),))):
        method(*arguments)


@pytest.mark.slow
def test_anything_anywhere():
    random = Random(7)
    numbers = [
        0,
        1,
        2,
        3,
        7,
        -1,
        255,
        2**31 - 1,
        2**31,
        2**63 - 1,
        2**64 - 1,
        2**70,
        None,
        True,
        1.5,
        "1",
        b"1",
    ]

    def anything(depth=3):
        kind = random.random()
        if depth == 0 or kind < 0.4:
            return random.choice(numbers)
        if kind < 0.5:
            return range(random.randrange(-2, 9))
        return random.choice([list, tuple])(anything(depth - 1) for _ in range(random.randrange(5)))

    def nearly(right):
        """A copy with something else in one place, now and then."""
        if random.random() < 0.02:
            return anything()
        return type(right)(map(nearly, right)) if isinstance(right, (list, tuple)) else right

    shape = arrangement([(0, 1), (2, 3), (0, 2), (1, 3)])
    clues = [((1, 1),), ((None, 1),), None, ((2, 1),)]
    made = 0
    for _ in range(4000):
        lines = square(2, ((1, 1), (1, 1)))
        with suppress(*REFUSALS):
            lines = Lines(nearly(shape), nearly(clues), nearly(2))
            made += 1
        for method, arguments in calls_of(lines):
            with suppress(*REFUSALS, AttributeError):
                method(*map(nearly, arguments))
    assert made > 500


# The search -------------------------------------------------------------------------------------------------


SOON = Schedule(0, 0, 9, 9, 1, 10_000, 0)


def staged(side=5, *, learner=True, schedule=SOON):
    lines = square(side)
    return lines.search(lines.blank(()), 0, 0, learner, schedule)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("x", 2, True, None),
        (0, -1, True, None),
        (0, 2, True, (1, 2, 3)),
        (0, 2, True, Schedule(1, 2, 3, 4, 5, 6, -7)),
        (0, 2, True, Schedule(1, 2, 3, 4, 5, 6, "7")),
        (0, 2, True, [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_invalid_searches_are_refused(arguments):
    lines = square(5)
    refused(lines.search, lines.blank(()), *arguments)


def test_steps_with_wrong_arguments_are_refused():
    stages = staged()
    for method, arguments in (
        (stages.step, (1, None)),
        (stages.step, ("1", None, None)),
        (stages.step, (2**64, None, None)),
        (stages.exclude, (b"",)),
        (stages.exclude, (25 * [0],)),
    ):
        with pytest.raises(REFUSALS):
            method(*arguments)
    stages.exclude(b"\xff" * 25)  # no solution, and so nothing to exclude
    while (answer := stages.step(10**6, None, None))[0] != 3:
        stages.turn()
    assert answer == (3, None)
    assert stages.complete
    assert stages.found == 121  # 5! solutions, and the excluded one


def test_a_step_inside_of_a_step_is_refused():
    refused = []

    def ask(*_):
        for call in (
            lambda: stages.step(1, None, None),
            stages.turn,
            stages.board,
            stages.units,
            stages.best_colours,
            lambda: stages.exclude(bytes(400)),
        ):
            with pytest.raises(RuntimeError, match="another call is using it"):
                call()
            refused.append(call)
        assert stages.conflicts == 0
        raise KeyError

    lines = cross(20)
    stages = lines.search(lines.blank(()), 0, 2, True, None)
    with pytest.raises(KeyError):
        stages.step(1, None, ask)
    assert len(refused) == 6
    with pytest.raises(ValueError, match="ended"):
        stages.step(1, None, None)


def test_a_search_without_a_learner_has_no_turns():
    stages = staged(learner=False)
    results = set()
    while (result := stages.step(10**6, None, None)[0]) == 2:
        results.add(result)
    stages.turn()
    assert result == stages.step(10**6, None, None)[0] == 4
    assert not stages.learns
    assert stages.units() is None
    assert stages.best_colours() is None
