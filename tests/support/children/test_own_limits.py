"""Bounds from outside: what never looks at a clock is ended, and memory is refused."""

import os
import signal
import sys
import time
from contextlib import ExitStack

import pytest
from cnfs import permutations

import nonosat as ns
from nonosat.sat.backends import BACKENDS, Configuration, open_session
from nonosat.support.children.own_limits import bounded, unbounded
from nonosat.support.children.processes import grace
from nonosat.support.errors import Alarm
from nonosat.support.limits import OutOfReach, Stopped, limit_of


def endless():
    while True:
        pass


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="alarms are POSIX")
def test_what_never_looks_at_a_clock_is_ended():
    with pytest.raises(OutOfReach) as caught, bounded(ns.Limit(seconds=0.01)):
        endless()
    assert caught.value.stopped is Stopped.SECONDS
    with pytest.raises(OutOfReach), bounded(ns.Limit(seconds=0.01)), bounded(ns.Limit()):
        endless()  # no limit inside of one takes nothing off
    with bounded(ns.Limit(seconds=0.01)), pytest.raises(OutOfReach), bounded(ns.Limit(seconds=0)):
        endless()  # the inner one ends it, and the outer alarm has not been heard


@pytest.mark.skipif(sys.platform == "win32", reason="alarms are POSIX")
def test_an_alarm_while_the_bounds_are_left_is_the_last(monkeypatch):
    def late(*_):
        raise Alarm

    monkeypatch.setattr(ExitStack, "__exit__", late)
    with pytest.raises(OutOfReach), bounded(ns.Limit(seconds=50)):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


@pytest.mark.skipif(sys.platform == "win32", reason="alarms are POSIX")
@pytest.mark.parametrize("backend", list(BACKENDS))
def test_no_backend_takes_the_alarm_of_the_bounds(backend):
    with bounded(ns.Limit(seconds=50)), open_session(permutations(3), Configuration(backend)) as session:
        handler = signal.getsignal(signal.SIGALRM)
        assert session.solve() is True
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 60
        assert signal.getsignal(signal.SIGALRM) is handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


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
def test_the_time_to_answer_grows_with_the_load_of_the_machine(monkeypatch):
    def answered_late():
        with bounded(ns.Limit(seconds=0)):
            time.sleep(0.8)
        return True

    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    with pytest.raises(OutOfReach):
        answered_late()
    monkeypatch.setattr(os, "getloadavg", lambda: (3.0 * os.cpu_count(), 0.0, 0.0))
    assert answered_late()
    assert grace(1.0) == 3.0
    monkeypatch.setattr(os, "getloadavg", lambda: (1000.0, 0.0, 0.0))
    assert grace(1.0) < 10
