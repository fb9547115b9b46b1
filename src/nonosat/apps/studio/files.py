"""Questions that make puzzles or files (convert, from-image, generate), and lists of formats and examples."""

from __future__ import annotations

import base64
from contextlib import suppress
from typing import Any

from nonosat import formats
from nonosat.apps.generation.from_image import from_image
from nonosat.apps.generation.generate import Generated, generate
from nonosat.apps.generation.image_choices import ImageChoices
from nonosat.apps.generation.wish import Wish, wish_of
from nonosat.apps.studio.question import SECONDS, Bounds, Question, Request
from nonosat.apps.studio.shapes import BASE64, EITHER, SUBJECT
from nonosat.formats.described import format_records
from nonosat.formats.table import FORMATS, extensions_of
from nonosat.imaging.photo import cells_of, size_by_header_of
from nonosat.model.puzzle import Puzzle
from nonosat.records import jsonl
from nonosat.records.json_types import Each, Field, Flag, Record, Text, maybe
from nonosat.records.parameters import declaration_of
from nonosat.records.schema_of import fields_of, record_of
from nonosat.records.shared_types import PUZZLE, RANGE, VERDICT
from nonosat.support.bundled import EXAMPLES
from nonosat.support.children.processes import clock_of
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import MAX_BYTES

_MOST_PUZZLES = 1000

# formats in which a pixel is a cell
_IMAGES = ("pbm", "pgm", "ppm", "png", "jpeg", "gif", "bmp", "webp", "tiff")

_FORMATS = tuple(FORMATS)

_EXAMPLE = Record(
    "Example",
    (
        Field("example", Text(), "Its name."),
        Field("summary", Text(), "Purpose of the example."),
        Field("puzzle", PUZZLE, "The puzzle."),
    ),
)

_FILE = Record(
    "File",
    (
        Field("name", Text(1000), "The file's name: its extension says which formats are tried first.", ""),
        Field("text", Text(MAX_BYTES), "Content of the file, as text.", None),
        Field("base64", BASE64, "Content of the file, in base64.", None),
    ),
    either=("text", "base64"),
)

WRITTEN = Record(
    "WrittenFile",
    (
        Field("name", Text(), "A name with the extension of the format."),
        Field("text", Text(), "The content, if it is text.", None),
        Field("base64", Text(), "The content, if it is not.", None),
    ),
    either=("text", "base64"),
)


def _convert(request: Request) -> dict[str, Any]:
    puzzles, source = _puzzles(request)
    for puzzle in puzzles:
        request.require_cells(sum(puzzle.row_lengths))
    written = None
    if "to" in request:
        name = request["to"]
        data = formats.contents_of(puzzles if len(puzzles) > 1 else puzzles[0], name, lossy=request["lossy"])
        ending = next(iter(extensions_of(name)), ".txt")
        written = file_json(title_of(puzzles[0]) + ending, data)
    notes = (puzzle.origin.read_as for puzzle in puzzles if puzzle.origin)
    return {
        "puzzles": [puzzle.to_json() for puzzle in puzzles],
        "format": source,
        "read_as": next(filter(None, notes), ""),
        "file": written,
    }


def _puzzles(request: Request) -> tuple[list[Puzzle], str | None]:
    """Returns the puzzles of a request, and the format of their file."""
    if "file" not in request:
        return [request.puzzle], None
    file = request["file"]
    data: bytes = file["base64"] if file["base64"] is not None else file["text"].encode()
    name = file["name"].replace("\\", "/").rpartition("/")[2]
    if (request["format"] or formats.format_in(data, name)) in _IMAGES:
        with suppress(InputError):  # of damaged ones the reader of the format says more
            width, height = size_by_header_of(data)
            request.require_cells(width * height)  # before they are decoded
    source, puzzles = formats.parsed(data, request["format"], name)
    if len(puzzles) > _MOST_PUZZLES:
        raise UsageError(f"{len(puzzles):,} puzzles in a file are more than the {_MOST_PUZZLES:,} accepted")
    return puzzles, source


def title_of(puzzle: Puzzle) -> str:
    """Returns the stem of a file's name."""
    kept = "".join(character if character.isalnum() else "-" for character in puzzle.metadata.title.lower())
    return "-".join(filter(None, kept.split("-")))[:60] or "puzzle"


def file_json(name: str, data: str | bytes) -> dict[str, Any]:
    """Returns a file as a member of an answer."""
    if isinstance(data, str):
        return {"name": name, "text": data}
    return {"name": name, "base64": base64.b64encode(data).decode()}


def _from_image(request: Request) -> dict[str, Any]:
    sides = request["width"], request["height"], request["side"]
    if any(sides) or "choices" not in request:
        width, height = cells_of(size_by_header_of(request["base64"]), *sides)
        request.require_cells(width * height)
    options = {field.name: request[field.name] for field in declaration_of(from_image).parameters}
    if not isinstance(options["inks"], int):
        options["inks"] = tuple(options["inks"])
    if "choices" in request:
        choices = from_image(
            request["base64"],
            **options,
            minutes=request["minutes"] and tuple(request["minutes"]),
            limit=request.limit,
            observer=lambda choices: request.tell("choices", choices=choices.to_json()["choices"]),
        )
        return {"puzzle": None, **choices.to_json()}
    puzzle = from_image(request["base64"], limit=request.limit, **options)
    request.require_cells(sum(puzzle.row_lengths))
    return {"puzzle": puzzle.to_json(), "choices": [], "stopped": None, "detail": ""}


def _certify(request: Request) -> dict[str, Any]:
    from nonosat.proofs.certificate import PACKED, certified, packed, with_manifest

    puzzle = request.puzzle
    report, files = certified(puzzle, clock=clock_of(request.limit))
    file = None
    if files:
        data = packed(with_manifest({"kind": str(report.verdict)}, files))
        file = file_json(title_of(puzzle) + PACKED, data)
    return {"verdict": report.verdict.value, "file": file}


def _generate(request: Request) -> dict[str, Any]:
    request.require_cells(request["width"] * request["height"])
    made = generate(
        wish_of(
            **{field.name: request[field.name] for field in declaration_of(Wish).parameters},
            **{name: tuple(request[name]) for name in ("minutes", "stars") if request[name]},
        ),
        seed=request["seed"],
        limit=request.limit,
        observer=lambda number: request.tell("try", number=number),
    )
    return {**made.to_json()}


def _list_examples(_: Request) -> dict[str, Any]:
    return {
        "examples": [
            {"example": name, "summary": about, "puzzle": formats.example(name).to_json()}
            for name, about in EXAMPLES.items()
        ]
    }


FILES = (
    Question(
        name="convert",
        summary="Reads a file of any format that is known, or writes one.",
        fields=(
            *SUBJECT,
            Field("file", _FILE, "A file, in place of a puzzle.", None),
            Field(
                "format",
                Text(words=_FORMATS),
                "The file's format; else it is found by name and content.",
                None,
            ),
            Field("to", Text(words=_FORMATS), "The format to write, if any.", None),
            Field("lossy", Flag(), "Whether to leave out what the format cannot hold, if possible.", False),
        ),
        either=(*EITHER, "file"),
        answer=(
            Field("puzzles", Each(PUZZLE), "The puzzles, as our own JSON has them."),
            Field("format", maybe(Text()), "The format that the file was in."),
            Field(
                "read_as", Text(), "How it was read, if it does not say which clues are the rows; else empty."
            ),
            Field("file", maybe(WRITTEN), "The file that was to be written."),
            SECONDS,
        ),
        bounds=Bounds(seconds=10, most_seconds=60, cells=1_000_000),
        work=_convert,
        example={"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}, "to": "non"},
    ),
    Question(
        name="certify",
        summary="A proof of the verdict, in one file that `nonosat verify` checks.",
        fields=SUBJECT,
        either=EITHER,
        answer=(
            Field("verdict", VERDICT, "What is proved; unknown if there was not enough time."),
            Field("file", maybe(WRITTEN), "The certificate, unless nothing is proved."),
            SECONDS,
        ),
        bounds=Bounds(seconds=20, most_seconds=600, cells=250_000),
        work=_certify,
        example={"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}},
    ),
    Question(
        name="from-image",
        summary="The puzzle of a photograph or drawing, or several to choose from.",
        fields=(
            Field("base64", BASE64, "The file of the image, in base64."),
            *declaration_of(from_image).parameters,
            Field(
                "minutes", maybe(RANGE), "Of choices: the least and most that `rate` should predict.", None
            ),
        ),
        answer=(
            Field("puzzle", maybe(PUZZLE), "The puzzle, with the picture as its goal, if not `choices`."),
            *fields_of(ImageChoices),
        ),
        stages=(("choices", "the `choices` that need no repair"),),
        bounds=Bounds(seconds=10, most_seconds=60, cells=250_000),
        work=_from_image,
    ),
    Question(
        name="generate",
        summary="A puzzle as requested, or the closest that was found.",
        fields=(
            *declaration_of(Wish).parameters,
            Field("minutes", maybe(RANGE), "The least and most minutes that `rate` predicts.", None),
            Field("stars", maybe(RANGE), "The same of the stars, 1 to 5.", None),
            *declaration_of(generate).parameters,
        ),
        answer=fields_of(Generated),
        stages=(("try", "the `number` of the picture that is tried"),),
        bounds=Bounds(seconds=20, most_seconds=600, cells=40_000),
        work=_generate,
        example={"width": 10, "height": 10, "seed": 1},
    ),
    Question(
        name="formats",
        summary="The file formats that are known.",
        fields=(),
        answer=(Field("formats", Each(record_of(jsonl.Format)), "The formats."),),
        work=lambda _: {"formats": format_records()},
        example={},
    ),
    Question(
        name="examples",
        summary="Puzzles to begin with.",
        fields=(),
        answer=(Field("examples", Each(_EXAMPLE), "The puzzles that come with the program."),),
        work=_list_examples,
        example={},
    ),
)
