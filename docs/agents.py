"""Holds the session of agents.md with the real server, and writes what it answered: `python docs/agents.py`."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

PAGE = Path(__file__).parent / "agents.md"
CALL = re.compile(r"```text\n(\w+) (\{.*?\})\n```\n\n```text\n.*?```\n", re.DOTALL)
"""A call of a tool, and its answer below it."""


async def answers(calls: list[tuple[str, str]]) -> list[str]:
    """What the tools answer, one after the other, in one session."""
    server = StdioServerParameters(command=sys.executable, args=["-m", "nonosat", "mcp"])
    found = []
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        async with Client(stdio_client(server, errlog=nowhere)) as client:
            for name, arguments in calls:
                answer = await client.call_tool(name, json.loads(arguments))
                found.append("\n".join(_text(each) for each in answer.content))
    return found


def _text(content: object) -> str:
    return str(getattr(content, "text", None) or f"({getattr(content, 'mime_type', '')})")


def written(page: str) -> str:
    """The page with the answers of today."""
    calls = [(match[1], match[2]) for match in CALL.finditer(page)]
    told = iter(asyncio.run(answers(calls)))
    return CALL.sub(
        lambda match: f"```text\n{match[1]} {match[2]}\n```\n\n```text\n{next(told)}\n```\n", page
    )


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
