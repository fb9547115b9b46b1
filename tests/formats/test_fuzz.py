"""Damaged and hostile files: out of a reader comes a puzzle or its own error, and nothing else.

What is made to hurt is read by another process, whose memory is limited.
"""

import io
import random
import re
import resource
import struct
import subprocess
import sys
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from effort import quick, tries
from nonograms_org import VALUES, numbers, page
from PIL import Image

import nonosat as ns
from nonosat.formats import load_all, loads_all
from nonosat.formats.base import needs
from nonosat.formats.table import FORMATS, extensions_of
from nonosat.support.errors import reading

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
SHIPPED = Path(__file__).parents[2] / "puzzles"
PIECES = [b"9" * 30, b"1e9", b"\xff\xfe", b"&a;", b"\xc2\xb2", *(bytes([sign]) for sign in b'-\0"[{\n<|/$=:')]
"""Inserted texts; the one before the signs is a digit to Python, but no number."""

PUZZLES = (
    ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]], givens=[(0, 0, 1)], goal=ns.Grid(["#.", "##"])),
    ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]], goal=ns.Grid(["#.", "##"])),
    ns.Grid(["#.##", "####", ".#..", "...."]).puzzle(goal=ns.Grid(["#.##", "####", ".#..", "...."])),
)
"""Small puzzles; each format can hold some of them."""


def small(name: str) -> list[bytes]:
    """Files of small puzzles in a format."""
    row = FORMATS[name]
    if name == "nonograms.org":
        return [page(numbers(PUZZLES[0].goal, VALUES, random.Random(1))).encode()]
    if name in ("numbers", "rows-first", "columns-first"):
        return [
            b"3 2\n1\n2\n1\n2 1\n1\n",
            b"* rows\n1 1\n3\n&\n2\n1\n2\n",
            b"1. 1 1\n2. 1\n\n1. 2\n2. 0\n3. 1\n",
        ]
    if name in ("yaml", "text"):
        return [
            b"rows:\n- 1 1\n- 2\ncols: [[2], [1], [1]]\n"
            if name == "yaml"
            else b"rows = [[1, 1], [2]]\ncols = [(2,), [1], '1']\n"
        ]
    if name == "pzpr":
        return [b"pzprv3/nonogram/2/3/. . 2 1 1 /1 1 # + # /. 2 # . . /"]
    if name == "pattern-save":
        return [
            b"SAVEFILE:11:A b c d e f\nGAME    :7:Pattern\nPARAMS  :3:3x2\nDESC    :11:2/1/1/1.1/2\n"
            b"STATEPOS:1:2\nMOVE    :8:F0,0,1,2\n"
        ]
    if name == "npz":
        one, other = io.BytesIO(), io.BytesIO()
        np.savez(one, rows=np.array([[2, 1], [0, 1]]), columns=np.array([[1], [1], [0], [2]]))
        np.save(other, np.eye(3, dtype=np.uint8))
        return [one.getvalue(), other.getvalue()]
    if name == "xlsx":
        book, file = pytest.importorskip("openpyxl").Workbook(), io.BytesIO()
        book.active.append([1, None, 1])
        book.save(file)
        return [file.getvalue()]
    if row.format is None:
        file = io.BytesIO()
        Image.new("L", (40, 30), 0).save(file, format=name)
        return [file.getvalue()]
    wanted = row.features | {ns.formats.Feature.GOAL, ns.formats.Feature.CLUES, ns.formats.Feature.METADATA}
    return [ns.dump_bytes(puzzle, name) for puzzle in PUZZLES if needs(puzzle) <= wanted]


def samples(name: str) -> list[bytes]:
    """Files of a format: small ones, those shipped, and those of the corpus where it is present."""
    folders = [SHIPPED, CORPUS / "survey", CORPUS / "formats"]
    extensions = extensions_of(name)
    paths = [path for folder in folders for path in sorted(folder.glob("*")) if path.suffix in extensions]
    real = [path.read_bytes() for path in paths if path.stat().st_size < 20_000]
    return small(name) + [data for data in real if readable(data, name)]


def readable(data: bytes, name: str) -> bool:
    try:
        return bool(loads_all(data, name))
    except ns.InputError:
        return False


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
            text[at:at] = rng.choice(PIECES)
    return bytes(text)


@pytest.mark.parametrize("name", FORMATS)
def test_a_damaged_file_gives_a_puzzle_or_an_input_error(tmp_path, name, request):
    rng = random.Random(name)
    path = tmp_path / "damaged"
    refusals = []
    files = samples(name)
    for _ in range(request.config.getoption("mutants")):
        path.write_bytes(damaged(rng.choice(files), rng))
        for format in (name, None):  # None: found by the content
            try:
                puzzles = load_all(path, format)
            except ns.InputError as error:
                refusals.append(str(error))
            else:
                for puzzle in puzzles:
                    assert all(str(problem) for problem in puzzle.problems())
                    if not puzzle.problems():
                        assert ns.loads(ns.dumps(puzzle, "json"), "json") == puzzle
    assert refusals
    for refusal in refusals:
        assert refusal.startswith(str(path))
        assert refusal.isprintable(), refusal
        assert len(refusal) < len(str(path)) + 400, refusal


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
    for data in small(name):
        for end in range(len(data)):
            readable(data[:end], name)


@pytest.mark.parametrize("name", FORMATS)
def test_every_way_to_change_a_bit_is_handled(name):
    data = min(small(name), key=len)
    for at in range(0, 8 * min(len(data), 400), 10 - tries(9)):
        changed = bytearray(data)
        changed[at // 8] ^= 1 << at % 8
        readable(bytes(changed), name)


MEMORY = 1 << 30
"""Memory limit of the reading process, in bytes."""

SECONDS = 120
"""Of CPU time for all the hostile files of one format; a guard against readers that never end, no measure."""

READ = """
import resource, sys
import nonosat as ns
from nonosat.formats import load_all
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
name, *paths = sys.argv[1:]
for path in paths:
    try:
        puzzles = load_all(path, name)
        print(path, [puzzle.metadata for puzzle in puzzles[:1]])
    except ns.InputError as error:
        assert str(error).startswith(path) and len(str(error)) < len(path) + 300, error
    except BaseException:
        print("while reading", path, file=sys.stderr)
        raise
"""

DOCTYPE = '<?xml version="1.0"?>\n<!DOCTYPE puzzleset [{}]>\n'
PUZZLESET = """<puzzleset><puzzle><title>{}</title>
<clues type="columns"><line><count>1</count></line></clues>
<clues type="rows"><line><count>1</count></line></clues></puzzle></puzzleset>"""
LAUGHS = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
EXTERNAL = '<!ENTITY a SYSTEM "file:///etc/passwd">'


def xml(declared: str, title: str) -> bytes:
    return (DOCTYPE.format(declared) + PUZZLESET.format(title)).encode()


@cache
def zeros() -> bytes:
    """200 MB in 200 kB."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(bytes(1_000_000)) for _ in range(200)) + packer.flush()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *chunks: bytes) -> bytes:
    """A PNG file whose header says that size, in grey, whatever follows."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + chunk(b"IEND", b"")


def hostile_texts(name: str) -> dict[str, bytes]:
    """Texts made to hurt, by what they are."""
    file = small(name)[0]
    files = {
        "digits": b"9" * 1_000_000,
        "huge numbers": re.sub(rb"\d+", b"9" * 30, file),
        "endless numbers": re.sub(rb"\d+", b"9" * 5000, file),
        "many": file * (4_000_000 // len(file)),
        "many lines": file.replace(b"\n", b"\n" * 100_000),
        "long": file + b"1 " * 2_000_000,
        "many counts": re.sub(rb"\d+", b"1 " * 100_000, file),
        "many commas": re.sub(rb"\d+", b"1," * 100_000, file),
        "deep lists": b"[" * 1_000_000,
        "deep objects": b'{"rows":' * 200_000,
        "deep clues": b'{"columns": [], "rows": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        "deep XML": b"<puzzleset>" * 100_000,
        "deep TOML": b"[a" + b".a" * 200_000 + b"]\na = " + b"[" * 200_000,
        "laughs": xml(LAUGHS, "&a9;"),
        "blow-up": xml(f'<!ENTITY a "{"ha" * 50_000}">', "&a;" * 50_000),
        "external": xml(EXTERNAL, "&a;"),
        "external parameter": xml('<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;', ""),
        "long title": xml("", "ha" * 1_000_000),
    }
    for at, number in enumerate(list(re.finditer(rb"\d+", file))[:4]):
        for huge in (b"4096", b"999999999", b"99999999999999999999"):
            changed = file[: number.start()] + huge + file[number.end() :]
            files[f"number {at} as {huge.decode()}"] = changed
    for sign in b"\0\n \t,;/|=#%$&<[{(\"'10a:?z-.":
        files[f"only {sign}"] = bytes([sign]) * 1_000_000
    return files


def chequered() -> bytes:
    """The greatest PNG with the most blocks, in some kilobytes."""
    rows = [b"\0" + bytes((start, 255 - start)) * 2048 for start in (0, 255)]
    return png(4096, 4096, chunk(b"IDAT", zlib.compress(b"".join(rows) * 2048)))


def hostile_pictures() -> dict[str, bytes]:
    """Pictures made to hurt, by what they are."""
    pixels = chunk(b"IDAT", zlib.compress(bytes(2)))
    gif = b"GIF89a\xff\xff\xff\xff\x80\0\0" + bytes(6) + b"\x2c\0\0\0\0\xff\xff\xff\xff\0"
    return {
        "PNG of any size": png(2**31 - 1, 2**31 - 1, chunk(b"IDAT", zeros())),
        "PNG of 20000": png(20_000, 20_000, chunk(b"IDAT", zeros())),
        "PNG of 4096": png(4096, 4096, chunk(b"IDAT", zeros())),
        "PNG of 1 with more": png(1, 1, chunk(b"IDAT", zeros())),
        "PNG with text": png(1, 1, *[chunk(b"zTXt", b"a\0\0" + zeros())] * 3, pixels),
        "PNG with profile": png(1, 1, chunk(b"iCCP", b"a\0\0" + zeros()), pixels),
        "chequered PNG": chequered(),
        "GIF": gif + b"\x08\x02\x4c\x01\0;",
        "BMP": b"BM" + struct.pack("<IIIIiiHH", 100, 0, 54, 40, 2**31 - 1, 2**31 - 1, 1, 24) + bytes(24),
        "JPEG": b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xd9",
        "PBM": b"P4 4096 4096\n" + bytes(2 << 20),
        "chequered PBM": b"P4 4096 4096\n" + (b"\xaa" * 512 + b"\x55" * 512) * 2048,
        "PBM of any size": b"P4 999999999 999999999\n",
        "PPM": b"P3 4096 4096 255\n" + b"1 " * 2_000_000,
        "PBM of comments": b"P1" + b"#\n" * 900_000,
    }


@pytest.mark.slow_for("json")
@pytest.mark.parametrize("name", quick(FORMATS, "json".__eq__, nightly=True))
def test_hostile_files_are_read_or_refused_in_bounded_memory(tmp_path, name):
    files = hostile_pictures() if FORMATS[name].binary else hostile_texts(name)
    paths = []
    for at, data in enumerate(files.values()):
        paths.append(tmp_path / f"hostile{at}")
        paths[-1].write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", READ.format(memory=MEMORY), name, *map(str, paths)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
        check=False,
    )
    labels = "\n".join(f"{path}: {label}" for path, label in zip(paths, files, strict=True))
    assert done.returncode == 0, f"{done.stderr}\n{labels}"
    assert done.stderr == ""
    assert "root:" not in done.stdout


def test_the_guard_sees_a_reader_that_takes_too_much(tmp_path):
    code = READ.format(memory=MEMORY).replace("load_all(path, name)", "bytes(2 << 30)")
    path = tmp_path / "file"
    path.touch()
    command = [sys.executable, "-c", code, "non", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "MemoryError" in done.stderr


@pytest.mark.parametrize("name", quick(FORMATS, {"non", "json", "png"}.__contains__, nightly=True))
def test_a_file_of_100_megabytes_is_refused(tmp_path, name):
    path = tmp_path / "huge"
    with open(path, "wb") as file:
        file.write(small(name)[0])
        file.truncate(100_000_000)
    with pytest.raises(ns.InputError, match="larger than the 32 MB"):
        ns.load(path, name)


@pytest.mark.parametrize(
    ("declared", "title"), [(LAUGHS, "&a9;"), (EXTERNAL, "&a;"), ('<!ENTITY a "b">', "&a;")]
)
def test_entities_of_xml_are_never_expanded(declared, title):
    with pytest.raises(ns.InputError):
        ns.loads(xml(declared, title), "webpbn")


@pytest.mark.parametrize("error", [RecursionError(), zlib.error("x"), KeyError("x"), struct.error("x")])
def test_every_exception_of_a_reader_is_an_input_error(error):
    with pytest.raises(ns.InputError, match=r"^a\.x: cannot be read: "), reading("cannot be read", "a.x"):
        raise error


def test_deep_brackets_in_a_page_are_an_input_error():
    nested = b"<script>var d=" + b"[" * 100_000 + b"]" * 100_000 + b";</script> nonograms.org"
    with pytest.raises(ns.InputError):
        loads_all(nested, "nonograms.org")
