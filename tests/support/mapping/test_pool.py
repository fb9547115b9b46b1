"""`nonosat.support.mapping.pool`: streams, and workers that die."""

import os
import time
from concurrent.futures import CancelledError
from functools import partial
from operator import call

import pytest

import nonosat as ns
from nonosat.apps.studio.settings import ServerSettings
from nonosat.support.children.processes import end_idle
from nonosat.support.errors import UsageError, WorkerDied, WorkersLost
from nonosat.support.mapping.pool import Pool


@pytest.fixture
def pool():
    with Pool(1) as pool:
        yield pool


@pytest.mark.parametrize("number", [0, 3, 20_000])
def test_yielded_values_come_in_order(pool, number):
    heard = []
    assert pool.stream(range, number, on_message=heard.extend).result() is None
    assert heard == list(range(number))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="two processes wait for each other by a named pipe")
def test_a_worker_that_dies_costs_its_call_only(pool, tmp_path):
    heard, after, pipe = [], [], tmp_path / "pipe"
    os.mkfifo(pipe)

    def hear(values):
        if not heard:  # the worker waits: values arrive while it computes the next one
            os.close(os.open(pipe, os.O_WRONLY))
        heard.extend(values)

    waiting = partial(os.open, pipe, os.O_RDONLY)
    dying = pool.stream(map, call, [os.getpid, waiting, os.abort], on_message=hear)
    following = pool.stream(map, call, [os.getpid, os.getpid], on_message=after.extend)
    with pytest.raises(WorkerDied, match="SIGABRT"):
        dying.result()
    assert len(heard) in (1, 2)
    assert following.result() is None
    assert len({heard[0], os.getpid(), *after}) == 3


def test_an_error_or_a_value_that_cannot_be_sent_ends_a_stream(pool):
    with pytest.raises(Exception, match="pickle"):
        pool.stream(map, eval, ["1", "lambda: 1", "2"], on_message=list).result()
    with pytest.raises(ZeroDivisionError):
        pool.stream(map, eval, ["1", "1 // 0"], on_message=list).result()
    assert pool.stream(range, 3, on_message=list).result() is None


def test_workers_that_do_not_start_are_lost(pool, monkeypatch):
    end_idle()
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(WorkersLost, match=r"do not start.*start again to continue"):
        pool.stream(range, 3, on_message=list).result()


@pytest.mark.parametrize("number", [0, 100_000])
def test_the_number_of_workers_has_bounds_for_all_that_start_them(number, tmp_path):
    refused = pytest.raises(
        UsageError, match=rf"(workers must be from 1 to \d+ on this machine|above 0), got {number:,}"
    )
    with refused:
        Pool(number)
    with refused:
        ServerSettings(workers=number)
    with refused:
        ns.dataset(tmp_path / "set.jsonl", ns.Wish(width=5, height=5), count=1, workers=number)
    assert not list(tmp_path.iterdir())


def test_closing_kills_running_calls_and_cancels_waiting_ones():
    pool = Pool(1)
    work, waiting = (pool.stream(map, time.sleep, [1000], on_message=list) for _ in range(2))
    while not work.running():
        time.sleep(0.01)
    pool.close()
    assert isinstance(work.exception(), WorkerDied)
    with pytest.raises(CancelledError):
        waiting.result()
    with pytest.raises(RuntimeError, match="closed"):
        pool.stream(range, 3, on_message=list)
