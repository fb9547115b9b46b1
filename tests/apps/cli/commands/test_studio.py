"""`nonosat studio`: its settings, limits and exit codes."""

import signal
import sys

import pytest
from printed import ran

from nonosat.apps.cli import run


def test_the_studio_listens_on_this_machine_by_default(serving, capsys):
    out, err = ran(capsys, ["studio"])
    assert out == "nonosat studio: http://127.0.0.1:1/ (Ctrl-C ends it)\n"
    assert err == ""
    assert serving.listener == ("127.0.0.1", 8340)
    assert serving.browser
    assert serving.settings.token is None


def test_options_become_settings(serving, capsys):
    words = "studio --no-browser --port 0 --host 0.0.0.0 --time-limit 3 --memory-limit 200M --workers 4"
    words += " --allow-host a.example --allow-origin https://b.example --proxy 10.0.0.1 --token secret"
    assert run(words.split()) == 0
    settings = serving.settings
    assert (settings.seconds, settings.memory, settings.workers) == (3, 200_000_000, 4)
    assert (settings.hosts, settings.origins) == (("a.example",), ("https://b.example",))
    assert settings.proxies == ("10.0.0.1",)
    assert serving.listener == ("0.0.0.0", 0)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["studio", "mcp --http"])
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "", "a.example"])
def test_other_machines_are_let_in_by_a_token_or_in_so_many_words(serving, capsys, command, host):
    words = [*command.split(), "--host", host]
    assert "--no-token" in ran(capsys, words, 64).err
    assert not hasattr(serving, "settings")
    assert run([*words, "--no-token"]) == 0
    assert serving.settings.token is None
    assert run([*words, "--token", "secret"]) == 0
    assert serving.settings.token == "secret"
    assert "contradict" in ran(capsys, [*words, "--token", "secret", "--no-token"], 64).err


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_this_machine_needs_no_token(serving, host):
    assert run(["studio", "--host", host]) == 0
    assert serving.settings.token is None


def test_addresses_for_other_machines_are_printed(serving, capsys):
    serving.others = ["http://192.0.2.7:1/"]
    words = ["studio", "--host", "0.0.0.0"]
    assert ran(capsys, [*words, "--token", "secret"]).out.splitlines() == [
        "nonosat studio: http://127.0.0.1:1/?token=secret (Ctrl-C ends it)",
        "on other machines: http://192.0.2.7:1/?token=secret",
    ]
    assert "192.0.2.7:1/ (no token: for everybody" in ran(capsys, [*words, "--no-token"]).out


def test_the_token_can_come_from_the_environment(serving, monkeypatch):
    monkeypatch.setenv("NONOSAT_TOKEN", "secret")
    assert run(["studio", "--no-browser", "--host", "0.0.0.0"]) == 0
    assert serving.settings.token == "secret"
    assert run(["studio", "--no-browser", "--no-token"]) == 0
    assert serving.settings.token is None


@pytest.mark.parametrize("token", ["", "a b", "a;b", "ä", "a\n"])
def test_a_token_unfit_for_a_header_does_not_disable_the_check(serving, monkeypatch, capsys, token):
    assert run(["studio", "--token", token]) == 64
    monkeypatch.setenv("NONOSAT_TOKEN", token)
    assert ran(capsys, ["studio"], 64).err.count("a token consists of letters, digits") == 2
    assert not hasattr(serving, "settings")


@pytest.mark.parametrize(("ended_by", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_the_exit_code_names_the_end_of_the_server(serving, ended_by, code):
    serving.ended_by = ended_by
    assert run(["studio", "--no-browser"]) == code


def test_without_the_packages_it_names_the_extra(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "nonosat.apps.studio.serving", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["studio"]) == 64
    assert (
        capsys.readouterr().err == "nonosat: studio needs the extra studio: pip install 'nonosat[studio]'\n"
    )


PUBLIC = ("--public-url", "https://a.example/")


def test_the_page_is_exported(tmp_path, capsys, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "nonosat.apps.studio.export.export",
        lambda *folder, **options: asked.append((folder, options)) or 12345,
    )
    site = str(tmp_path / "site")
    assert run(["export", site, "--pyodide", "here", "--wheel", "a.whl", "--force", *PUBLIC]) == 0
    assert asked == [
        (
            (site,),
            {"pyodide": "here", "wheels": ("a.whl",), "force": True, "public_url": "https://a.example/"},
        )
    ]
    out = capsys.readouterr().out
    assert out.startswith(f"{site}: 12,345 bytes\n")
    assert f"python -m http.server --bind 127.0.0.1 --directory {site}\n" in out


def test_an_export_without_kernels_for_browsers_says_so(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("nonosat.apps.studio.export.export", lambda *_, **__: 1)
    monkeypatch.setattr("nonosat.apps.studio.export.PAGE", tmp_path)
    monkeypatch.setattr("nonosat.apps.studio.export.EXTENSION", tmp_path / "pyodide.wasm")
    said = ran(capsys, ["export", "site", "--pyodide", "here"]).err
    assert said.startswith("nonosat: without nonosat.wasm and pyodide.wasm verdicts come seconds later;")
    assert len(said.splitlines()) == 1
    for name in ("kernel/nonosat.wasm", "pyodide.wasm"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert ran(capsys, ["export", "site", "--pyodide", "here"]).err == ""


def test_an_export_needs_pyodide(capsys):
    assert "--pyodide" in ran(capsys, ["export", "site"], 64).err
