"""Arrays of NumPy: clues, pictures, and what is no puzzle."""

import io

import numpy as np
import pytest

import nonosat as ns

ROWS, COLUMNS = np.array([[2, 1], [0, 1], [0, 3]]), np.array([[0, 1], [1, 1], [0, 1], [0, 3]], dtype=np.uint8)
CELLS = np.array([[1, 1, 0, 1], [0, 0, 0, 1], [0, 1, 1, 1]])
PUZZLE = ns.Puzzle(rows=[[2, 1], [1], [3]], columns=[[1], [1, 1], [1], [3]])


def saved(**arrays):
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def alone(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        saved(rows=ROWS, columns=COLUMNS),
        saved(row_clues=ROWS.astype(float), col_clues=COLUMNS, seed=np.array(7)),
        saved(solution=CELLS.astype(bool)),
        alone(CELLS),
    ],
    ids=["clues", "other names", "a picture", "one array"],
)
def test_clues_and_pictures_are_read(data, tmp_path):
    assert ns.loads(data).statement == PUZZLE
    path = tmp_path / "a.npz"
    path.write_bytes(data)
    assert ns.load(path).statement == PUZZLE


def test_many_pictures_of_one_size_are_many_puzzles():
    boards = np.stack([CELLS, 1 - CELLS, np.zeros_like(CELLS), CELLS])
    puzzles = ns.loads_all(alone(boards))
    assert len(puzzles) == 3  # a blank board is none
    assert puzzles[0].statement == puzzles[2].statement == PUZZLE


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (saved(weights=np.random.default_rng(1).normal(size=(3, 4))), "expected|missing|no clues"),
        (saved(rows=ROWS, columns=COLUMNS)[:-40], "it is damaged"),
        (alone(np.array([{"a": 1}], dtype=object)), "Python objects, whose reading runs code"),
        (saved(big=np.zeros(40_000_000, dtype=np.uint8)), "unpacked larger than the 30 MB|unpacked larger"),
        (b"\x93NUMPY\x01\x00", "it is damaged"),
    ],
    ids=["other numbers", "half an archive", "objects", "a bomb", "half an array"],
)
def test_other_arrays_are_refused_in_one_sentence(data, reason):
    with pytest.raises(ns.InputError, match=reason) as caught:
        ns.loads(data, path="a.npz")
    assert "\n" not in str(caught.value)
