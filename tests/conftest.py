"""Sets up pytest before it reads any test; the profile is the quick one unless the command line names another."""

import gc
import os
import signal
import sys

import effort  # registers the profiles
import pytest
from browser import browser, visit  # noqa: F401  fixtures
from hypothesis import settings, strategies

settings.load_profile("quick")

CPU_SECONDS = pytest.StashKey[float]()

# Tests press Ctrl-C, which background jobs of a shell and their children ignore.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Processes started by tests use compiled modules, and start no algebra threads of NumPy.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Keeps jsonschema from compiling a grammar of addresses for half a second: no schema here uses that format.
sys.modules.setdefault("rfc3987_syntax", None)

gc.disable()
gc.set_threshold(10_000, 10, 100)  # tests keep many objects and leave little garbage


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Collects no doctests from test files: only the helpers have some."""
    found = yield
    if file_path.name.startswith("test_"):
        found = [each for each in found if type(each) is pytest.Module]
    return found


def pytest_itemcollected(item):
    """Marks the tests named by `slow_for` as slow."""
    for mark in item.iter_markers("slow_for"):
        if item.callspec.id in mark.args:
            item.add_marker("slow")


def pytest_collection_finish():
    """Builds Hypothesis' character table once, and freezes collected tests out of garbage collection."""
    strategies.characters(codec="utf-8").validate()  # takes 1 s, once per checkout
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
    """Lists the tests that should be marked slow, or made smaller. Nothing fails, since the machine can be busy."""
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
    """Lets new child processes find the modules of `tests/helpers`; ends older ones."""
    from nonosat.support.children import processes

    processes.end_idle()
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(effort.__file__))
    yield
    processes.end_idle()
