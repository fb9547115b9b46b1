"""The garbage collector of the process is found again as it was, whatever threads and errors come between."""

import gc
from threading import Barrier, Thread

import pytest
from patience import DEADLINE

from nonosat.generation import rings
from nonosat.solving.engine import collector
from nonosat.solving.engine.collector import collector_paused, resume_collector
from nonosat.solving.engine.questions import check


@pytest.fixture(autouse=True)
def switched_on():
    gc.enable()
    yield
    assert not collector._pausing
    gc.enable()


def test_a_pause_within_a_pause_ends_with_the_outer_one():
    with collector_paused():
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_pause_that_ended_early_may_be_followed_by_another():
    with collector_paused():
        resume_collector()
        assert gc.isenabled()
        with collector_paused():
            assert not gc.isenabled()
        assert gc.isenabled()
        resume_collector()
    assert gc.isenabled()


def test_whoever_has_it_switched_off_keeps_it_so():
    gc.disable()
    with collector_paused():
        assert not gc.isenabled()
        resume_collector()
        assert not gc.isenabled()
    assert not gc.isenabled()
    check(rings(4).puzzle())
    assert not gc.isenabled()


def test_an_error_leaves_it_on():
    with pytest.raises(KeyError), collector_paused():
        raise KeyError
    assert gc.isenabled()


@pytest.mark.parametrize("early", [False, True])
def test_it_comes_back_when_the_last_thread_has_done(early):
    together, seen = Barrier(2, timeout=DEADLINE), []

    def other():
        with collector_paused():
            together.wait()  # both pause
            together.wait()  # the first has ended
            seen.append(gc.isenabled())
            if early:
                resume_collector()
        seen.append(gc.isenabled())

    thread = Thread(target=other)
    thread.start()
    with collector_paused():
        together.wait()
    assert not gc.isenabled()
    together.wait()
    thread.join()
    assert seen == [False, True]
    assert gc.isenabled()
