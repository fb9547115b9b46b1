"""Many puzzles under tight limits, through the command line: `python -m benchmarks.soak PATH...`.

What it holds the command to: a record for every puzzle, in order; no verdict that another record of
verdicts contradicts (`--compare`); the limit of time kept to within the grace; no process left behind. On
standard output a summary; the exit code is 1 where one of these failed. For systems with `/proc`.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import monotonic

import click

from benchmarks import report
from benchmarks.report import Row
from nonosat import InputError, load_all
from nonosat.batch.expect import Expected, difference
from nonosat.formats.folders import puzzle_files


def expected(paths: tuple[str, ...]) -> list[str]:
    """The names that the records should have."""
    names: list[str] = []
    for path in paths:
        for file in puzzle_files(path).files if Path(path).is_dir() else [path]:
            try:
                number = len(load_all(file))
            except InputError:
                number = 1
            names += [file] if number == 1 else [f"{file}#{at}" for at in range(1, number + 1)]
    return names


def session(number: int) -> list[str]:
    """The command lines of the processes of a session that are running."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, _, its_session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
                if int(its_session) == number and state != "Z":
                    found.append((entry / "cmdline").read_text().replace("\0", " "))
            except OSError:  # it has ended meanwhile
                pass
    return found


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--time-limit", type=float, default=1.0, show_default=True, help="Seconds per puzzle.")
@click.option("--memory-limit", default="300M", show_default=True, help="Per process.")
@click.option("--backend", default="auto", show_default=True)
@click.option("--compare", type=click.Path(exists=True, path_type=Path), help="Verdicts known before.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "soak.jsonl",
    help="The records are written here.",
)
def main(
    paths: tuple[str, ...],
    time_limit: float,
    memory_limit: str,
    backend: str,
    compare: Path | None,
    output: Path,
) -> None:
    """Check every puzzle under the limits, and verify what comes out."""
    names = expected(paths)
    limits = ["--time-limit", str(time_limit), "--memory-limit", memory_limit, "--backend", backend]
    began = monotonic()
    child = subprocess.Popen(
        [sys.executable, "-m", "nonosat", "check", "--json", *limits, *paths],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with child:
        assert child.stdout is not None
        assert child.stderr is not None
        records: list[Row] = []
        output.parent.mkdir(parents=True, exist_ok=True)
        with report.progress(len(names)) as bar, output.open("w", encoding="utf-8") as file:
            for line in child.stdout:
                file.write(line)
                records.append(json.loads(line))
                report.progress_step(bar, records[-1]["puzzle"], done=True)
        complaints = child.stderr.read()
    left = session(child.pid)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    answered = [record for record in records if "error" not in record]
    worst = max(answered, key=lambda record: record["seconds"], default=None)
    failures = []
    if [record["puzzle"] for record in records] != names:
        failures.append(f"{len(records)} records for {len(names)} puzzles, or in another order")
    if left:
        failures.append(f"processes left behind: {left}")
    if "Traceback" in complaints:
        failures.append(complaints[-2000:])
    if compare:
        known = Expected(str(compare))
        for record in answered:
            wanted = known.of(record["puzzle"])
            if wanted and record["verdict"] != "unknown":
                differs = difference((record["verdict"], record["line_solvable"]), wanted)
                failures.extend([f"{record['puzzle']}: {differs}"] if differs else [])
    click.echo(f"puzzles: {len(names)}, records: {len(records)}, exit code {child.returncode}")
    click.echo(f"verdicts: {report.tally(answered)}, {len(records) - len(answered)} bad input")
    stopped = Counter(record["stopped"] for record in answered if record["stopped"])
    click.echo(f"stopped: {dict(stopped)}")
    if worst is not None:
        over = worst["seconds"] - time_limit
        click.echo(f"longest: {worst['seconds']:.2f} s, {over:+.2f} s of the limit, {worst['puzzle']}")
        late = sum(record["seconds"] > time_limit + 0.5 for record in answered)
        click.echo(f"more than half a second late: {late}")
    click.echo(f"wall {monotonic() - began:.0f} s, CPU {usage.ru_utime + usage.ru_stime:.0f} s")
    click.echo(f"processes left behind: {len(left)}; largest process {usage.ru_maxrss / 1024:.0f} MB")
    for failure in failures:
        click.echo(f"failed: {failure}", err=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
