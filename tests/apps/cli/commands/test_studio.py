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
    words += " --allow-host a.example --allow-origin https://b.example --proxy 10.0.0.1"
    assert run(words.split()) == 0
    settings = serving.settings
    assert (settings.seconds, settings.memory, settings.workers) == (3, 200_000_000, 4)
    assert (settings.hosts, settings.origins) == (("a.example",), ("https://b.example",))
    assert settings.proxies == ("10.0.0.1",)
    assert serving.listener == ("0.0.0.0", 0)
    assert "--token" in capsys.readouterr().err


def test_the_token_can_come_from_the_environment(serving, monkeypatch):
    monkeypatch.setenv("NONOSAT_TOKEN", "secret")
    assert run(["studio", "--no-browser", "--host", "0.0.0.0"]) == 0
    assert serving.settings.token == "secret"


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


def test_an_export_needs_pyodide(capsys):
    assert "--pyodide" in ran(capsys, ["export", "site"], 64).err
