"""`generate --dataset` on the command line."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from printed import ran

from nonosat.apps.cli import run
from nonosat.apps.cli.shell.command_lines import line_of

COMMAND = ["generate", "--dataset", "d.jsonl", "--size", "6x4", "--inks", "2", "-n", "8", "--seed", "2"]


def assert_declared(record):
    """A record is what the declaration of its line says."""
    line_of("generate --dataset").read(record)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_labels_of_a_data_set_agree_with_batch(folder, capsys):
    told = ran(capsys, COMMAND).out.splitlines()
    assert told[0] == "d.jsonl: 8 puzzles"
    for line in (folder / "d.jsonl").read_text().splitlines():
        assert_declared(json.loads(line))
    assert run(["batch", "d.jsonl", "--expect", "d.jsonl", "--journal", "found.jsonl", "--workers", "1"]) == 0
    assert capsys.readouterr().err == "found.jsonl: 8 answers: 8 unique\n"
    lines = (folder / "d.jsonl").read_text().replace('"verdict": "unique"', '"verdict": "multiple"', 1)
    (folder / "wrong.jsonl").write_text(lines)
    assert (
        run(["batch", "d.jsonl", "--expect", "wrong.jsonl", "--journal", "found.jsonl", "--workers", "1"])
        == 1
    )
    assert "1: unique, not multiple" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["-n", "0"],
        ["--dataset", "d.txt"],
        ["-o", "d.txt"],
        ["--json"],
    ],
)
def test_invalid_options_are_usage_errors(folder, capsys, options):
    assert run([*COMMAND, *options]) == 64
    assert not (folder / "d.jsonl").exists()


@pytest.mark.slow
def test_too_few_puzzles(folder, capsys):
    assert run(["generate", "--dataset", "d.jsonl", "--size", "1x1", "-n", "9", "--workers", "1"]) == 3
    assert capsys.readouterr().out.startswith("d.jsonl: 2 puzzles of 9: there seem to be no more\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_killed_run_is_continued(folder, how):
    words = [sys.executable, "-m", "nonosat", "generate", "--size", "10x10", "-n", "200", "--dataset"]
    for _ in range(3):
        with subprocess.Popen([*words, "d.jsonl"], start_new_session=True) as started:
            time.sleep(1.5)
            os.killpg(started.pid, how)
            assert started.wait() in (0, -how, 130)
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    for name in ("d.jsonl", "whole.jsonl"):
        subprocess.run([*words, name], check=True, env=environment)
    assert (folder / "d.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()
    keys = {json.loads(line)["key"] for line in (folder / "d.jsonl").read_text().splitlines()}
    assert len(keys) == 200
