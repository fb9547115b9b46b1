"""The tools: each has a question of the studio, the members that it takes, and its answer.

The question declares names, bounds, defaults and help of the members. Functions of `nonosat.QUESTIONS` without a row
here become tools as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import nonosat
from nonosat.apps.studio.questions import QUESTIONS
from nonosat.records.json_types import Anything, Each, Field, Number, OneOf, Record, Schemas, Table, Text

Json = dict[str, Any]

MOST_TEXT = 1_000_000  # maximum characters of a puzzle or an answer
MOST_IMAGE = 43_000_000  # maximum characters of a picture in base64
EXAMPLE = "example:"  # prefix of the name of an example

# members that have another notation for agents
_OWN = {
    "puzzle": Field(
        "puzzle",
        OneOf((Text(MOST_TEXT), Table(Anything())), "text of a puzzle, or an object"),
        "The puzzle: a text in any format that is known (see nonosat://formats), our JSON "
        '{"rows": [[1], [2]], "columns": [[2], [1]]} with the blocks of each line, or `example:cup`.',
    ),
    "state": Field(
        "state",
        Text(MOST_TEXT),
        "What is known so far: a line for each row, `?` for an unknown cell, `.` for empty, `#` for ink (or the letters "
        "of the palette).",
        None,
    ),
}

_BY = Field("by", Text(words=("clue", "givens", "pixels", "auto")), "What may be changed.")
_MOVES = "such as `r2c1=black r2c2=black`, counted from 1; colours by name, letter or number"
# members of answers that are left out for agents
_BULKY = ("stats", "seconds", "id", "alternatives", "chain", "concluded")


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool."""

    name: str
    asks: str  # the question of the studio; the argument `by` replaces `{by}`
    takes: tuple[str, ...] = ("puzzle",)  # members of the question
    about: str = ""  # description; by default the summary of the question
    defaults: Mapping[str, Any] = field(default_factory=dict)  # defaults that differ from the question's
    more: tuple[Field, ...] = ()  # arguments that are not members of the question
    request: Callable[[Json], Json] = lambda _: {}  # returns further members of the request
    picture: bool = False  # true if the answer is a picture

    @property
    def questions(self) -> tuple[str, ...]:
        """Questions that the tool can ask."""
        return tuple(self.asks.format(by=by) for by in _BY.type.words) if "{" in self.asks else (self.asks,)  # type: ignore[attr-defined]

    @property
    def description(self) -> str:
        """Description for agents."""
        return self.about or QUESTIONS[self.asks].summary

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Arguments without `seconds`."""
        members = {member.name: member for member in QUESTIONS[self.questions[0]].fields} | _OWN
        taken = [members[name] for name in self.takes]
        own = [replace(member, default=self.defaults.get(member.name, member.default)) for member in taken]
        return (*own, *self.more)

    @property
    def record(self) -> Record:
        """Declaration of the arguments."""
        most = QUESTIONS[self.questions[0]].bounds.most_seconds
        about = "Time for the answer; what is known by then is the answer."
        return Record("", (*self.fields, Field("seconds", Number(0.01, most), about, None)))

    def asked(self, values: Json) -> Json:
        """Returns the request without puzzle, state and seconds."""
        taken = {name: values[name] for name in self.takes if name not in _OWN and values[name] is not None}
        return taken | self.request(values)

    def input_schema(self) -> Json:
        """Returns the JSON Schema of the arguments."""
        return self.record.schema({})

    def output_schema(self) -> Json | None:
        """Returns the JSON Schema of the structured answer; None if it has several forms."""
        if len(self.questions) > 1 or self.picture:
            return None
        answer = QUESTIONS[self.asks].answer
        named: Schemas = {}
        schema = Record("", tuple(field for field in answer if field.name not in _BULKY)).schema(named)
        if named:
            schema["$defs"] = named
        referred: Json = _with_references(schema)
        return referred

    def answer(self, record: Mapping[str, Any]) -> Json:
        """Returns the structured answer."""
        return {name: value for name, value in record.items() if name not in _BULKY}


def _with_references(schema: Any) -> Any:
    """Returns a schema with references to its own definitions."""
    if isinstance(schema, dict):
        return {
            key: f"#/$defs/{value.rpartition('/')[2]}" if key == "$ref" else _with_references(value)
            for key, value in schema.items()
        }
    return [_with_references(item) for item in schema] if isinstance(schema, list) else schema


_NAMED = (
    Tool(name="check_puzzle", asks="check"),
    Tool(name="count_solutions", asks="count"),
    Tool(name="find_ambiguity", asks="ambiguity", request=lambda _: {"fillings": 0}),
    Tool(name="find_conflict", asks="conflict"),
    Tool(
        name="hint",
        about="The simplest next deduction from a state, with its technique and as much of the reason as the level says; or the "
        "mistake in the state.",
        asks="hint",
        takes=("puzzle", "state", "level"),
        defaults={"level": 1},
    ),
    Tool(
        name="explain_solution",
        about="How a person would solve a nonogram, step by step, each with its technique and reason.",
        asks="explain",
        takes=("puzzle", "steps"),
        defaults={"steps": 30},
    ),
    Tool(name="rate_difficulty", asks="rate"),
    Tool(
        name="repair_puzzle",
        about="The smallest change after which a nonogram has one solution: `clue` corrects a typing error in the "
        "clues of an unsolvable one, `givens` reveals cells, `pixels` repaints the picture (which must be given as the "
        "goal, or is a solution); `auto` takes `clue` or `givens` by the verdict.",
        asks="repair-{by}",
        more=(_BY,),
    ),
    Tool(
        name="generate_puzzle",
        about="A new nonogram with one solution, of a size, number of inks, symmetry and difficulty.",
        asks="generate",
        takes=(
            *("width", "height", "inks", "density", "symmetry", "line_solvable", "grade"),
            *("minutes", "stars", "seed"),
        ),
        defaults={"width": 10, "height": 10},
    ),
    Tool(
        name="draw_puzzle",
        about="A picture (PNG) of a nonogram or of an answer about it: the puzzle, its solution, where solutions differ, "
        "a step of the explanation, a conflict, a repair or the rating.",
        asks="render",
        takes=("puzzle", "state", "show", "step", "cell"),
        request=lambda _: {"to": "png", "theme": "light"},
        picture=True,
    ),
    Tool(
        name="judge_answer",
        about="Whether a text holds a solution of a nonogram, in any notation: right or wrong, which lines differ, how "
        "many cells are right, and a score.",
        asks="judge",
        more=(Field("answer", Text(MOST_TEXT), "What somebody answered."),),
        request=lambda values: {"text": values["answer"]},
    ),
    Tool(
        name="judge_moves",
        about="Whether each cell that moves set followed from what stood: from one line (which, by which technique), "
        "from the whole puzzle only, or not: a guess, or wrong. Use it to check a deduction before relying on it.",
        asks="judge-moves",
        takes=("puzzle", "state"),
        more=(
            Field(
                "moves",
                OneOf((Text(MOST_TEXT), Each(Text(10_000), 10_000)), "text, or a list of texts"),
                f"The moves in their order, a line or an item for each, {_MOVES}.",
            ),
        ),
        request=lambda values: {
            "text": values["moves"]
            if isinstance(values["moves"], str)
            else "\n".join(" ".join(move.split()) for move in values["moves"])
        },
    ),
    Tool(
        name="convert_puzzle",
        about="A nonogram in another file format (see nonosat://formats), such as our JSON, non, webpbn or a text.",
        asks="convert",
        takes=("puzzle", "to", "lossy"),
        defaults={"to": "json"},
    ),
    Tool(
        name="scan_puzzle",
        about="The nonograms on a photograph, screenshot or PDF page of printed ones: clues, what is filled in already, "
        "whether that is sure, and which numbers are doubtful. Ask people about doubtful numbers; do not guess.",
        asks="scan",
        takes=("page",),
        more=(
            Field("image", Text(MOST_IMAGE), "The file of the picture, or a PDF file, in base64.", None),
            Field(
                "path",
                Text(4096),
                "The file, instead of `image`, in the folder that the server may read from.",
                None,
            ),
        ),
        request=lambda values: {"review": False, "base64": values["image"]},
    ),
    Tool(
        name="describe_technique",
        about="What a technique of people is, by our name or that of guides, such as overlap, mercury or contradiction, with "
        "an example.",
        asks="technique",
        takes=("technique",),
    ),
)


def _others() -> Iterator[Tool]:
    """Yields the tools of questions without a row above."""
    asked = {question for tool in _NAMED for question in tool.questions}
    for name in nonosat.QUESTIONS:
        if (question := name.replace("_", "-")) not in asked:
            takes = tuple(member.name for member in QUESTIONS[question].fields if member.name != "picture")
            yield Tool(name=name, asks=question, takes=takes)


TOOLS = (*_NAMED, *_others())

BY_NAME = {tool.name: tool for tool in TOOLS}
