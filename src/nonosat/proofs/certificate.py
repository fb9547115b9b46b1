"""Certificates: proofs of a verdict for those who trust none of our code.

A certificate is a folder of text files, described in `nonosat.verifier`, which checks it and shares nothing
with what writes it. It holds what the engine uses anyway: the deductions of single lines, the
clauses of what these leave open with the meaning of every variable, and a solver's proof that the clauses
contradict each other.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from nonosat import verifier
from nonosat.foundation.arguments import question
from nonosat.foundation.errors import InputError, SolverDisagreement, UsageError
from nonosat.foundation.files import require_writable_folder, write_folder
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.foundation.workers.processes import answered
from nonosat.model.clues import BLOT, Clue
from nonosat.model.geometry import Axis
from nonosat.model.puzzle import Puzzle
from nonosat.solving.engine.outcome import Observer, Searching, Verdict
from nonosat.solving.engine.questions import Report, check
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import Contradiction, Deduction, propagate
from nonosat.solving.sat.backends import BACKENDS, DEFAULT, Capability, Configuration, Watch
from nonosat.solving.sat.encodings import Cnf
from nonosat.solving.sat.encodings.order import bounds, encode
from nonosat.solving.sat.oracle import Oracle
from nonosat.verifier import Progress, Verification
from nonosat.verifier.cubes import cubes_in
from nonosat.verifier.reading import (
    CUBES,
    DEDUCTIONS,
    FORMAT,
    FORMULA,
    MANIFEST,
    PROOF,
    PUZZLE,
    SOLUTIONS,
    VARIABLES,
    Files,
    Unreadable,
)


@question
def certify(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Observer | None = None,
) -> Report:
    """Answers like `check`, and writes the certificate of the answer into a new folder.

    Where the verdict is UNKNOWN nothing is written. `limit` holds for finding the answer and its proof
    together. An older certificate in the folder is replaced when the new one is complete; raises `UsageError`
    if it holds anything else, `OutputError` if it cannot be written.
    """
    target = Path(os.path.realpath(folder))
    require_free(target)
    puzzle.require_readable()
    also = ("conflicts", "solutions")
    limit = limit_of(limit, seconds, memory)
    report, files = answered(certified, puzzle, limit=limit, also=also, observer=observer)
    if files:
        write_certificate(target, report.verdict, files)
    return report


def certified(
    puzzle: Puzzle, *, clock: Clock, observer: Observer | None = None
) -> tuple[Report, dict[str, str]]:
    """The report, and the files of the certificate; none where the verdict is UNKNOWN."""
    began = monotonic()
    report = check(puzzle, limit=replace(clock.limit, seconds=clock.left), observer=observer)
    files: dict[str, str] = {}
    try:
        if report.verdict is Verdict.UNKNOWN:
            clock.tick()  # which knows better where this is the last word on work that died
        else:
            files = _files(report, clock, observer)
    except OutOfReach as reason:
        report = replace(report, verdict=Verdict.UNKNOWN, stopped=reason.stopped, detail=reason.detail)
    return replace(report, seconds=monotonic() - began), files


def _files(report: Report, clock: Clock, observer: Observer | None) -> dict[str, str]:
    """What proves the verdict of a report."""
    files = {PUZZLE: _object(statement(report.puzzle))}
    if report.solutions:
        files[SOLUTIONS] = _list([[list(row) for row in grid] for grid in report.solutions])
    if report.verdict is not Verdict.MULTIPLE and not report.contradictions:
        files |= _argument(report, clock, observer)
    return files


@question
def verify(
    folder: str | os.PathLike[str],
    *,
    against: Puzzle | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> Verification:
    """Checks the certificate in a folder, and if a puzzle is given, that it speaks of that puzzle.

    Without one it is for the reader to see that `puzzle.json` states the puzzle in question; it can be
    read as any other file of a puzzle. Unless told otherwise it may take an hour, and 2 GB beside what this
    process holds (`verifier.SECONDS` and `verifier.MEMORY`); a limit that comes first is told as `stopped`.
    Raises `InputError` for what is no certificate.
    """
    limit = limit_of(limit, seconds, memory)
    seconds = verifier.SECONDS if limit.seconds is None else limit.seconds
    memory = verifier.MEMORY if limit.memory is None else limit.memory
    try:
        found = verifier.verify(folder, seconds=seconds, memory=memory, progress=progress)
    except Unreadable as error:
        raise InputError(str(error), path=os.fspath(folder)) from None
    if against is None or not found.accepted:
        return found
    data = Path(folder, PUZZLE).read_bytes()
    if hashlib.sha256(data).hexdigest() == found.puzzle and json.loads(data) == statement(against):
        return found
    return replace(found, refusal=f"{PUZZLE}: states another puzzle than {against.name}")


def statement(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as a certificate states it, which is also how `nonosat.formats.native` reads it.

    >>> statement(Puzzle([["?"]], [None]))["rows"], statement(Puzzle([[1]], [None]))["columns"]
    ([[['?', 1]]], [None])
    """

    def stated(clues: Iterable[Clue | None]) -> list[Any]:
        return [
            None
            if clue is None
            else [[BLOT if block.length is None else block.length, block.colour] for block in clue]
            for clue in clues
        ]

    families = zip(puzzle.geometry.axes, puzzle.clue_families, strict=True)
    return {
        **{f"{axis}s": stated(clues) for axis, clues in families},
        **puzzle.geometry.parameters,
        "palette": [list(colour) for colour in puzzle.palette],
        "givens": [list(given) for given in puzzle.givens],
    }


def _argument(report: Report, clock: Clock, observer: Observer | None) -> dict[str, str]:
    """The files that prove that there is no solution other than the report's."""

    def watch(conflicts: int) -> None:
        if clock.limit.conflicts is not None and conflicts > clock.limit.conflicts:
            raise OutOfReach(Stopped.CONFLICTS)
        if observer:
            observer(Searching(conflicts, 0))

    board = Board(report.puzzle)
    deductions = _deductions(board, clock)
    files = {DEDUCTIONS: _lines(map(_compact, clock.each(deductions)))}
    refuted = deductions and deductions[-1][-1] is None
    if refuted or not board.open_cells():
        return files
    cnf = encode(board, tick=clock.tick)
    clauses = cnf.clauses + [cnf.excluding(grid.cells) for grid in report.solutions]
    files[FORMULA] = _formula(clauses, cnf.variables, clock)
    files[VARIABLES] = _list(clock.each(_meanings(board, cnf)))
    files[PROOF] = _lines(_proof(replace(cnf, clauses=clauses), report.stats.backend, clock, watch))
    return files


def _proof(cnf: Cnf, backend: str, clock: Clock, watch: Watch) -> list[str]:
    """The lines of a proof that clauses have no model, by that backend if it can write one."""
    able = backend in BACKENDS and Capability.PROOF in BACKENDS[backend].capabilities
    configuration = Configuration(backend if able else DEFAULT, proof=True)
    with Oracle(cnf, clock, configuration=configuration, watch=watch) as oracle:
        if oracle.solve():
            raise SolverDisagreement(f"there is one more picture than was found: {oracle.picture()!r}")
        return oracle.proof()


_Entry = tuple[Axis, int, list[tuple[int, int]] | None]
"""A deduction: the line, and the (position, colour) pairs that it rules out; None if it has no filling."""


def _deductions(board: Board, clock: Clock) -> list[_Entry]:
    """Propagates, and returns each step."""
    names, found = board.puzzle.geometry.lines, list[_Entry]()

    def note(event: Deduction | Contradiction) -> None:
        pairs = None
        if isinstance(event, Deduction):
            removed = enumerate(event.removed)
            pairs = sorted((position, colour) for colour, mask in removed for position in positions(mask))
        found.append((*names[event.line], pairs))

    propagate(board, observer=note, tick=clock.tick)
    return found


def _formula(clauses: list[list[int]], variables: int, clock: Clock) -> str:
    """The clauses in DIMACS."""
    texts = (" ".join(map(str, [*clause, 0])) for clause in clock.each(clauses))
    return _lines([f"p cnf {variables} {len(clauses)}", *texts])


def _meanings(board: Board, cnf: Cnf) -> list[list[Any]]:
    """What each variable says, in the words of `nonosat.verifier`."""
    names, places = board.puzzle.geometry.lines, board.puzzle.coordinates
    coloured = {
        literal: ["cell", *places[open_cell.cell], colour]
        for open_cell in cnf.open_cells
        for colour, literal in open_cell.literals.items()
    }
    return [coloured[variable] for variable in range(1, cnf.cell_variables + 1)] + [
        ["end" if bound.end else "start", *names[bound.line], bound.block, bound.position]
        for bound in bounds(board)
    ]


# Files ------------------------------------------------------------------------------------------------


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _list(values: Iterable[Any]) -> str:
    """A JSON list with one item a line."""
    return "[\n" + ",\n".join(map(_compact, values)) + "\n]\n"


def _object(value: dict[str, Any]) -> str:
    """A JSON object with one item of each list a line."""
    texts = ((key, _list(each) if isinstance(each, list) else str(each)) for key, each in value.items())
    return "{\n" + ",\n".join(f"{_compact(key)}: {text.strip()}" for key, text in texts) + "\n}\n"


def require_free(folder: Path) -> None:
    """Raises an error unless a certificate can be put there without loss of anything else."""
    require_writable_folder(os.fspath(folder))
    if not folder.exists():
        return
    present = set(os.listdir(folder))
    try:
        ours = not present or _listed(folder) == present - {MANIFEST}
    except Unreadable:
        ours = False
    if not ours:
        raise UsageError(f"{folder}: holds something else than a certificate, which is left as it is")


def _listed(folder: Path) -> set[str]:
    """What the certificate in a folder says that lies there beside the manifest; raises `Unreadable`."""
    files = Files(os.fspath(folder))
    cubes = folder / CUBES
    folders = {cube.folder for cube in cubes_in(cubes.read_text().splitlines())} if cubes.is_file() else set()
    return set(files.digests) | folders


def write_certificate(folder: Path, verdict: Verdict, files: dict[str, str]) -> None:
    """Writes a certificate, all or nothing."""
    write_folder(os.fspath(folder), with_manifest(verdict, files), lambda: require_free(folder))


def with_manifest(verdict: Verdict, files: dict[str, str]) -> dict[str, bytes]:
    """The files of a certificate, and the manifest that names those which lie beside it."""
    contents = {name: text.encode() for name, text in files.items()}
    beside = sorted(name for name in contents if "/" not in name)
    digests = {name: hashlib.sha256(contents[name]).hexdigest() for name in beside}
    manifest = {"format": FORMAT, "verdict": str(verdict), "files": digests}
    return contents | {MANIFEST: (json.dumps(manifest, indent=1) + "\n").encode()}
