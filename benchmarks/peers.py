"""nonosat beside other programs, whole commands: `python -m benchmarks.peers FOLDER_OR_FILE...`.

Each program is asked of each puzzle whether its solution is unique, as a command of its own: start-up,
reading and all. All are pinned to the same core and take turns, for each seed one round. The table has the
median of their CPU seconds (with those of the processes that they start), and how many times as long as
nonosat that is.

The baselines of `benchmarks.automata` take part where they can, and any `--peer 'NAME=COMMAND {non}'`: in
COMMAND `{non}` stands for the puzzle in the format non, `{seed}` for a number; of what it prints, the first
word out of unique, multiple and unsolvable counts. Who is not done by the time limit is ended, and counts
with the limit.
"""

from __future__ import annotations

import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click
from rich.table import Table

import nonosat as ns
from benchmarks import report
from benchmarks.measure import Row, pin_to_one_core
from benchmarks.survey import tasks

OURS = "nonosat"

VERDICTS = re.compile(r"\b(unique|multiple|unsolvable)\b")


def contenders(peers: tuple[str, ...]) -> dict[str, str]:
    """Commands by name: ours, the baselines that are installed, and those that are named."""
    python = shlex.quote(sys.executable)
    found = {
        OURS: f"{python} -m nonosat check --workers 1 --seed {{seed}} {{non}}",
        "CP-SAT automata": f"{python} -m benchmarks.automata {{non}}",
    }
    if shutil.which("minizinc"):
        found["Gecode automata"] = f"{python} -m benchmarks.automata --minizinc {{non}}"
    for peer in peers:
        name, given, command = peer.partition("=")
        if not given or "{non}" not in command:
            raise click.UsageError(f"a peer is NAME=COMMAND with {{non}} in it, read {peer!r}")
        found[name] = command
    return found


def measure(command: str, file: Path, seed: int, seconds: float) -> Row:
    """One command on one puzzle: its verdict, and CPU seconds."""
    words = [word.replace("{non}", str(file)).replace("{seed}", str(seed)) for word in shlex.split(command)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        preexec_fn=pin_to_one_core,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
            said = VERDICTS.search(output.replace(str(file), ""))
            verdict = said[1] if said else "failed"
        except subprocess.TimeoutExpired:
            verdict = "unknown"
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"verdict": verdict, "total": seconds if verdict == "unknown" else used}


def _cell(runs: list[Row], ours: list[Row] | None) -> str:
    """The median of some runs of one program, and its ratio to ours."""
    seconds = median(row["total"] for row in runs)
    late = ">" if any(row["verdict"] == "unknown" for row in runs) else ""
    if ours is None:
        return f"{late}{seconds:.2f}"
    return f"{late}{seconds:.2f} ({late}{seconds / median(row['total'] for row in ours):.1f})"


def _table(rows: dict[str, dict[str, list[Row]]], names: list[str]) -> Table:
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("puzzle", no_wrap=True)
    table.add_column("verdict")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    for puzzle, by_name in rows.items():
        said = {row["verdict"] for runs in by_name.values() for row in runs} - {"unknown", "failed"}
        ours = by_name[OURS]
        cells = [_cell(runs, None if name == OURS else ours) for name, runs in by_name.items()]
        table.add_row(puzzle, " or ".join(sorted(said)), *cells)
    table.add_section()
    sums = {
        name: sum(median(r["total"] for r in by_name[name]) for by_name in rows.values()) for name in names
    }
    table.add_row("sum", "", *(f"{total:.2f} ({total / sums[OURS]:.1f})" for total in sums.values()))
    return table


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True), metavar="FOLDER_OR_FILE...")
@click.option("--peer", "peers", multiple=True, metavar="NAME=COMMAND", help="May be repeated.")
@click.option("--without", "left_out", multiple=True, metavar="NAME", help="Leave this one out.")
@click.option("--seeds", type=click.IntRange(min=1), default=3, show_default=True, help="Rounds.")
@click.option(
    "--time-limit", type=click.FloatRange(min=0), default=60.0, show_default=True, help="Seconds per command."
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "peers.jsonl",
    help="JSON lines are appended here.",
)
def main(
    paths: tuple[str, ...],
    peers: tuple[str, ...],
    left_out: tuple[str, ...],
    seeds: int,
    time_limit: float,
    output: Path,
) -> None:
    """Ask every program of every puzzle whether its solution is unique."""
    commands = {name: command for name, command in contenders(peers).items() if name not in left_out}
    if OURS not in commands:
        raise click.UsageError(f"{OURS} is what the others are compared with")
    todo = list(tasks(paths))
    rows: dict[str, dict[str, list[Row]]] = {}
    options = {"time_limit": time_limit, "seeds": seeds, "commands": commands}
    run = report.run_record("peers", backend="", options=options)
    try:
        with (
            TemporaryDirectory() as folder,
            report.results(output, run) as results,
            report.progress(len(todo) * len(commands) * seeds) as bar,
        ):
            for task in todo:
                file = Path(folder, "puzzle.non")
                assert isinstance(task.source, str)
                ns.dump(ns.load(task.source).statement, str(file))
                by_name: dict[str, list[Row]] = {name: [] for name in commands}
                for seed in range(seeds):
                    for name, command in commands.items():
                        report.progress_step(bar, f"{name} {task.name}")
                        row = measure(command, file, seed, time_limit)
                        by_name[name].append(row)
                        results.add({"puzzle": task.name, "peer": name, "seed": seed, **row})
                        report.progress_step(bar, f"{name} {task.name}", done=True)
                rows[task.name] = by_name
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
    if rows:
        report.console().print(_table(rows, list(commands)))
    for puzzle, by_name in rows.items():
        if len({row["verdict"] for runs in by_name.values() for row in runs} - {"unknown", "failed"}) > 1:
            click.echo(f"{puzzle}: they disagree", err=True)
            sys.exit(1)


if __name__ == "__main__":
    main()
