"""Standard streams that are closed or full: the code is 74 or the answer's, never a traceback."""

import json
import os
import subprocess
import sys

import pytest
from effort import quick

import nonosat as ns

FULL = "/dev/full"
needs_full = pytest.mark.skipif(not os.path.exists(FULL), reason="there is no such device")


def shell(command, **others):
    return subprocess.run(
        ["sh", "-c", f'exec "{sys.executable}" -m nonosat {command}'],
        capture_output=True,
        text=True,
        check=False,
        **others,
    )


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        pytest.param(
            "check unique.non multiple.non > /dev/full", "No space left on device", marks=needs_full
        ),
        pytest.param("--help > /dev/full", "No space left on device", marks=needs_full),
        ("solve unique.non >&-", "Bad file descriptor"),
        ("convert unique.non - --to nin >&-", "Bad file descriptor"),
    ],
)
def test_an_answer_that_cannot_be_written_is_one_line_and_code_74(folder, command, reason):
    run = shell(command)
    assert (run.returncode, run.stdout) == (74, "")
    assert run.stderr == f"nonosat: standard output: cannot write: {reason}\n"


@pytest.mark.skipif(os.name == "nt", reason="other systems have no such signal")
def test_a_closed_pipe_ends_it_without_a_word(folder):
    # 3.13 prints failures at exit; earlier versions do so with -X dev only
    for command in ("explain unique.non", "--help"):
        line = f'"{sys.executable}" -X dev -m nonosat {command} | exec true'
        run = subprocess.run(
            ["bash", "-c", f"{line}; exit $PIPESTATUS"], capture_output=True, text=True, check=False
        )
        assert (run.returncode, run.stderr) == (141, ""), command


@pytest.mark.slow
def test_an_answer_is_still_written_to_its_file(folder):
    assert shell("convert unique.non out.json >&- <&- 2>&-").returncode == 0
    assert ns.load("out.json") == ns.load("unique.non")
    assert shell("repair givens multiple.non -o mended.json >&-").returncode == 74
    assert len(ns.load("mended.json").givens) == 1


@pytest.mark.slow_for("2>&-", "2>/dev/full")
@pytest.mark.parametrize("stderr", ["2>&-", pytest.param("2>/dev/full", marks=needs_full)])
def test_a_closed_standard_error_is_ignored(folder, stderr):
    run = shell(f"solve unique.non multiple.non -n 1 {stderr}")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("#.\n##\n")
    assert shell(f"check bad.non {stderr}").returncode == 65


@pytest.mark.slow
def test_standard_input_that_is_closed_is_bad_input(folder):
    run = shell("check - <&-")
    assert (run.returncode, run.stderr) == (65, "nonosat: -: cannot read: Bad file descriptor\n")
    assert shell("check unique.non --time-limit 60 <&-").returncode == 0  # with a child process


def test_letters_outside_the_encoding_are_replaced(folder):
    (folder / "title.json").write_text(json.dumps({"rows": [[1]], "columns": [[1]], "title": "日"}))
    run = shell("show title.json", env={**os.environ, "PYTHONIOENCODING": "latin-1"})
    assert run.returncode == 0
    assert "\\u65e5" in run.stdout


INTERRUPTED = """
import sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == {name!r}:
            {how}
sys.meta_path.insert(0, Interrupted())
"""


@pytest.mark.parametrize(
    "how",
    quick(
        [
            "raise KeyboardInterrupt",
            "raise RuntimeError('made of it') from KeyboardInterrupt()",  # of an interrupted __set_name__
            "exec('raise KeyboardInterrupt')",  # after which the interpreter would end by the signal
        ],
        lambda how: how.startswith("exec"),
    ),
)
def test_an_interrupt_during_the_first_imports_ends_as_any_other(folder, how):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([".", *sys.path])}
    for name in ("nonosat.apps.cli.running", "nonosat.search", "nonosat.apps.cli.commands.check"):
        (folder / "sitecustomize.py").write_text(INTERRUPTED.format(name=name, how=how))
        run = shell("check unique.non", env=environment)
        assert (run.returncode, run.stdout, run.stderr.strip()) == (130, "", "nonosat: interrupted"), name
