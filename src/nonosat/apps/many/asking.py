"""The questions for many puzzles, and the records of their answers.

A record has the members of every record about a puzzle (`line_record`), those of the question, and a key that identifies
puzzle, question, options and version. Workers make records, so everything here can be pickled.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypedDict

from nonosat.apps.many.keys import key_and_statement
from nonosat.apps.many.lines import SHARED, line_record
from nonosat.conflicts.mus import Conflict, conflict
from nonosat.counting.ambiguity import Ambiguity, ambiguity
from nonosat.counting.count import Count, count
from nonosat.explaining.grading.people import estimate, minutes_and_stars
from nonosat.explaining.grading.rate import Rating, rate
from nonosat.explaining.grading.remarks import remarks
from nonosat.explaining.steps.explain import Explained, explain
from nonosat.formats.sources import Item
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import certify_verdict
from nonosat.records import jsonl
from nonosat.repairs.repair import repair_auto
from nonosat.repairs.repair_clue import repair_clue
from nonosat.repairs.repair_givens import repair_givens
from nonosat.repairs.result import Repair
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, check
from nonosat.support.arguments import question
from nonosat.support.children.own_limits import bounded
from nonosat.support.children.watchdog import LastWords
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import ArgumentError, NonosatError, UsageError
from nonosat.support.limits import NO_LIMIT, Limit, limit_of
from nonosat.support.mapping.attempts import outcome
from nonosat.support.version import VERSION

Ask = Literal[
    "check",
    "count",
    "ambiguity",
    "explain",
    "rate",
    "conflict",
    "certify",
    "repair-givens",
    "repair-clue",
    "repair-auto",
]
"""Names of the questions."""


class AskOptions(TypedDict, total=False):
    """Options of `batch` that are part of each question."""

    depth: int | None
    certificates: str | None
    estimate: bool
    solutions: bool
    limit: Limit | None
    seconds: float | None
    memory: int | None
    workers: int | None
    options: SearchOptions


@dataclass(frozen=True)
class Asked:
    """A question with its options; picklable."""

    name: str
    limit: Limit = NO_LIMIT
    search: SearchOptions = DEFAULTS  # of `check`
    depth: int | None = None  # of `explain` and `rate`
    estimate: bool = False  # of `check`: the record has the minutes and stars of a unique puzzle for people
    certificates: str | None = None  # of `certify`: the folder for certificates
    solutions: bool = False  # whether records have the solutions
    options: Mapping[str, Any] = field(init=False)
    """The options that are part of the key, as plain data."""

    def __post_init__(self) -> None:
        """Raises `UsageError` for an option that the question does not take."""
        name, search = self.name, self.search
        if name not in ASKED:
            raise UsageError(f"ask must be one of {', '.join(ASKED)}, got {name!r}")
        plain = search.plain and not search.seed and self.limit.conflicts is None
        for wrong, what, of in (
            (name != "check" and not plain, "backend, seed, conflict limit", "check"),
            (name != "check" and self.estimate, "estimate", "check"),
            (name not in ("explain", "rate") and self.depth is not None, "depth", "explain and rate"),
            (name != "certify" and self.certificates is not None, "certificates", "certify"),
        ):
            if wrong:
                raise UsageError(f"{what}: options of {of}, not of {name}")
        keyed: dict[str, Any] = {}
        if name == "check":
            keyed = {
                "backend": search.backend,
                "seed": search.seed,
                **({"estimate": True} if self.estimate else {}),
            }
            object.__setattr__(self, "search", replace(search, portfolio=1))
        elif self.depth is not None:
            keyed["depth"] = self.depth
        elif name == "certify":
            if self.certificates is None:
                raise UsageError("certify needs a folder for the certificates").remedied_by("certificates")
            # a worker can have another working directory
            object.__setattr__(self, "certificates", os.path.abspath(self.certificates))
        object.__setattr__(self, "options", keyed)

    def key(self, subject: Puzzle | Exception) -> str:
        """Returns the key of the answer about a puzzle, or about an unreadable text."""
        return self.key_and_statement(subject)[0]

    def key_and_statement(self, subject: Puzzle | Exception) -> tuple[str, bytes]:
        """Returns the key, and the hash of the puzzle's statement."""
        return key_and_statement(subject, self.name, self.options, VERSION)

    @cached_property
    def limits(self) -> dict[str, Any]:
        """The limits as plain data."""
        return {name: getattr(self.limit, name) for name in ("seconds", "memory", "conflicts")}


class Line(NamedTuple):
    """An answer as a line of a journal, with the members that the parent of many workers needs."""

    name: str
    key: str
    text: str
    verdict: str
    line_solvable: bool | None
    exit_code: int = 0
    error: str = ""
    remarks: tuple[str, ...] = ()
    """Remarks on the puzzle as an exercise, such as an ambiguous or an empty line."""
    statement: bytes = b""
    """Equal for puzzles with the same clues, givens and colours; empty without a puzzle."""
    known: bool = False
    """True if the journal already has this line."""


def _check(puzzle: Puzzle, asked: Asked) -> Mapping[str, Any]:
    report = check(puzzle, limit=asked.limit, options=asked.search)
    record = report.to_json()
    if not (asked.estimate and report.verdict is Verdict.UNIQUE):
        return record
    return {**record, **minutes_of(puzzle, report)}


def _explain(puzzle: Puzzle, asked: Asked) -> Mapping[str, Any]:
    return explain(puzzle, limit=asked.limit, **_depth(asked)).to_json()


def _certify(puzzle: Puzzle, asked: Asked) -> Mapping[str, Any]:
    assert asked.certificates is not None
    folder = os.path.join(asked.certificates, asked.key(puzzle))
    report = certify_verdict(puzzle, folder, limit=asked.limit)
    return {**report.to_json(), **certificate_members(folder, report.verdict is not Verdict.UNKNOWN)}


def _depth(asked: Asked) -> dict[str, Any]:
    return {} if asked.depth is None else {"depth": asked.depth}


ASKED: dict[str, Callable[[Puzzle, Asked], Mapping[str, Any]]] = {
    "check": _check,
    "count": lambda puzzle, asked: count(puzzle, limit=asked.limit).to_json(),
    "ambiguity": lambda puzzle, asked: ambiguity(puzzle, limit=asked.limit).to_json(),
    "explain": _explain,
    "rate": lambda puzzle, asked: rate(puzzle, limit=asked.limit, **_depth(asked)).to_json(),
    "conflict": lambda puzzle, asked: conflict(puzzle, limit=asked.limit).to_json(),
    "certify": _certify,
    "repair-givens": lambda puzzle, asked: repair_givens(puzzle, limit=asked.limit).to_json(),
    "repair-clue": lambda puzzle, asked: repair_clue(puzzle, limit=asked.limit).to_json(),
    "repair-auto": lambda puzzle, asked: repair_auto(puzzle, limit=asked.limit).to_json(),
}
"""The questions by name, each with the function that returns the members of its records."""


RECORDS: dict[str, tuple[type, ...]] = {
    "check": (Report, jsonl.Check),
    "count": (Count,),
    "ambiguity": (Ambiguity,),
    "explain": (Explained,),
    "rate": (Rating,),
    "conflict": (Conflict,),
    "certify": (jsonl.Certify,),
    "repair-givens": (Repair,),
    "repair-clue": (Repair,),
    "repair-auto": (Repair,),
}
"""The classes with the members of their records."""


def minutes_of(puzzle: Puzzle, report: Report) -> dict[str, Any]:
    """Returns the minutes and stars of a puzzle with one solution."""
    return minutes_and_stars(estimate(puzzle, report.solutions[0]))


def certificate_members(path: str, is_written: bool) -> dict[str, Any]:
    """Returns the members of a record about a certificate in a file or folder."""
    if not is_written:
        return {"certificate": None, "bytes": 0}
    files = [path] if os.path.isfile(path) else [file for file in Path(path).rglob("*") if file.is_file()]
    return {"certificate": path, "bytes": sum(map(os.path.getsize, files))}


def answered(item: Item, asked: Asked) -> Line:
    """Asks the question about a puzzle within its limits; returns a line for errors, too."""
    return outcome(partial(_answer, asked=asked), partial(failed_line, asked=asked), item)


def _answer(item: Item, asked: Asked) -> Line:
    puzzle, began = item.require(), monotonic()

    def ask() -> Line:
        puzzle.require_readable(stars=True)
        members = ASKED[asked.name](puzzle, asked)
        return line_of(item, asked, {"seconds": monotonic() - began, **members})

    def nothing() -> Line:
        return failed_line(item, OutOfReach(Stopped.SECONDS), monotonic() - began, asked=asked)

    with bounded(asked.limit, item.seconds, late=LastWords(nothing, again=ask)):
        return ask()


def failed_line(item: Item, error: NonosatError, seconds: float, *, asked: Asked) -> Line:
    """Returns the line about a puzzle whose question raised an error, or whose workers died."""
    if isinstance(error, OutOfReach):
        members = {"seconds": seconds, "stopped": error.stopped, "detail": error.detail}
        return line_of(item, asked, members)
    return line_of(item, asked, error=error)


def line_of(
    item: Item,
    asked: Asked,
    members: Mapping[str, Any] = MappingProxyType({}),
    error: NonosatError | None = None,
) -> Line:
    """Returns an answer, or an error, as a line; docs/json.md describes it."""
    more = {
        "ask": asked.name,
        **({} if item.id is None else {"id": item.id}),
        **{name: value for name, value in members.items() if name not in SHARED},
        "options": asked.options,
        "limits": asked.limits,
        "seed": asked.options.get("seed"),
        "worker": f"{socket.gethostname()}:{os.getpid()}",
    }
    shared = {name: members[name] for name in SHARED if name in members}
    puzzle = item.puzzle if error is None else None
    record = line_record(item.name, puzzle, shared, error=error, more=more, solutions=asked.solutions)
    key, statement = asked.key_and_statement(item.puzzle or item.error or UsageError(""))
    return Line(
        item.name,
        key,
        json.dumps({"key": key, **record}),
        record["verdict"],
        record.get("line_solvable"),
        error.exit_code if error else 0,
        str(error) if error else "",
        noted(item.puzzle),
        statement,
    )


def noted(puzzle: Puzzle | None) -> tuple[str, ...]:
    """Returns the remarks on a puzzle as an exercise."""
    return tuple(remarks(puzzle)) if puzzle else ()


def asked_of(ask: Ask, options: AskOptions) -> Asked:
    """Returns a question with the options of `batch`; raises `ArgumentError` for others."""
    others: dict[str, Any] = {**options}
    limit = limit_of(others.pop("limit", None), others.pop("seconds", None), others.pop("memory", None))
    others.pop("workers", None)
    search = others.pop("options", DEFAULTS)
    if wrong := others.keys() - {"depth", "estimate", "certificates", "solutions"}:
        raise ArgumentError(f"there is no option `{min(wrong)}`")
    return Asked(ask, limit, search, **others)


@question
def record(
    puzzle: Puzzle | tuple[str, Puzzle],
    *,
    ask: Ask = "check",
    depth: int | None = None,
    certificates: str | None = None,
    estimate: bool = False,
    solutions: bool = True,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    options: SearchOptions = DEFAULTS,
) -> dict[str, Any]:
    """Answers a question about a puzzle, and returns a record like those of `batch`, for schedulers of your own.

    `puzzle` may be a (name, puzzle) pair, as `Journal.missing` yields them; `Journal.append` keeps the record. The other
    parameters are those of `batch`. For an error in the puzzle, the record has the error.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> answer = record(("first", puzzle), ask="count")
    >>> answer["puzzle"], answer["count"], len(answer["key"])
    ('first', '1', 32)
    """
    name, puzzle = puzzle if isinstance(puzzle, tuple) else (puzzle.metadata.title, puzzle)
    asked = Asked(ask, limit_of(limit, seconds, memory), options, depth, estimate, certificates, solutions)
    made: dict[str, Any] = json.loads(answered(Item(name, puzzle), asked).text)
    return made
