"""`explain`: solves a puzzle step by step as a person would."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_option
from nonosat.apps.cli.shell.types import TechniqueName
from nonosat.apps.drawing.terminal import drawing
from nonosat.apps.languages import ENGLISH, LANGUAGES
from nonosat.explaining.steps.explain import DEPTH, explain
from nonosat.model.clues import clue_text
from nonosat.records.cells import partial_rows
from nonosat.support.children.processes import run_limited
from nonosat.support.end import End, Stopped
from nonosat.support.errors import UsageError
from nonosat.support.files import write
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.explaining.steps.explain import Explanation
    from nonosat.explaining.steps.step import Step
    from nonosat.explaining.words.glossary import Entry


class _Options(NamedTuple):
    """Range of steps, and the look of a lesson."""

    first: int | None
    most: int | None  # number of the last step
    language: str | None
    depth: int | None


@cli.puzzle_command(
    "explain",
    "explain puzzle.non",
    "explain --states --steps 3 puzzle.non",
    "explain puzzle.non -o lesson.html --from-step 10 --to-step 20",
    optional=True,
    solutions=True,
)
@cli.output_option("Write a worked example with pictures as an HTML page.", "LESSON")
@click.option("--from-step", "first", type=click.IntRange(min=1), metavar="N", help="Begin with step N.")
@click.option(
    "--to-step", "--steps", "most", type=click.IntRange(min=1), metavar="N", help="Stop after step N."
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="Language of a lesson.",
)
@click.option("--states", "with_states", is_flag=True, help="Show the picture after each step.")
@click.option(
    "--technique",
    type=TechniqueName(),
    metavar="NAME",
    help="Without a puzzle: say what a technique is, with an example.",
)
@asked_option(explain, "depth")
def explain_command(
    asked: cli.OnePuzzle,
    *,
    output: str | None,
    with_states: bool,
    technique: str | None,
    **options: Any,
) -> int:
    """Solve a puzzle as a person would, with reasons.

    Each step has the simplest reason that gives anything new: first single lines, then what follows from
    assuming a colour of a cell, and last what only the solver finds.

    With -o the steps become a worked example: a small picture and the reason for each, easy ones together, and what
    the techniques are. Browsers print it in four columns.

    `nonosat explain --technique overlap` says what that technique is, with an example; names of guides, such as
    mercury, will do as well.
    """
    if technique is not None:
        if asked.path:
            raise UsageError("--technique is about a technique, and takes no PUZZLE")
        if output is not None:
            raise UsageError("--technique prints its entry, and takes no -o")
        return _print_technique(technique, asked.as_json)
    if not asked.path:
        raise UsageError("Missing argument 'PUZZLE'.")
    how = _Options(**options)
    if how.first is not None and how.most is not None and how.most < how.first:
        raise UsageError(f"--from-step {how.first} comes after --to-step {how.most}")
    if output is not None:
        if with_states:
            raise UsageError("--states is for steps as text: a lesson has pictures")
        return _write_lesson(asked, output, how)
    if how.language is not None:
        raise UsageError("--language is for a lesson, with -o")
    return _print_steps(asked, how, with_states)


def _print_steps(asked: cli.OnePuzzle, how: _Options, with_states: bool) -> int:
    """Prints each step as soon as it is found."""
    puzzle, as_json, first = asked.read(), asked.as_json, how.first or 1
    explanation = explain(puzzle, limit=asked.limit, **cli.given(depth=how.depth))
    for heading in cli.people_text(asked.name, puzzle) if first == 1 and not as_json else []:
        click.echo(heading)
    records: list[Mapping[str, Any]] = []
    cut = False
    for number, step in enumerate(_awaited(asked, explanation), 1):
        if number < first:
            continue
        state = explanation.partial_grid if with_states else None
        if as_json:
            records.append({**step.to_json(), **({"state": partial_rows(state.rows)} if state else {})})
        else:
            rows = state.text(puzzle.palette).split("\n") if state else []
            click.echo("\n".join([f"{number}. {step}", *rows]))
        if number == how.most:
            cut = not explanation.complete
            break
    if 1 < first > explanation.found and not explanation.stopped:
        raise UsageError(f"there is no step {first}: the puzzle takes {explanation.found}")
    return asked.print(_answer(asked, explanation, records, cut))


def _awaited(asked: cli.OnePuzzle, explanation: Explanation) -> Iterator[Step]:
    """Yields the steps and shows progress, unless the steps themselves are on the terminal."""
    silent, shown = not asked.as_json and sys.stdout.isatty(), monotonic()
    with cli.waiting(f"{asked.name}: explanation", silent=silent) as describe:
        for number, step in enumerate(explanation, 1):
            if monotonic() - shown > cli.QUIET_SECONDS:
                shown = monotonic()
                describe(
                    f"{asked.name}: {number_text(number, 'step')}, {number_text(explanation.open_cells, 'cell')} left"
                )
            yield step


def _write_lesson(asked: cli.OnePuzzle, output: str, how: _Options) -> int:
    from nonosat.apps.lesson.lesson import lesson_file, require_html

    require_html(output)
    puzzle = asked.read(stars=False)
    depth = DEPTH if how.depth is None else how.depth
    language = how.language or ENGLISH
    with asked.waiting("lesson"):
        lesson, record, text = run_limited(
            lesson_file, puzzle, how.first or 1, how.most, depth, language, limit=asked.limit, in_child=True
        )
    write(output, text)
    stopped = lesson.stopped is not None
    steps = _range_text(lesson.first, lesson.last)
    answer = asked.answer(
        {**record, "output": output, "first": lesson.first},
        exit_code=cli.EXIT_UNKNOWN if stopped else 0 if lesson.cut else cli.EXIT_CODES[lesson.verdict],
        line=f"{output}: {steps}: {lesson.conclusion}",
    )
    if lesson.cut:
        answer.end = End(Stopped.STEPS)
    return asked.print(answer, output)


def _range_text(first: int, last: int) -> str:
    if not last:
        return "no step"
    return f"step {first}" if first == last else f"steps {first} to {last}"


def _answer(
    asked: cli.OnePuzzle,
    explanation: Explanation,
    steps: Sequence[Mapping[str, Any]],
    cut: bool = False,
) -> cli.Answer:
    """Returns the answer with the records of some steps; `cut` if further steps were not wanted."""
    answer = asked.answer(
        explanation._record_of(steps) if asked.as_json else explanation._without_steps(),
        exit_code=0 if cut else cli.EXIT_CODES[explanation.verdict],
        line=None if cut else f"{asked.name}: {explanation.conclusion()}",
    )
    if cut:
        answer.end = End(Stopped.STEPS)
    return answer


def _print_technique(name: str, as_json: cli.Json) -> int:
    """Prints the glossary's entries of a technique."""
    import json

    from nonosat.explaining.words.glossary import entries

    for number, entry in enumerate(entries(name)):
        text = json.dumps(entry.to_json()) if as_json else _described(entry)
        click.echo("\n" * (not as_json and number > 0) + text)
    return 0


def _described(entry: Entry) -> str:
    example, step = entry.example, entry.example.step
    if example.columns is None:
        shown = f"clue {clue_text(example.puzzle.rows[0])}: {example.known}"
        after = f"after it: {example.known.filled_in(step.cells)}"
        return "\n".join([entry.heading, entry.text, "", shown, str(step), after])
    return "\n".join([entry.heading, entry.text, "", drawing(example.puzzle, example.known.rows), str(step)])
