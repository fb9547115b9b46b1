"""The notebook of the docs runs, and all values in it show themselves."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"


def code_cells(path):
    return [
        cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"
    ]


def test_the_notebook_is_kept_without_its_outputs():
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code_cells(NOTEBOOK))


@pytest.mark.slow
def test_the_notebook_runs_and_shows_pictures(tmp_path):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    copy = tmp_path / "notebook.ipynb"
    shutil.copy(NOTEBOOK, copy)
    run = "from nbclient.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", run, "--inplace", "--timeout=120", str(copy)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for cell in code_cells(copy):
        (output,) = cell["outputs"]
        assert {"image/svg+xml", "text/html"} & output["data"].keys(), cell["source"]
