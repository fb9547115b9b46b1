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
from functools import cache, cached_property, partial
from inspect import unwrap
from pathlib import Path
from time import monotonic
from types import MappingProxyType, UnionType
from typing import Any, Literal, NamedTuple, TypedDict, Unpack, get_origin

from nonosat.apps.many.keys import key_and_statement
from nonosat.apps.many.lines import SHARED, line_record
from nonosat.conflicts.mus import conflict
from nonosat.counting.ambiguity import ambiguity
from nonosat.counting.count import count
from nonosat.explaining.grading.people import estimate, minutes_and_stars
from nonosat.explaining.grading.rate import rate
from nonosat.explaining.grading.remarks import remarks
from nonosat.explaining.steps.explain import explain
from nonosat.formats.sources import Item
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import certify_verdict
from nonosat.records import jsonl
from nonosat.records.parameters import declaration_of
from nonosat.repairs.repair import repair_auto
from nonosat.repairs.repair_clue import repair_clue
from nonosat.repairs.repair_givens import repair_givens
from nonosat.repairs.result import Repair
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, check
from nonosat.support.arguments import evaluated, question, require_argument, unknown_name
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
    "repair-givens",
    "repair-clue",
    "repair-auto",
    "certify",
]
"""Names of the questions."""

QUESTIONS: tuple[Callable[..., Any], ...] = (
    *(check, count, ambiguity, explain, rate, conflict),
    *(repair_givens, repair_clue, repair_auto),
)
"""The functions that can be asked about many puzzles; names, parameters and records come from their declarations."""


class QuestionOptions(TypedDict, total=False):
    """Parameters of the questions, as their functions declare them."""

    exact: bool
    fillings: int
    count: bool
    depth: int
    smallest: bool
    filled: bool
    edits: int


class AskOptions(QuestionOptions, total=False):
    """Options of `batch` that are part of each question."""

    certificates: str | None
    estimate: bool
    solutions: bool
    limit: Limit | None
    seconds: float | None
    memory: int | None
    workers: int | None
    options: SearchOptions


def _name(function: Callable[..., Any]) -> str:
    return function.__name__.replace("_", "-")


@cache
def parameters() -> Mapping[str, Mapping[str, Callable[..., Any]]]:
    """Returns the questions that have each parameter, by name: those that the functions declare for every face."""
    found: dict[str, dict[str, Callable[..., Any]]] = {}
    for function in QUESTIONS:
        for parameter in declaration_of(function).parameters:
            found.setdefault(parameter.name, {})[_name(function)] = function
    return found


@dataclass(frozen=True)
class Asked:
    """A question with its options; picklable."""

    name: str
    limit: Limit = NO_LIMIT
    search: SearchOptions = DEFAULTS  # of `check`
    parameters: Mapping[str, Any] = field(default_factory=dict)  # those of the function that are given
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
        given = {name: value for name, value in self.parameters.items() if value is not None}
        object.__setattr__(self, "parameters", given)
        plain = search.plain and not search.seed and self.limit.conflicts is None
        for wrong, what, of in (
            (name != "check" and not plain, "backend, seed, conflict limit", "check"),
            (name != "check" and self.estimate, "estimate", "check"),
            (name != "certify" and self.certificates is not None, "certificates", "certify"),
            *((name not in _takers(one), one.replace("_", "-"), " and ".join(_takers(one))) for one in given),
        ):
            if wrong:
                raise UsageError(f"{what}: options of {of}, not of {name}")
        for parameter, value in given.items():
            require_argument(parameters()[parameter][name], parameter, value)
        keyed: dict[str, Any] = dict(given)
        if name == "check":
            keyed = {
                "backend": search.backend,
                "seed": search.seed,
                **({"estimate": True} if self.estimate else {}),
            }
            object.__setattr__(self, "search", replace(search, portfolio=1))
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


def _certify(puzzle: Puzzle, asked: Asked) -> Mapping[str, Any]:
    assert asked.certificates is not None
    folder = os.path.join(asked.certificates, asked.key(puzzle))
    report = certify_verdict(puzzle, folder, limit=asked.limit)
    return {**report.to_json(), **certificate_members(folder, report.verdict is not Verdict.UNKNOWN)}


def _takers(parameter: str) -> Mapping[str, Callable[..., Any]]:
    """Returns the questions that have a parameter; raises `ArgumentError` if none has it."""
    if parameter not in parameters():
        raise ArgumentError(unknown_name(parameter, AskOptions.__annotations__))
    return parameters()[parameter]


def _record(function: Callable[..., Any], puzzle: Puzzle, asked: Asked) -> Mapping[str, Any]:
    record: Mapping[str, Any] = function(puzzle, limit=asked.limit, **asked.parameters).to_json()
    return record


ASKED: dict[str, Callable[[Puzzle, Asked], Mapping[str, Any]]] = {
    **{_name(function): partial(_record, function) for function in QUESTIONS},
    "check": _check,
    "certify": _certify,
}
"""The questions by name, each with the function that returns the members of its records."""


def _record_class(function: Callable[..., Any]) -> type:
    """Returns the class of a function's records."""
    function = unwrap(function)
    hint = evaluated(function.__annotations__["return"], function.__globals__)
    kind = get_origin(hint) if isinstance(get_origin(hint), type) else hint
    kind = Repair if kind is UnionType else kind
    return kind._record_class() if hasattr(kind, "_record_class") else kind


RECORDS: dict[str, tuple[type, ...]] = {
    **{_name(function): (_record_class(function),) for function in QUESTIONS},
    "check": (Report, jsonl.Check),
    "certify": (jsonl.Certify,),
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
    own = {name: others.pop(name) for name in ("estimate", "certificates", "solutions") if name in others}
    return Asked(ask, limit, search, others, **own)


@question
def record(
    puzzle: Puzzle | tuple[str, Puzzle],
    *,
    ask: Ask = "check",
    certificates: str | None = None,
    estimate: bool = False,
    solutions: bool = True,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    options: SearchOptions = DEFAULTS,
    **parameters: Unpack[QuestionOptions],
) -> dict[str, Any]:
    """Answers a question about a puzzle, and returns a record like those of `batch`, for schedulers of your own.

    `puzzle` may be a (name, puzzle) pair, as `Journal.missing` yields them; `Journal.append` keeps the record. The other
    parameters are those of `batch`. For an error in the puzzle, the record has the error.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> answer = record(("first", puzzle), ask="count")
    >>> answer["puzzle"], answer["count"], len(answer["key"])
    ('first', '1', 32)
    """
    if isinstance(puzzle, tuple):
        if [*map(type, puzzle)] != [str, Puzzle]:
            raise ArgumentError(
                f"record: `puzzle` must be a Puzzle or a (name, Puzzle) pair, not {puzzle!r:.60}"
            )
        name, puzzle = puzzle
    else:
        name = puzzle.metadata.title
    limits = limit_of(limit, seconds, memory)
    asked = Asked(ask, limits, options, {**parameters}, estimate, certificates, solutions)
    made: dict[str, Any] = json.loads(answered(Item(name, puzzle), asked).text)
    return made
