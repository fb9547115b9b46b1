"""Bounds from outside: deadlines for questions and loops, refused memory, the watchdog, and signals."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import nonosat as ns
from nonosat.support import limits
from nonosat.support.children.load import grace
from nonosat.support.children.own_limits import bounded, unbounded
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.limits import LATE_SECONDS, NO_CLOCK, check_limits, limit_of


@pytest.fixture
def clock(monkeypatch):
    """Seconds from now, added to the time that `check_limits` reads."""
    ahead = [0.0]
    monkeypatch.setattr(limits, "monotonic", lambda: time.monotonic() + ahead[0])
    return ahead


def test_a_loop_without_a_clock_is_ended_a_moment_after_the_limit(clock):
    check_limits()
    with bounded(ns.Limit(seconds=50)):
        clock[0] = 50 + LATE_SECONDS / 2
        check_limits()
        clock[0] = 51
        with bounded(ns.Limit(seconds=52)):
            check_limits()  # the inner bound replaces the outer one
        with bounded(ns.Limit()), pytest.raises(OutOfReach) as caught:
            check_limits()  # no limit inside of one takes nothing off
        with unbounded():
            check_limits()
    check_limits()
    assert caught.value.stopped is Stopped.SECONDS


@pytest.mark.skipif(
    sys.platform != "linux" or "NONOSAT_PORTABLE" in os.environ, reason="no other system refuses memory"
)
def test_memory_that_is_refused_is_a_limit_too():
    with pytest.raises(OutOfReach) as caught, bounded(ns.Limit(memory=30_000_000)):
        bytearray(1_000_000_000)
    assert caught.value.stopped is Stopped.MEMORY
    with pytest.raises(MemoryError), bounded(ns.Limit(seconds=9)):
        bytearray(1 << 60)


def test_questions_asked_inside_have_what_is_left_of_the_time():
    with bounded(ns.Limit(seconds=100), spent=40):
        assert limit_of().seconds == pytest.approx(60, abs=30)
        assert limit_of(seconds=5).seconds == 5
        with unbounded():
            assert limit_of().seconds is None
    assert limit_of().seconds is None


@pytest.mark.skipif(not hasattr(os, "getloadavg"), reason="the load is not known there")
def test_grace_grows_with_the_load_of_the_machine(monkeypatch):
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    assert grace(1.0) == 1.0
    monkeypatch.setattr(os, "getloadavg", lambda: (3.0 * os.cpu_count(), 0.0, 0.0))
    assert grace(1.0) == 3.0
    monkeypatch.setattr(os, "getloadavg", lambda: (1000.0, 0.0, 0.0))
    assert grace(1.0) < 10


# --- a guarded process


def program(code, *, send=None, **options):
    """Runs a guarded program, which gets a signal once it has printed a line; returns its exit code and both outputs."""
    source = f"""
import os, sys, time
import nonosat as ns
from nonosat.support.children.own_limits import bounded, unbounded
from nonosat.support.children.processes import run_limited
from nonosat.support.children.watchdog import LastWords
from nonosat.support.files import writing
from nonosat.support.interrupts import guard, waiting
from nonosat.support.limits import NO_CLOCK
guard(lambda: print("the end", flush=True))
{textwrap.dedent(code)}
"""
    with subprocess.Popen(
        [sys.executable, "-c", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    ) as process:
        first = process.stdout.readline() if send else ""
        if send:
            process.send_signal(send)
        out, err = process.communicate(timeout=30)
    return process.returncode, first + out, err


def test_a_late_process_says_so_and_leaves_no_temporary_file(tmp_path):
    code = """
        late = LastWords(lambda: "late", lambda words: print(words) or 3)
        with bounded(ns.Limit(seconds=0.05), late=late), writing("out.txt") as file:
            file.write(b"half")
            time.sleep(60)  # nothing looks at a clock here
    """
    assert program(code, cwd=tmp_path) == (3, "late\n", "")
    assert os.listdir(tmp_path) == []


LATE = """
        def slow(puzzle, *, clock):
            clock.note(lambda: COUNT)
            time.sleep(60)  # nothing looks at a clock here

        def ask():
            return run_limited(slow, PUZZLE, limit=ns.Limit(seconds=0.05))

        PUZZLE = ns.Puzzle([[1], [1]], [[1], [1]])
        COUNT = ns.count(PUZZLE)
"""


def test_a_late_question_is_answered_with_what_it_noted():
    code = f"""{LATE}
        late = LastWords(lambda: "nothing", lambda answer: print(answer.count, answer.stopped) or 3, ask)
        with bounded(ns.Limit(seconds=0.05), late=late):
            ask()
    """
    assert program(code) == (3, "2 seconds\n", "")


def test_asking_again_does_not_hold_up_the_end_of_a_late_process():
    code = f"""{LATE}
        late = LastWords(lambda: "nothing", lambda answer: print(answer) or 3, lambda: time.sleep(60))
        with bounded(ns.Limit(seconds=0.05), late=late):
            ask()
    """
    began = time.monotonic()
    assert program(code) == (3, "nothing\n", "")
    assert time.monotonic() - began < 20


def test_a_late_block_that_ends_while_its_question_is_asked_again_keeps_its_answer():
    code = """
        def again():
            done.set()
            time.sleep(60)

        import threading
        done = threading.Event()
        with bounded(ns.Limit(seconds=0.05), late=LastWords(str, lambda words: 3, again)):
            done.wait()
        print("done")
        time.sleep(1)
    """
    assert program(code) == (0, "done\n", "")


def test_a_process_that_prints_its_answer_is_not_killed():
    code = """
        with bounded(ns.Limit(seconds=0.05), late=LastWords(str, lambda words: 3)):
            with unbounded():
                time.sleep(2)
        print("done")
    """
    assert program(code) == (0, "done\n", "")


def test_a_block_that_ends_in_time_is_not_watched_any_longer():
    code = """
        with bounded(ns.Limit(seconds=0.05), late=LastWords(str, lambda words: 3)):
            pass
        time.sleep(1)
        print("done")
    """
    assert program(code) == (0, "done\n", "")


@pytest.mark.skipif(os.name == "nt", reason="other systems have no signals for one process")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_raised_by_the_next_tick(number):
    code = """
        print("ready", flush=True)
        try:
            end = time.monotonic() + 0.5
            while time.monotonic() < end:  # nothing is raised here
                time.sleep(0.01)
        except BaseException:
            print("raised within")
        try:
            NO_CLOCK.tick()
        except KeyboardInterrupt as error:
            print("raised by a tick", error)
        NO_CLOCK.tick()
    """
    assert program(code, send=number) == (0, f"ready\nraised by a tick {number.value}\n", "")


@pytest.mark.skipif(os.name == "nt", reason="other systems have no signals for one process")
def test_a_signal_ends_a_wait_at_once():
    code = """
        began = time.monotonic()
        try:
            with waiting():
                print("ready", flush=True)
                time.sleep(20)
        except KeyboardInterrupt:
            print(time.monotonic() - began < 10)
    """
    assert program(code, send=signal.SIGINT) == (0, "ready\nTrue\n", "")


@pytest.mark.skipif(os.name == "nt", reason="other systems have no signals for one process")
def test_a_process_that_does_not_stop_after_a_signal_is_ended():
    code = """
        print("ready", flush=True)
        time.sleep(60)
    """
    assert program(code, send=signal.SIGTERM) == (143, "ready\nthe end\n", "")


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks of signals there")
def test_signals_to_a_process_reach_only_its_main_thread():
    code = """
        import signal
        from nonosat.support.interrupts import start_shielded
        masks = []
        start_shielded(lambda: masks.append(signal.pthread_sigmask(signal.SIG_BLOCK, ())))
        while not masks:
            time.sleep(0.01)
        print(*sorted(map(int, masks[0])), len(signal.pthread_sigmask(signal.SIG_BLOCK, ())))
    """
    assert program(code) == (0, "2 15 0\n", "")


def test_without_a_guard_signals_stay_those_of_the_host():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    NO_CLOCK.tick()


def test_reading_and_drawing_look_at_the_deadline(clock):
    puzzle = ns.Grid(["#.#", ".#."]).puzzle()
    text = ns.dumps(puzzle, "picross")
    with bounded(ns.Limit(seconds=50)):
        clock[0] = 51
        for work in (lambda: ns.loads(text, "picross"), lambda: ns.render(puzzle).svg()):
            with pytest.raises(OutOfReach):
                work()
    assert ns.loads(text, "picross").rows == puzzle.rows
