"""Steps of the environment for each CPU second: `python -m benchmarks.environment` prints a table.

Two agents play: one what is possible at random, the other what one line implies. Resets count, and so does
making the next puzzle. Of environments in processes of their own, wall-clock time is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import click
import gymnasium
import numpy as np

import nonosat as ns
from benchmarks import report
from benchmarks.report import Row
from nonosat.learn import ENVIRONMENT, NonogramEnv

_TOGETHER = 8


def at_random(wish: ns.Wish, steps: int) -> float:
    """Steps a second of an agent that plays what is possible."""
    env = NonogramEnv(wish)
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    began, over = process_time(), False
    for _ in range(steps):
        if over:
            _, info = env.reset()
        possible = np.flatnonzero(info["action_mask"])
        _, _, terminated, truncated, info = env.step(possible[int(random.random() * len(possible))])
        over = terminated or truncated
    return steps / (process_time() - began)


def by_lines(wish: ns.Wish, steps: int) -> float:
    """Of one that fills in all that single lines imply, and then looks again."""
    env = NonogramEnv(wish)
    env.reset(seed=1)
    began, done = process_time(), 0
    while done < steps:
        actions = env.implied_actions()
        for action in actions:
            env.step(action)
        done += len(actions)
        if not actions:
            env.reset()
    return done / (process_time() - began)


def together(wish: ns.Wish, steps: int, mode: str) -> float:
    """Of several environments at once, by the clock on the wall."""
    options: dict[str, Any] = {"num_envs": _TOGETHER, "vectorization_mode": mode, "puzzles": wish}
    many = gymnasium.make_vec(ENVIRONMENT, **options)
    random = np.random.default_rng(1)
    _, info = many.reset(seed=1)
    began = monotonic()
    for _ in range(steps // _TOGETHER):
        actions = [int(random.choice(np.flatnonzero(mask))) for mask in info["action_mask"]]
        *_, info = many.step(np.array(actions))
    many.close()
    return steps / (monotonic() - began)


MEASURED: dict[str, Callable[[ns.Wish, int], float]] = {
    "random": at_random,
    "lines": by_lines,
    "sync": partial(together, mode="sync"),
    "async": partial(together, mode="async"),
}


def markdown(rows: list[Row]) -> Iterator[str]:
    """The table, line by line."""
    yield "| size | at random | by lines | 8 in turn | 8 in processes |"
    yield "|---|---:|---:|---:|---:|"
    for row in rows:
        yield f"| {row['size']} | " + " | ".join(f"{row[name]:,.0f}" for name in MEASURED) + " |"


@click.command()
@click.option("--side", "sides", type=int, multiple=True, default=(5, 10, 15, 20), show_default=True)
@click.option("--steps", type=click.IntRange(min=_TOGETHER), default=20_000, show_default=True)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "environment.jsonl",
    help="JSON lines are appended here; by default to benchmarks/results/environment.jsonl.",
)
def main(sides: tuple[int, ...], steps: int, output: Path) -> None:
    """Steps of the environment for each second."""
    rows: list[Row] = []
    run = report.run_record("environment", backend="", options={"sides": sides, "steps": steps}, seed=1)
    with report.results(output, run) as results, report.progress(len(sides)) as bar:
        for side in sides:
            wish = ns.Wish(width=side, height=side)
            report.progress_step(bar, f"{side}x{side}")
            figures = {name: measure(wish, steps) for name, measure in MEASURED.items()}
            rows.append({"size": f"{side}x{side}", **figures})
            results.add(rows[-1])
            report.progress_step(bar, f"{side}x{side}", done=True)
    for line in markdown(rows):
        click.echo(line)


if __name__ == "__main__":
    main()
