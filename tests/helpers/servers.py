"""A server in a process of its own, and requests to it through real sockets."""

import http.client
import json
import os
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from patience import DEADLINE


@contextmanager
def served(*options, **environment):
    """Starts a server in a process of its own; yields the process, host and port."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    command = [sys.executable, "-m", "nonosat", "studio", "--no-browser", "--port", "0", *options]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
    )
    try:
        line = server.stdout.readline()
        assert "http://" in line, server.communicate(timeout=DEADLINE)
        yield server, urlsplit(line.split()[2])
    finally:
        if server.poll() is None:
            server.kill()
        server.communicate(timeout=DEADLINE)


def got(address, path, headers=()):
    """Returns the status, headers and text of a file of the page."""
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=DEADLINE)
    with closing(connection):
        connection.request("GET", path, headers=dict(headers))
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode()


def request(address, question="check", body=None, headers=(), *, timeout=DEADLINE):
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=timeout)
    headers = {"Content-Type": "application/json", **dict(headers)}
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    with closing(connection):
        connection.request("POST", f"/api/v1/{question}", text, headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def children(pid):
    path = Path(f"/proc/{pid}/task/{pid}/children")
    tasks = Path(f"/proc/{pid}/task")
    if not path.exists():
        pytest.skip("the system does not list children")
    return {int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()}


def cpu(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def waited(true, seconds=DEADLINE):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def send(connection, question, body, headers=""):
    text = json.dumps(body)
    head = f"POST /api/v1/{question} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}{headers}Content-Length: {len(text)}\r\n\r\n{text}".encode())


def running(address):
    """Returns the number of running questions."""
    return json.loads(got(address, "/healthz")[2])["running"]
