"""Declaration of a question, the request that its function gets, and errors as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import nonosat
from nonosat.apps.studio.shapes import EITHER, SUBJECT
from nonosat.model.problems import Problem
from nonosat.model.puzzle import Puzzle
from nonosat.records.json_types import Anything, Each, Field, Number, OneOf, Record, Table, Text, Whole
from nonosat.records.parameters import Declaration, declaration_of
from nonosat.records.schema_of import fields_of, record_of, record_type
from nonosat.support.limits import Clock, Limit

Json = dict[str, Any]  # an object of JSON
Tell = Callable[[dict[str, Any]], None]  # takes progress: an object with `stage`, and the results so far

LEAST_SECONDS = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Limits of one question. A host, such as a server, can set lower ones."""

    seconds: float  # CPU time, unless the request has a wall-clock time
    most_seconds: float  # maximum of `seconds` in a request
    cells: int  # cells of the puzzle
    memory: int | None = None  # bytes; None if the host does not limit them

    def within(self, seconds: float | None, cells: int | None, memory: int | None) -> Bounds:
        """Returns the smaller of these bounds and a host's; None stands for no bound of the host."""
        most = self.most_seconds if seconds is None else min(seconds, self.most_seconds)
        return replace(
            self,
            seconds=min(self.seconds, most),
            most_seconds=most,
            cells=self.cells if cells is None else min(cells, self.cells),
            memory=memory,
        )


class TooLarge(Exception):
    """A puzzle or picture with more cells than the question takes."""


class Request:
    """A checked request: the puzzle, the other members by name, the time left, and progress."""

    def __init__(self, values: Mapping[str, Any], bounds: Bounds, tell: Tell | None) -> None:
        self._values = values
        self._clock = Clock(Limit(seconds=values["seconds"]))
        self._tell = tell
        self._most_cells = bounds.cells

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, or that of the picture; raises `TooLarge`."""
        puzzle: Puzzle = self["puzzle"] if "puzzle" in self else self["picture"]
        self.require_cells(sum(puzzle.row_lengths))
        return puzzle

    def require_cells(self, number: int) -> None:
        """Raises `TooLarge` for more cells than the question takes."""
        if number > self._most_cells:
            raise TooLarge(f"{number:,} cells are more than the {self._most_cells:,} that are accepted")

    @property
    def limit(self) -> Limit:
        """Time left."""
        return self._clock.rest

    def tell(self, stage: str, **members: Any) -> None:
        """Reports progress."""
        if self._tell:
            self._tell({"stage": stage, **members})


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question: members of its requests and answers, limits, and the function that answers it."""

    name: str
    summary: str
    fields: tuple[Field, ...]  # members of a request beside the common ones
    answer: tuple[Field, ...]
    work: Callable[[Request], Mapping[str, Any]]
    either: tuple[str, ...] = ()
    bounds: Bounds = field(default=Bounds(seconds=10, most_seconds=600, cells=250_000))
    stages: tuple[tuple[str, str], ...] = ()
    """Stages of its progress, and the members of each event, in words."""
    example: Mapping[str, Any] | None = None

    def request(self, bounds: Bounds | None = None) -> Record:
        """Returns the declaration of a request for a host with these bounds."""
        bounds = bounds or self.bounds
        seconds = Field(
            "seconds",
            Number(LEAST_SECONDS, bounds.most_seconds),
            "Wall-clock time for the answer; what is known by then is the answer. By default it is CPU time.",
            bounds.seconds,
        )
        return Record(
            self._title("Request"),
            (*self.fields, seconds, ID),
            self.either,
            example=self.example,
        )

    @property
    def response(self) -> Record:
        """Declaration of an answer."""
        return Record(self._title("Answer"), (*self.answer, ID))

    def _title(self, word: str) -> str:
        return "".join(part.capitalize() for part in self.name.split("-")) + word


class Asked(Question):
    """A question declared by a public function, whose signature is read when it is needed.

    `more` are further members, or replace parameters of the same name.
    """

    _function: str
    _more: tuple[Field, ...]
    _record: type | None

    def __init__(
        self,
        function: str,
        *,
        more: tuple[Field, ...] = (),
        record: type | None = None,
        work: Callable[[Request], Mapping[str, Any]] | None = None,
        **others: Any,
    ) -> None:
        vars(self).update(name=function.replace("_", "-"), either=EITHER, **others)
        vars(self).update(_function=function, _more=more, _record=record)
        if work is not None:
            vars(self).update(work=work)

    @cached_property
    def _declared(self) -> tuple[Callable[..., Any], Declaration]:
        function = getattr(nonosat, self._function)
        return function, declaration_of(function)

    @cached_property
    def summary(self) -> str:
        return self._declared[1].summary

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        declared = self._declared[1].parameters
        return tuple({member.name: member for member in (*SUBJECT, *declared, *self._more)}.values())

    @cached_property
    def answer(self) -> tuple[Field, ...]:
        return fields_of(self._record or record_type(self._declared[0]))

    @cached_property
    def work(self) -> Callable[[Request], Mapping[str, Any]]:
        function, declared = self._declared

        def asked(request: Request) -> Mapping[str, Any]:
            given = {field.name: request[field.name] for field in declared.parameters}
            record: Mapping[str, Any] = function(request.puzzle, **given, limit=request.limit).to_json()
            return record

        return asked


ID = Field(
    "id",
    OneOf((Text(200), Whole(0, 2**53)), "text of at most 200 characters, or a whole number"),
    "Returned unchanged with the answer, with an error and with progress.",
    None,
)

SECONDS = Field("seconds", Number(), "Wall-clock time that the answer took.")

# kinds of errors of a question; a server has more
INPUT, LIMIT, MISSING, INTERNAL = "input", "limit", "missing", "internal"

ERROR = Record(
    "Error",
    (
        Field("kind", Text(), "Kind of error: see the responses."),
        Field("message", Text(), "One line for a person."),
        Field("where", Text(), "The member of the request that it is about, such as `puzzle.rows[2]`.", ""),
        Field("limit", Text(), "For the kind `limit`: its name, such as `seconds` or `cells`.", ""),
        Field("problems", Each(record_of(Problem)), "All that is wrong with the puzzle.", []),
        Field("known", Table(Anything()), "For the kind `limit`: the members of progress so far.", {}),
    ),
)


def error(kind: str, message: str, **more: Any) -> dict[str, Any]:
    """Returns an answer that is an error."""
    return {"error": {"kind": kind, "message": message, **{key: item for key, item in more.items() if item}}}
