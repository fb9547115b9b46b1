"""README and docs: commands print the shown output, and the second command is the tested one."""

import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import nonosat
from nonosat.apps.cli.commands import COMMANDS, command_named
from nonosat.formats.table import FORMATS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
IN_ORDER = {"tutorial"}
"""Pages whose blocks build on each other, and on the files of their text blocks."""


def blocks(page):
    """The console blocks of a page, those that are run in one folder as one, with the files that they need."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    files = dict(re.findall(r"Save this as `(.*?)`.*?```text\n(.*?)```", text, re.DOTALL))
    return [("".join(found), files)] if page.stem in IN_ORDER else [(block, {}) for block in found]


BLOCKS = [
    pytest.param(
        block,
        files,
        id=f"{page.stem}-{number}",
        marks=() if page.stem in {"README", *IN_ORDER} else pytest.mark.slow,
    )
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for number, (block, files) in enumerate(blocks(page))
]


PROGRESS = re.compile(
    r"^nonosat: .*(about [\d.]+%|\d+ of \d+|\btry \d+|\d+ pictures, at least| so far$).*\n", re.MULTILINE
)
"""A line every five seconds on a busy machine."""


def shown(block):
    """Each command of a console block with the output shown below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


@pytest.mark.slow_for("README-0", "tutorial-0")
@pytest.mark.parametrize(("block", "files"), BLOCKS)
def test_commands_print_the_shown_output(block, files, tmp_path):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    for folder in ("puzzles", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    nonosat = f"{shlex.quote(sys.executable)} -m nonosat"
    for command, output in shown(block):
        run = re.sub(r"\bnonosat (?=[a-z])", f"{nonosat} ", command)
        done = subprocess.run(run, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
        printed = without_times(done.stdout + PROGRESS.sub("", done.stderr))
        if "--all" in command:  # solutions come in no particular order
            assert sorted(printed.splitlines()) == sorted(output.splitlines())
        else:
            assert printed == without_times(output)


def without_times(text):
    return re.sub(r"\d+\.\d+(e-\d+)?|\de-\d+", "0", text)


def test_the_first_command_ends_well():
    (command,) = re.findall(r"^    .* -q \. && \.venv/bin/nonosat (.*)$", README, re.MULTILINE)
    done = subprocess.run([sys.executable, "-m", "nonosat", *shlex.split(command)], cwd=ROOT, check=False)
    assert done.returncode == 0


def test_the_second_command_is_what_ci_runs():
    line = "python3 -m venv --upgrade-deps .venv && .venv/bin/pip install -q -e . --group dev && .venv/bin/pytest -q -n auto"
    assert f"    {line}\n" in README
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert "pip install --quiet --editable . --group dev\n" in workflow
    assert "pytest -q -n auto\n" in workflow


PICTURES = ("moon", "sunset", "mountains", "waves", "galaxy", "fern", "written", "balloon", "parrot")


@pytest.mark.slow
@pytest.mark.parametrize("names", [PICTURES, pytest.param(("face",), marks=pytest.mark.nightly)])
def test_the_table_of_pictures_is_up_to_date(names):
    """The proof for the face takes ten times as long as all others."""
    designers = (ROOT / "docs" / "designers.md").read_text(encoding="utf-8").splitlines()
    command = [sys.executable, str(ROOT / "tests" / "pictures" / "make.py"), "--table", *names]
    table = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[1] for line in table[2:]] == list(names)
    assert set(table) <= set(designers)


def test_the_page_of_the_api_has_every_public_name():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\.\. auto\w+:: nonosat\.(\w+)$", page, re.MULTILINE)) == sorted(
        nonosat.__all__
    )


DEVELOPERS = [
    ROOT / name
    for name in (
        *("docs/developers.md", "docs/searching.md", "src/nonosat/kernel/README.md"),
        *("tools/README.md", "packaging/README.md"),
    )
]
"""The pages for developers."""
PLACEHOLDERS = {"NAME", "SET", "MODE", "FOLDER", "PART", "OWNER", "vX"}
SOURCES = {".py", ".pyi", ".c", ".h", ".js", ".json", ".toml", ".yml", ".yaml", ".v", ".md", ""}


@cache
def names_in_the_project():
    """All paths, and all words of code, apart from this test's pages."""
    tops = ("src", "tests", "tools", "benchmarks", "packaging", "puzzles", "docs", ".ci", ".github")
    files = [*ROOT.glob("*"), *(path for top in tops for path in (ROOT / top).rglob("*"))]
    paths = [f"/{path.relative_to(ROOT).as_posix()}" for path in files if "__pycache__" not in path.parts]
    texts = [path for path in files if path.suffix in SOURCES - {".md"} and path.is_file()]
    words = {word for path in texts for word in re.findall(r"\w+", path.read_text("utf-8", "ignore"))}
    return paths, words.union(*(re.findall(r"\w+", path) for path in paths))


@pytest.mark.parametrize("page", DEVELOPERS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_names_in_backquotes_on_a_page_for_developers_are_in_the_project(page):
    paths, words = names_in_the_project()
    text = re.sub(
        r"^```.*?^```|^    .*?$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    spans = {span for span in re.findall(r"`([^`]+)`", text) if "toy" not in span and ".old" not in span}
    gone = [
        name
        for span in spans
        for name in re.findall(r"[A-Za-z_]\w+", re.sub(r"\d\S*", "", span))
        if name not in words | PLACEHOLDERS
    ]
    named = {
        path.strip("/")
        for span in spans
        for path in re.findall(r"[\w./-]*\w/[\w./-]*|[\w-]+\.(?:py|md|toml|c|h|js|json|yml|svg)\b", span)
    }
    missing = [
        path
        for path in named - {"libnonosat"}
        if not PLACEHOLDERS & {*re.findall(r"\w+", path)}
        and not any(each.endswith(f"/{path}") for each in paths)
    ]
    assert len(spans) > 10
    assert (gone, missing) == ([], [])


OF_OTHERS = {"--group", "--upgrade-deps"}
"""Options of pip and venv."""


def test_options_named_in_docs_and_records_exist():
    commands = [command_named(name) for name in COMMANDS]
    commands += [kind for command in commands for kind in getattr(command, "commands", {}).values()]
    options = {
        name
        for command in commands
        for param in command.params
        for name in (*param.opts, *param.secondary_opts)
    }
    scripts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "benchmarks").glob("*.py"))
    options.update(re.findall(r'"(--[a-z-]+)"', scripts))
    records = (ROOT / "src/nonosat/records/jsonl.py").read_text(encoding="utf-8")
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    text = re.sub(r"(?m)^## Names before 1\.0\n(.*\n)*?(?=## )", "", text)  # which are old ones
    spans = re.findall(r"`(?:nonosat )?([a-z-]*) ?(--[a-z][a-z-]*)[^`]*`", f"{records}\n{text}")
    of_commands = {option for command, option in spans if not command or command in COMMANDS}
    assert len(of_commands) > 50
    assert of_commands - options - {"--help", "--debug", "--version", *OF_OTHERS} == set()


def test_the_pages_name_every_format():
    written = sum(row.format is not None for row in FORMATS.values())
    assert f"between {written} formats, and read {len(FORMATS) - written} more" in README
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert [name for name in FORMATS if f"`{name}`" not in page] == []
