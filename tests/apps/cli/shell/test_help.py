"""The help of all commands: examples that run, summaries that are not cut off, and guesses."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ALL, examples
from effort import quick

from nonosat.apps.cli import run
from nonosat.apps.cli.program import COMMANDS, program
from nonosat.apps.cli.shell import renamed
from nonosat.apps.cli.shell.groups import SharedOption

LONGEST = 80


def help_of(name, capsys):
    run([*name.split(), "--help"])
    return capsys.readouterr().out


def test_the_table_is_all_there():
    assert set(COMMANDS) <= set(ALL)
    assert {"repair givens"} <= set(ALL)


@pytest.mark.slow_for("benchmark", "certify", "generate", "from-image", "scan")
@pytest.mark.parametrize("name", quick(["", *ALL], lambda name: name not in ("studio", "export", "batch")))
def test_every_help_has_examples_that_run(name, files, capsys):
    command = ALL[name] if name else program
    text = help_of(name, capsys)
    assert examples(command)
    for example in examples(command):
        assert f"    nonosat {example.removesuffix(' --force')}\n" in text
        assert example.startswith(name)
        assert run(shlex.split(example)) in (0, 1, 2), capsys.readouterr().err


@pytest.mark.parametrize("name", ["", "repair"])
def test_no_summary_is_cut_off(name, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(LONGEST))
    text = help_of(name, capsys)
    assert "Commands:" in text or "New puzzles:" in text
    assert "...\n" not in text.replace("[ARGS]...\n", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("chekc x.non", "no command is called 'chekc'; did you mean check?"),
        ("zzz", "no command is called 'zzz'; there are check, solve, count"),
        ("check --jsno x.non", "--json"),
    ],
)
def test_a_misspelt_word_gets_a_suggestion(words, said, capsys):
    assert run(words.split()) == 64
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_as_the_help_says(shell, capsys):
    assert f"_NONOSAT_COMPLETE={shell}_source nonosat" in help_of("", capsys)
    environment = {**os.environ, "_NONOSAT_COMPLETE": f"{shell}_complete", "COMP_WORDS": "nonosat amb"}
    environment["COMP_CWORD"] = "1" if shell != "fish" else "amb"
    code = "import sys; sys.argv = ['nonosat']; from nonosat.apps.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert "ambiguity" in done.stdout


def test_help_of_a_command_is_its_help(capsys):
    run(["help", "check"])
    assert capsys.readouterr().out == help_of("check", capsys)


def test_a_help_explains_the_own_options_and_names_the_shared_ones(capsys):
    own, shared = help_of("check", capsys).split("Shared options (see `nonosat help options`):\n")
    assert "--require" in own
    assert "--time-limit" not in own
    assert "  Limits on each puzzle  --time-limit SECONDS, --memory-limit SIZE," in shared


def test_the_options_that_commands_share_are_explained_once(capsys):
    run(["help", "options"])
    explained = re.findall(r"^  (?:-\w, )?(--[\w-]+)", capsys.readouterr().out, re.MULTILINE)
    shared = {
        max(option.opts, key=len)
        for command in ALL.values()
        for option in command.params
        if isinstance(option, SharedOption)
    }
    assert {*explained} == shared | {"--help"}
    assert len(explained) == len({*explained})


@pytest.mark.parametrize(
    "name", [name for name in ALL if any("--time-limit" in param.opts for param in ALL[name].params)]
)
def test_limits_say_what_they_are_for(name):
    limits = [param for param in ALL[name].params if max(param.opts, key=len).endswith("-limit")]
    assert len(limits) >= 2
    for limit in limits:
        assert limit.whose.startswith("on ")
        assert limit.whose in limit.help


def test_the_name_of_an_example_is_suggested(folder, capsys):
    assert run(["check", "gchq"]) == 65
    assert "did you mean example:gchq?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("formats --json", "`nonosat formats` is now `nonosat list formats`"),
        ("examples", "`nonosat examples` is now `nonosat list examples`"),
        ("check --example cup", "--example is now the path example:NAME"),
    ],
)
def test_an_old_name_says_the_new_one(words, said, capsys):
    assert run(words.split()) == 64
    assert said in capsys.readouterr().err


def test_a_file_in_place_of_a_command_is_probably_to_be_checked(folder, capsys):
    assert run(["unique.non"]) == 64
    assert "did you mean `nonosat check unique.non`?" in capsys.readouterr().err
    assert run(["other.non"]) == 64
    assert "no command and no file is called 'other.non'" in capsys.readouterr().err


def test_the_page_has_every_old_option_and_command():
    page = (Path(__file__).parents[4] / "docs/commands.md").read_text(encoding="utf-8")
    for old in renamed.OPTIONS:
        assert old.split()[-1].replace("--output", "-o") in page, old
    for old in renamed.COMMANDS:
        assert f"`{old}" in page, old
