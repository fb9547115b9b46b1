"""Limits that are none, or bad, in every face: an answer, or one line."""

import asyncio
import json
import math
from types import SimpleNamespace

import pytest

import nonosat as ns
from nonosat.apps.agents.asking import Agents
from nonosat.apps.cli import run
from nonosat.apps.studio.questions import answer, answer_text
from nonosat.apps.studio.settings import ServerSettings

SMALL, LARGE = (0, -0.0, 1e-300, 1e-9), (1e300, math.inf)
BAD = (-1, -1e-9, math.nan, "soon", [1], True)


@pytest.mark.parametrize("seconds", [*SMALL, *LARGE])
@pytest.mark.parametrize("name", ["check", "count", "ambiguity", "hint", "rate", "conflict", "repair_clue"])
def test_any_number_of_seconds_from_0_on_has_an_answer(name, seconds):
    found = getattr(ns, name)(ns.load("example:gchq-without-givens"), seconds=seconds)
    if seconds in LARGE:
        assert found.stopped != "seconds"


@pytest.mark.parametrize("seconds", BAD)
def test_python_refuses_others_in_one_line(seconds):
    for ask in (ns.check, ns.count, lambda _, seconds: ns.Limit(seconds=seconds)):
        with pytest.raises(ns.UsageError, match="seconds") as caught:
            ask(ns.load("example:cup"), seconds=seconds)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("memory", [0, -1, 1, 10**18, 1.5, math.nan, "1G", True])
def test_python_refuses_memory_that_no_process_can_have(memory):
    with pytest.raises(ns.UsageError, match="memory") as caught:
        ns.count(ns.load("example:cup"), memory=memory)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("limit", ["-1", "nan", "soon", "", "-inf"])
@pytest.mark.parametrize("command", ["check", "hint", "show", "batch"])
def test_the_command_line_refuses_them_as_usage(command, limit, capsys):
    assert run([command, "example:cup", f"--time-limit={limit}"]) == 64
    printed = capsys.readouterr()
    assert printed.out == ""
    reasons = [line for line in printed.err.splitlines() if line and not line.startswith(("Usage", "Try"))]
    assert len(reasons) == 1
    assert "seconds" in reasons[0] or "--time-limit" in reasons[0]


@pytest.mark.parametrize("limit", ["0", "1e-9", "1e300", "inf"])
@pytest.mark.parametrize("command", ["check", "hint", "count"])
def test_the_command_line_takes_every_number_from_0_on(command, limit, capsys):
    assert run([command, "example:cup", f"--time-limit={limit}"]) in (0, 3)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("seconds", [*BAD, 1e300, math.inf])
def test_the_http_api_and_the_agents_tools_refuse_what_is_beyond_theirs(seconds):
    found = answer("check", {"puzzle": ns.example("cup").to_json(), "seconds": seconds})
    assert "seconds" in found["error"]["message"]
    assert "\n" not in found["error"]["message"]

    class Direct:
        async def ask(self, question, text, client, bounds, tell=None):  # noqa: ARG002
            return SimpleNamespace(text=answer_text(question, text, bounds=bounds, tell=tell)[0])

    agents = Agents(ServerSettings(seconds=10), Direct())
    told = asyncio.run(agents.call("check_puzzle", {"puzzle": "example:cup", "seconds": seconds}, "me"))
    assert told.failed
    assert "\n" not in told.text
    assert "number" in told.text or "seconds" in told.text


@pytest.mark.parametrize("seconds", [0, 1e-9])
def test_the_http_api_answers_within_no_time(seconds):
    found = json.loads(
        json.dumps(answer("check", {"puzzle": ns.example("cup").to_json(), "seconds": seconds}))
    )
    assert "error" not in found or "seconds" in found["error"]["message"]
