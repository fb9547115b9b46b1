"""Child processes that carry out a question within a limit of memory."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from works import (
    Lost,
    asleep,
    dying,
    grabbing,
    greedy,
    late,
    raising,
    raising_what_cannot_be_sent,
    refusing,
    returning_what_cannot_be_sent,
    sending,
    told,
    where,
)

import nonosat as ns
from nonosat.apps.generation.domino import n_dom
from nonosat.support.children import processes
from nonosat.support.children.processes import run_limited
from nonosat.support.end import Stopped
from nonosat.support.errors import PuzzleError, UsageError
from nonosat.support.limits import Clock, Limit

LIMIT = Limit(memory=100_000_000)


@pytest.fixture(autouse=True, scope="module", params=["linux", "portable"])
def importable(request):
    """Children, by either way to have them, that can import what the tests have them do."""
    processes.end_idle()
    if request.param == "linux" and sys.platform != "linux":
        pytest.skip("by Linux' own means")
    with pytest.MonkeyPatch.context() as patch:
        module = import_module(f"nonosat.support.children.{request.param}")
        patch.setattr(processes, "system", lambda: module)
        patch.setenv("NONOSAT_PORTABLE", "1" if request.param == "portable" else "")
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "helpers"))
        yield
        processes.end_idle()


def test_memory_alone_takes_another_process():
    pid, limit = run_limited(where, limit=Limit(seconds=60))
    assert (pid, limit) == (os.getpid(), Limit(seconds=60))
    pid, limit = run_limited(where, limit=LIMIT)
    assert pid != os.getpid()
    assert limit == LIMIT


def test_a_process_is_used_again_if_it_leaves_memory_enough():
    pid, _ = run_limited(where, limit=LIMIT)
    assert run_limited(where, limit=LIMIT)[0] == pid
    child = processes.acquire(LIMIT.memory)
    assert child.process.pid == pid
    child.held = 60_000_000
    processes.release(child)
    assert run_limited(where, limit=LIMIT)[0] != pid


def test_observers_are_called_for_work_in_a_child():
    heard = []
    assert run_limited(told, 5, limit=LIMIT, observer=heard.append) is None
    assert heard == list(range(5))


def test_work_that_looks_at_the_clock_answers_with_what_it_has():
    stopped, held = run_limited(greedy, limit=LIMIT)
    assert stopped is Stopped.MEMORY
    assert 40 <= held <= 95


@pytest.mark.parametrize(
    ("work", "limit", "answer"),
    [
        (grabbing, LIMIT, Stopped.MEMORY),
        (dying, replace(LIMIT, memory=1_000_000_000), (Stopped.FAILURE, "the solver died (SIGSEGV)")),
        (late, replace(LIMIT, seconds=0.1), Stopped.SECONDS),
    ],
)
def test_a_process_without_an_answer_claims_nothing(work, limit, answer):
    assert run_limited(work, limit=limit) == answer
    assert run_limited(where, limit=replace(limit, seconds=LIMIT.seconds))[0] != os.getpid()


@pytest.mark.slow_for("linux", "portable")
@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL, signal.SIGTERM])
def test_a_crash_is_not_taken_for_lack_of_memory(number):
    memory = 400_000_000
    large = b"x" * (memory // 2)  # its peak stays with every process that it starts
    del large
    answer = run_limited(dying, number, limit=replace(LIMIT, memory=memory))
    assert answer == (Stopped.FAILURE, f"the solver died ({number.name})")


def test_errors_come_back_as_they_were_raised():
    with pytest.raises(PuzzleError, match=r"^a\.non: ") as caught:
        run_limited(refusing, limit=LIMIT)
    assert caught.value.path == "a.non"
    assert caught.value.problems[0].kind == "sum"


def test_limits_that_the_work_does_not_keep_to_are_refused():
    with pytest.raises(UsageError, match="not of conflicts"):
        run_limited(where, limit=Limit(conflicts=1))
    with pytest.raises(UsageError, match="not of conflicts"):
        run_limited(where, limit=replace(LIMIT, conflicts=1))
    assert run_limited(where, limit=Limit(conflicts=1), extra_limits=("conflicts",))[0] == os.getpid()


PUZZLE = ns.Puzzle(rows=[[1]] * 4, columns=[[1]] * 4)

QUESTIONS = {
    "count": lambda puzzle, limit: ns.count(puzzle, limit=limit),
    "ambiguity": lambda puzzle, limit: ns.ambiguity(puzzle, limit=limit),
    "backbone": lambda puzzle, limit: ns.backbone(puzzle, limit=limit),
    "nearest": lambda puzzle, limit: ns.nearest(puzzle, ns.Grid(["." * 4] * 4), limit=limit),
    "rate": lambda puzzle, limit: ns.rate(puzzle, limit=limit),
    "hint": lambda puzzle, limit: ns.hint(puzzle, ["????"] * 4, limit=limit),
}


def but_time(found):
    """A result without the seconds that it took."""
    if hasattr(found, "seconds"):
        found = replace(found, seconds=0)
    for name in ("count", "backbone"):
        if hasattr(getattr(found, name, None), "seconds"):
            found = replace(found, **{name: replace(getattr(found, name), seconds=0)})
    return found


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_the_same_answer_within_a_limit_of_memory(name):
    ask = QUESTIONS[name]
    assert but_time(ask(PUZZLE, Limit(memory=400_000_000))) == but_time(ask(PUZZLE, None))


def test_pictures_and_explanations_come_from_another_process_too():
    limit = Limit(memory=200_000_000)
    assert list(ns.solution_set(PUZZLE, limit=limit)) == list(ns.solution_set(PUZZLE))
    hard = ns.Puzzle([[2, 1], [1, 2], [2], [3], [1]], [[4], [2], [1], [1], [1], [3]])
    here, there = ns.explain(hard), ns.explain(hard, limit=limit)
    assert list(here) == list(there)
    assert (here.verdict, here.complete, here.board.unpack()) == (
        there.verdict,
        there.complete,
        there.board.unpack(),
    )


def test_a_clock_of_this_process_does_not_pretend_to_limit_memory():
    with pytest.raises(UsageError, match="not of memory"):
        Clock(LIMIT)


def test_memory_is_not_limited_if_the_system_does_not_report_it(monkeypatch):
    monkeypatch.setattr(processes.system(), "memory_in_use", lambda: None)
    with pytest.raises(UsageError, match="memory cannot be limited"):
        run_limited(where, limit=LIMIT)
    assert processes.memory_in_use() == 0


@pytest.fixture
def child():
    found = processes.acquire()
    yield found
    found.end()


def test_a_call_says_what_it_sends_and_then_returns(child):
    """One after the other in the same process, which hears what is sent to it."""
    for number in range(3):
        said = []
        child.call(sending, [1, "two"])
        child.send(number)
        assert child.talk(said.append) == processes.Returned(number, child.held)
        assert said == [1, "two"]
    assert child.held > 1_000_000


@pytest.mark.parametrize(
    ("work", "error"),
    [
        ((raising, KeyError("k")), "KeyError"),
        ((raising_what_cannot_be_sent,), "cannot be sent"),
        ((returning_what_cannot_be_sent,), "cannot be sent"),
        ((raising, Lost()), "invalid literal"),
    ],
)
def test_errors_of_a_call_are_raised_and_the_process_goes_on(child, work, error):
    child.call(*work)
    ending = child.talk()
    assert isinstance(ending, processes.Raised)
    assert error in f"{ending.error!r}"
    assert ending.reason.stopped is Stopped.FAILURE
    child.call(sending, [])
    child.send(7)
    assert isinstance(child.talk(), processes.Returned)


def test_unpicklable_arguments_are_an_error_in_the_parent(child):
    with pytest.raises(Exception, match=r"pickle|local object"):
        child.call(lambda _: 1)


def test_a_child_that_dies_or_is_late_says_nothing_more(child):
    child.call(asleep)
    assert child.talk(seconds=0).stopped is Stopped.SECONDS
    child.process.kill()
    assert child.talk(seconds=9) is None
    child.call(asleep)  # the child is gone; `receive` reports it
    assert child.receive() is None


def test_several_children_are_listened_to_at_once(child):
    others = [processes.acquire(), processes.acquire()]
    try:
        assert list(processes.listen(others, 0)) in ([], [(other, processes.Started()) for other in others])
        for number, each in enumerate(others):
            each.call(sending, [])
            each.send(number)
        heard = []
        while len(heard) < 2:
            found = processes.listen([child, *others], 10)
            heard += [message.value for _, message in found if isinstance(message, processes.Returned)]
        assert sorted(heard) == [0, 1]
        assert not list(processes.listen([], 0))
    finally:
        for other in others:
            other.end()


PARENT = """
    from nonosat.support.children.processes import Child
    from works import asleep
    child = Child()
    child.receive()
    child.call(asleep)
    print(child.process.pid, flush=True)
    input()
"""


@pytest.mark.slow
def test_no_child_outlives_its_parent():
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PARENT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2] / "helpers"), *sys.path]),
        },
    )
    with parent:
        pid = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()


def test_without_processes_time_is_kept_here_and_the_rest_is_refused(monkeypatch):
    processes.end_idle()
    monkeypatch.setattr(processes, "available", lambda: False)
    endless, pid = n_dom(24), os.getpid()
    assert ns.check(endless, seconds=0.05).stopped is Stopped.SECONDS
    assert ns.count(ns.Puzzle([[1]] * 40, [[1]] * 40), seconds=0.05).stopped is Stopped.SECONDS
    assert run_limited(where, limit=Limit(seconds=60), in_child=True)[0] == pid
    for ask in (ns.check, ns.count):
        with pytest.raises(UsageError, match="a limit of memory needs processes"):
            ask(PUZZLE, memory=400_000_000)
    with pytest.raises(UsageError, match="several solvers at once need processes"):
        ns.SearchOptions(portfolio=2)
    assert not processes._idle


def test_a_confined_process_does_all_itself_and_keeps_to_its_memory():
    memory = processes.memory_in_use() + 800_000_000
    with processes.confined(memory):
        assert not processes.available()
        assert run_limited(where, limit=Limit(seconds=60), in_child=True)[0] == os.getpid()
        assert run_limited(where, limit=Limit(memory=memory))[0] == os.getpid()
        assert ns.check(ns.example("gchq-without-givens"), seconds=60).verdict == "multiple"
        with pytest.raises(UsageError, match="needs processes"):
            run_limited(where, limit=Limit(memory=90_000_000))
    assert processes.available()


def test_a_confined_question_ends_once_it_is_not_wanted():
    with processes.confined(is_wanted=lambda: False):
        report = ns.check(n_dom(8), seconds=60)
    assert (report.verdict, report.stopped) == ("unknown", "seconds")


def test_memory_that_is_used_up_ends_a_confined_question(monkeypatch):
    monkeypatch.setattr(processes, "memory_in_use", lambda: 10**12)
    with processes.confined(LIMIT.memory):
        assert ns.count(n_dom(8), seconds=60).stopped == "memory"


def test_a_process_whose_start_is_cut_short_is_ended(monkeypatch):
    pids = []
    start = subprocess.Popen.__init__

    def interrupted(process, *command, **options):
        start(process, *command, **options)
        pids.append(process.pid)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "__init__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        processes.Child()
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


@pytest.mark.slow_for("linux", "portable")
@pytest.mark.filterwarnings("error::ResourceWarning")
def test_a_process_whose_handle_is_lost_is_ended():
    child = processes.Child()
    pid = child.process.pid
    child.pipe.close()
    del child
    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
