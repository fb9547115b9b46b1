"""`prompt`: writes a puzzle for a language model."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.evaluation.judging.prompts import STYLES, PromptStyle, prompt


@cli.puzzle_command("prompt", "prompt puzzle.non", "prompt puzzle.non --style json", json=False, limits=False)
@click.option(
    "--style", type=click.Choice(STYLES), default="text", show_default=True, help="How to write the puzzle."
)
def prompt_command(asked: cli.OnePuzzle, style: PromptStyle) -> int:
    """Write a puzzle as a task for a language model.

    \b
      text  the rules, and a line of text for each clue
      json  the puzzle as an object of JSON, colours by numbers

    The prompt says how to write the answer, which `nonosat judge` reads. It tells neither the title nor the
    goal.
    """
    click.echo(prompt(asked.read(), style=style).text, nl=False)
    return 0
