"""A command line that cannot be is told in one line, which names the command and what was meant."""

import pytest
from printed import ran


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("generate 10x10", "nonosat: generate: the size is an option: `--size 10x10`"),
        ("generate --difficulty hard", "generate: there is no option --difficulty; did you mean --grade?"),
        ("check --timeout 3 a.non", "check: there is no option --timeout; did you mean --time-limit?"),
        ("generate --n 3", "generate: there is no option --n; did you mean -n?"),
        ("generate --densitty 3", "generate: there is no option --densitty; did you mean --density?"),
        (
            "check --zzz a.non",
            "nonosat: check: there is no option --zzz (see `nonosat check --help`)",
        ),
        ("generate --seed x", "generate: invalid value for '--seed': 'x' is no number"),
        ("check", "nonosat: check: missing argument 'PUZZLE...'"),
        ("convert a b c d", "nonosat: convert: takes no further argument, got c d"),
        ("chek a.non", "nonosat: no command is called 'chek'; did you mean check?"),
        ("list formts", "nonosat: list: no command is called 'formts'; did you mean formats?"),
        ("repair --by clue a.non", "nonosat: repair: --by is now `nonosat repair KIND PUZZLE...`"),
    ],
)
def test_one_line_says_what_was_meant(capsys, arguments, said):
    err = ran(capsys, arguments.split(), 64).err
    assert said in err
    assert err.count("\n") == 1


def test_a_group_of_commands_alone_prints_its_help(capsys):
    assert "formats   List the file formats" in ran(capsys, ["list"], 64).err
