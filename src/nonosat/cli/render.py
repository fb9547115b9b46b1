"""`render`: pictures of puzzles and of the answers to questions about them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from time import monotonic

import click

from nonosat.cli.answers import Answer, Json, answer_all
from nonosat.cli.exit_codes import EXIT_CODES
from nonosat.cli.help import examples
from nonosat.cli.inputs import Inputs, read_text
from nonosat.cli.options import json_option, limit_options, puzzles_argument
from nonosat.cli.progress import waiting
from nonosat.engine.outcome import Observer
from nonosat.errors import UsageError
from nonosat.files import STANDARD_OUTPUT, require_writable
from nonosat.formats.examples import PREFIX
from nonosat.illustration.base import SUBJECTS, UNSOUND
from nonosat.limits import Limit
from nonosat.model.puzzle import Puzzle
from nonosat.rendering.drawing import AUTO
from nonosat.rendering.layout import MAX_CELL
from nonosat.rendering.themes import NAMES
from nonosat.rendering.writers import PICTURES, Writer, writer_of
from nonosat.repairs.result import By

_NAME, _NUMBER = "{name}", "{number}"

PAGE = Writer("html", (".html", ".htm"), "")
"""A page that plays the puzzle."""

KINDS = (*PICTURES, PAGE)

_WHERE = (
    "Where to write it; the extension says which kind it is. An older file is replaced. "
    f"Of several puzzles {_NAME} stands for the names of their files, {_NUMBER} for 1, 2, 3."
)


@click.command(
    "render",
    epilog=examples(
        "render puzzle.non -o picture.svg",
        "render --show ambiguity several.non -o picture.png",
        "render --show solution puzzle.non several.non -o '{name}.svg'",
    ),
)
@puzzles_argument
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="PICTURE",
    help=_WHERE,
)
@click.option(
    "--to",
    "kind",
    type=click.Choice([each.name for each in KINDS]),
    help="The kind of picture, where the extension does not say it.",
)
@click.option(
    "--show",
    type=click.Choice(list(SUBJECTS)),
    default=next(iter(SUBJECTS)),
    show_default=True,
    help="What is to be seen.",
)
@click.option(
    "--theme", type=click.Choice(NAMES), default=AUTO, show_default=True, help="Print has no colours."
)
@click.option(
    "--cell", type=click.IntRange(1, MAX_CELL), metavar="N", help="Pixels of a cell.  [default: by size]"
)
@click.option("--state", metavar="STATE", help="What is known of the picture, as for `nonosat hint`.")
@click.option(
    "--step",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Which step is shown by --show steps.",
)
@click.option("--by", type=click.Choice([str(by) for by in By]), help="What may be changed by --show repair.")
@json_option
@limit_options
def render_command(
    inputs: Inputs,
    output: str,
    kind: str | None,
    show: str,
    theme: str,
    cell: int | None,
    state: str | None,
    step: int,
    by: str | None,
    as_json: Json,
    limit: Limit,
) -> int:
    """Draw puzzles and the answers about them, each to a picture.

    Or, as html, to a page that plays the puzzle, with hints, and needs no network.

    Where there is nothing of the kind to show, or a limit comes first, the picture is of the bare puzzle and
    says why, and so does standard error. Exit codes: 0 it shows what was asked for; 1 or 2 there is nothing
    of the kind, the puzzle being solvable or not; 3 a limit came first.
    """
    if as_json and output == STANDARD_OUTPUT:
        raise UsageError("--json and -o - both write to standard output")
    page = writer_of(KINDS, output, kind) is PAGE
    if page and (show != next(iter(SUBJECTS)) or state is not None or cell is not None or theme != AUTO):
        raise UsageError(
            "a page to play has the puzzle as it is; --show, --state, --cell and --theme are for pictures"
        )
    files = inputs.files()
    _require_apart(output, files)
    numbers = Counter[str]()

    def one(path: str, puzzle: Puzzle, _: Observer | None) -> Answer:
        from nonosat.explanation.partial_grid import PartialGrid
        from nonosat.illustration.playable import playable
        from nonosat.illustration.render import illustrated

        if path not in files and not (_NAME in output or _NUMBER in output):
            raise UsageError(f"{path.rpartition('#')[0]} holds several puzzles: {_apart(output)}")
        numbers[""] += 1
        target = output.replace(_NAME, _stem(path)).replace(_NUMBER, str(numbers[""]))
        require_writable(target)
        began, known = monotonic(), None
        answer = Answer(path, puzzle, more={"output": target, "show": show})
        if state is not None:
            known = PartialGrid.read(read_text(state), puzzle.palette, state)
            known.require_fit(puzzle, state)
        with waiting(f"{path}: drawing", inputs.several):
            if page:
                made = playable(puzzle, limit=limit)
                made.save(target)
                if not made.complete:
                    reason = made.stopped.told(made.detail) if made.stopped else "no further step was found"
                    left = f"the hints leave {made.open_cells} cells open"
                    answer.notes.append(f"nonosat: {path}: {left}: {reason}")
                return answer
            found = illustrated(puzzle, show, known, step, by, limit)
            found.drawing.save(target, to=kind, theme=theme, cell=cell)
        answer.seconds = monotonic() - began
        if found.missing is not None:
            answer.verdict = found.missing
            answer.exit_code = EXIT_CODES[found.missing] or 1
            answer.notes.append(f"nonosat: {path}: {found.drawing.caption}")
        return answer

    return answer_all(inputs, as_json, one, sound=show not in UNSOUND)


def _require_apart(output: str, files: list[str]) -> None:
    """Raises `UsageError` if several files would be drawn to one picture."""
    if len(files) < 2 or _NUMBER in output:
        return
    if _NAME not in output:
        raise UsageError(f"{len(files)} files cannot be drawn to one picture: {_apart(output)}")
    if twice := _twice(map(_stem, files)):
        raise UsageError(
            f"two files are called {twice}: {_NUMBER} in {output} would tell their pictures apart"
        )


def _apart(output: str) -> str:
    return f"{_NAME} or {_NUMBER} in {output!r} would give each its own"


def _twice(names: Iterable[str]) -> str | None:
    return next((name for name, times in Counter(names).items() if times > 1), None)


def _stem(path: str) -> str:
    """What stands for a puzzle in the name of its picture.

    >>> _stem("a/cup.non"), _stem("pack.nonpack#3"), _stem("example:cup"), _stem("-")
    ('cup', 'pack-3', 'cup', 'puzzle')
    """
    if path == STANDARD_OUTPUT:
        return "puzzle"
    file, hash, number = os.path.basename(path.removeprefix(PREFIX)).rpartition("#")
    if not (hash and number.isdigit()):
        file, number = file + hash + number, ""
    return os.path.splitext(file)[0] + (f"-{number}" if number else "")
