"""The kernel with arguments that the package never gives it: it raises, or does something else without harm.

What goes wrong here mostly goes unseen, or ends the interpreter; `python tools/sanitize.py` runs this file
with a kernel that notices every access out of bounds.
"""

import copy
import gc
import pickle
from contextlib import contextmanager, nullcontext, suppress
from random import Random

import pytest

Lines = pytest.importorskip("nonosat.kernel._compiled").Lines

REFUSALS = (TypeError, ValueError, OverflowError, IndexError, RuntimeError, MemoryError)
"""What the kernel may raise of its own accord; OverflowError for integers that have no place in a word."""

MUCH = 1 << 35
"""Credit of probing that is never used up."""
LENGTHS = [1, 5, 63, 64, 65, 130]


def square(side, clue=((1, 1),)):
    """The lines of a square where all have the same clue."""
    cells = [range(row * side, (row + 1) * side) for row in range(side)]
    cells += [range(column, side * side, side) for column in range(side)]
    return Lines(cells, [clue] * 2 * side, 2)


def board(side, *mask):
    """The masks of a square of which nothing is known, or these for each line and colour."""
    return [list(mask or [(1 << side) - 1]) * 2 for _ in range(2 * side)]


# Masks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", LENGTHS)
def test_bits_beyond_the_line_mean_nothing(side):
    beyond = (1 << 64 * (side // 64 + 1)) - 1
    lines, candidates, fine = square(side), board(side, beyond), board(side)
    told = [[], []]
    assert lines.propagate(candidates, None, lambda *event: told[0].append(event), None) == -1
    assert lines.propagate(fine, None, lambda *event: told[1].append(event), None) == -1
    assert told[0] == told[1]
    probed = [board(side, beyond), board(side)]
    assert lines.probe(probed[0], 20, MUCH, 0, None) == lines.probe(probed[1], 20, MUCH, 0, None)
    whole = (1 << side) - 1
    assert [[mask & whole for mask in masks] for masks in candidates] == fine
    assert lines.spans(0, [beyond] * 2) == lines.spans(0, [whole] * 2)


@pytest.mark.parametrize("side", LENGTHS)
@pytest.mark.parametrize("mask", [-1, 1 << 64, 1 << 128, 1 << 192, 1 << 10**4, 1.0, None, "1", [1]])
def test_invalid_masks_are_refused(side, mask):
    lines = square(side)
    if isinstance(mask, int) and 0 <= mask < 1 << 64 * (side // 64 + 1):
        return
    for call in (
        lambda: lines.propagate(board(side, mask), None, None, None),
        lambda: lines.probe(board(side, mask), 9, MUCH, 0, None),
        lambda: lines.spans(0, [mask] * 2),
        lambda: lines.search(board(side, mask), 0, 2, True, None),
    ):
        with pytest.raises((TypeError, OverflowError)):
            call()


@pytest.mark.parametrize("side", LENGTHS[:4])
def test_masks_that_contradict_each_other(side):
    random = Random(side)
    lines = square(side, ((1, 1), (None, 1)) if side > 3 else ((1, 1),))
    for _ in range(30):
        candidates = [
            [random.getrandbits(side) | random.getrandbits(side) for _ in "12"] for _ in range(2 * side)
        ]
        with suppress(ValueError):
            lines.propagate([list(masks) for masks in candidates], None, lambda *_: None, None)
        lines.probe([list(masks) for masks in candidates], 50, MUCH, 0, None)
        for mine in (lines, square(side)):  # the first has a blotted block, if there is room for it
            search = mine.search([list(masks) for masks in candidates], 0, 2, True, None)
            with suppress(ValueError):
                search.step(50, None, None)
        lines.propagate(candidates, None, None, None)


# Making the lines -------------------------------------------------------------------------------------------


class Growing:
    """Says that it has so many items, and then has others."""

    def __init__(self, said, items):
        self.said, self.items = list(said), list(items)

    def __len__(self):
        return self.said.pop(0) if len(self.said) > 1 else self.said[0]

    def __getitem__(self, at):
        return self.items[at]


@pytest.mark.parametrize("said", [[1, 1000], [1000, 1], [0, 5], [3, -1], [1 << 40], [3]])
def test_cells_whose_number_changes(said):
    with suppress(*REFUSALS):
        Lines([Growing(said, range(1000))], [((1, 1),)], 2)
    with suppress(*REFUSALS):
        Lines(Growing(said, [range(1)] * 1000), [((1, 1),)] * 3, 2)
    with suppress(*REFUSALS):
        Lines([range(3)] * 3, Growing(said, [((1, 1),)] * 1000), 2)


class Index:
    """A number that does something when it is looked at."""

    def __init__(self, number, act):
        self.number, self.act = number, act

    def __index__(self):
        self.act()
        return self.number


def test_numbers_that_change_what_they_are_in():
    cells, clues, line, clue = [], [], [], []

    def spoil():
        for each in (cells, clues, line, clue):
            each[:] = [None] * 1000
            each.clear()

    line += [Index(0, spoil), Index(1, spoil), 2]
    clue += [(Index(1, spoil), Index(1, spoil))]
    cells += [line, [0, 1, 2]]
    clues += [tuple(clue), ((1, 1),)]
    assert Lines(cells, clues, 2).spans(0, [7, 7]) == [(7, 14)]
    with pytest.raises(IndexError):  # which has two lines all the same
        Lines([range(1)] * 2, [None] * 2, 2).spans(2, [1, 1])


@pytest.mark.parametrize(
    "cells",
    [
        [[0, 0, 1]],
        [[0, 2, 3]],
        [[-1, 0, 1]],
        [[0, 1, 2**32]],
        [[0, 1, 2**31]],
        [[0, 1, 2**70]],
        [[0, 1, "2"]],
        [[0, 1, None]],
        [range(1, 4)],
        [range(-1, 2)],
        [range(0, 2**64, 2**62)],
        [range(0, 2**33, 2**32)],
        [range(-(2**63), 2**63, 2**62)],
        [3],
        3,
        None,
        "abc",
    ],
)
def test_cells_that_make_no_lines(cells):
    number = len(cells) if isinstance(cells, list) else 1
    with pytest.raises(REFUSALS):
        Lines(cells, [None] * number, 2)


@pytest.mark.parametrize(
    "cells",
    [
        [(0, 1), (2, 3), (0, 1), (2, 2)],
        [(0, 2)],
        [(), (1,)],
    ],
)
def test_lines_that_have_a_cell_twice_or_not_at_all(cells):
    with pytest.raises(ValueError, match=r"line|cell"):
        Lines(cells, [()] * len(cells), 2)


@pytest.mark.parametrize(
    "number", [-(2**63), -(2**31), -1, 0, 1, 2**31 - 1, 2**31, 2**63, 2**100, 1.5, None, "2"]
)
def test_numbers_of_colours(number):
    with pytest.raises(REFUSALS):
        Lines([range(3)], [((1, 1),)], number)


@pytest.mark.parametrize("block", [(2**31, 1), (2**63, 1), (2**100, 1), (3, 1), (None, 1), (2, 1)])
def test_blocks_of_every_length(block):
    for clue in ((block,), (block,) * 7):
        found = Lines([range(2)], [clue], 2).spans(0, [3, 3])
        assert (found is None) == (clue not in (((2, 1),), ((None, 1),)))


@pytest.mark.parametrize("wrong", [0, -1, -(2**31), 2**32, -(2**100), 2**100])
def test_blocks_that_are_none(wrong):
    for block in ((min(wrong, 0), 1), (1, wrong), (1, 2)):
        with pytest.raises(ValueError, match="block"):
            Lines([range(2)], [(block,)], 2)


@pytest.mark.slow
def test_a_puzzle_can_be_too_large():
    for arguments in (
        ([range(2**25), range(2**25), range(2**25)], [None] * 3, 2),
        ([range(2**20)], [None], 2**20),
        ([range(1)], [((1, 1),) * (2**26 + 1)], 2),
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
        lines.__init__([range(1)], [None], 1, 2)
    assert lines.spans(0, [7, 7]) == [(7, 14)]
    with pytest.raises(TypeError):
        Lines.spans(None, 0, [7, 7])


# Nothing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clue", [None, (), ((1, 1),)])
@pytest.mark.parametrize("lines", [0, 1, 3, 5])
def test_lines_without_cells(lines, clue):
    made = Lines([range(0)] * lines, [clue] * lines, 2)
    candidates = [[0, 0] for _ in range(lines)]
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
    made = Lines(cells, [(), clue, None, (), None, (), clue, ()], 2)
    candidates = [[(1 << len(line)) - 1] * 2 for line in cells]
    assert made.propagate(candidates, None, None, None) == -1
    assert candidates[1] == [1, 2]
    assert candidates[4] == [1, 0]


@pytest.mark.parametrize("size", [(0, 0), (0, 3), (3, 0), (1, 1), (2, 3), (64, 65)])
def test_a_rectangle_is_read_as_its_rows_and_columns(size):
    height, width = size
    cells = [range(row * width, (row + 1) * width) for row in range(height)]
    cells += [range(column, height * width, width) for column in range(width)]
    clues = [((1, 1),) if line and number % 2 else None for number, line in enumerate(cells)]
    found = []
    for shape in (size, cells):
        lines = Lines(shape, clues, 2)
        candidates = lines.unpacked(lines.blank(()))
        found.append((lines.propagate(candidates, None, None, None), candidates, lines.known(candidates)))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "shape", [(-1, 1), (1, -1), (1, 2), (2**70, 1), (2**26 + 1, 0), (1, 1, 1), (1.0, 1), (1, None)]
)
def test_invalid_sizes_are_refused(shape):
    with pytest.raises(REFUSALS):
        Lines(shape, [None] * 2, 2)


# Boards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packed", [bytearray(192), bytes(192), [], [[3, 3]] * 5, None, square(6).blank(())])
def test_boards_of_other_lines(packed):
    lines = square(6)
    for method in (
        lines.unpacked,
        lines.known,
        lambda board: lines.propagate(board, None, None, None),
        lambda board: lines.probe(board, 9, MUCH, 0, None),
        lambda board: lines.search(board, 0, 2, True, None),
    ):
        with pytest.raises(REFUSALS):
            method(packed)


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
    packed, refused = lines.blank(()), []

    def ask(*_):
        for call in (
            packed.copy,
            lambda: lines.known(packed),
            lambda: lines.propagate(packed, None, None, None),
        ):
            with pytest.raises(RuntimeError, match="another call is working"):
                call()
            refused.append(call)

    lines.propagate(packed, None, ask, None)
    assert refused
    assert lines.known(packed)[1] == 0


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


# Lists that change while they are read ----------------------------------------------------------------------


def spoilers(candidates):
    """What can be done to the lists of a board."""
    yield candidates.clear
    yield lambda: candidates.__setitem__(slice(None), [None] * len(candidates))
    yield lambda: candidates.extend([None] * 1000)
    yield lambda: [masks.clear() for masks in candidates if masks]
    yield lambda: [masks.__setitem__(slice(None), ["x"] * 9) for masks in candidates if masks]
    yield lambda: [masks.__setitem__(slice(None), [-1, 1 << 70]) for masks in candidates if masks]
    collections = iter(range(3))  # each takes long
    yield lambda: (candidates.clear(), next(collections, None) is None or gc.collect())


def cross(side):
    """A square that is solved line by line, in many steps."""
    cells = [range(row * side, (row + 1) * side) for row in range(side)]
    cells += [range(column, side * side, side) for column in range(side)]
    clues = [((row + 1, 1),) for row in range(side)] + [((column + 1, 1),) for column in range(side)]
    return Lines(cells, clues, 2)


@pytest.mark.slow_for("6-3", "6-20")
@pytest.mark.parametrize("side", [3, 20])
@pytest.mark.parametrize("which", range(7))
def test_an_observer_that_spoils_the_board(side, which):
    lines, candidates = cross(side), board(side)
    spoil = list(spoilers(candidates))[which]
    with suppress(*REFUSALS):
        lines.propagate(candidates, None, lambda *_: spoil(), None)


@pytest.mark.slow_for("6")
@pytest.mark.parametrize("which", range(7))
def test_line_numbers_that_spoil_the_board(which):
    lines, candidates = cross(20), board(20)
    spoil = list(spoilers(candidates))[which]

    def numbers():
        yield 3
        spoil()
        yield Index(4, spoil)

    with suppress(*REFUSALS):
        lines.propagate(candidates, numbers(), None, None)


@pytest.mark.slow_for("6")
@pytest.mark.parametrize("which", range(7))
def test_a_tick_that_spoils_the_board(which):
    lines, candidates = cross(300), board(300)
    spoil = list(spoilers(candidates))[which]
    with suppress(*REFUSALS):
        lines.propagate(candidates, None, None, spoil)
    candidates = board(300)
    spoil = list(spoilers(candidates))[which]
    with suppress(*REFUSALS):
        square(300).probe(candidates, 400, MUCH, 0, 0, spoil)


def test_an_observer_that_propagates():
    lines, candidates = cross(9), board(9)
    depth = []

    def observer(*_):
        if len(depth) < 5:
            depth.append(None)
            lines.propagate(candidates, None, observer, None)

    assert lines.propagate(candidates, None, observer, None) == -1


def test_invalid_line_numbers_are_refused():
    lines = square(3)
    for number in (-1, 6, 2**31, 2**32, -(2**31)):
        with pytest.raises(IndexError):
            lines.propagate(board(3), [number], None, None)
        with pytest.raises(IndexError):
            lines.spans(number, [7, 7])
    for number in (2**63, -(2**100)):
        with pytest.raises(OverflowError):
            lines.propagate(board(3), [number], None, None)
    for numbers in (3, "0", [None], [1.0]):
        with pytest.raises(TypeError):
            lines.propagate(board(3), numbers, None, None)


@contextmanager
def collector(act):
    """The collector runs at every opportunity, and acts."""

    def callback(phase, info):
        gc.callbacks.remove(callback)
        act()
        gc.callbacks.append(callback)

    before = gc.get_threshold()
    gc.callbacks.append(callback)
    gc.set_threshold(1)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(callback)


@pytest.mark.slow_for("70")
@pytest.mark.parametrize("side", [4, 70])
def test_a_collector_that_clears_everything(side):
    whole = (1 << side) - 1
    lines, masks, candidates = cross(side), [whole] * 2, board(side)
    for line in range(side - 1):

        def spoil():
            for each in (masks, candidates):
                each.clear()

        masks[:] = [whole] * 2
        for spoil_it in spoilers(candidates):
            candidates[:] = board(side)
            with suppress(*REFUSALS), collector(spoil_it):
                lines.propagate(candidates, None, lambda *_: None, None)
            candidates[:] = board(side)
            with suppress(*REFUSALS), collector(spoil_it):
                lines.probe(candidates, 3, MUCH, 0, None)
            candidates[:] = board(side)
            with suppress(*REFUSALS), collector(spoil_it):
                lines.search(candidates, 0, 2, True, None).step(10, None, None)
        with suppress(*REFUSALS), collector(spoil):
            lines.spans(line, masks)


# Numbers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, -1, -(2**63), -(2**70), 0, 1.5, None, "1"])
def test_numbers_of_fruitless_probes(number):
    right = isinstance(number, int) and -(2**63) <= number < 2**63
    with nullcontext() if right else pytest.raises((OverflowError, TypeError)):
        assert square(4).probe(board(4), number, MUCH, 0, None) == (-1, 17 if number > 0 else 0, [])


@pytest.mark.parametrize(
    "number", [(2**63 - 1) // 33, (2**63 - 1) // 33 + 1, 2**63, -1, -(2**70), 0, 1.5, None, "1"]
)
def test_amounts_of_work(number):
    right = isinstance(number, int) and 0 <= 33 * number < 2**63  # for 16 cells
    with nullcontext() if right else pytest.raises((OverflowError, TypeError, ValueError)):
        assert square(4).probe(board(4), 99, number, 0, None) == (-1, 17 if number else 2, [])


# Pictures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", LENGTHS)
def test_pictures_that_do_not_fit(side):
    lines = square(side)
    for cells in (b"", bytes(side * side - 1), bytes(side * side + 1), b"\2" * side**2, b"\xff" * side**2):
        with pytest.raises(ValueError, match=r"palette|for each cell"):
            lines.stalled(cells, b"", None)
    for techniques in (b"\x10", b"\xfe", bytes(256)):
        with pytest.raises(ValueError, match="technique"):
            lines.stalled(bytes(side * side), techniques, None)
    for wrong in ((bytearray(side * side), b"", None), (bytes(side * side), 1, None), (), (None,) * 3):
        with pytest.raises(TypeError):
            lines.stalled(*wrong)
    every = bytes(random % 2 for random in range(side * side))
    found = lines.stalled(every, bytes(range(16)), None)
    assert found == (None if side > 63 else lines.stalled(every, bytes(range(16)) * 15, None))
    assert lines.stalled(every, b"\xff", None) is None


@pytest.mark.parametrize("side", LENGTHS)
def test_lines_with_no_argument(side):
    for clue in ((), ((side + 1, 1),), ((1, 1),) * side, ((None, 1),)):
        lines = square(side, clue)
        for mask in ([0, 0], [1, 0], [(1 << side) - 1] * 2, [0, (1 << side) - 1]):
            for techniques in (bytes(range(16)), b"\xff" * 255, b""):
                found = lines.argument(0, list(mask), techniques)
                assert found is None if side > 63 else -2 <= found < 16
    for wrong in ((2 * side, [1, 1], b""), (-1, [1, 1], b""), (0, [1], b""), (0, [1, 1], 3), (0, [1, 1])):
        with pytest.raises((IndexError, TypeError)):
            square(5).argument(*wrong) if side == 5 else square(side).argument(0)


# Anything ---------------------------------------------------------------------------------------------------


def calls_of(lines):
    """Every method of the lines of a square of two, with arguments that fit."""
    return (
        (lines.blank, (((0, 1), (3, 0)),)),
        (lines.known, (board(2),)),
        (lines.unpacked, (lines.blank(()),)),
        (lines.propagate, (board(2), None, None, None)),
        (lines.propagate, (board(2), [0, 1], None, None)),
        (lines.probe, (board(2), 4, MUCH, 0, None)),
        (lines.spans, (0, [3, 3])),
        (lines.argument, (0, [3, 3], b"\0\1")),
        (lines.settled, (0, [3, 3])),
        (lines.steps, (board(2), b"\0\1\2\3", None)),
        (lines.stalled, (b"\1\0\0\1", b"\0\1\2\3", None)),
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

    families = [(0, 1), (2, 3), (0, 2), (1, 3)]
    clues = [((1, 1),), ((None, 1),), None, ((2, 1),)]
    made = 0
    for _ in range(4000):
        lines = square(2, ((1, 1), (1, 1)))
        with suppress(*REFUSALS):
            lines = Lines(nearly(families), nearly(clues), nearly(2))
            made += 1
        for method, arguments in calls_of(lines):
            with suppress(*REFUSALS, AttributeError):
                method(*map(nearly, arguments))
    assert made > 500


# The search -------------------------------------------------------------------------------------------------


def staged(side=5, *, learner=True, schedule=(0, 0, 9, 9, 1, 10_000)):
    lines = square(side)
    return lines.search(lines.blank(()), 0, 0, learner, schedule)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (None, 0, 2, True, None),
        ([], 0, 2, True, None),
        (board(4), 0, 2, True, None),
        (board(5), "x", 2, True, None),
        (board(5), 0, -1, True, None),
        (board(5), 0, 2, True, (1, 2, 3)),
        (board(5), 0, 2, True, (1, 2, 3, 4, 5, -6)),
        (board(5), 0, 2, True, (1, 2, 3, 4, 5, "6")),
        (board(5), 0, 2, True, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_invalid_searches_are_refused(arguments):
    with pytest.raises(REFUSALS):
        square(5).search(*arguments)


def test_steps_with_arguments_of_another_kind():
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
    assert stages.found == 121  # 5! of them, and what was excluded


def test_a_step_inside_of_a_step_is_refused():
    refused = []

    def ask(*_):
        for call in (
            lambda: stages.step(1, None, None),
            stages.turn,
            stages.board,
            stages.units,
            stages.likeliest,
            lambda: stages.exclude(bytes(400)),
        ):
            with pytest.raises(RuntimeError, match="being searched"):
                call()
            refused.append(call)
        assert stages.conflicts == 0
        raise KeyError

    lines = cross(20)
    stages = lines.search(lines.blank(()), 0, 2, True, None)
    with pytest.raises(KeyError):
        stages.step(1, None, ask)
    assert len(refused) == 6
    with pytest.raises(RuntimeError, match="ended"):
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
    assert stages.likeliest() is None
