"""`nonosat.support.mapping.executors`: any executor, with the same results if its workers die."""

import os
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from operator import call, neg

import pytest

from nonosat.support.errors import WorkerDied, WorkersLost
from nonosat.support.mapping import executors
from nonosat.support.mapping.executors import ExecutorPool, pool_on
from nonosat.support.mapping.pool import Pool
from nonosat.support.mapping.spread import Failed, spread


class KilledWorker(Exception):
    """Has the name of Dask's error."""


class BrokenEngine(ThreadPoolExecutor):
    """Fails its first calls with these errors."""

    def __init__(self, *errors):
        super().__init__(1)
        self.errors = list(errors)

    def submit(self, *arguments):
        if not self.errors:
            return super().submit(*arguments)
        failed = Future()
        failed.set_exception(self.errors.pop(0))
        return failed


@pytest.fixture
def threads():
    with ThreadPoolExecutor(2) as executor:
        yield executor


def test_every_item_has_one_result_and_the_work_is_done_in_a_child(threads):
    assert sorted(spread(neg, range(1000), ExecutorPool(threads))) == [(n, -n) for n in range(1000)]
    pids = {pid for _, pid in spread(call, [os.getpid] * 3, ExecutorPool(threads))}
    assert os.getpid() not in pids


def test_without_an_executor_the_pool_is_of_this_machine():
    with pool_on(None, 1) as pool:
        assert isinstance(pool, Pool)


def test_the_number_of_workers_is_the_executors_own_or_as_given(threads):
    assert ExecutorPool(threads).workers == 2
    with pool_on(threads, 5) as pool:
        assert pool.workers == 5


def test_an_item_that_kills_its_worker_is_given_up_and_nothing_else_is_lost(threads):
    items = [*[partial(abs, n) for n in range(10)], os.abort, *[partial(abs, n) for n in range(10, 20)]]
    results = list(spread(call, items, ExecutorPool(threads)))
    failed = [(item, result) for item, result in results if isinstance(result, Failed)]
    assert [item for item, _ in failed] == [os.abort]
    assert isinstance(failed[0][1].error, WorkerDied)
    assert sorted(result for _, result in results if not isinstance(result, Failed)) == list(range(20))


@pytest.mark.parametrize("error", [KilledWorker("a task"), CancelledError()])
def test_a_worker_that_the_engine_loses_costs_nothing(error):
    with BrokenEngine(error) as engine:
        assert sorted(spread(neg, range(20), ExecutorPool(engine))) == [(n, -n) for n in range(20)]


def test_a_failing_engine_ends_the_run_in_one_sentence():
    error = RuntimeError("Error during deserialization\nmore")
    with BrokenEngine(error) as engine, pytest.raises(WorkersLost, match=r"failed: Error.*zation; answers"):
        list(spread(neg, range(20), ExecutorPool(engine)))


def test_an_executor_that_was_shut_down_is_refused(threads):
    threads.shutdown()
    with pytest.raises(WorkersLost, match="after shutdown"):
        list(spread(neg, range(3), ExecutorPool(threads)))


def test_a_worker_of_another_version_ends_the_run(threads, monkeypatch):
    work = partial(executors._carry_out, "0.0.0")
    monkeypatch.setattr(executors, "_carry_out", lambda _, function, arguments: work(function, arguments))
    with pytest.raises(WorkersLost, match=r"this machine has 0\.0\.0: install the same"):
        list(spread(neg, range(3), ExecutorPool(threads)))


@pytest.mark.slow
def test_processes_of_python_can_be_the_workers():
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert sorted(spread(neg, range(100), ExecutorPool(executor))) == [(n, -n) for n in range(100)]
