"""The tools: what each is for, what it takes, which question of the studio answers it, and the answer in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nonosat.agents import wording
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.model.geometry import MAX_SIDE
from nonosat.pictures.illustration.base import SUBJECTS
from nonosat.records.declared import (
    Anything,
    Each,
    Field,
    Flag,
    Number,
    OneOf,
    Record,
    Schemas,
    Table,
    Text,
    Whole,
    maybe,
)
from nonosat.records.values import RANGE
from nonosat.studio.questions import QUESTIONS

Json = dict[str, Any]

MOST_TEXT = 1_000_000
"""Characters of a puzzle or an answer."""

MOST_IMAGE = 43_000_000
"""Characters of a picture in base64."""

EXAMPLE = "example:"
"""Before the name of a puzzle that comes with the program."""

_PUZZLE = Field(
    "puzzle",
    OneOf((Text(MOST_TEXT), Table(Anything())), "text of a puzzle, or an object"),
    "The puzzle: a text in any format that is known (see nonosat://formats), our JSON "
    '{"rows": [[1], [2]], "columns": [[2], [1]]} with the blocks of each line, or `example:cup`.',
)
_STATE = Field(
    "state",
    Text(MOST_TEXT),
    "What is known so far: a line for each row, `?` for an unknown cell, `.` for empty, `#` for ink (or the letters "
    "of the palette).",
    None,
)
_MOVES = "such as `r2c1=black r2c2=black`, counted from 1; colours by name, letter or number"
_SYMMETRIES = ("none", "lr", "tb", "both", "rotation", "diagonal")
_GRADES = ("trivial", "easy", "medium", "needs probing", "hard", "needs search")
_REPAIRS = ("clue", "givens", "pixels")
_BULKY = ("stats", "seconds", "id")
"""Members of answers that agents have no use for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool."""

    name: str
    title: str
    about: str
    """When to use it, and what comes of it."""
    fields: tuple[Field, ...]
    question: Callable[[Json], str]
    """The question of the studio, by the arguments."""
    request: Callable[[Json], Json] = lambda _: {}
    """What the question gets beside the puzzle, its state and the seconds."""
    text: Callable[[Json], str]
    """The answer in words, of the question's answer."""
    kept: tuple[str, ...] = ()
    """The members of the answer that are passed on; all, if empty."""
    questions: tuple[str, ...] = ()
    """All questions that it may ask; one, unless the arguments choose."""
    picture: bool = False
    """Whether the answer is a picture."""

    @property
    def record(self) -> Record:
        """What it takes."""
        most = QUESTIONS[(self.questions or (self.question({}),))[0]].bounds.most_seconds
        seconds = Field(
            "seconds",
            Number(0.01, most),
            "Time for the answer; what is known by then is the answer.",
            None,
        )
        return Record("", (*self.fields, seconds))

    def input_schema(self) -> Json:
        """The JSON Schema of its arguments."""
        return self.record.schema({})

    def output_schema(self) -> Json | None:
        """The JSON Schema of its structured answer; None if there are several kinds."""
        if self.questions or self.picture:
            return None
        answer = QUESTIONS[self.question({})].answer
        named: Schemas = {}
        found = Record("", tuple(each for each in answer if self._passes(each.name))).schema(named)
        if named:
            found["$defs"] = named
        referred: Json = _with_references(found)
        return referred

    def answer(self, found: Mapping[str, Any]) -> Json:
        """The structured answer."""
        return {name: value for name, value in found.items() if self._passes(name)}

    def _passes(self, name: str) -> bool:
        return name in self.kept if self.kept else name not in _BULKY


def _with_references(schema: Any) -> Any:
    """A schema whose references are to definitions of its own."""
    if isinstance(schema, dict):
        return {
            key: f"#/$defs/{value.rpartition('/')[2]}" if key == "$ref" else _with_references(value)
            for key, value in schema.items()
        }
    return [_with_references(each) for each in schema] if isinstance(schema, list) else schema


def _only(*names: str) -> Callable[[Json], Json]:
    """A request that has some of the arguments, as far as they are given."""
    return lambda values: {name: values[name] for name in names if values.get(name) is not None}


def _always(question: str) -> Callable[[Json], str]:
    return lambda _: question


TOOLS = (
    Tool(
        name="check_puzzle",
        title="Check a puzzle",
        about="Whether a nonogram has no solution, exactly one or several, with proof, and whether lines alone solve "
        "it. Shows up to two solutions.",
        fields=(_PUZZLE,),
        question=_always("check"),
        text=wording.check,
    ),
    Tool(
        name="solve_puzzle",
        title="Solve a puzzle",
        about="A solution of a nonogram, a line for each row, and whether it is the only one.",
        fields=(_PUZZLE,),
        question=_always("check"),
        text=wording.solve,
        kept=("verdict", "solutions", "stopped", "detail"),
    ),
    Tool(
        name="count_solutions",
        title="Count the solutions",
        about="How many solutions a nonogram has: exactly, or at least so many.",
        fields=(_PUZZLE,),
        question=_always("count"),
        text=wording.count,
    ),
    Tool(
        name="find_ambiguity",
        title="Where solutions differ",
        about="Which cells differ between the solutions of a nonogram, in which independent regions, and what all "
        "solutions share.",
        fields=(_PUZZLE,),
        question=_always("ambiguity"),
        request=lambda _: {"fillings": 0},
        text=wording.ambiguity,
    ),
    Tool(
        name="find_conflict",
        title="Why there is no solution",
        about="For a nonogram without a solution: a minimal set of clues that contradict each other.",
        fields=(_PUZZLE,),
        question=_always("conflict"),
        text=wording.conflict,
        kept=("verdict", "lines", "givens", "minimal", "contradiction", "stopped", "detail"),
    ),
    Tool(
        name="next_step",
        title="The next step",
        about="The simplest next deduction from a state, with the technique and the whole reason; or the mistake in "
        "the state.",
        fields=(_PUZZLE, _STATE),
        question=_always("hint"),
        text=wording.hint,
    ),
    Tool(
        name="hint",
        title="A hint",
        about="The next step from a state, without giving more away than wanted: level 1 where to look, 2 also the "
        "line and technique, 3 also the cells, 4 the whole reason.",
        fields=(_PUZZLE, _STATE, Field("level", Whole(1, 4), "How much is said.", 1)),
        question=_always("hint"),
        request=_only("level"),
        text=wording.hint,
    ),
    Tool(
        name="explain_solution",
        title="Explain the way",
        about="How a person would solve a nonogram, step by step, each with its technique and reason.",
        fields=(_PUZZLE, Field("steps", Whole(1, 1000), "The most steps.", 30)),
        question=_always("explain"),
        request=_only("steps"),
        text=wording.explain,
        kept=("verdict", "line_solvable", "steps", "complete", "open_cells", "state", "conclusion", "stopped", "detail"),
    ),
    Tool(
        name="rate_difficulty",
        title="Rate the difficulty",
        about="How difficult a nonogram is for people: a grade, the techniques that it takes, and figures.",
        fields=(_PUZZLE,),
        question=_always("rate"),
        text=wording.rate,
    ),
    Tool(
        name="repair_puzzle",
        title="Repair a puzzle",
        about="The smallest change after which a nonogram has one solution: `clue` corrects a typing error in the "
        "clues of an unsolvable one, `givens` reveals cells, `pixels` repaints the picture (which must be given as the goal, or "
        "is a solution).",
        fields=(_PUZZLE, Field("by", Text(words=_REPAIRS), "What may be changed.")),
        question=lambda values: f"repair-{values['by']}",
        questions=tuple(f"repair-{by}" for by in _REPAIRS),
        text=wording.repair,
        kept=("verdict", "found", "by", "changes", "edits", "cost", "bound", "optimal", "repaired", "stopped", "detail"),
    ),
    Tool(
        name="generate_puzzle",
        title="Generate a puzzle",
        about="A new nonogram with one solution, of a size, number of inks, symmetry and difficulty.",
        fields=(
            Field("width", Whole(1, min(100, MAX_SIDE)), "In cells.", 10),
            Field("height", Whole(1, min(100, MAX_SIDE)), "In cells.", 10),
            Field("inks", Whole(1, 9), "How many.", 1),
            Field("density", maybe(Number(0, 1)), "The share of inked cells, about.", None),
            Field("symmetry", Text(words=_SYMMETRIES), "Which cells are alike.", "none"),
            Field("line_solvable", maybe(Flag()), "Whether lines alone must settle it, or must not.", None),
            Field("grade", maybe(Text(words=_GRADES)), "The difficulty.", None),
            Field("minutes", maybe(RANGE), "The least and most minutes that it takes people.", None),
            Field("stars", maybe(RANGE), "The least and most stars (1 to 5) that people give the difficulty.", None),
            Field("seed", Whole(0, 2**53), "Gives another puzzle.", 0),
        ),
        question=_always("generate"),
        request=_only("width", "height", "inks", "density", "symmetry", "line_solvable", "grade", "minutes", "stars", "seed"),
        text=wording.generate,
    ),
    Tool(
        name="draw_puzzle",
        title="Draw a puzzle",
        about="A picture (PNG) of a nonogram or of an answer about it: the puzzle, its solution, where solutions differ, "
        "a step of the explanation, a conflict, a repair or the rating.",
        fields=(
            _PUZZLE,
            _STATE,
            Field("show", Text(words=tuple(SUBJECTS)), "What is to be seen.", "puzzle"),
            Field("step", Whole(1, 1000), "Which step, for `steps`.", 1),
            Field("cell", Whole(1, 40), "Pixels of a cell.", None),
        ),
        question=_always("render"),
        request=lambda values: {"to": "png", "theme": "light", **_only("show", "step", "cell")(values)},
        text=wording.render,
        picture=True,
    ),
    Tool(
        name="judge_answer",
        title="Judge an answer",
        about="Whether a text holds a solution of a nonogram, in any notation: right or wrong, which lines differ, how "
        "many cells are right, and a score.",
        fields=(_PUZZLE, Field("answer", Text(MOST_TEXT), "What somebody answered.")),
        question=_always("judge"),
        request=lambda values: {"text": values["answer"]},
        text=wording.judge,
        kept=(
            *("verdict", "right", "problem", "score", "violations", "wrong_givens", "clued_lines", "right_lines"),
            *("backbone_cells", "right_cells", "distance", "reading", "stopped", "detail"),
        ),
    ),
    Tool(
        name="judge_moves",
        title="Judge moves",
        about="Whether each cell that moves set followed from what stood: from one line (which, by which technique), "
        "from the whole puzzle only, or not: a guess, or wrong. Use it to check a deduction before relying on it.",
        fields=(
            _PUZZLE,
            Field("moves", OneOf((Text(MOST_TEXT), Each(Text(10_000), 10_000)), "text, or a list of texts"),
                  f"The moves in their order, a line or an item for each, {_MOVES}."),
            _STATE,
        ),
        question=_always("judge-moves"),
        request=lambda values: {
            "text": values["moves"] if isinstance(values["moves"], str) else "\n".join(
                " ".join(each.split()) for each in values["moves"]
            )
        },
        text=wording.judge_moves,
    ),
    Tool(
        name="convert_puzzle",
        title="Convert a puzzle",
        about="A nonogram in another file format (see nonosat://formats), such as our JSON, non, webpbn or a text.",
        fields=(_PUZZLE, Field("to", Text(100), "The format.", "json"), Field("lossy", Flag(), "Whether to leave out what "
                "the format cannot hold.", False)),
        question=_always("convert"),
        request=_only("to", "lossy"),
        text=wording.convert,
        kept=("format", "file"),
    ),
    Tool(
        name="scan_puzzle",
        title="Read a printed puzzle",
        about="The nonograms on a photograph, screenshot or PDF page of printed ones: clues, what is filled in already, "
        "whether that is sure, and which numbers are doubtful. Ask people about doubtful numbers; do not guess.",
        fields=(
            Field("image", Text(MOST_IMAGE), "The file of the picture, or a PDF file, in base64.", None),
            Field("path", Text(4096), "The file, instead of `image`, in the folder that the server may read from.", None),
            Field("page", Whole(1, 100), "Of a PDF file.", 1),
        ),
        question=_always("scan"),
        request=lambda values: {"review": False, "base64": values["image"], **_only("page")(values)},
        text=wording.scan,
        kept=("puzzles", "trouble", "pages"),
    ),
    Tool(
        name="describe_technique",
        title="Describe a technique",
        about="What a technique of people is, by our name or that of guides, such as overlap, mercury or contradiction, with "
        "an example.",
        fields=(Field("technique", Text(100), "Its name."),),
        question=_always("technique"),
        request=_only("technique"),
        text=wording.techniques,
    ),
)  # fmt: skip
"""The tools, in the order in which they are listed."""

BY_NAME = {tool.name: tool for tool in TOOLS}
