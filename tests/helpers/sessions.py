"""Sessions of the official SDK's client with the real server."""

import os
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

ROOT = Path(__file__).parents[2]


def server(*options):
    """Returns the command that starts the server on standard input and output."""
    here = {"PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))}
    return StdioServerParameters(command=sys.executable, args=["-m", "nonosat", "mcp", *options], env=here)


@asynccontextmanager
async def session(*options, **more):
    """Opens a client with a server process of its own."""
    with open(os.devnull, "w") as nowhere:
        async with Client(stdio_client(server(*options), errlog=nowhere), **more) as client:
            yield client


@contextmanager
def listening(*options):
    """Starts a server on HTTP; yields its address and process."""
    command = [sys.executable, "-m", "nonosat", "mcp", "--http", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().split()[2], process
        finally:
            process.terminate()
            process.wait(20)
