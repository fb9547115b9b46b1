"""`nonosat.support.mapping.pool`: calls, streams, and workers that die."""

import math
import os
import time
from concurrent.futures import BrokenExecutor, CancelledError
from functools import partial
from operator import call

import pytest

from nonosat.support.children.processes import Child, end_idle
from nonosat.support.mapping.pool import Pool, WorkerDied


@pytest.fixture
def pool():
    found = Pool(1)
    yield found
    found.shutdown(cancel_futures=True)


def test_it_is_an_executor(pool):
    assert list(pool.map(math.sqrt, [1, 4, 9])) == [1, 2, 3]
    with pytest.raises(ValueError, match="math domain"):
        pool.submit(math.sqrt, -1).result()
    with pytest.raises(Exception, match="pickle"):
        pool.submit(lambda: 1).result()
    assert pool.submit(int, "11", base=2).result() == 3


@pytest.mark.parametrize("number", [0, 3, 20_000])
def test_what_a_call_yields_comes_in_order(pool, number):
    heard = []
    assert pool.stream(range, number, on_message=heard.extend).result() is None
    assert heard == list(range(number))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="two processes wait for each other by a named pipe")
def test_a_worker_that_dies_costs_its_call_only(pool, tmp_path):
    heard, pipe = [], tmp_path / "pipe"
    os.mkfifo(pipe)

    def hear(values):
        if not heard:  # the worker waits until then: values arrive while it is at the next
            os.close(os.open(pipe, os.O_WRONLY))
        heard.extend(values)

    waiting = partial(os.open, pipe, os.O_RDONLY)
    dying = pool.stream(map, call, [os.getpid, waiting, os.abort], on_message=hear)
    following = pool.submit(os.getpid)
    with pytest.raises(WorkerDied, match="SIGABRT"):
        dying.result()
    assert len(heard) in (1, 2)
    assert following.result() not in (heard[0], os.getpid())


def test_what_cannot_be_sent_ends_a_stream(pool):
    with pytest.raises(Exception, match="pickle"):
        pool.stream(map, eval, ["1", "lambda: 1", "2"], on_message=list).result()
    assert pool.submit(abs, -1).result() == 1


def test_workers_that_do_not_start_break_the_pool(pool, monkeypatch):
    end_idle()
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(BrokenExecutor, match="do not start"):
        pool.submit(os.getpid).result()


def test_work_is_killed_where_nobody_waits_for_it():
    pool = Pool(1)
    work, waiting = pool.submit(time.sleep, 1000), pool.submit(os.getpid)
    while not work.running():
        time.sleep(0.01)
    pool.shutdown(cancel_futures=True)
    assert isinstance(work.exception(), WorkerDied)
    with pytest.raises(CancelledError):
        waiting.result()
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(os.getpid)


def test_idle_children_are_kept_for_others(pool, monkeypatch):
    started = []
    monkeypatch.setattr("nonosat.support.mapping.pool.acquire", lambda: started.append(1) or Child())
    for _ in range(3):
        pool.submit(os.getpid).result()
    assert len(started) == 1


def test_a_child_that_was_killed_as_it_returned_is_not_kept(monkeypatch):
    end_idle()
    talk, pool, released = Child.talk, Pool(1), []
    monkeypatch.setattr("nonosat.support.mapping.pool.release", released.append)

    def talk_while_the_pool_is_closed(child, on_message):
        ending = talk(child, on_message)
        pool.shutdown(wait=False, cancel_futures=True)
        return ending

    monkeypatch.setattr(Child, "talk", talk_while_the_pool_is_closed)
    assert isinstance(pool.submit(os.getpid).result(), int)
    pool.shutdown()
    assert released == []
