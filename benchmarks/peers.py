"""nonosat beside other programs: `python -m benchmarks.peers FOLDER_OR_FILE...`.

Each program is asked of each puzzle whether its solution is unique, as a command of its own: start-up,
reading and all. All are pinned to the same core and take turns, for each seed one round. The table has the
median of their CPU seconds (with those of the processes that they start), and how many times as long as
nonosat that is. `in process` is nonosat without the start of a process, as `benchmarks.survey` measures it,
reading included.

The baselines of `benchmarks.automata` take part where they can, and any `--peer 'NAME=COMMAND {non}'`: in
COMMAND `{non}` stands for the puzzle in the format non, and any other format by its name (`{webpbn}`),
`{seed}` for a number; of what it prints, the first word out of unique, multiple and unsolvable counts. Who is
not done by the time limit is ended, and counts with the limit.
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
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click
from rich.table import Table

import nonosat as ns
from benchmarks import report
from benchmarks.measure import Row, Runner, Task, pin_to_one_core
from benchmarks.survey import tasks
from nonosat.formats import FORMATS, extensions_of

OURS = "nonosat"

WITHIN = "in process"
"""The same without a process of its own; it has no command."""

VERDICTS = re.compile(r"\b(unique|multiple|unsolvable)\b")


def contenders(peers: tuple[str, ...]) -> dict[str, str]:
    """Commands by name: ours, the baselines that are installed, and those that are named."""
    python = shlex.quote(sys.executable)
    found = {
        OURS: f"{python} -m nonosat check --workers 1 --seed {{seed}} {{non}}",
        WITHIN: "",
        "CP-SAT automata": f"{python} -m benchmarks.automata {{non}}",
    }
    if shutil.which("minizinc"):
        found["Gecode automata"] = f"{python} -m benchmarks.automata --minizinc {{non}}"
    for peer in peers:
        name, given, command = peer.partition("=")
        if not given or not formats_in(command):
            raise click.UsageError(f"a peer is NAME=COMMAND with {{non}} in it, read {peer!r}")
        found[name] = command
    return found


def formats_in(command: str) -> list[str]:
    """The formats in which a command is to get the puzzle.

    >>> formats_in("solve --seed {seed} {webpbn}")
    ['webpbn']
    """
    return [name for name in FORMATS if f"{{{name}}}" in command]


def measure(command: str, files: dict[str, Path], seed: int, seconds: float) -> Row:
    """One command on one puzzle, given in some formats: its verdict, and CPU seconds."""
    for name, value in {"seed": seed, **files}.items():
        command = command.replace(f"{{{name}}}", shlex.quote(str(value)))
    words = shlex.split(command)
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
            for file in files.values():
                output = output.replace(str(file), "")
            said = VERDICTS.search(output)
            verdict = said[1] if said else "failed"
        except subprocess.TimeoutExpired:
            verdict = "unknown"
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"verdict": verdict, "total": seconds if verdict == "unknown" else used}


def within(runner: Runner, task: Task, seed: int) -> Row:
    """One puzzle in a process that is there: its verdict, and CPU seconds."""
    row = runner.run(replace(task, seed=seed))
    return {"verdict": row["verdict"], "total": row.get("total", 0.0) + row.get("read", 0.0)}


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
    wanted = sorted({name for command in commands.values() for name in formats_in(command)})
    options = {"time_limit": time_limit, "seeds": seeds, "commands": commands}
    run = report.run_record("peers", backend="", options=options)
    try:
        with (
            TemporaryDirectory() as folder,
            Runner(seconds=time_limit) as runner,
            report.results(output, run) as results,
            report.progress(len(todo) * len(commands) * seeds) as bar,
        ):
            for task in todo:
                assert isinstance(task.source, str)
                statement = ns.load(task.source).statement
                files = {name: Path(folder, f"puzzle{extensions_of(name)[0]}") for name in wanted}
                for name, file in files.items():
                    ns.dump(statement, file, name)
                by_name: dict[str, list[Row]] = {name: [] for name in commands}
                for seed in range(seeds):
                    for name, command in commands.items():
                        report.progress_step(bar, f"{name} {task.name}")
                        row = (
                            measure(command, files, seed, time_limit)
                            if command
                            else within(runner, task, seed)
                        )
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
