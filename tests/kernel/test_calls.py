"""The C library as its callers use it: structs with few members, NULL for every argument, calls in any order."""

import ctypes as c
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest
from kernel.test_kernel_library import KERNEL, installed, needs_tools  # noqa: F401 (a fixture)
from older_header import structs_that_grow

pytestmark = [needs_tools, pytest.mark.slow]

FOUND, COMPLETE, EXHAUSTED, LARGE = 2, 3, 4, 5
BUFFER = 1 << 16

HEADER = re.sub(r"/\*.*?\*/", "", (KERNEL / "nonosat.h").read_text(encoding="utf-8"), flags=re.DOTALL)
PROTOTYPES = re.findall(r"^([a-z][\w ]*[ *])(nonosat_\w+)\(([^()]*)\);", HEADER, re.MULTILINE)


KINDS = {
    "size_t": c.c_size_t,
    "int64_t": c.c_int64,
    "uint64_t": c.c_uint64,
    "ptrdiff_t": c.c_ssize_t,
    "double": c.c_double,
    "int": c.c_int,
}


def kind(text):
    """Returns the type of a declaration; those of the header that are not in `KINDS` are enumerations."""
    words = text.split()
    return c.c_void_p if "*" in text else None if words[0] == "void" else KINDS.get(words[0], c.c_int)


class Sized(c.Structure):
    """Begins with its size."""

    @classmethod
    def of(cls, **members):
        return cls(size=c.sizeof(cls), **members)


def struct(name):
    """Returns a struct of the header."""
    members = structs_that_grow(HEADER)[f"nonosat_{name}"]
    fields = [(member, kind(declared)) for member, declared in members.items()]
    return type(name, (Sized,), {"_fields_": fields})


Statement, Schedule, Options = struct("statement"), struct("schedule"), struct("options")
Answer, Effort, Mending = struct("answer"), struct("effort"), struct("mending")
OF_SCHEDULE = [name for name, _ in Schedule._fields_[1:]]


def loaded(path):
    """Returns the library with the types of the header's functions."""
    library = c.CDLL(str(path))
    for result, name, arguments in PROTOTYPES:
        function = getattr(library, name)
        function.restype = kind(result)
        function.argtypes = [kind(text) for text in arguments.split(",") if text.strip() != "void"]
    return library


@pytest.fixture(scope="module")
def library(installed):  # noqa: F811
    return loaded(installed / "lib/libnonosat.so")


class Rectangle:
    """A small random picture's puzzle: its handles and all its solutions."""

    def __init__(self, library, picture, colours=2):
        height, width = len(picture), len(picture[0])
        self.size, self.library = height * width, library
        lines = [*picture, *zip(*picture, strict=True)]
        clues = [_clue(line) for line in lines]
        sizes = (c.c_int * len(clues))(*map(len, clues))
        blocks = (c.c_int * (2 * sum(map(len, clues)) + 2))(
            *(number for clue in clues for block in clue for number in block)
        )
        statement = Statement.of(
            colours=colours, cells=self.size, lines=len(lines), height=height, width=width,
            clue_sizes=c.addressof(sizes), blocks=c.addressof(blocks),
        )  # fmt: skip
        self.puzzle, self.board = c.c_void_p(), c.c_void_p()
        assert not library.nonosat_puzzle_new(c.byref(statement), c.byref(self.puzzle))
        assert not library.nonosat_board_new(self.puzzle, None, c.byref(self.board))
        rows = [
            [row for row in product(range(colours), repeat=width) if _clue(row) == clue]
            for clue in clues[:height]
        ]
        self.solutions = {
            bytes(cell for row in grid for cell in row)
            for grid in product(*rows)
            if [_clue(column) for column in zip(*grid, strict=True)] == clues[height:]
        }

    def close(self):
        self.library.nonosat_board_free(self.board)
        self.library.nonosat_puzzle_free(self.puzzle)


def _clue(line):
    """Returns the blocks of a line as (length, colour)."""
    blocks, last = [], 0
    for cell in line:
        if cell and cell == last:
            blocks[-1][0] += 1
        elif cell:
            blocks.append([1, cell])
        last = cell
    return blocks


def random_picture(random, height, width, colours=2):
    return [[random.randrange(colours) for _ in range(width)] for _ in range(height)]


def search_of(library, board, schedule=None, most=0):
    search = c.c_void_p()
    options = Options.of(seed=1, most=most, schedule=schedule and c.addressof(schedule))
    assert not library.nonosat_search_new(board, c.byref(options), c.byref(search))
    return search


@pytest.mark.parametrize("name", OF_SCHEDULE)
@pytest.mark.parametrize("size", ["whole", "up to the member"])
@pytest.mark.parametrize("number", [0, 1, -1])
def test_a_schedule_with_one_member_ends(library, name, size, number):
    """0 is the default of each member; a caller with an older header has a shorter struct."""
    random = Random(4)
    for _ in range(6):
        stated = Rectangle(library, random_picture(random, 4, 4))
        schedule = Schedule.of(**{name: number})
        if size != "whole":
            schedule.size = 8 * (2 + OF_SCHEDULE.index(name))
        search, found = search_of(library, stated.board, schedule), set()
        for _ in range(3000):
            result = library.nonosat_search_step(search, 2**62, 2**62, None, None)
            if result == FOUND:
                found.add(c.string_at(library.nonosat_search_solution(search), stated.size))
            elif result == EXHAUSTED:
                library.nonosat_search_turn(search)
            elif result != LARGE:
                break
        assert result == COMPLETE
        assert found == stated.solutions
        library.nonosat_search_free(search)
        stated.close()


def test_calls_in_any_order_agree_with_sets(library):
    """Solutions found, excluded, and waiting to be handed out; those that are excluded while they wait are not handed out."""
    random, waited = Random(8), 0
    for each in range(250):
        colours = 2 + (each % 4 == 0)
        stated = Rectangle(
            library, random_picture(random, random.randint(1, 4), random.randint(1, 4), colours), colours
        )
        search = search_of(library, stated.board, most=random.choice([0, 0, 2]))
        found, excluded = set(), set()
        if random.random() < 0.4:
            picture = random.choice(sorted(stated.solutions))
            assert not library.nonosat_search_hint(search, picture)
        for _ in range(300):
            if random.random() < 0.5:
                noise = bytes(random.randrange(colours) for _ in range(stated.size))
                picture = random.choice([noise, *sorted(stated.solutions)])
                waited += picture in stated.solutions - found - excluded
                assert not library.nonosat_search_exclude(search, picture)
                excluded |= {picture} - found
            result = library.nonosat_search_step(search, random.choice([0, 1, 2**62]), 2**62, None, None)
            if result == FOUND:
                picture = c.string_at(library.nonosat_search_solution(search), stated.size)
                assert picture in stated.solutions - found - excluded
                found.add(picture)
            elif result == EXHAUSTED:
                library.nonosat_search_turn(search)
            effort = Effort.of()
            assert not library.nonosat_search_effort(search, c.byref(effort))
            assert effort.found == len(found | excluded)
            if result == COMPLETE:
                break
        assert result == COMPLETE
        assert found | excluded >= stated.solutions
        library.nonosat_search_free(search)
        stated.close()
    assert waited > 50


def test_a_board_without_candidates_has_no_solution_in_depth(library):
    stated = Rectangle(library, [[1, 0], [0, 1]])
    words = library.nonosat_puzzle_words(stated.puzzle)
    masks, board, depth = (c.c_uint64 * words)(), c.c_void_p(), c.c_void_p()
    assert not library.nonosat_board_new(stated.puzzle, masks, c.byref(board))
    assert not library.nonosat_depth_new(board, c.byref(depth))
    assert not library.nonosat_depth_run(depth, 10**6, 2, None)
    state = (c.c_int64 * 8)(64)
    assert not library.nonosat_depth_state(depth, state)
    complete, found = (c.c_int * 4).from_buffer(state)[2:]
    assert (complete, found) == (1, 0)
    library.nonosat_depth_free(depth)
    library.nonosat_board_free(board)
    stated.close()


def test_an_empty_puzzle_is_repainted_without_a_fault(library):
    sizes = (c.c_int * 1)()
    statement = Statement.of(colours=2, clue_sizes=c.addressof(sizes))
    puzzle, board, pairs, cost = c.c_void_p(), c.c_void_p(), (c.c_int64 * 2)(), c.c_int64(-1)
    if library.nonosat_puzzle_new(c.byref(statement), c.byref(puzzle)):
        return  # refused as a puzzle
    assert not library.nonosat_board_new(puzzle, None, c.byref(board))
    costs, picture = (c.c_int * 1)(), (c.c_uint8 * 1)()
    for is_unique in (0, 1):
        how = Mending.of(is_unique=is_unique, steps=100, costs=c.addressof(costs))
        arguments = (board, picture, c.byref(how), None, picture, c.byref(cost), pairs)
        assert not library.nonosat_mend(*arguments)
        library.nonosat_pairs_free(pairs)
    library.nonosat_board_free(board)
    library.nonosat_puzzle_free(puzzle)


def test_null_stands_for_every_struct_that_is_read(library):
    stated = Rectangle(library, [[1, 0], [0, 1]])
    answer, pictures = Answer.of(), (c.c_uint8 * 8)()
    assert not library.nonosat_check(stated.board, None, c.byref(answer), pictures)
    assert (answer.verdict, answer.solutions) == (2, 2)
    search = c.c_void_p()
    assert not library.nonosat_search_new(stated.board, None, c.byref(search))
    library.nonosat_search_free(search)
    stated.close()


_ALL_NULLS = """
import sys
sys.path[:0] = {paths!r}
from kernel.test_calls import {called}
print({called}({library!r}))
"""


CALLED = ("*tick", "*observer", "*functions")
"""Structs of functions of the caller, which are always NULL here."""

OPTIONAL = {"masks", "lines", "asked", "options", "limits", "how", "link"}
"""Arguments that may be NULL."""

NUMBERS = ("_lines", "_cells", "_colours", "_complete", "_variables")
"""Ends of the names of functions that return a number, 0 for NULL."""


def call_with_nulls(path):
    """Calls each function with NULL for one pointer and for all; returns the number of calls, and faults in words."""
    library = loaded(path)
    stated = Rectangle(library, [[1, 0], [0, 1]])
    search = search_of(library, stated.board)
    learner, depth = c.c_void_p(), c.c_void_p()
    assert not library.nonosat_learner_new(stated.board, 1, c.byref(learner))
    assert not library.nonosat_depth_new(stated.board, c.byref(depth))
    handles = {
        "nonosat_puzzle": stated.puzzle, "nonosat_board": stated.board, "nonosat_search": search,
        "nonosat_learner": learner, "nonosat_depth": depth,
    }  # fmt: skip
    calls, faults = 0, []
    for result, name, parameters in PROTOTYPES:
        texts = [text.strip() for text in parameters.split(",") if text.strip() != "void"]
        pointers = [at for at, text in enumerate(texts) if "*" in text]
        buffers = [c.create_string_buffer(BUFFER) for _ in texts]
        for buffer in buffers:
            c.memmove(buffer, c.byref(c.c_size_t(8)), 8)  # the size of a struct without any other member
        pointers = [at for at in pointers if not texts[at].endswith(CALLED)]
        for nulls in [[at] for at in pointers] + [pointers]:
            arguments = [
                None if at in nulls or text.endswith(CALLED)
                else handles.get(re.sub(r"const |[ *].*", "", text)) if text.count("*") == 1 and "_free" not in name
                and re.sub(r"const |[ *].*", "", text) in handles
                else buffers[at] if "*" in text
                else 0
                for at, text in enumerate(texts)
            ]  # fmt: skip
            if name.endswith("_free") and None not in arguments:
                continue
            told = getattr(library, name)(*arguments)
            calls += 1
            words = {texts[at].split()[-1].strip("*") for at in nulls}
            if (
                result.strip() == "int"
                and len(nulls) == 1
                and told != (0 if name.endswith(NUMBERS) else -3)
                and not words & OPTIONAL
            ):
                faults.append(f"{name} without {words}: {told}")
    return calls, faults


def test_null_for_any_argument_is_no_crash(installed):  # noqa: F811
    paths = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "helpers"), *sys.path]
    program = _ALL_NULLS.format(
        paths=paths, called=call_with_nulls.__name__, library=str(installed / "lib/libnonosat.so")
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr[-2000:]
    calls, faults = eval(told.stdout)
    assert calls > 100
    assert faults == []
