"""Calls the tools. The studio's processes answer the questions within their limits.

Such a process also reads the text of a puzzle, so that no client can keep the server itself busy.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from nonosat.apps.agents.tools import BY_NAME, EXAMPLE, Json, Tool
from nonosat.apps.studio.pool import FairPool, RequestRejected
from nonosat.apps.studio.questions import QUESTIONS
from nonosat.apps.studio.settings import ServerSettings
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.formats import example
from nonosat.formats.native import KNOWN
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.records.cells import partial_rows
from nonosat.records.json_types import Refused
from nonosat.records.shared_types import PALETTE
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import read_bytes


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The answer of a tool."""

    text: str
    """The structured answer as JSON, the caption of a picture, or the message of an error."""
    structured: Json | None = None
    picture: str | None = None  # a PNG, in base64
    failed: bool = False  # true for an error


class Failed(Exception):
    """An answer that is an error; its message."""


class Agents:
    """Answers the calls of tools."""

    def __init__(self, settings: ServerSettings, pool: FairPool, folder: str | None = None) -> None:
        self._settings = settings
        self._pool = pool
        self._folder = folder
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def call(
        self, name: str, arguments: Json, client: str, tell: Callable[[str], None] | None = None
    ) -> ToolAnswer:
        """Returns a tool's answer or error; calls `tell` with progress as JSON.

        Cancelling the calling task ends the work.
        """
        try:
            tool = BY_NAME.get(name)
            if tool is None:
                raise Failed(f"no tool is called {name[:40]!r}; there are {', '.join(BY_NAME)}")
            values = tool.record.read(arguments)
            raw = await self._asked(tool, values, client, tell)
        except (Failed, Refused, InputError, UsageError, RequestRejected) as wrong:
            return ToolAnswer(str(wrong), failed=True)
        if tool.picture:
            missing = f"nothing of the kind to show: {raw['missing']}" if raw["missing"] else ""
            text = "\n".join(filter(None, (raw["caption"], missing))) or "the picture"
            return ToolAnswer(text, picture=raw["file"].get("base64"))
        answer = tool.answer(raw)
        return ToolAnswer(json.dumps(answer, ensure_ascii=False), answer)

    async def _asked(self, tool: Tool, values: Json, client: str, tell: Callable[[str], None] | None) -> Json:
        if "image" in values:
            values["image"] = await self._image(values["image"], values["path"])
        request = tool.asked(values)
        if "puzzle" in values:
            given, state = values["puzzle"], values.get("state")
            if state is not None and not isinstance(given, str) and not given.keys() <= KNOWN:
                given = json.dumps(given)  # the state has letters of its palette
            request["puzzle"] = await self._puzzle(given, client)
            if state is not None:
                request["state"] = _state(state, request["puzzle"])
        return await self._ask(tool.asks.format(**values), request, client, values["seconds"], tell)

    async def _image(self, image: str | None, path: str | None) -> str:
        """Returns a picture in base64: the given one, or the file at `path` in the folder."""
        if (image is None) == (path is None):
            raise Failed("send either `image` or `path`")
        if image is not None:
            return await asyncio.to_thread(_plain_base64, image)
        assert path is not None
        if self._folder is None:
            raise Failed("this server reads no files: send `image`, or start it with --read FOLDER")
        return await asyncio.to_thread(_encoded, self._folder, path)

    async def _puzzle(self, given: str | Json, client: str) -> Any:
        """Returns the puzzle as an object of JSON."""
        if not isinstance(given, str):
            return given
        if (name := given.strip()).startswith(EXAMPLE):
            return example(name.removeprefix(EXAMPLE)).to_json()
        converted = await self._ask("convert", {"file": {"text": given}}, client, None, None)
        puzzles = converted["puzzles"]
        if len(puzzles) != 1:
            raise Failed(f"the text holds {len(puzzles)} puzzles; send one of them")
        return puzzles[0]

    async def _ask(
        self,
        question: str,
        request: Json,
        client: str,
        seconds: float | None,
        tell: Callable[[str], None] | None,
    ) -> Json:
        """Asks a question of the studio; raises `Failed`."""
        bounds = self._settings.bounds(QUESTIONS[question])
        request["seconds"] = bounds.seconds if seconds is None else min(seconds, bounds.most_seconds)
        # waits here, since the pool would refuse further requests
        turn = self._turns.setdefault(client, asyncio.Semaphore(self._settings.per_client))
        async with turn:
            reply = await self._pool.ask(question, json.dumps(request).encode(), client, bounds, tell)
        answer: Json = json.loads(reply.text)
        if "error" in answer:
            raise Failed(answer["error"]["message"])
        return answer


def _plain_base64(image: str) -> str:
    """Removes line breaks and the head of a data URL; raises `Failed` unless the rest is base64."""
    text = "".join(re.sub(r"^\s*data:[^,]{0,200};base64,", "", image).split())
    try:
        base64.b64decode(text, validate=True)
    except ValueError:
        raise Failed("`image` must be base64") from None
    return text


def _encoded(folder: str, path: str) -> str:
    """Returns a file of a folder in base64; raises `Failed` unless it is a regular file in that folder."""
    home = os.path.realpath(folder)
    try:
        place = os.path.realpath(os.path.join(home, path))
        if os.path.commonpath((home, place)) != home or not os.path.isfile(place):
            raise Failed(f"there is no file {path[:200]!r} in the folder that may be read")
    except ValueError:  # a null byte, or another drive
        raise Failed("`path` must be that of a file") from None
    return base64.b64encode(read_bytes(place)).decode()


def _state(text: str, puzzle: Any) -> list[Any]:
    """Returns a state as rows for a question."""
    palette: Palette = BLACK_AND_WHITE
    if isinstance(puzzle, dict) and puzzle.get("palette"):
        palette = tuple(Colour(*entry) for entry in PALETTE.read(puzzle["palette"], "puzzle.palette"))
    try:
        return partial_rows(PartialGrid.read(text, palette, "state").rows)
    except InputError:
        if set(text.split()) and set("".join(text.split())) <= set("0123456789?"):
            return text.split()
        raise
