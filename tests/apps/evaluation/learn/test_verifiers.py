"""The environment for verifiers that docs/agents.md shows, with a stand-in for the package."""

import asyncio
import re
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import nonosat as ns

PAGE = Path(__file__).parents[4] / "docs" / "agents.md"


class Generic:
    def __class_getitem__(cls, _):
        return cls


class Task(Generic):
    def __init__(self, data, _):
        self.data = data


class Taskset(Generic):
    def __init__(self, config):
        self.config = config


class Config(SimpleNamespace):
    task = None


@pytest.fixture
def environment(monkeypatch):
    """The names of the module on the page."""
    stand_in = ModuleType("verifiers.v1")
    vars(stand_in).update(TaskData=SimpleNamespace, Task=Task, Taskset=Taskset, TasksetConfig=Config)
    vars(stand_in).update(Trace=object, reward=lambda: lambda method: method)
    package = ModuleType("verifiers")
    vars(package).update(v1=stand_in)
    monkeypatch.setitem(sys.modules, "verifiers", package)
    monkeypatch.setitem(sys.modules, "verifiers.v1", stand_in)
    module = ModuleType("nonogram")
    (source,) = re.findall(r"```python\n(from .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(source, vars(module))
    return module


def test_the_reward_of_a_task_is_the_score_of_the_reply(environment):
    taskset = environment.NonogramTaskset(environment.NonogramConfig(size=5, grade="easy", seed=1))
    first, second = islice(taskset.load(), 2)
    assert first.data.prompt != second.data.prompt
    puzzle = ns.loads(first.data.puzzle, "json")
    asked = ns.prompt(puzzle)
    assert asked.text == first.data.prompt
    for reply, reward in ((asked.answer(ns.solve(puzzle)), 1.0), ("I cannot.", 0.0)):
        assert asyncio.run(first.solved(SimpleNamespace(last_reply=reply))) == reward
