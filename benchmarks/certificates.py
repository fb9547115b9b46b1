"""Measures the cost of certificates: `python -m benchmarks.certificates [FOLDER]` prints a table.

For each puzzle: CPU seconds to write the certificate and to check it, its bytes, and the memory that the checker holds
at most, in a process of its own. `FOLDER` has the survey's puzzles; without it only ours are measured. With
`--forge N` that many forgeries are made of small certificates of every kind, and none may be accepted that is false.
With `--proved NONOCHECK` this checker, which is proved in Coq, sees the forgeries too, and a tenth as many honest certificates of
random puzzles.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Any, cast

import click

import nonosat as ns
from benchmarks.report import Program
from nonosat.proofs.repainting import certify_pixels
from nonosat.verifier.reading import MANIFEST, PROOF

if TYPE_CHECKING:
    from nonosat.proofs.proving import Claim

PUZZLES = Path(__file__).parents[1] / "puzzles"

DOMINOES = (9, 12, 13, 14)

SURVEY = {3541: "verdict", 6739: "count", 2556: "count", 10810: "count", 18297: "count"}
"""Claims to prove, by the number of the survey's puzzle."""

Row = tuple[str, str, Callable[[str], None]]


def tasks(folder: Path | None) -> Iterator[Row]:
    """Yields the name of a puzzle, the claim, and a function that writes the certificate."""

    def row(path: Path, claim: str) -> Row:
        puzzle = ns.load(path)

        def write(target: str) -> None:
            if claim == "verdict":
                ns.certify(puzzle, target)
            else:
                assert ns.certify(puzzle, target, claim=cast("Claim", claim)).proved

        return path.stem, claim, write

    for n in DOMINOES:
        yield row(PUZZLES / f"dom-{n:02}.non", "verdict")
    yield row(PUZZLES / "poster-50.non", "verdict")
    card = PUZZLES / "gchq-without-givens.non"
    for claim in ("count", "backbone", "givens"):
        yield row(card, claim)
    yield row(PUZZLES / "unsolvable-by-lines.non", "conflict")
    for number, claim in SURVEY.items() if folder else ():
        assert folder
        yield row(folder / f"webpbn-{number:05}.non", claim)
    if folder:
        yield row(folder / "webpbn-02556.non", "givens")


_CHECK = """
import sys, time
from nonosat import verifier
def most():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
before, began = most(), time.process_time()
verification = verifier.verify(sys.argv[1])
assert verification.accepted, verification
print(time.process_time() - began, most() - before)
"""


def checked(target: str) -> tuple[float, int]:
    """CPU seconds, and kilobytes of memory at most, of a process that does nothing but check (on Linux)."""
    run = subprocess.run([sys.executable, "-c", _CHECK, target], capture_output=True, text=True, check=True)
    seconds, kilobytes = run.stdout.split()
    return float(seconds), int(kilobytes)


def size(target: str) -> int:
    """The bytes of a folder."""
    return sum(path.stat().st_size for path in Path(target).rglob("*") if path.is_file())


def forged(random: Random, files: dict[str, bytes]) -> dict[str, bytes]:
    """Returns the files of a certificate after a random change, with the right hashes."""
    files = dict(files)
    name = random.choice(sorted(files))
    data = gzip.decompress(files[name]) if name == PROOF else files[name]
    kind = random.randrange(7)
    lines = data.split(b"\n")
    numbers = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if kind == 0 and numbers:
        at = random.choice(numbers)
        data = data[:at] + str(random.randint(0, 9)).encode() + data[at + 1 :]
    elif kind == 1 and len(lines) > 2:
        del lines[random.randrange(len(lines) - 1)]
        data = b"\n".join(lines)
    elif kind == 2 and len(lines) > 2:
        one, other = random.sample(range(len(lines) - 1), 2)
        lines[one], lines[other] = lines[other], lines[one]
        data = b"\n".join(lines)
    elif kind == 3 and len(lines) > 1:
        at = random.randrange(len(lines))
        lines.insert(at, lines[random.randrange(len(lines))])
        data = b"\n".join(lines)
    elif kind == 4:
        words = data.split(b" ")
        if len(words) > 1:
            del words[random.randrange(len(words))]
        data = b" ".join(words)
    elif kind == 5:
        at = random.randrange(len(data) + 1)
        data = data[:at] + random.choice([b"-", b" ", b"0", b"[", b"]", b"null", b"1 "]) + data[at:]
    else:
        del files[name]
    if name in files:
        files[name] = gzip.compress(data) if name == PROOF else data
    if name != MANIFEST:
        manifest = json.loads(files[MANIFEST])
        manifest["files"] = {
            name: sha256(content).hexdigest() for name, content in files.items() if name != MANIFEST
        }
        files[MANIFEST] = json.dumps(manifest).encode()
    return files


def lies(files: dict[str, bytes]) -> bool:
    """Returns whether the claim of an accepted certificate is false, by the engine."""
    stated = json.loads(files["puzzle.json"])
    claim = json.loads(files[MANIFEST])["claim"]
    try:
        puzzle = ns.loads(json.dumps({**stated, "format": "nonosat"}), "json")
    except ns.InputError:
        puzzle = ns.Puzzle(stated["rows"], stated["columns"], givens=stated["givens"])
    if claim["kind"] == "repainting":
        return cheap_repainting(puzzle, claim, files)
    if claim["kind"] == "contradiction":
        return bool(0 < ns.conflict(puzzle, smallest=True).size <= claim["more_than"])
    solutions = [grid.cells for grid in ns.solutions(puzzle)]
    match claim["kind"]:
        case "unique":
            return len(solutions) != 1
        case "multiple":
            return len(solutions) < 2
        case "unsolvable":
            return bool(solutions)
        case "conflict":
            members = [tuple(member) for member in (*claim["lines"], *claim["givens"])]
            return not contradict(puzzle, members) or any(
                contradict(puzzle, [*members[:at], *members[at + 1 :]]) for at in range(len(members))
            )
        case "count":
            return bool(str(len(solutions)) != claim["count"])
        case "backbone":
            return bool(
                sum(len(set(colours)) == 1 for colours in zip(*solutions, strict=True)) != claim["cells"]
            )
    return not claim["goal"] and bool(ns.repair_givens(puzzle, goal="any").cost <= claim["more_than"])


def contradict(puzzle: ns.Puzzle, members: list[tuple[Any, ...]]) -> bool:
    """Returns whether these clues and givens alone have no solution. Their names have two and three parts."""
    lines = zip(puzzle.geometry.lines, puzzle.lines, strict=True)
    clues = [line.clue if name in members else None for name, line in lines]
    part = puzzle.with_clues(clues, givens=[member for member in members if len(member) == 3])
    return next(iter(ns.solutions(part)), None) is None


def cheap_repainting(puzzle: ns.Puzzle, claim: dict[str, Any], files: dict[str, bytes]) -> bool:
    """Returns whether a good repainting costs no more than claimed, by trying all of them."""
    picture = ns.Grid(json.loads(files["solutions.json"])[0], ragged=True)
    cells = [(puzzle.cell(row, column), weight) for row, column, weight in json.loads(files["repaint.json"])]
    for size in range(len(cells) + 1):
        for some in combinations(cells, size):
            if sum(weight for _, weight in some) > claim["more_than"]:
                continue
            choices = (set(range(len(puzzle.palette))) - {picture.cells[cell]} for cell, _ in some)
            for colours in product(*choices):
                changed = bytearray(picture.cells)
                for (cell, _), colour in zip(some, colours, strict=True):
                    changed[cell] = colour
                report = ns.check(ns.Grid._of(puzzle, bytes(changed)).puzzle_like(puzzle))
                if report.line_solvable if claim["lines"] else report.verdict is ns.Verdict.UNIQUE:
                    return True
    return False


def repainted(puzzle: ns.Puzzle, target: str, lines: bool) -> None:
    """Writes the bound of a repair by pixels."""
    with TemporaryDirectory() as own:
        certify_pixels(puzzle, own, line_solvable=lines)
        shutil.copytree(Path(own, "at-least"), target)


def written_by(puzzle: ns.Puzzle, claim: str, target: str) -> bool:
    """Writes a certificate of a claim; returns False if there is nothing to prove."""
    if claim.startswith("repainting"):
        repainted(puzzle, target, claim.endswith("lines"))
        return True
    return ns.certify(puzzle, target, claim=cast("Claim", claim)).proved


def attacked(number: int, seed: int, program: str | None = None) -> Counter[str]:
    """Counts the verdicts on forgeries; raises `AssertionError` at the first false claim that is accepted.

    `program` is the proved checker, if it is asked, too.
    """
    random, counts = Random(seed), Counter[str]()
    several = ns.Puzzle([[1], [1], [1], [2]], [[1], [1], [1], [2]])
    diagonal = ns.Grid(["#...", ".#..", "..#.", "...#"])
    subjects = [
        (ns.load(PUZZLES / "dom-04.non"), "verdict"),
        (ns.load(PUZZLES / "cup.non"), "verdict"),
        (ns.load(PUZZLES / "anchor.non"), "verdict"),
        (ns.load(PUZZLES / "unsolvable-by-search.non"), "verdict"),
        *((several, claim) for claim in ("count", "backbone", "givens")),
        (ns.load(PUZZLES / "unsolvable-by-lines.non"), "conflict"),
        (ns.load(PUZZLES / "unsolvable-by-search.non"), "conflict"),
        (ns.load(PUZZLES / "unsolvable-by-search.non"), "smallest-conflict"),
        *((diagonal.puzzle(goal=diagonal), claim) for claim in ("repainting", "repainting for lines")),
    ]
    with TemporaryDirectory() as folder:
        genuine = []
        for at, (puzzle, claim) in enumerate(subjects):
            target = os.path.join(folder, str(at))
            assert written_by(puzzle, claim, target)
            genuine.append({path.name: path.read_bytes() for path in Path(target).iterdir()})
        for at in range(number):
            place = Path(folder, f"forged-{at}")
            files = forged(random, random.choice(genuine))
            place.mkdir()
            for name, data in files.items():
                (place / name).write_bytes(data)
            counts[judged(place, files, program)] += 1
            shutil.rmtree(place)
    return counts


def judged(place: Path, files: dict[str, bytes], program: str | None) -> str:
    """Returns what the checkers say about a forgery; raises `AssertionError` if one accepts a false claim."""
    accepted = False
    try:
        verification = ns.verify(place, seconds=60)
    except ns.InputError:
        said = "unreadable"
    else:
        accepted = verification.accepted
        said = "accepted" if accepted else "refused"
    proved = said_by(program, place) if program else ""
    assert not ((accepted or proved == "accepted") and lies(files)), (place, said, proved)
    return f"{said}, proved checker: {proved}" if program else said


def said_by(program: str, place: Path) -> str:
    """Returns the answer of the proved checker, which has a minute; every error of its is one line."""
    ran = subprocess.run([program, place], capture_output=True, text=True, check=False, timeout=60)
    assert ("s VERIFIED" in ran.stdout) == (ran.returncode == 0), ran
    assert ran.stderr.count("\n") == (ran.returncode != 0), ran
    return {0: "accepted", 1: "refused", 3: "unknown", 65: "unreadable"}[ran.returncode]


HONEST = ("verdict", "count", "backbone", "givens", "conflict", "smallest-conflict", "repainting")
COVERED = frozenset(("verdict", "count", "backbone", "conflict"))
"""Claims that the proof covers."""


def agreed(number: int, seed: int, program: str) -> Counter[str]:
    """Counts honest certificates of random puzzles by claim; raises `AssertionError` if the checkers disagree on one."""
    random, counts = Random(seed), Counter[str]()
    while counts.total() < number:
        claim = random.choice(HONEST)
        height, width = random.randint(3, 4 if claim == "repainting" else 9), random.randint(3, 9)
        grid = ns.Grid(["".join(random.choice("#.") for _ in range(width)) for _ in range(height)])
        puzzle = grid.puzzle(goal=grid) if claim == "repainting" else grid.puzzle()
        if "conflict" in claim or random.random() < 0.1:
            rows = list(puzzle.rows)
            rows[random.randrange(height)] = ns.Puzzle([[random.randint(1, width)]], [None] * width).rows[0]
            puzzle = ns.Puzzle(rows, puzzle.columns) if claim != "repainting" else puzzle
        with TemporaryDirectory() as folder:
            target = os.path.join(folder, "certificate")
            try:
                if not written_by(puzzle, claim, target):
                    continue
            except FileNotFoundError:  # a picture that is unique needs no repair
                continue
            verification, proved = ns.verify(target), said_by(program, Path(target))
            assert verification.accepted, (puzzle, claim, verification)
            assert proved == ("accepted" if claim in COVERED else "unknown"), (puzzle, claim, proved)
            counts[claim] += 1
    return counts


@click.command(cls=Program, help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path, exists=True), required=False)
@click.option("--forge", type=int, default=0, metavar="N", help="Make so many forgeries instead.")
@click.option("--proved", metavar="NONOCHECK", help="Path of the proved checker, which sees them too.")
@click.option("--seed", type=int, default=0)
def main(folder: Path | None, forge: int, proved: str | None, seed: int) -> None:
    if forge and proved:
        honest = agreed(forge // 10, seed, proved)
        click.echo(f"{honest.total()} honest certificates: {dict(honest)}, both checkers agree")
    if forge:
        click.echo(f"{forge} forgeries, seed {seed}: {dict(attacked(forge, seed, proved))}, no lie accepted")
        return
    click.echo("| puzzle | claim | written, CPU s | checked, CPU s | bytes | memory of the checker, MB |")
    click.echo("|---|---|---|---|---|---|")
    for name, claim, write in tasks(folder):
        with TemporaryDirectory() as own:
            target = os.path.join(own, "certificate")
            began = process_time()
            write(target)
            written = process_time() - began
            seconds, memory = checked(target)
            click.echo(
                f"| {name} | {claim} | {written:.2f} | {seconds:.2f} | {size(target):,} | {memory / 1000:.0f} |"
            )


if __name__ == "__main__":
    main()
