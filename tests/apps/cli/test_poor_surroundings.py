"""Commands where few files may be open, or the working folder is gone: an answer, or one line that says why not."""

import os
import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="a working folder can vanish, and files be limited"
    ),
]

COMMANDS = (
    "check example:cup",
    "check --portfolio 2 example:gchq",
    "check .",
    "count example:cup",
    "render example:cup -o new.svg",
    "certify example:cup -o new",
    "batch . --journal new.jsonl",
    "generate --size 5x5",
)


def told(command, folder, preparation):
    """Runs a command in a folder after some Python code; requires an answer, or one line about what the system refused."""
    program = f"{preparation}\nfrom nonosat.apps.cli import main\nimport sys\nsys.argv[1:] = {command.split()}\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1, 65, 74), (done.returncode, done.stderr)
    assert done.returncode == 0 or done.stderr.strip()
    return done


@pytest.mark.parametrize("command", COMMANDS)
def test_few_files_may_be_open(command, tmp_path):
    limit = "import nonosat.apps.cli, resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))"
    told(command, tmp_path, limit)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_working_folder_is_gone(command, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    done = told(command, folder, f"import os\nos.rmdir({os.fspath(folder)!r})")
    assert not folder.exists()
    assert done.returncode != 70
