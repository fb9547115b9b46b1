"""The garbage collector of the process is found again as it was, whatever threads and errors come between."""

import gc
from threading import Barrier, Thread

import pytest
from patience import DEADLINE

from nonosat.solving.engine.collector import collector_paused


@pytest.fixture(autouse=True)
def switched_on():
    gc.enable()
    yield
    gc.enable()


def test_a_pause_within_a_pause_ends_with_the_outer_one():
    with collector_paused():
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_whoever_has_it_switched_off_keeps_it_so():
    gc.disable()
    with collector_paused():
        assert not gc.isenabled()
    assert not gc.isenabled()


def test_an_error_leaves_it_on():
    with pytest.raises(KeyError), collector_paused():
        raise KeyError
    assert gc.isenabled()


def test_it_comes_back_whichever_thread_ends_last():
    together = Barrier(2, timeout=DEADLINE)

    def other():
        with collector_paused():
            together.wait()  # both pause
            together.wait()  # the first has ended
        together.wait()

    thread = Thread(target=other)
    thread.start()
    with collector_paused():
        together.wait()
    together.wait()
    together.wait()
    thread.join()
    assert gc.isenabled()
