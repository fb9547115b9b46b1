"""Before any test is read: the quick profile, unless the command line names another."""

import gc
import os
import signal
import sys

import effort  # which registers the profiles
import pytest
from browser import browser, visit  # noqa: F401  fixtures
from hypothesis import settings

settings.load_profile("quick")

# A shell has its background jobs, and all that they start, ignore Ctrl-C; tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A process that a test starts need not compile the package anew, nor start NumPy's threads for algebra.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# jsonschema would have a grammar of addresses compiled for half a second, and no schema here has the format.
sys.modules.setdefault("rfc3987_syntax", None)

gc.disable()
gc.set_threshold(10_000, 10, 100)  # tests keep a lot to look through, and leave little to free


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Files of tests are looked through for tests, and not for doctests as well, which only the helpers have."""
    found = yield
    if file_path.name.startswith("test_"):
        found = [each for each in found if type(each) is pytest.Module]
    return found


def pytest_collection_finish():
    """What thousands of tests are made of stays to the end: there is no garbage in it."""
    gc.freeze()
    gc.enable()


def pytest_addoption(parser):
    parser.addoption(
        "--mutants", type=int, default=20, metavar="N", help="Damaged files of each format to read."
    )


@pytest.fixture
def importable(monkeypatch):
    """Has new child processes find the modules of `tests/helpers`, and no older ones in use."""
    from nonosat.foundation.workers import processes

    processes.end_idle()
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(effort.__file__))
    yield
    processes.end_idle()
