"""Before any test is read: the quick profile, unless the command line names another."""

import gc
import os
import signal
import sys

import effort  # which registers the profiles
import pytest
from browser import browser, visit  # noqa: F401  fixtures
from hypothesis import settings, strategies

settings.load_profile("quick")

CPU_SECONDS = pytest.StashKey[float]()

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


def pytest_itemcollected(item):
    """Marks what `slow_for` names as slow."""
    for mark in item.iter_markers("slow_for"):
        if item.callspec.id in mark.args:
            item.add_marker("slow")


def pytest_collection_finish():
    """Builds Hypothesis' character table once, and freezes collected tests out of garbage collection."""
    strategies.characters(codec="utf-8").validate()  # 1 s, once for a checkout
    gc.freeze()
    gc.enable()


LIMIT = 0.5
"""CPU seconds, with those of its children, from which a test should be marked slow."""


def _cpu_seconds():
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    began = _cpu_seconds()
    try:
        return (yield)
    finally:
        item.stash[CPU_SECONDS] = _cpu_seconds() - began


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call" and not {"slow", "nightly"} & {*item.keywords}:
        report.cpu_seconds = item.stash.get(CPU_SECONDS, 0.0)
    return report


def pytest_terminal_summary(terminalreporter):
    """Names the tests that should be marked slow, or made smaller. Nothing fails: a machine may be busy."""
    passed = terminalreporter.stats.get("passed", ())
    for each in sorted(passed, key=lambda report: -getattr(report, "cpu_seconds", 0.0)):
        if getattr(each, "cpu_seconds", 0.0) > LIMIT:
            terminalreporter.write_line(f"slow, but not marked: {each.cpu_seconds:.2f} CPU s {each.nodeid}")


def pytest_addoption(parser):
    parser.addoption(
        "--mutants", type=int, default=20, metavar="N", help="Damaged files of each format to read."
    )


@pytest.fixture
def importable(monkeypatch):
    """Has new child processes find the modules of `tests/helpers`, and no older ones in use."""
    from nonosat.support.children import processes

    processes.end_idle()
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(effort.__file__))
    yield
    processes.end_idle()
