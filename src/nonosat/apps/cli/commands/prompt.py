"""`prompt`: writes a puzzle for a language model."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.evaluation.judging.prompts import STYLES, PromptStyle, prompt


@cli.puzzle_command(
    "prompt", "prompt puzzle.non", "prompt puzzle.non --style json --worked-example", json=False, limits=False
)
@click.option(
    "--style", type=click.Choice(STYLES), default="text", show_default=True, help="How to write the puzzle."
)
@click.option("--worked-example", is_flag=True, help="Put a small puzzle with its answer first.")
def prompt_command(asked: cli.OnePuzzle, style: PromptStyle, worked_example: bool) -> int:
    """Write a puzzle as a task for a language model.

    \b
      text     the rules, and a line of text for each clue
      json     the puzzle as an object of JSON, colours by numbers
      drawing  a grid drawn with its clues around it

    The prompt says how to write the answer, which `nonosat judge` reads. It tells neither the title nor the
    goal.
    """
    click.echo(prompt(asked.read(), style=style, example=worked_example).text, nl=False)
    return 0
