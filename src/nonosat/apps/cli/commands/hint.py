"""`hint`: the next step from a half-solved puzzle."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_option
from nonosat.explaining.hints.hint import hint
from nonosat.explaining.hints.mistakes import HintKind


@cli.puzzle_command(
    "hint", "hint puzzle.non", "hint puzzle.non state.txt", "hint --level 1 puzzle.non", prints_only=True
)
@click.argument("state_path", type=cli.InFile(), metavar="[STATE]", required=False)
@asked_option(hint, "level")
@asked_option(hint, "depth")
def hint_command(asked: cli.OnePuzzle, state_path: str | None, level: int | None, depth: int | None) -> int:
    """Say the next step, from the start or from a state.

    STATE is a text file of the picture so far, in any way that `judge` reads: one character a cell (the
    letters of the palette, # and . in black and white, ? for an unknown cell), a table, lists, or a saved
    game. If it has a mistake, the hint says where. Without STATE, nothing is known yet but the givens.
    `nonosat explain --states` prints such pictures. Exit codes: 0 a step, or nothing left to do; 1 the
    cells that are left differ between solutions; 2 a mistake; 3 no step was found.
    """
    puzzle = asked.read()
    state = cli.read_state(state_path, puzzle)
    with asked.waiting("looking for the next step"):
        advice = hint(puzzle, state, limit=asked.limit, **cli.given(level=level, depth=depth))
    code = 0 if advice.kind in (HintKind.STEP, HintKind.SOLVED) else cli.EXIT_CODES[advice.verdict]
    heading = cli.people_text(asked.name, puzzle) if state is None and not asked.as_json else []
    text = advice.text if advice.kind in (HintKind.STEP, HintKind.MISTAKE) else f"{asked.name}: {advice.text}"
    answer = asked.answer(advice, exit_code=code, line="\n".join([*heading, text]))
    return asked.print(answer)
