"""Files that ask for endless work end within the limit, in Python, in commands and over HTTP, with an error of one line."""

import base64
import resource
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import PurePath

import pytest
from bombs import BOMBS, PICTURES
from servers import request, served

import nonosat as ns

pytestmark = pytest.mark.slow

SECONDS = 2
LATEST = 25  # CPU seconds of a process that ends; without a limit the worst take hours
MEMORY = 4 * 2**30  # address space of a command


@pytest.fixture(scope="module", params=BOMBS)
def bomb(request, tmp_path_factory):
    """The path of a bomb."""
    path = tmp_path_factory.mktemp("bombs") / request.param
    path.write_bytes(BOMBS[request.param]())
    return path


def asked(path):
    """Returns the command for a file of that name."""
    kind = PurePath(path).suffix
    if kind == ".pdf":
        return "scan"
    return "from-image" if kind in PICTURES else "check"


def test_python_ends_within_the_limit(bomb):
    began, said = time.process_time(), ""
    try:
        match asked(bomb):
            case "scan":
                with suppress(ns.NonosatError):
                    ns.scan(bomb, seconds=SECONDS)
                ns.scan(bomb)
            case "from-image":
                with suppress(ns.NonosatError):
                    ns.from_image(bomb, seconds=SECONDS)
                ns.from_image(bomb)
            case _:
                ns.check(ns.load(bomb), seconds=SECONDS)
    except ns.NonosatError as error:
        said = str(error)
    assert "\n" not in said
    assert time.process_time() - began < LATEST


def test_choices_of_a_bomb_end_within_the_limit(tmp_path):
    pytest.importorskip("cairosvg")
    for options in ({"seconds": SECONDS}, {}, {"choices": 2, "seconds": SECONDS}):
        began = time.monotonic()
        with pytest.raises((ns.InputError, ns.OutOfReach)) as error:
            ns.from_image(BOMBS["use.svg"](), **options)
        assert "\n" not in str(error.value)
        assert time.monotonic() - began < 5 * LATEST


def test_a_command_ends_within_the_limit(bomb, tmp_path):
    words = [asked(bomb), str(bomb), "--time-limit", str(SECONDS)]
    if words[0] != "check":
        words += ["-o", str(tmp_path / "made.non")]
    ended = subprocess.run(
        [sys.executable, "-m", "nonosat", *words],
        capture_output=True,
        text=True,
        timeout=10 * LATEST,
        preexec_fn=lambda: (
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            resource.setrlimit(resource.RLIMIT_CPU, (LATEST, LATEST)),
        ),
    )
    assert ended.returncode in (0, 1, 2, 3, 65), ended.stderr[-300:]
    assert "Traceback" not in ended.stderr
    assert "root:" not in ended.stdout + ended.stderr


def test_a_server_answers_every_bomb_and_goes_on():
    with served() as (_, address):
        for name, content in BOMBS.items():
            data = content()
            if len(data) > 2_000_000:
                continue  # refused for its length, which other tests try
            coded = base64.b64encode(data).decode()
            question = asked(name)
            body = {"base64": coded, "limits": {"seconds": SECONDS}}
            if question == "check":
                question, body = "convert", {"file": {"name": name, "base64": coded}}
            status, answer = request(address, question, body, timeout=120)
            assert status < 500 or answer["error"]["kind"] in ("input", "missing", "limit"), (name, answer)
            assert "root:" not in str(answer)
        easy = {"puzzle": {"rows": [[1]], "columns": [[1]]}}
        assert request(address, "check", easy)[1]["verdict"] == "unique"
