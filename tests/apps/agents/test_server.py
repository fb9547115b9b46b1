"""The protocol: the official SDK's client against the real process, on standard input and output and on HTTP."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import monotonic

import anyio
import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from sessions import ROOT, listening, session

import nonosat as ns
from nonosat.apps.agents import reference
from nonosat.apps.agents.tools import TOOLS
from nonosat.apps.generation.domino import n_dom

HARD = {"puzzle": n_dom(14).to_json()}
"""A call that takes longer than any test waits."""
EASY = {"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}}


def run(work):
    return asyncio.run(asyncio.wait_for(work(), 100))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.slow)])
def test_a_session(mode):
    async def work():
        async with session(mode=mode) as client:
            assert client.server_info.name == "nonosat"
            assert "unknown" in client.instructions
            assert [each.name for each in (await client.list_tools()).tools] == [each.name for each in TOOLS]
            found = await client.call_tool("check_puzzle", EASY)
            assert found.structured_content["verdict"] == "unique"
            drawn = await client.call_tool("draw_puzzle", {**EASY, "show": "solution"})
            assert [each.type for each in drawn.content] == ["image", "text"]
            wrong = await client.call_tool("check_puzzle", {"puzzle": "?"})
            assert wrong.is_error
            documents = (await client.list_resources()).resources
            assert [str(each.uri) for each in documents] == [each.uri for each in reference.DOCUMENTS]
            text = (await client.read_resource("nonosat://formats")).contents[0].text
            assert "| webpbn" in text
            with pytest.raises(MCPError, match="no resource is called 'nonosat://nothing'"):
                await client.read_resource("nonosat://nothing")

    run(work)


@pytest.mark.slow
def test_limits_progress_and_cancelling_reach_the_tools():
    """A question in vain ends with its time; one that is given up leaves room for the next at once."""

    async def work():
        async with session("--time-limit", "1") as client:
            began = monotonic()
            found = await client.call_tool("count_solutions", HARD)
            assert found.structured_content["stopped"] == "seconds"
            assert not found.structured_content["exact"]
            assert monotonic() - began < 20
            with anyio.move_on_after(0.5) as scope:
                await client.call_tool("count_solutions", HARD)
            assert scope.cancelled_caught
            told = []

            async def progress(number, total, message):
                told.append((number, message))

            await client.call_tool(
                "explain_solution", {"puzzle": "example:gchq", "steps": 400}, progress_callback=progress
            )
            found = await client.call_tool("check_puzzle", EASY)
            assert found.structured_content["verdict"] == "unique"
            assert told
            assert all("stage step" in message for _, message in told)
            assert [number for number, _ in told] == sorted(number for number, _ in told)

    run(work)


@pytest.mark.slow
def test_differences_are_reported_before_the_answer():
    """The cells and regions first, as on the command line; a text that is late is left out."""
    side = 12
    rings = ["".join("#" if (row + column) % 2 else "." for column in range(side)) for row in range(side)]
    puzzle = ns.Grid(rings).puzzle().to_json()

    async def work():
        async with session("--time-limit", "5") as client:
            told = []

            async def progress(number, total, message):
                told.append(message)

            found = await client.call_tool("find_ambiguity", {"puzzle": puzzle}, progress_callback=progress)
            answer = found.structured_content
            numbers = [int(re.match(r"([\d,]+) cells? differs?", text)[1].replace(",", "")) for text in told]
            assert numbers
            assert numbers == sorted(numbers)
            assert 0 < numbers[-1] <= answer["open_cells"]
            assert all("undecided" in text for text in told)

    run(work)


@pytest.mark.slow
def test_memory_is_limited():
    async def work():
        async with session("--memory-limit", "100M") as client:
            hungry = {"puzzle": {"rows": [["?", "?"]] * 100, "columns": [["?", "?"]] * 100}, "seconds": 60}
            found = await client.call_tool("count_solutions", hungry)
            assert found.structured_content["stopped"] == "memory"
            assert not (await client.call_tool("check_puzzle", EASY)).is_error

    run(work)


LINES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe\x00",
    b'{"jsonrpc": "2.0"}',
    b'{"jsonrpc": "1.0", "id": 1, "method": "tools/list"}',
    b'{"jsonrpc": "2.0", "id": {"a": 1}, "method": "tools/call"}',
    b'{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": 7}}',
    b'{"jsonrpc": "2.0", "id": 3, "method": "nothing/at-all", "params": {}}',
    b'{"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "check_puzzle", "arguments": []}}',
    b'{"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "check_puzzle", "arguments": {"puzzle": '
    + b"[" * 5000 + b"]" * 5000 + b"}}}",
    b'{"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "check_puzzle", "arguments": {"puzzle": "'
    + b"1 " * 2_000_000 + b'"}}}',
    b'{"jsonrpc": "2.0", "id": 8, "result": {}}',
    b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}',
]  # fmt: skip
HELLO = [
    {
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
]  # fmt: skip


@contextmanager
def raw(*calls):
    """The process after it has been sent some calls or lines, whose pipes the test holds."""
    sent = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in (*HELLO, *calls)]
    command = [sys.executable, "-m", "nonosat", "mcp"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, cwd=ROOT, **pipes) as process:
        process.stdin.write(b"\n".join(sent) + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 0  # the answer to the first line of HELLO
        yield process


def call(number, arguments):
    params = {"name": "check_puzzle", "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


@pytest.mark.slow
def test_hostile_lines_do_not_stop_the_server():
    with raw(*LINES, call(77, EASY)) as process:
        for line in process.stdout:  # standard output has protocol messages only
            found = json.loads(line)
            assert found["jsonrpc"] == "2.0"
            if found.get("id") == 77:
                break
        assert found["result"]["structuredContent"]["verdict"] == "unique"
        process.stdin.close()
        assert process.wait(20) == 0
        process.stdout.read()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.slow  # as all tests here: the SDK takes the server a second to import
@pytest.mark.skipif(os.name == "nt", reason="other systems have no SIGINT for one process")
@pytest.mark.parametrize("calls", [[], [call(7, HARD)]])
def test_ctrl_c_ends_it_while_standard_input_is_open(calls):
    with raw(*calls) as process:
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.slow
def test_a_client_that_closes_its_pipes_during_questions_ends_it_quietly():
    with raw(*(call(number, EASY) for number in range(7, 12))) as process:
        process.stdout.close()
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stderr.read() == b""


@pytest.mark.slow
def test_many_questions_at_once_are_queued():
    async def work():
        async with session() as client:
            found = []

            async def ask():
                found.append(await client.call_tool("check_puzzle", EASY))

            async with anyio.create_task_group() as group:
                for _ in range(24):
                    group.start_soon(ask)
            assert [each.is_error for each in found] == [False] * 24

    run(work)


@asynccontextmanager
async def on_http(address, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as own,
        Client(streamable_http_client(address, http_client=own)) as client,
    ):
        yield client


@pytest.mark.slow
def test_http_requires_a_token():
    with listening("--token", "open-sesame") as (address, process):

        async def work():
            async with on_http(address, "open-sesame") as client:
                assert not (await client.call_tool("check_puzzle", EASY)).is_error
                assert len((await client.list_tools()).tools) == len(TOOLS)
            async with on_http(address, "open-sesame") as one, on_http(address, "open-sesame") as other:
                answers = await asyncio.gather(
                    *(
                        each.call_tool("rate_difficulty", {"puzzle": "example:cup"})
                        for each in (one, other) * 3
                    )
                )
                assert {each.structured_content["grade"] for each in answers} == {"easy"}

        run(work)
        hello = {"json": HELLO[0]}
        accept = {"Accept": "application/json, text/event-stream", "Authorization": "Bearer open-sesame"}
        assert httpx.post(address, **hello, headers=accept).status_code == 200
        assert httpx.post(address, **hello).status_code == 401
        assert (
            httpx.post(address, **hello, headers={**accept, "Authorization": "Bearer no"}).status_code == 401
        )
        assert httpx.post(address, **hello, headers={**accept, "Host": "evil.example"}).status_code == 421
        assert (
            httpx.post(address, **hello, headers={**accept, "Origin": "https://evil.example"}).status_code
            == 403
        )
        assert httpx.post(address, content=b"\xff{", headers=accept).status_code in (400, 415)
        assert httpx.get(address.removesuffix("mcp"), headers=accept).status_code == 404
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130


@pytest.mark.slow
def test_a_thousand_calls_leave_nothing_behind():
    """Memory, files and threads of the server, after a hundred calls and after a thousand more."""

    def held(pid):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        status = dict(line.split(":", 1) for line in lines)
        return int(status["VmRSS"].split()[0]), len(os.listdir(f"/proc/{pid}/fd")), int(status["Threads"])

    async def work(address, pid):
        calls = [
            ("check_puzzle", EASY),
            ("judge_moves", {**EASY, "moves": "r2c1=1"}),
            ("hint", {"puzzle": "example:cup"}),
            ("check_puzzle", {"puzzle": "no puzzle"}),
            ("describe_technique", {"technique": "glue"}),
            ("draw_puzzle", {**EASY, "show": "solution"}),
        ]

        async def many(client, number):
            for at in range(number):
                name, arguments = calls[at % len(calls)]
                found = await client.call_tool(name, arguments)
                assert found.is_error == (arguments.get("puzzle") == "no puzzle")

        async with on_http(address) as client:
            await many(client, 200)
            before = held(pid)
            await many(client, 1000)
            after = held(pid)
        assert after[0] < before[0] * 1.1 + 5000, (before, after)
        assert after[1] <= before[1] + 4
        assert after[2] <= before[2] + 2

    with listening() as (address, process):
        asyncio.run(asyncio.wait_for(work(address, process.pid), 280))


@pytest.mark.slow
def test_one_client_cannot_block_the_others():
    """By opening sessions: the address of the other client is its own."""
    accept = {"Accept": "application/json, text/event-stream"}
    with listening() as (address, _), httpx.Client(headers=accept) as one:
        answers = [one.post(address, json=HELLO[0]) for _ in range(300)]
        assert [each.status_code for each in answers] == [200] * 256 + [429] * 44
        assert answers[-1].json()["error"]["kind"] == "crowded"
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), headers=accept) as other:
            assert other.post(address, json=HELLO[0]).status_code == 200
        session = {"Mcp-Session-Id": answers[0].headers["Mcp-Session-Id"]}
        assert one.delete(address, headers=session).status_code == 200
        assert one.post(address, json=HELLO[0]).status_code == 200
        assert one.post(address, json=HELLO[0]).status_code == 429
