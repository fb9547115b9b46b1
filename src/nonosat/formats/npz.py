"""Arrays of NumPy, `.npz` and `.npy`: clues by the names of their arrays, one picture, or many of one size.

Clues are rows of numbers, filled up with zeros; they are a puzzle if they fit (see `nonosat.formats.evidence`). Arrays of Python
objects are refused, since reading them runs code.
"""

from __future__ import annotations

import io
from typing import Any

from nonosat.formats.base import NOTHING, Feature, Format, require_unpacked_size
from nonosat.formats.evidence import objects_in
from nonosat.formats.native import of_others
from nonosat.formats.synonyms import picture_of
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError
from nonosat.support.limits import check_limits

_ARRAY = b"\x93NUMPY"
_MOST_PUZZLES = 100_000


def sniff(data: bytes) -> bool:
    """Returns True for an array, or for an archive of arrays."""
    return data.startswith(_ARRAY) or (data.startswith(b"PK\x03\x04") and b".npy" in data[:1000])


def parse(data: bytes) -> list[Puzzle]:
    arrays = _arrays(data)
    pictures = [array for array in arrays.values() if array.ndim == 3 and array.shape[0] <= _MOST_PUZZLES]
    puzzles = [puzzle for array in pictures for puzzle in _drawn(array)]
    if not puzzles:
        lists = {name: array.tolist() for name, array in arrays.items()}
        value = lists if len(lists) > 1 else next(iter(lists.values()), None)
        puzzles = [of_others(made) for made in objects_in(value)]
    if not puzzles:
        raise InputError(NOTHING)
    return puzzles


def _drawn(array: Any) -> list[Puzzle]:
    """Returns the puzzles of pictures in one ink; blank ones are left out."""
    puzzles = []
    for cells in array.tolist():
        check_limits()
        if made := picture_of(cells, {}):
            puzzles.append(of_others(made))
    return puzzles


def _arrays(data: bytes) -> dict[str, Any]:
    """Returns the arrays of a file by name; the only one of `.npy` is ""."""
    import numpy as np  # imported late: other formats do not need it

    try:
        if not data.startswith(_ARRAY):
            require_unpacked_size(data)
        loaded = np.load(io.BytesIO(data), allow_pickle=False)
        return {"": loaded} if isinstance(loaded, np.ndarray) else {name: loaded[name] for name in loaded}
    except InputError:
        raise
    except Exception as error:  # of an archive that is damaged, and of Python objects in it
        reason = (
            "it has Python objects, whose reading runs code" if "pickle" in str(error) else "it is damaged"
        )
        raise InputError(f"no arrays that can be read: {reason}") from None


FORMAT = Format(
    name="npz",
    summary="NumPy's .npz and .npy: arrays of clues, or of cells",
    features=frozenset(
        {Feature.RECTANGLES, Feature.GOAL}
    ),  # without clues: in a folder such files are mostly of others
    sniff=sniff,
    parse=parse,
    format=None,
    binary=True,
)
