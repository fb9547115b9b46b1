"""Processes that answer, shared among clients: order, limits, and that none is left over."""

import asyncio
import json
import os
from contextlib import suppress
from dataclasses import replace

import pytest
from patience import DEADLINE

import nonosat as ns
from nonosat.apps.generation.domino import n_dom
from nonosat.apps.studio.pool import TRANSITIONS, FairPool, RequestRejected, TaskState, _Task
from nonosat.apps.studio.questions import QUESTIONS
from nonosat.apps.studio.settings import ServerSettings
from nonosat.support.children.processes import Child
from nonosat.support.errors import UsageError

EASY = json.dumps({"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}}).encode()
HARD = json.dumps({"puzzle": n_dom(24).to_json()}).encode()
"""Not decided in the time of a test."""

SMALL = ServerSettings(workers=2, queue=2, per_client=3, quick=60, memory=8_000_000_000)
"""The system takes the peak of the process that runs the tests for that of its children: see `linux.end`."""

HASTY = replace(SMALL, quick=0.1)


def alive(pid):
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def pooled(trying, settings=SMALL):
    """Runs a coroutine with a pool, and looks that no process is left."""

    async def tried():
        pool = FairPool(settings)
        pids = set()
        started = pool._started

        async def noted():
            child = await started()
            pids.add(child.process.pid)
            return child

        pool._started = noted
        try:
            await pool.start()
            found = await asyncio.wait_for(trying(pool), DEADLINE)
        finally:
            await asyncio.wait_for(pool.ended(), DEADLINE)
        assert not any(map(alive, pids))
        assert (pool.running, pool.waiting, pool.idle) == (0, 0, 0)
        return found

    return asyncio.run(tried())


def ask(pool, text=EASY, client="a", question="check", tell=None):
    bounds = SMALL.bounds(QUESTIONS[question])
    return asyncio.ensure_future(pool.ask(question, text, client, bounds, tell))


def test_a_rejected_question_stays_so_and_every_state_can_end():
    task = _Task("a")
    assert task.become(TaskState.READING)
    assert task.become(TaskState.SET_ASIDE)
    assert not task.become(TaskState.LATE)  # its child is killed, and it goes back to the queue
    assert task.become(TaskState.REJECTED)
    assert not any(map(task.become, TaskState))
    assert set(TRANSITIONS) == set(TaskState)
    assert all(
        TaskState.REJECTED in TRANSITIONS[state] for state in TaskState if state is not TaskState.REJECTED
    )


@pytest.mark.slow
def test_a_child_answers_one_question_after_another():
    async def trying(pool):
        told = []
        found = [
            await ask(pool),
            await ask(pool, b'{"x'),
            await ask(pool, question="examine", tell=told.append),
        ]
        return found, told, pool.idle

    (answer, wrong, examined), told, idle = pooled(trying)
    assert json.loads(answer.text)["verdict"] == json.loads(examined.text)["verdict"] == "unique"
    assert wrong.kind == "input"
    assert [json.loads(each)["stage"] for each in told] == ["clues", "verdict", "ambiguity", "rating"]
    assert idle


@pytest.mark.slow
def test_long_questions_are_queued_and_excess_ones_refused():
    async def trying(pool):
        hard = [ask(pool, HARD), ask(pool, HARD)]
        while not pool.long == pool.running == pool.waiting == 1:  # the second one has gone back to the queue
            await asyncio.sleep(0.01)
        other = ask(pool, HARD, "b")
        while pool.waiting < 2 or pool.running != 1:
            await asyncio.sleep(0.01)
        answers = await asyncio.gather(*(ask(pool, client=client) for client in "cc"))
        assert all(json.loads(each.text)["verdict"] == "unique" for each in answers)
        with pytest.raises(RequestRejected, match="2 long questions are already waiting") as busy:
            await ask(pool, HARD, "c")
        assert not any(each.done() for each in (*hard, other))
        for each in (*hard, other):
            each.cancel()
        await asyncio.wait([*hard, other])
        hard = [ask(pool, HARD) for _ in range(SMALL.per_client)]
        await asyncio.sleep(0)
        assert pool.running + pool.waiting == SMALL.per_client  # the maximum of accepted questions
        with pytest.raises(RequestRejected, match="at work or waiting") as crowded:
            await ask(pool)
        assert (crowded.value.kind, busy.value.kind) == ("crowded", "busy")
        for each in hard:
            each.cancel()
        await asyncio.wait(hard)

    pooled(trying, replace(HASTY, queue=2))


@pytest.mark.slow
def test_the_client_with_the_fewest_running_questions_comes_next():
    async def trying(pool):
        begun = []

        class Running(list):
            def append(self, task):
                begun.append(task.client)
                super().append(task)

        pool._running = Running()
        await asyncio.gather(*(ask(pool, EASY, client) for client in "aaab"))
        return begun

    assert pooled(trying) == ["a", "a", "b", "a"]


@pytest.mark.slow
def test_a_cancelled_question_ends_and_its_process_is_kept():
    async def trying(pool):
        puzzle = json.dumps({"puzzle": ns.example("gchq").to_json(), "steps": 100}).encode()
        await asyncio.gather(*(ask(pool, puzzle, question="explain") for _ in range(2)))
        before = set(pool._idle)
        for _ in range(3):
            asked = ask(pool, puzzle, question="explain")
            await asyncio.sleep(0.03)
            asked.cancel()
            with suppress(asyncio.CancelledError):
                await asked
        while pool.running:
            await asyncio.sleep(0.01)
        return before & set(pool._idle)

    assert pooled(trying)


@pytest.mark.slow
def test_a_child_that_dies_or_is_late_is_an_error_and_replaced():
    async def trying(pool):
        asked = ask(pool, HARD)
        while not (pool._running and pool._running[0].child):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        pool._running[0].child.process.kill()
        died = await asked
        asked = ask(pool, HARD)
        while not (pool._running and pool._running[0].child):
            await asyncio.sleep(0.01)
        pool._expire(pool._running[0])
        return died, await asked, await ask(pool)

    died, late, after = pooled(trying)
    assert (died.kind, late.kind, late.limit, after.kind) == ("internal", "limit", "seconds", "")


@pytest.mark.slow
def test_a_busy_client_yields_a_process_to_another_client():
    async def trying(pool):
        many = [ask(pool, HARD, "a") for _ in range(3)]
        while pool.long < 2 or pool.waiting != 1:
            await asyncio.sleep(0.01)
        other = ask(pool, HARD, "b")
        while pool.waiting != 2 or not any(task.client == "b" and task.long for task in pool._running):
            await asyncio.sleep(0.01)
        clients = sorted(task.client for task in pool._running)
        for each in (*many, other):
            each.cancel()
        await asyncio.wait([*many, other])
        return clients

    assert pooled(trying, replace(HASTY, workers=3)) == ["a", "b"]


@pytest.mark.slow
@pytest.mark.parametrize("clients", ["abc", "a"])
@pytest.mark.parametrize("noticed", [True, False])
def test_children_that_died_without_work_cost_nobody_an_answer(monkeypatch, clients, noticed):
    async def trying(pool):
        for child in pool._idle:
            child.process.kill()
        if not noticed:  # like a busy machine, on which a process takes time to die
            monkeypatch.setattr(Child, "has_message", lambda _: False)
        return await asyncio.gather(*(ask(pool, client=client) for client in clients))

    settings = replace(SMALL, queue=3)  # room for all, whether or not the deaths are noticed in time
    assert [reply.kind for reply in pooled(trying, settings)] == [""] * len(clients)


@pytest.mark.slow
def test_children_that_die_before_they_have_read_a_request_are_replaced_as_often_as_some_are_idle():
    async def trying(pool):
        calls, call = [], Child.call

        def killed(child, function, *words, memory=None):
            if words:
                calls.append(words[0])
                child.process.kill()
            call(child, function, *words, memory=memory)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Child, "call", killed)
            return calls, await ask(pool)

    calls, reply = pooled(trying)
    assert (calls, reply.kind) == (["check"] * (SMALL.kept + 1), "internal")


@pytest.mark.slow
def test_the_error_of_a_late_question_has_its_progress():
    async def trying(pool):
        asked = ask(pool, HARD, question="examine")
        while not (pool._running and pool._running[0].events):
            await asyncio.sleep(0.01)
        pool._expire(pool._running[0])
        return await asked

    reply = pooled(trying)
    assert json.loads(reply.text)["error"]["known"]["puzzle"]["rows"]


@pytest.mark.slow
def test_a_pool_that_is_closed_turns_everyone_away():
    async def trying(pool):
        tasks = [ask(pool, HARD, client) for client in "abc"]
        await asyncio.sleep(0.02)
        pool.close()
        found = await asyncio.gather(*tasks, ask(pool), return_exceptions=True)
        return [each.kind for each in found]

    assert pooled(trying) == ["closed"] * 4


def test_invalid_settings_are_refused():
    for wrong in ({"workers": 1}, {"queue": 0}, {"seconds": 0}):
        with pytest.raises(UsageError):
            ServerSettings(**wrong)
    assert 0 < ServerSettings(workers=2).long < 2


@pytest.mark.slow
def test_a_client_that_leaves_at_any_time_leaks_nothing():
    async def trying(pool):
        for delay in [0, 0, 0, 0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.35, 0.6]:
            asked = [ask(pool, HARD if number % 2 else EASY, "ab"[number % 2]) for number in range(4)]
            await asyncio.sleep(delay)
            for each in asked:
                each.cancel()
            await asyncio.gather(*asked, return_exceptions=True)

    pooled(trying, replace(SMALL, per_client=100, queue=100))


@pytest.mark.slow
def test_a_client_that_leaves_while_a_child_is_ended_leaks_nothing():
    async def trying(pool):
        await ask(pool)
        asked = ask(pool, HARD)
        while not (pool._running and pool._running[0].child):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        put_back = pool._put_back

        async def slowly(*words):
            await asyncio.sleep(0.1)
            return await put_back(*words)

        pool._put_back = slowly
        pool._expire(pool._running[0])
        await asyncio.sleep(0.05)
        asked.cancel()
        with suppress(asyncio.CancelledError):
            await asked

    pooled(trying)


@pytest.mark.slow
def test_a_client_that_leaves_as_its_answer_comes_ends_no_other_work():
    async def trying(pool):
        leave = pool._leave

        def leaving(task):
            leave(task)
            first.cancel()

        pool._leave = leaving
        first = ask(pool)
        with suppress(asyncio.CancelledError):
            await first
        pool._leave = leave
        await asyncio.sleep(0.6)  # longer than a child that is given up has to stop
        return await asyncio.gather(*(ask(pool, client=client) for client in "ab"))  # by all that are kept

    assert [json.loads(reply.text).get("verdict") for reply in pooled(trying)] == ["unique", "unique"]
