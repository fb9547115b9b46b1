"""`show`: draws puzzles with their clues around the grid."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.drawing.terminal import drawing
from nonosat.search.options import SearchOptions
from nonosat.search.questions import at_most
from nonosat.support.errors import InputError, UsageError


@cli.puzzles_command("show", "show puzzle.non", "show --solution puzzle.non", search=True, json=False)
@click.option("--solution", "solved", is_flag=True, help="Draw a solution instead of the givens.")
@click.option("--goal", is_flag=True, help="Draw the picture that the file holds.")
@cli.ascii_option
def show_command(
    asked: cli.ManyPuzzles, solved: bool, goal: bool, plain: bool, options: SearchOptions
) -> int:
    """Draw each puzzle with its clues around the grid."""
    if solved and goal:
        raise UsageError("--solution and --goal exclude each other")

    def one(asked: cli.OnePuzzle) -> cli.Answer:
        puzzle, answer = asked.puzzle, asked.answer({})
        grid = puzzle.goal if goal else None
        if goal and grid is None:
            raise InputError("the file holds no goal picture", path=asked.name)
        if solved:
            solutions = at_most(1, puzzle, limit=asked.limit, options=options, observer=asked.observer)
            grid = next(solutions, None)
            if grid is None:
                answer.exit_code = cli.EXIT_CODES[solutions.verdict]
                answer.notes.append(f"{asked.name}: {solutions.verdict}")
                return answer
        answer.line = "\n".join(filter(None, (puzzle.metadata.title, drawing(puzzle, grid, plain=plain))))
        return answer

    return asked.answer_all(one)
