"""The folder of a page without a server: its files, and refused inputs."""

import io
import json
import re
import subprocess
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

import npm
import pytest

import nonosat as ns
from nonosat.apps.languages import CATALOGUES
from nonosat.apps.studio import compiling
from nonosat.apps.studio import export as exporting
from nonosat.apps.studio.export import export
from nonosat.support.errors import OutputError

COMPILED = "python_sat-1.9-cp314-cp314-pyemscripten_2026_0_wasm32.whl"


@pytest.fixture(autouse=True)
def page(tmp_path_factory, monkeypatch):
    """A small page in place of ours; nothing is compiled."""
    monkeypatch.setattr(compiling.shutil, "which", lambda _: None)
    folder = tmp_path_factory.mktemp("page")
    (folder / "studio" / "engine").mkdir(parents=True)
    (folder / "shared").mkdir()
    (folder / "studio" / "engine" / "worker.js").write_text("0;")
    (folder / "studio" / "main.js").write_text('import { a } from "../shared/a.js";\nexport const b = a;\n')
    (folder / "shared" / "a.js").write_text("export const a = 1;\n")
    (folder / "index.html").write_text("<!doctype html><html><head><title>Page</title></head></html>")
    (folder / "studio.json").write_text('{"engine": "server"}')
    monkeypatch.setattr(exporting, "PAGE", folder)
    (folder / "extension").write_bytes(b"\0asm")
    monkeypatch.setattr(exporting, "EXTENSION", folder / "extension")


@pytest.fixture
def pyodide(tmp_path):
    return npm.pyodide_in(tmp_path)


@pytest.fixture
def wheel(tmp_path):
    path = tmp_path / COMPILED
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("pysolvers.so", b"\0asm")
    return path


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_folder_has_the_page_pyodide_and_wheels_with_their_digests(tmp_path, pyodide, wheel):
    site = tmp_path / "site"
    size = export(site, pyodide=pyodide, wheels=[wheel])
    assert size == sum((site / name).stat().st_size for name in files(site))
    assert {f"python/{name}" for name in npm.FILES} | {"studio/engine/worker.js", "index.html"} <= files(site)
    assert not {"python/pyodide.d.ts", "shared/a.js"} & files(site)
    main = (site / "studio" / "main.js").read_text()
    assert "const a = 1;" in main
    assert main.endswith("\nexport const { b } = module1;")
    choice = json.loads((site / "studio.json").read_text())
    assert {*choice.pop("files"), "studio.json"} == files(site)
    assert choice == {
        "engine": "pyodide",
        "kernel": False,  # the small page has none
        "solvers": ["python-sat"],
        "languages": list(CATALOGUES),
        "public_url": None,
    }
    listed = json.loads((site / "python/pyodide-lock.json").read_text())
    assert listed["info"] == npm.LIST["info"]
    assert set(listed["packages"]) == {"nonosat", "python-sat", "six"}
    for row in listed["packages"].values():
        data = (site / "python" / row["file_name"]).read_bytes()
        assert row["sha256"] == sha256(data).hexdigest()
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
        assert row["name"] == "python-sat" or any(name.endswith(".dist-info/WHEEL") for name in names)
    row = listed["packages"]["nonosat"]
    assert row["version"] == ns.__version__
    with zipfile.ZipFile(site / "python" / row["file_name"]) as archive:
        names = set(archive.namelist())
    assert {"nonosat/__init__.py", "nonosat/examples/cat.non", "nonosat/apps/studio/in_browser.py"} <= names
    assert "nonosat/apps/web/player/player.css" in names
    assert not [name for name in names if name.startswith(("nonosat/apps/cli", "nonosat/apps/web/studio"))]
    assert [name for name in names if name.endswith((".c", ".so", ".pyc"))] == ["nonosat/kernel/_compiled.so"]


@pytest.mark.slow
def test_python_is_compiled_where_node_is_installed(tmp_path, pyodide, wheel, monkeypatch):
    commands = []

    def run(command, **options):
        commands.append(command)
        folder = Path(command[2])
        for name in command[3:]:
            (folder / name).write_bytes(b"compiled " + name.encode())
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(compiling.shutil, "which", lambda _: "node")
    monkeypatch.setattr(compiling.subprocess, "run", run)
    export(tmp_path / "site", pyodide=pyodide, wheels=[wheel])
    python = tmp_path / "site" / "python"
    assert (python / "python_stdlib.zip").read_bytes() == b"compiled python_stdlib.zip"
    listed = json.loads((python / "pyodide-lock.json").read_text())["packages"]["six"]
    data = (python / listed["file_name"]).read_bytes()
    assert data == b"compiled " + listed["file_name"].encode()
    assert listed["sha256"] == sha256(data).hexdigest()
    assert wheel.name not in commands[0]

    monkeypatch.setattr(compiling.shutil, "which", lambda _: None)
    export(tmp_path / "other", pyodide=pyodide, wheels=[wheel])
    assert (tmp_path / "other/python/python_stdlib.zip").read_text() == "python_stdlib.zip"
    assert len(commands) == 1


def test_the_page_may_load_nothing_but_its_own_files(tmp_path, pyodide, wheel):
    export(tmp_path / "site", pyodide=pyodide, wheels=[wheel])
    page = (tmp_path / "site" / "index.html").read_text()
    policy = re.search(r'<head><meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)[1]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules.pop("default-src") == "'none'"
    allowed = {"'self'", "'none'", "blob:", "data:", "'wasm-unsafe-eval'"}
    words = {word for rule in rules.values() for word in rule.split()}
    assert {word for word in words if not word.startswith("'sha256-")} <= allowed


@pytest.mark.slow
def test_the_archive_of_npm_does_as_well(tmp_path, pyodide, wheel):
    archive = tmp_path / "pyodide.tgz"
    with tarfile.open(archive, "w:gz") as writer:
        writer.add(pyodide, "package")
    export(tmp_path / "one", pyodide=archive, wheels=[wheel])
    export(tmp_path / "two", pyodide=pyodide, wheels=[wheel])
    one, two = (
        {name: (tmp_path / site / name).read_bytes() for name in files(tmp_path / site)}
        for site in ("one", "two")
    )
    assert one == two  # whenever it is made


@pytest.mark.slow
def test_a_folder_is_replaced_only_if_asked_for_and_only_an_older_export(tmp_path, pyodide, wheel):
    site = tmp_path / "site"
    site.mkdir()
    export(site, pyodide=pyodide, wheels=[wheel])  # an empty one
    (site / "index.html").write_text("")
    with pytest.raises(ns.UsageError, match=r"there is an exported page already$"):
        export(site, pyodide=pyodide, wheels=[wheel])
    export(site, pyodide=pyodide, wheels=[wheel], force=True)
    assert (site / "index.html").stat().st_size
    for name in ("CNAME", ".git/HEAD", "python/mine"):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text("mine")
        with pytest.raises(ns.UsageError, match=f"holds {name}, which is no part of the exported page"):
            export(site, pyodide=pyodide, wheels=[wheel], force=True)
        (site / name).unlink()
    export(site, pyodide=pyodide, wheels=[wheel], force=True)
    with pytest.raises(ns.UsageError, match="holds something else"):
        export(tmp_path, pyodide=pyodide, wheels=[wheel], force=True)
    for path, reason in ((wheel, "it is no folder"), (tmp_path / "no" / "site", "there is no folder")):
        with pytest.raises(OutputError, match=reason):
            export(path, pyodide=pyodide, wheels=[wheel])


def old_python(folder):
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": {**npm.LIST["info"], "python": "3.13.2"}}))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda folder: (folder / "pyodide.asm.mjs").unlink(), "not npm's package .* no pyodide.asm.mjs"),
        (lambda folder: (folder / "pyodide-lock.json").write_text("{"), "does not say what Python"),
        (lambda folder: (folder / "pyodide-lock.json").write_text('{"info": []}'), "does not say what"),
        (old_python, "its Python is 3.13.2, python-sat has wheels from 3.14 on"),
    ],
)
def test_a_folder_that_is_no_pyodide_is_refused(tmp_path, pyodide, wheel, spoil, reason):
    spoil(pyodide)
    with pytest.raises(ns.InputError, match=reason):
        export(tmp_path / "site", pyodide=pyodide, wheels=[wheel])
    assert not (tmp_path / "site").exists()


def test_a_file_that_is_no_archive_is_refused(tmp_path, wheel):
    for path, reason in ((wheel, "no archive"), (tmp_path / "none.tgz", "No such file")):
        with pytest.raises(ns.InputError, match=f"{path.name}: cannot read: {reason}"):
            export(tmp_path / "site", pyodide=path, wheels=[wheel])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("python_sat.zip", "not a wheel: the name"),
        (COMPILED.replace("2026", "2025"), "this Pyodide takes cp314 and pyemscripten_2026_0_wasm32"),
        (COMPILED.replace("cp314", "cp313"), "this wheel is for cp313"),
        (COMPILED.replace("python_sat", "absent"), "cannot read: No such file"),
    ],
)
def test_an_unsuitable_wheel_is_refused(tmp_path, pyodide, wheel, name, reason):
    if "absent" not in name:
        wheel = wheel.rename(tmp_path / name)
    with pytest.raises(ns.InputError, match=reason):
        export(tmp_path / "site", pyodide=pyodide, wheels=[tmp_path / name])
    broken = tmp_path / COMPILED
    broken.write_text("no archive")
    with pytest.raises(ns.InputError, match="it is no ZIP archive"):
        export(tmp_path / "site", pyodide=pyodide, wheels=[broken])


def test_pip_is_asked_for_python_sat_where_its_wheel_is_not_given(tmp_path, pyodide, wheel, monkeypatch):
    asked = []

    def run(command, **options):
        asked.append(command)
        folder = command[command.index("--dest") + 1]
        (type(wheel)(folder) / wheel.name).write_bytes(wheel.read_bytes())
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    export(tmp_path / "site", pyodide=pyodide)
    (command,) = asked
    assert command[1:4] == ["-m", "pip", "download"]
    assert command[-1] == "python-sat"
    assert "pyemscripten_2026_0_wasm32" in command

    def fails(command, **options):
        return subprocess.CompletedProcess(command, 1, "", "ERROR: one\nERROR: No matching distribution\n")

    monkeypatch.setattr(subprocess, "run", fails)
    with pytest.raises(ns.UsageError, match=r"No matching distribution$"):
        export(tmp_path / "other", pyodide=pyodide)
    assert not (tmp_path / "other").exists()
