"""One word for one thing: pages, the README and help texts avoid the words that docs/glossary.md replaces."""

import re
from pathlib import Path

import pytest

from nonosat.apps.cli.commands import COMMANDS, command_named

ROOT = Path(__file__).parents[1]
PAGES = {path.name: path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))}
NAMES = {
    "survey_color": "a folder of puzzles",
    "webpbn-color": "files in it",
    "verifiers": "a package of others",
}
"""Names that have such a word, and whose they are."""


def ruled_out():
    """The words in the first column of the glossary's last table."""
    table = (
        PAGES["glossary.md"].read_text(encoding="utf-8").partition("| not | but |\n")[2].partition("\n\n")[0]
    )
    return [word for row in table.splitlines()[1:] for word in row.split("|")[1].strip().split(", ")]


def prose(page):
    """The text of a page without code, addresses and the table of the glossary."""
    text = page.read_text(encoding="utf-8").partition("| not | but |\n")[0]
    text = re.sub(r"^```.*?^```|^    .*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)


def helps():
    """The help of every command and option."""
    commands = [command_named(name) for name in COMMANDS]
    commands += [kind for command in commands for kind in getattr(command, "commands", {}).values()]
    for command in commands:
        yield command.name, command.help or ""
        for param in command.params:
            yield f"{command.name} {param.name}", getattr(param, "help", None) or ""


def found(word, text):
    return re.search(rf"\b{word}(s|es)?\b", re.sub("|".join(NAMES), "", text), re.IGNORECASE)


@pytest.fixture(scope="module")
def texts():
    written = {name: prose(page) for name, page in PAGES.items() if name != "tried.md"}  # a lab notebook
    return {
        **written,
        **{f"--help of {name}": re.sub(r"`[^`]*`|--[a-z-]+", "", text) for name, text in helps()},
    }


@pytest.mark.parametrize("word", ruled_out())
def test_a_word_that_is_ruled_out_does_not_occur(word, texts):
    assert [name for name, text in texts.items() if found(word, text)] == []


def test_every_exception_is_needed(texts):
    everything = " ".join(texts.values())
    assert [name for name in NAMES if name not in everything] == []
