"""`nonosat.support.mapping.executors`: by name, by object, and what is missing."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from nonosat.support.errors import MissingExtraError, UsageError
from nonosat.support.mapping.executors import workers_of
from nonosat.support.mapping.pool import Pool


def test_our_own_pool_is_ended():
    with workers_of(workers=3) as workers:
        assert isinstance(workers.executor, Pool)
        assert workers.number() == 3
    with pytest.raises(RuntimeError, match="closed"):
        workers.executor.submit(int)


def test_any_executor_is_left_open():
    with ThreadPoolExecutor(4) as executor:
        with workers_of(executor) as workers:
            assert (workers.executor, workers.number()) == (executor, 4)
        assert executor.submit(int).result() == 0


@pytest.mark.parametrize("name", ["", "dsk", "dask://", "ray", "mpi://x"])
def test_unknown_names_are_refused(name):
    with pytest.raises(UsageError, match="no executor is called"), workers_of(name):
        pass


@pytest.mark.parametrize(("name", "extra"), [("dask", r"nonosat\[cluster\]"), ("mpi", "mpi4py")])
def test_what_is_missing_is_named(monkeypatch, name, extra):
    for module in ("distributed", "mpi4py", "mpi4py.futures"):
        monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(MissingExtraError, match=extra), workers_of(name):
        pass


def test_the_number_of_workers_of_others_is_not_ours_to_choose():
    with pytest.raises(UsageError, match="cannot be chosen"), workers_of("mpi", 3):
        pass
