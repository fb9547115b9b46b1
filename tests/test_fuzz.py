"""Damaged files: out of a reader comes a puzzle or its own error, and nothing else."""

import random
from pathlib import Path

import pytest

import nonosat as ns
from nonosat.formats import FORMATS

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
SHIPPED = Path(__file__).parents[1] / "puzzles"
ROUNDS = 250


def samples(extension: str) -> list[bytes]:
    """Real files of moderate size: those shipped, and those of the corpus where it is present."""
    folders = [SHIPPED, CORPUS / "survey", CORPUS / "formats"]
    files = [path for folder in folders for path in sorted(folder.glob(f"*{extension}"))]
    return [path.read_bytes() for path in files if path.stat().st_size < 20_000]


def damaged(data: bytes, rng: random.Random) -> bytes:
    """The file cut off, with bytes changed, or with a piece repeated, missing or made huge."""
    text = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            del text[at:]
        elif kind == 1 and at < len(text):
            text[at] = rng.randrange(256)
        elif kind == 2 and at < len(text):
            text[at] ^= 1 << rng.randrange(8)
        elif kind == 3:
            text[at:at] = text[at : at + rng.randrange(60)]
        elif kind == 4:
            del text[at : at + rng.randrange(60)]
        else:
            text[at:at] = rng.choice((b"-", b"\0", b"9" * 30, b"1e9", b"\xff\xfe", b'"', b"[", b"{", b"\n"))
    return bytes(text)


@pytest.mark.parametrize("name", FORMATS)
def test_a_damaged_file_gives_a_puzzle_or_an_input_error(tmp_path, name):
    rng = random.Random(name)
    path = tmp_path / "damaged"
    refusals = []
    files = [data for extension in FORMATS[name].extensions for data in samples(extension)]
    assert files
    for _ in range(ROUNDS):
        path.write_bytes(damaged(rng.choice(files), rng))
        try:
            puzzle = ns.load(path, name)
        except ns.InputError as error:
            refusals.append(str(error))
        else:
            assert all(str(problem) for problem in puzzle.problems())
    assert refusals
    assert all(refusal.startswith(str(path)) for refusal in refusals)


@pytest.mark.parametrize("name", FORMATS)
def test_binary_junk_is_refused(tmp_path, name):
    rng = random.Random(name)
    path = tmp_path / "junk"
    for size in (0, 1, 10, 1000, 100_000):
        path.write_bytes(rng.randbytes(size))
        with pytest.raises(ns.InputError):
            ns.load(path, name)


@pytest.mark.parametrize("name", FORMATS)
def test_every_way_to_cut_a_file_off_is_handled(name):
    puzzle = ns.Puzzle(
        rows=[[1], [2]],
        columns=[[2], [1]],
        givens=[] if name in ("square", "picture") else [(0, 0, 1)],
        goal=ns.Grid(["#.", "##"]),
    )
    text = ns.dumps(puzzle, name)
    for end in range(len(text)):
        try:
            ns.loads(text[:end], name)
        except ns.InputError:
            continue
