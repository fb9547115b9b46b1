"""`publish`: whether puzzles meet the rules of a site."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.generation.publishing import SITES, publication
from nonosat.search.outcome import Verdict


@cli.puzzles_command(
    "publish", "publish --site webpbn.com puzzle.non", "publish --site griddlers.net puzzles"
)
@click.option(
    "--site", type=click.Choice(list(SITES)), default="webpbn.com", show_default=True, help="The site."
)
def publish_command(asked: cli.ManyPuzzles, site: str) -> int:
    """Check puzzles against the known rules of a site.

    Exits with 1 if any is known to be against a puzzle. docs/designers.md says which rules are known, and from where;
    `repair` makes a puzzle unique, and `convert` writes the format that the site takes.
    """

    def one(asked: cli.OnePuzzle) -> cli.Answer:
        with asked.waiting("rating"):
            result = publication(asked.puzzle, site, limit=asked.limit)
        unknown = result.rating.verdict is Verdict.UNKNOWN
        code = cli.EXIT_FAILED if result.faults else cli.EXIT_UNKNOWN if unknown else cli.EXIT_PASSED
        rating = result.rating.to_json()
        record = {name: rating[name] for name in ("verdict", "line_solvable", "stopped", "detail")}
        more = {"site": site, "faults": list(result.faults)}
        return asked.answer(record, more=more, exit_code=code, line=f"{asked.name}: {result}")

    return asked.answer_all(one)
