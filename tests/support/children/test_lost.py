"""A batch survives being killed at any moment."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import nonosat as ns

pytestmark = pytest.mark.slow

PUZZLES = 400
MOMENTS = 10


@pytest.fixture
def listed(tmp_path, monkeypatch):
    """A file with puzzles of some milliseconds each."""
    monkeypatch.chdir(tmp_path)
    with open("list.jsonl", "w") as file:
        for seed in range(PUZZLES):
            puzzle = ns.generate(
                ns.Wish(width=20, height=20, density=0.6, solution_count=None), seed=seed
            ).puzzle
            file.write(json.dumps({"id": seed, **puzzle.to_json()}) + "\n")
    return tmp_path


def command(*words):
    return [sys.executable, "-m", "nonosat", "batch", "list.jsonl", "--workers", "2", *words]


def told(path):
    """Everything but what differs from run to run, sorted; every line is whole."""
    found = []
    for line in Path(path).read_bytes().splitlines(keepends=True):
        assert line.endswith(b"\n")
        record = json.loads(line)
        del record["seconds"], record["worker"]
        record["stats"] = {name: value for name, value in record["stats"].items() if isinstance(value, int)}
        found.append(json.dumps(record, sort_keys=True))
    return sorted(found)


def test_killed_at_any_moment_it_goes_on_and_ends_with_the_same_results(listed):
    subprocess.run(command("--journal", "whole.jsonl"), check=True, capture_output=True)
    choice = random.Random(7)
    lines = [0]
    for _ in range(MOMENTS):
        run = subprocess.Popen(command("--journal", "killed.jsonl"), stderr=subprocess.DEVNULL)
        wanted = lines[-1] + choice.randrange(PUZZLES // (MOMENTS + 2))
        while run.poll() is None and (not os.path.exists("killed.jsonl") or len_of("killed.jsonl") < wanted):
            time.sleep(0.001)
        time.sleep(choice.random() / 50)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
        names = [json.loads(line)["puzzle"] for line in whole_lines("killed.jsonl")]
        assert len(set(names)) == len(names)
        assert len(names) >= lines[-1]
        lines.append(len(names))
    assert lines[-1] < PUZZLES, "the last run ended by itself"
    subprocess.run(command("--journal", "killed.jsonl"), check=True, capture_output=True)
    assert told("killed.jsonl") == told("whole.jsonl")
    assert len(told("killed.jsonl")) == PUZZLES


def whole_lines(path):
    return [line for line in Path(path).read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def len_of(path):
    return len(whole_lines(path))


def test_parts_that_are_merged_are_the_whole(listed):
    """Some puzzles are files, some lines of one; every one is in one part only."""
    os.mkdir("folder")
    for seed in range(60):
        ns.dump(
            ns.generate(ns.Wish(width=10, height=10, solution_count=None), seed=seed).puzzle,
            f"folder/{seed}.non",
        )
    batch = [sys.executable, "-m", "nonosat", "batch", "--workers", "1"]
    for path in ("folder", "list.jsonl"):
        subprocess.run([*batch, path, "--journal", f"part-{path}"], check=True, capture_output=True)
    subprocess.run(
        [*batch, "folder", "list.jsonl", "--journal", "whole.jsonl"], check=True, capture_output=True
    )
    parts = ["part-folder", "part-list.jsonl"]
    merge = [sys.executable, "-m", "nonosat", "merge", *parts, "-o", "merged.jsonl"]
    subprocess.run(merge, check=True, capture_output=True)
    assert sum(map(len_of, parts)) == len_of("merged.jsonl") == PUZZLES + 60
    assert told("merged.jsonl") == told("whole.jsonl")


@pytest.mark.nightly
def test_memory_is_flat_over_many_puzzles(tmp_path, monkeypatch):
    """The peak after a tenth of them is the peak in the end, give or take what the interpreter does."""
    monkeypatch.chdir(tmp_path)
    read, write = os.pipe()
    run = subprocess.Popen(
        [sys.executable, "-m", "nonosat", "batch", "-", "--journal", "r.jsonl", "--workers", "2"],
        stdin=read,
        stderr=subprocess.DEVNULL,
    )
    os.close(read)
    number = 20_000
    peaks = []

    def feed():
        with open(write, "wb") as file:
            for n in range(number):
                grid = random.Random(n).choices("#.", k=25)
                rows = ["".join(grid[at : at + 5]) for at in range(0, 25, 5)]
                file.write(json.dumps({"id": n, **ns.Grid(rows).puzzle().to_json()}).encode() + b"\n")

    feeder = threading.Thread(target=feed)
    feeder.start()
    while run.poll() is None:
        if os.path.exists("r.jsonl"):
            done = os.path.getsize("r.jsonl")
            try:
                status = Path(f"/proc/{run.pid}/status").read_text()
            except OSError:
                break
            peak = next((int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line), 0)
            peaks.append((done, peak))
        time.sleep(0.05)
    feeder.join()
    assert run.wait() == 0
    assert len_of("r.jsonl") == number
    size = os.path.getsize("r.jsonl")
    early = max(peak for done, peak in peaks if done < size / 5)
    assert peaks[-2][1] < early + 12_000  # kilobytes; the results alone have ten thousand
