"""Limits of a check: their checks, and the memory of the process."""

import builtins
import sys
from types import SimpleNamespace

import pytest

from nonosat.verifier import budget
from nonosat.verifier.budget import Budget, Stopped, held


@pytest.fixture
def machine(monkeypatch):
    """A clock and a memory that stand still; `looks` counts the looks at the memory."""
    machine = SimpleNamespace(now=100.0, held=1000, looks=0)

    def looked():
        machine.looks += 1
        return machine.held

    monkeypatch.setattr(budget, "monotonic", lambda: machine.now)
    monkeypatch.setattr(budget, "held", looked)
    return machine


def test_the_budget_ends_at_the_deadline(machine):
    limits = Budget(seconds=5)
    machine.now = 104.5
    limits.check_limits()
    assert limits.seconds == 0.5
    machine.now = 105.0
    with pytest.raises(Stopped, match="seconds"):
        limits.check_limits()
    machine.now = 106.0
    assert limits.seconds == 0
    assert machine.looks == 0


def test_memory_is_checked_every_hundredth_of_a_second(machine):
    limits = Budget(memory=10)
    assert limits.seconds is None
    machine.held, machine.looks = 1010, 0
    for now, looks in ((100, 1), (100, 1), (100.01, 2), (100.015, 2), (100.0201, 3)):
        machine.now = now
        limits.check_limits()
        assert machine.looks == looks
    machine.held, machine.now = 1011, 101
    with pytest.raises(Stopped, match="memory"):
        limits.check_limits()


def test_what_fits_exactly_is_no_more_than_the_limit(machine):
    limits = Budget(memory=10)
    limits.require(10)
    with pytest.raises(Stopped, match="memory"):
        limits.require(11)


@pytest.mark.parametrize("limits", [{}, {"seconds": 10}])
def test_without_a_limit_memory_is_not_checked(limits, machine):
    limits = Budget(**limits)
    limits.check_limits()
    limits.require(10**18)
    assert machine.looks == 0


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")
def test_memory_use_is_that_reported_by_the_system():
    with open("/proc/self/status") as file:
        (resident,) = [int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS:")]
    assert 0.8 * resident < held() < 1.25 * resident


@pytest.mark.parametrize(("platform", "bytes_held"), [("freebsd", 7 * 1024), ("darwin", 7)])
def test_units_of_other_systems_are_converted(platform, bytes_held, monkeypatch):
    resource = SimpleNamespace(RUSAGE_SELF=0, getrusage=lambda _: SimpleNamespace(ru_maxrss=7))
    with monkeypatch.context() as patch:
        patch.setattr(builtins, "open", missing)
        patch.setattr(sys, "platform", platform)
        patch.setitem(sys.modules, "resource", resource)
        found = held()
    assert found == bytes_held


def test_a_system_without_figures_has_no_limit(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(builtins, "open", missing)
        patch.setitem(sys.modules, "resource", None)
        found = held()
    assert found == 0


def missing(*_):
    raise FileNotFoundError
