"""Other programs: their output and use of resources are recorded, and none of their processes outlives its limit."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nonosat import UsageError
from nonosat.support.end import Stopped
from nonosat.support.limits import Limit
from nonosat.support.programs.programs import Programs
from nonosat.support.programs.trees import cpu_seconds, descendants

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are measured on POSIX systems")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def python(text):
    return [sys.executable, "-S", "-c", text]


@pytest.fixture(scope="module")
def programs():
    with Programs() as made:
        yield made


def test_output_and_exit_code_are_returned(programs):
    ran = programs.run(
        python("import sys; print('so'); print('oh', file=sys.stderr); sys.exit(7)"), Limit(seconds=60)
    )
    assert (ran.output, ran.errors, ran.code, ran.stopped) == ("so\n", "oh\n", 7, None)
    assert ran.cpu > 0
    assert ran.memory > 10**6


def test_a_crash_is_its_signal(programs):
    assert programs.run(python("import os; os.kill(os.getpid(), 11)"), Limit()).code == -signal.SIGSEGV


def test_words_are_not_run_by_a_shell(programs):
    assert programs.run(["echo", "$HOME", "a b;", "*"], Limit()).output == "$HOME a b; *\n"


def test_only_the_beginning_of_endless_output_is_kept(programs):
    ran = programs.run(python("while True: print('x' * 9999)"), Limit(seconds=0.5))
    assert ran.stopped is Stopped.SECONDS
    assert len(ran.output) <= 4_000_000


def test_a_limit_of_memory_holds(programs):
    ran = programs.run(python("x = bytearray(10**9); print('fits')"), Limit(seconds=60, memory=200_000_000))
    assert ran.code != 0
    assert "fits" not in ran.output


def test_a_program_that_cannot_start_is_named(programs):
    with pytest.raises(UsageError, match="there-is-none: cannot be run: No such file"):
        programs.run(["there-is-none"], Limit())
    assert programs.run(["true"], Limit()).code == 0


SPAWNING = """
import os, time
end = time.monotonic() + 20
for _ in range(2):
    if not os.fork():
        os.setsid()
        if not os.fork():
            open(FILE, "a").write(f"{os.getpid()}\\n")
            while time.monotonic() < end: pass
            os._exit(0)
        os._exit(0)
time.sleep(WAIT)
"""
"""Two processes that leave their session and lose their parent, and work for long."""


def alive(file):
    return [pid for pid in map(int, Path(file).read_text().split()) if os.path.exists(f"/proc/{pid}")]


@pytest.mark.slow_for("late")
@linux
@pytest.mark.parametrize("wait", ["60", "0.4"], ids=["late", "done"])
def test_all_its_processes_end_and_their_time_counts(programs, tmp_path, wait):
    file = tmp_path / "pids"
    ran = programs.run(
        python(SPAWNING.replace("FILE", repr(str(file))).replace("WAIT", wait)), Limit(seconds=1.5)
    )
    assert ran.stopped is (Stopped.SECONDS if wait == "60" else None)
    assert len(file.read_text().split()) == 2
    assert alive(file) == []
    alone = programs.run(python("pass"), Limit(seconds=60))
    assert ran.cpu > alone.cpu


PARENT = """
import sys
from nonosat.support.limits import Limit
from nonosat.support.programs.programs import Programs
with Programs() as programs:
    print("runs", flush=True)
    programs.run([sys.executable, "-S", "-c", sys.argv[1]], Limit())
"""


@linux
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["interrupted", "killed"])
def test_it_ends_with_whoever_has_started_it(tmp_path, number):
    file = tmp_path / "pids"
    file.touch()
    noting = f"import os, time\nopen({str(file)!r}, 'a').write(f'{{os.getpid()}}\\n')"
    work = f"{noting}\nend = time.monotonic() + 60\nwhile time.monotonic() < end: pass"
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, work], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as parent:
        parent.stdout.readline()
        while not file.read_text():
            time.sleep(0.05)
        parent.send_signal(number)
    for _ in range(100):
        if not alive(file):
            break
        time.sleep(0.1)
    assert alive(file) == []


@linux
def test_a_tree_of_processes_is_seen_with_its_time():
    text = "import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', 'print(1, flush=True); input()'])"
    with subprocess.Popen(python(text), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        assert process.pid in descendants(os.getpid())
        assert len(descendants(process.pid)) == 1
        assert cpu_seconds(process.pid) >= 0
        process.stdin.close()
    assert cpu_seconds(process.pid) is None
