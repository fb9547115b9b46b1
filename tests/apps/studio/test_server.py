"""The web application and the guard before it; and a server as a process of its own, with real sockets."""

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from patience import DEADLINE
from servers import children, cpu, got, request, running, send, served, waited

from nonosat.apps.generation.domino import n_dom
from nonosat.apps.studio.guard import Guard
from nonosat.apps.studio.questions import QUESTIONS
from nonosat.apps.studio.settings import ServerSettings

OPEN = ServerSettings(hosts=("puzzles.example",), origins=("https://friend.example",))
CLOSED = ServerSettings(token="secret-0")


def response_to(settings, headers=(), path="/api/v1/check", method="POST", query=b""):
    """The status, headers and body of a response to a request that the guard may pass on."""

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    sent = []

    async def send(message):
        sent.append(message)

    headers = {"host": "localhost:8340", **dict(headers)}
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": query, "headers": raw}
    scope["server"] = ("192.0.2.7", 8340)
    asyncio.run(Guard(app, settings)(scope, None, send))
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"].decode()


def answered(settings, headers=(), path="/api/v1/check", method="POST", query=b""):
    """The status and the headers of such a response."""
    return response_to(settings, headers, path, method, query)[:2]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "127.0.0.1:8340"}, 200),
        ({"host": "[::1]:8340"}, 200),
        ({"host": "puzzles.example"}, 200),
        ({"host": "evil.example"}, 421),
        ({"host": "localhost.evil.example"}, 421),
        ({"host": "evil-localhost"}, 421),
        ({"host": "evil.localhost"}, 421),
        ({"host": "evil.puzzles.example"}, 421),
        ({"host": ""}, 421),
        ({"host": "[::1"}, 421),
        ({"origin": "http://localhost:8340"}, 200),
        ({"origin": "https://friend.example"}, 200),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "http://localhost:8341"}, 403),
        ({"origin": "http://localhost:83401"}, 403),
        ({"origin": "http://localhost:8340.evil.example"}, 403),
        ({"origin": "http://evil-localhost:8340"}, 403),
        ({"origin": "https://evil.friend.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": "https://friend.example.evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "navigate"}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_only_allowed_clients_can_ask(headers, status):
    found, response = answered(OPEN, headers)
    assert found == status
    assert b"default-src 'none'" in response[b"content-security-policy"]
    friend = headers.get("origin") == "https://friend.example"
    assert (response.get(b"access-control-allow-origin") == b"https://friend.example") == friend


def test_preflight_requests_of_allowed_origins_succeed():
    status, response = answered(OPEN, {"origin": "https://friend.example"}, method="OPTIONS")
    assert status == 204
    assert response[b"access-control-allow-headers"] == b"Authorization, Content-Type"


@pytest.mark.parametrize(
    ("headers", "path", "status"),
    [
        ({}, "/api/v1/check", 401),
        ({}, "/", 401),
        ({}, "/healthz", 200),
        ({"authorization": "Bearer wrong"}, "/", 401),
        ({"authorization": "Basic secret-0"}, "/", 401),
        ({"authorization": "Bearer "}, "/", 401),
        ({"cookie": "nonosat-token=wrong"}, "/", 401),
        ({"cookie": "\x00;;==; a b=c"}, "/", 401),
    ],
)
def test_no_token_gives_401(headers, path, status):
    assert answered(CLOSED, headers, path)[0] == status


def test_the_token_gives_access():
    settings = ServerSettings(token="secret-1")
    assert answered(settings, {"authorization": "bearer secret-1"})[0] == 200
    status, response = answered(settings, path="/", method="GET", query=b"token=secret-1")
    assert (status, response[b"location"]) == (303, b"./")
    cookie = response[b"set-cookie"].decode()
    assert "HttpOnly; SameSite=Strict" in cookie
    assert answered(settings, {"cookie": cookie.split(";")[0]})[0] == 200
    assert answered(settings, path="/", method="GET", query=b"token=secret-2")[0] == 401


@pytest.mark.parametrize(
    ("settings", "headers", "helps"),
    [
        (OPEN, {"host": "desk.local:8340"}, "use http://192.0.2.7:8340/, or start it with --allow-host NAME"),
        (CLOSED, {}, "ends in ?token=..."),
        (OPEN, {"origin": "https://evil.example"}, "pages of other sites"),
    ],
)
def test_a_browser_that_is_refused_gets_words(settings, headers, helps):
    status, sent, page = response_to(settings, {"accept": "text/html,*/*", **headers}, "/", "GET")
    assert sent[b"content-type"].startswith(b"text/html")
    assert helps.lower() in page.lower()
    assert "{" not in page
    program = response_to(settings, {"accept": "*/*", **headers}, "/", "GET")
    assert (program[0], program[1][b"content-type"]) == (status, b"application/json")
    assert helps.lower() in json.loads(program[2])["error"]["message"].lower()


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_addresses_of_this_machine_are_its_own(family):
    from nonosat.apps.studio.serving import network_addresses

    for address in network_addresses(family):
        with socket.socket(family, socket.SOCK_STREAM) as sock:
            sock.bind((address, 0))


# --- a server with sockets


EASY = {"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}}
HARD = {"puzzle": n_dom(24).to_json(), "seconds": 60}


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_a_signal_ends_the_server_and_all_its_processes(number, code):
    with served() as (server, address):
        assert request(address, body=EASY)[1]["verdict"] == "unique"
        busy = socket.create_connection((address.hostname, address.port))
        send(busy, "check", HARD)
        time.sleep(0.5)
        those = children(server.pid)
        assert those
        server.send_signal(number)
        _, err = server.communicate(timeout=DEADLINE)
        assert server.returncode == code, err
        assert err == ("nonosat: interrupted\n" if code == 130 and err else "")
        waited(lambda: not any(Path(f"/proc/{child}").exists() for child in those))
        busy.close()


@pytest.mark.slow
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_the_work_ends_when_the_connection_is_closed(accept):
    with served() as (server, address):
        idle = children(server.pid)
        for how in ("close", "half", "reset"):
            connection = socket.create_connection((address.hostname, address.port))
            send(connection, "check", HARD, f"Accept: {accept}\r\n")
            waited(lambda: running(address) == 1)
            if how == "half":
                connection.shutdown(socket.SHUT_WR)
            if how == "reset":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            if how != "half":
                connection.close()
            waited(lambda: running(address) == 0)
            connection.close()
        waited(lambda: len(children(server.pid)) == len(idle))
        before = sum(map(cpu, children(server.pid)))
        time.sleep(1)
        assert sum(map(cpu, children(server.pid))) - before < 20


@pytest.mark.slow
def test_long_questions_of_many_clients_wait_and_all_are_answered():
    body = {**HARD, "seconds": 1}
    with served("--workers", "3") as (_, address), ThreadPoolExecutor(7) as threads:
        found = list(threads.map(lambda _: request(address, body=body), range(6)))
    assert [status for status, _ in found] == [200] * 6
    assert {answer["stopped"] for _, answer in found} == {"seconds"}


@pytest.mark.slow
def test_a_process_that_was_killed_costs_no_answer():
    with served() as (server, address):
        for child in children(server.pid):
            os.kill(child, signal.SIGKILL)
        assert [request(address, body=EASY)[0] for _ in range(4)] == [200] * 4


@pytest.mark.slow
def test_a_killed_server_leaves_nothing_and_its_port_is_free_again():
    with served() as (server, address):
        connection = socket.create_connection((address.hostname, address.port))
        send(connection, "check", HARD)
        waited(lambda: running(address) == 1)
        those = children(server.pid)
        server.kill()
        server.wait()
        waited(lambda: not any(Path(f"/proc/{child}").exists() for child in those))
        connection.close()
    command = [sys.executable, "-m", "nonosat", "studio", "--no-browser", "--port", str(address.port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as again:
        assert str(address.port) in again.stdout.readline()
        assert request(address, body=EASY)[0] == 200
        again.send_signal(signal.SIGTERM)


@pytest.mark.slow
def test_every_question_is_answered_as_without_a_server():
    from nonosat.apps.studio.questions import answer

    with served() as (_, address):
        for name, question in QUESTIONS.items():
            if question.example is not None:
                body = {**question.example, "id": 5}
                status, found = request(address, name, body)
                expected = answer(name, body)
                assert status == 200
                for each in (found, expected):
                    each.pop("seconds", None)
                    each.pop("stats", None)  # with seconds of its own
                assert found == expected
        status, found = request(address, "check", {"puzzle": {"rows": [[-9]], "columns": [[1]]}})
        assert (status, found["error"]["kind"]) == (422, "input")
        status, found = request(address, "check", b"x" * 20_000_000)
        assert (status, found["error"]["kind"]) == (413, "size")


@pytest.mark.slow
def test_no_path_of_the_disk_is_served():
    secrets = ("root:", "import ", "[project]")
    with served() as (_, address):
        for path in (
            "/../server.py",
            "/%2e%2e/server.py",
            "/..%2fserver.py",
            "//etc/passwd",
            "/studio/view/../../../api.py",
        ):
            status, headers, text = got(address, path)
            assert (status, headers["content-type"]) == (404, "application/json")
            assert not any(secret in text for secret in secrets)
        status, headers, text = got(address, "/")
        assert (status, text[:15].lower()) == (200, "<!doctype html>")
        assert "script-src 'self'" in headers["content-security-policy"]


@pytest.mark.slow
def test_a_missing_page_is_said_in_words():
    with served() as (_, address):
        status, headers, text = got(address, "/none", {"Accept": "text/html"})
    assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "Not Found" in text


@pytest.mark.slow
def test_an_address_printed_for_other_machines_opens_the_page():
    with served("--host", "0.0.0.0", "--token", "secret") as (server, address):
        assert address.query == "token=secret"
        status, headers, _ = got(address, "/?token=secret")
        assert (status, headers["location"]) == (303, "./")
        from nonosat.apps.studio.serving import network_addresses

        for expected in network_addresses(socket.AF_INET):
            other = urlsplit(server.stdout.readline().split()[-1])
            assert (other.hostname, other.query) == (expected, "token=secret")
            assert got(other, "/?token=secret")[0] == 303


@pytest.mark.slow
def test_a_wrong_port_is_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "nonosat", "studio", "--no-browser", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert done.returncode == 74
    assert done.stderr == f"nonosat: cannot listen at 127.0.0.1, port {port}: Address already in use\n"


@pytest.mark.slow
def test_the_examples_of_the_page_for_site_operators_run():
    text = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
    expected = {
        "sh": '"verdict": "unique"',
        "python": "[{'row': ",
        "js": "unique 1 ",
    }
    interpreters = {
        "sh": ["sh", "-c"],
        "python": [sys.executable, "-c"],
        "js": ["node", "--input-type=module", "-e"],
    }
    with served() as (_, address):
        for language, says in expected.items():
            (block,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
            needed = "curl" if language == "sh" else interpreters[language][0]
            if shutil.which(needed) is None:
                continue
            command = [*interpreters[language], block.replace("127.0.0.1:8340", address.netloc)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=False)
            assert says in done.stdout, (language, done.stdout, done.stderr)
