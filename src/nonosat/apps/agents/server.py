"""The server of the Model Context Protocol, on standard input and output or as streamable HTTP, by the official SDK."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from starlette.applications import Starlette

from nonosat.apps.agents import reference
from nonosat.apps.agents.asking import Agents, ToolAnswer
from nonosat.apps.agents.progress import progress_text
from nonosat.apps.agents.sessions import IDLE_SECONDS, Sessions
from nonosat.apps.agents.tools import TOOLS
from nonosat.apps.studio.guard import Guard
from nonosat.apps.studio.pool import FairPool
from nonosat.apps.studio.settings import ServerSettings
from nonosat.support.errors import EXIT_INTERRUPTED, UsageError
from nonosat.support.version import VERSION

PATH = "/mcp"  # path of the server on HTTP

_INSTRUCTIONS = (
    "Nonograms (also called picross, griddlers, paint by numbers): exact answers, with proof. Verdicts are never "
    "guessed: `unknown` means that a limit came first. Read nonosat://notation for how to write puzzles and moves."
)

Context = ServerRequestContext[Any]


def made(agents: Agents) -> Server[Any]:
    """Makes the server with its tools and resources."""

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=_TOOLS)

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        async with _progress(context) as tell:
            answer = await agents.call(params.name, params.arguments or {}, _client(context), tell)
        return _result(answer)

    async def list_resources(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=document.uri,
                    name=document.path,
                    title=document.title,
                    description=document.about,
                    mime_type="text/markdown",
                )
                for document in reference.DOCUMENTS
            ]
        )

    async def read_resource(_: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        try:
            text = reference.document(uri).text()
        except UsageError as wrong:
            raise MCPError(code=types.INVALID_PARAMS, message=str(wrong)) from None
        contents = types.TextResourceContents(uri=uri, mime_type="text/markdown", text=text)
        return types.ReadResourceResult(contents=[contents])

    return Server(
        "nonosat",
        version=VERSION,
        title="nonosat",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


_TOOLS = [
    types.Tool(
        name=tool.name,
        title=tool.name.replace("_", " ").capitalize(),
        description=tool.description,
        input_schema=tool.input_schema(),
        output_schema=tool.output_schema(),
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )
    for tool in TOOLS
]


def _client(context: Context) -> str:
    """Returns the client's address, by which processes are shared out."""
    host = getattr(getattr(context.request, "client", None), "host", None)
    return str(host or "stdio")


def _result(answer: ToolAnswer) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(text=answer.text)]
    if answer.picture:
        content.insert(0, types.ImageContent(data=answer.picture, mime_type="image/png"))
    return types.CallToolResult(content=content, structured_content=answer.structured, is_error=answer.failed)


@asynccontextmanager
async def _progress(context: Context) -> AsyncIterator[Callable[[str], None] | None]:
    """Yields a function that sends progress to the client; newer progress replaces progress not yet sent."""
    if not (context.meta or {}).get("progress_token"):
        yield None
        return
    latest: asyncio.Queue[str] = asyncio.Queue(1)

    def tell(text: str) -> None:
        if latest.full():
            latest.get_nowait()
        latest.put_nowait(text)

    async def send() -> None:
        number = 0
        while True:
            event = json.loads(await latest.get())
            number += 1
            await context.session.report_progress(float(number), message=progress_text(event))

    sending = asyncio.create_task(send())
    try:
        yield tell
        await asyncio.sleep(0)
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _over_stdio(settings: ServerSettings, folder: str | None) -> bool:
    """Serves one client; returns True if Ctrl-C ended the service, False if the client did."""
    pool = FairPool(settings)
    interrupted = asyncio.Event()
    loop = asyncio.get_running_loop()
    signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(interrupted.set))
    warming = asyncio.create_task(pool.start())  # during the client's handshake
    serving = asyncio.create_task(_served(made(Agents(settings, pool, folder))))
    waiting = asyncio.create_task(interrupted.wait())
    try:
        await asyncio.wait((serving, waiting), return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            serving.result()
        return not serving.done()
    finally:
        warming.cancel()
        waiting.cancel()
        await pool.ended()


async def _served(server: Server[Any]) -> None:
    """Serves standard input and output until the client closes either."""
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    except* OSError:
        pass  # could not answer a client that has gone


def serve_stdio(settings: ServerSettings, folder: str | None = None) -> None:
    """Serves one client on standard input and output; it can scan the pictures in a folder by their paths."""
    with asyncio.Runner() as runner:
        if runner.run(_over_stdio(settings, folder)):
            # a thread of the SDK reads standard input; only a line or the end of input wakes it
            os._exit(EXIT_INTERRUPTED)


def application(settings: ServerSettings, pool: FairPool, folder: str | None = None) -> Guard:
    """Returns the server as an HTTP application behind the studio's checks; it starts and ends the pool."""
    server = made(Agents(settings, pool, folder))
    # the guard in front checks hosts, origins and the token
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    inner: Starlette = server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=settings.body,
        session_idle_timeout=IDLE_SECONDS,
        transport_security=security,
    )
    started = inner.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[Any]:
        await pool.start()
        async with started(app) as state:
            yield state
        await pool.ended()

    inner.router.lifespan_context = lifespan
    return Guard(Sessions(inner, settings.connections), settings)
