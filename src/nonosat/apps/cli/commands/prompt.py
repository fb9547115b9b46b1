"""`prompt`: writes a puzzle for a language model."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.evaluation.judging.prompts import prompt


@cli.puzzle_command("prompt", "prompt puzzle.non", json=False, limits=False)
def prompt_command(asked: cli.OnePuzzle) -> int:
    """Write a puzzle as a task for a language model.

    The prompt has the rules, a line for each clue, and the format of the answer, which `nonosat judge` reads. It tells
    neither the title nor the goal.
    """
    click.echo(prompt(asked.read()).text, nl=False)
    return 0
