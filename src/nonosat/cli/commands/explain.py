"""`explain`: the way a person would solve it, step by step."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.foundation.errors import UsageError
from nonosat.foundation.limits import Limit, Stopped
from nonosat.foundation.sentences import number_text
from nonosat.model.puzzle import Puzzle
from nonosat.pictures.languages import ENGLISH, LANGUAGES
from nonosat.records.parts import partial_rows
from nonosat.solving.engine.outcome import Observer

if TYPE_CHECKING:
    from nonosat.questions.explanation.explain import Explanation
    from nonosat.questions.explanation.glossary import Entry
    from nonosat.questions.explanation.partial_grid import PartialGrid
    from nonosat.questions.explanation.step import Step


class _LessonOptions(NamedTuple):
    """How a lesson is to be."""

    first: int | None
    last: int | None
    paper: str | None
    language: str | None
    font: str | None
    depth: int


@click.command(
    "explain",
    epilog=cli.examples(
        "explain puzzle.non",
        "explain --states --steps 3 puzzle.non",
        "explain puzzle.non -o lesson.pdf",
        "explain puzzle.non -o lesson.html --from-step 10 --to-step 20",
    ),
)
@click.argument("path", metavar="[PUZZLE]", required=False)
@click.option(
    "-o",
    "--output",
    metavar="LESSON",
    help="Write a worked example with pictures, .html or .pdf; an existing one is replaced.",
)
@click.option("--from-step", "first", type=click.IntRange(min=1), metavar="N", help="Begin with step N.")
@click.option(
    "--to-step", "--steps", "most", type=click.IntRange(min=1), metavar="N", help="Stop after step N."
)
@click.option(
    "--paper", metavar="SIZE", help="The pages of a PDF: A4, letter, A5, or such as 150x200mm.  [default: A4]"
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="Of a lesson.",
)
@click.option("--font", metavar="FONT", help="A TrueType file for all texts of a PDF.")
@click.option("--states", "with_states", is_flag=True, help="Show the picture after each step.")
@click.option(
    "--technique",
    type=click.noting("nonosat.cli.shell.types", "Technique")(),
    metavar="NAME",
    help="Without a puzzle: say what a technique is, with an example.",
)
@cli.depth_option
@cli.json_option
@cli.from_option
@cli.limit_options
def explain_command(
    path: str | None,
    output: str | None,
    most: int | None,
    first: int | None,
    paper: str | None,
    language: str | None,
    font: str | None,
    with_states: bool,
    technique: str | None,
    depth: int | None,
    as_json: cli.Json,
    source: str | None,
    limit: Limit,
) -> int:
    """Solve a puzzle as a person would, with reasons.

    Each step has the simplest reason that gives anything new: first single lines, then what follows from
    assuming a colour of a cell, and last what only the solver finds.

    With -o the steps become a worked example: a small picture and the reason for each, easy ones together, and what
    the techniques are. PDF needs an extra package: `pip install 'nonosat[book]'`.

    `nonosat explain --technique overlap` says what that technique is, with an example; names of guides, such as
    mercury, will do as well.
    """
    from nonosat.questions.explanation.explain import DEPTH, explain

    if technique is not None:
        if path is not None:
            raise UsageError("--technique is about a technique, and takes no PUZZLE")
        if output is not None:
            raise UsageError("--technique prints its entry, and takes no -o")
        return _tell_technique(technique, as_json)
    if path is None:
        raise UsageError("Missing argument 'PUZZLE'.")
    depth = DEPTH if depth is None else depth
    if first is not None and most is not None and most < first:
        raise UsageError(f"--from-step {first} comes after --to-step {most}")
    if output is not None:
        if with_states:
            raise UsageError("--states is for steps as text: a lesson has pictures")
        options = _LessonOptions(first, most, paper, language, font, depth)
        return _write_lesson(path, source, output, options, as_json, limit)
    for option, value in (("--paper", paper), ("--font", font)):
        if value is not None:
            raise UsageError(f"{option} is for a lesson as PDF, with -o")
    if language is not None:
        raise UsageError("--language is for a lesson, with -o")
    name, puzzle = cli.only(path, source)
    began = monotonic()
    found = explain(puzzle, depth=depth, limit=limit)
    for heading in cli.people_text(name, puzzle) if first in (None, 1) and not as_json else []:
        click.echo(heading)
    steps: list[Step] = []
    states: list[PartialGrid] = []
    cut = False
    for number, step in enumerate(_awaited(name, found, quiet=not as_json and sys.stdout.isatty()), 1):
        if number < (first or 1):
            continue
        steps.append(step)
        rows = []
        if with_states:
            states.append(found.partial_grid)
            rows = states[-1].text(puzzle.palette).split("\n")
        if not as_json:
            click.echo("\n".join([f"{number}. {step}", *rows]))
        if number == most:
            cut = not found.complete
            break
    if first and first > 1 and not steps and not found.stopped:
        raise UsageError(f"there is no step {first}: the puzzle takes {len(found)}")
    return cli.tell(_answer(name, puzzle, found, steps, monotonic() - began, cut, states), as_json)


def _awaited(name: str, found: Explanation, *, quiet: bool) -> Iterator[Step]:
    """The steps; how far they are is shown while they are looked for, unless `quiet`."""
    shown = monotonic()
    with cli.waiting(f"{name}: explanation", several=quiet) as describe:
        for number, step in enumerate(found, 1):
            if monotonic() - shown > cli.QUIET_SECONDS:
                shown = monotonic()
                describe(f"{name}: {number_text(number, 'step')}, {found.open_cells:,} cells left")
            yield step


def _write_lesson(
    path: str, source: str | None, output: str, options: _LessonOptions, as_json: cli.Json, limit: Limit
) -> int:
    """Writes a puzzle as a worked example."""
    from nonosat.foundation.files import STANDARD_OUTPUT, require_writable, write
    from nonosat.foundation.limits import OutOfReach
    from nonosat.foundation.workers.processes import answered
    from nonosat.pictures.book.trim import paper_of
    from nonosat.pictures.lesson.lesson import MARGIN, PAPER, Layout, kind_of, lesson_file

    quiet = output == STANDARD_OUTPUT
    if quiet and as_json:
        raise UsageError("--json and -o - both write to standard output")
    kind = kind_of(output)
    for option, value in (("--paper", options.paper), ("--font", options.font)):
        if kind != "pdf" and value is not None:
            raise UsageError(f"{option} is for a lesson as PDF")
    layout = Layout(options.paper or PAPER, options.language or ENGLISH, options.font)
    paper_of(layout.paper, MARGIN, "0mm")
    require_writable(output, kind)
    name, puzzle = cli.only(path, source)
    puzzle.require_readable()
    began = monotonic()
    first, last, depth = options.first or 1, options.last, options.depth
    try:
        with cli.waiting(f"{name}: lesson"):
            found, record, data = answered(
                lesson_file, puzzle, first, last, depth, kind, layout, limit=limit, apart=True
            )
    except OutOfReach as reason:
        answer = cli.Answer(
            name, puzzle, stopped=reason.stopped, detail=reason.detail, exit_code=cli.EXIT_UNKNOWN
        )
        answer.line = f"{output}: not written: {reason}"
        return cli.tell(answer, as_json, err=quiet)
    write(output, data, kind)
    ended = found.stopped is not None
    steps = f"steps {found.first} to {found.last}" if found.last else "no step"
    answer = cli.Answer.of(
        name,
        puzzle,
        {"seconds": monotonic() - began, **record, "output": output, "first": found.first},
        exit_code=cli.EXIT_UNKNOWN if ended else 0 if found.cut else cli.EXIT_CODES[found.verdict],
        line=f"{output}: {steps}: {found.conclusion}",
    )
    if found.cut:
        answer.stopped = Stopped.STEPS
    return cli.tell(answer, as_json, err=quiet)


def explained(
    path: str, puzzle: Puzzle, _: Observer | None = None, *, limit: Limit, depth: int | None = None
) -> cli.Answer:
    """The answer about one puzzle, all at once."""
    from nonosat.questions.explanation.explain import explain

    began = monotonic()
    found = explain(puzzle, limit=limit, **cli.given(depth=depth))
    return _answer(path, puzzle, found, list(found), monotonic() - began)


def _answer(
    name: str,
    puzzle: Puzzle,
    found: Explanation,
    steps: list[Step],
    seconds: float,
    cut: bool = False,
    states: Iterable[PartialGrid] = (),
) -> cli.Answer:
    """The answer that some steps are, with the states after them; `cut` if these were as many as wanted."""
    from nonosat.questions.explanation.record import record_of

    record = record_of(found, steps)
    for step, state in zip(record["steps"], states, strict=False):
        step["state"] = partial_rows(state.rows)
    if cut:
        record["stopped"] = Stopped.STEPS
    return cli.Answer.of(
        name,
        puzzle,
        {"seconds": seconds, **record},
        exit_code=0 if cut else cli.EXIT_CODES[found.verdict],
        line=None if cut else f"{name}: {found.conclusion()}",
    )


def _tell_technique(name: str, as_json: cli.Json) -> int:
    """Prints the entries of a technique."""
    import json

    from nonosat.questions.explanation.glossary import entries

    for number, entry in enumerate(entries(name)):
        text = json.dumps(entry.to_json()) if as_json else _described(entry)
        click.echo("\n" * (not as_json and number > 0) + text)
    return 0


def _described(entry: Entry) -> str:
    """An entry of the glossary in words, with its example."""
    from nonosat.model.clues import clue_text
    from nonosat.pictures.drawing.terminal import drawing

    example, step = entry.example, entry.example.step
    if example.columns is None:
        shown = f"clue {clue_text(example.puzzle.rows[0])}: {example.known}"
        after = f"after it: {example.known.filled_in(step.cells)}"
        return "\n".join([entry.heading, entry.says, "", shown, str(step), after])
    return "\n".join([entry.heading, entry.says, "", drawing(example.puzzle, example.known.rows), str(step)])
