"""The notebooks of the docs run, and all values in them show themselves."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)


def code_cells(path):
    return [
        cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"
    ]


@every_notebook
def test_a_notebook_is_kept_without_its_outputs(notebook):
    cells = code_cells(notebook)
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in cells)
    assert sum(len(cell["source"]) for cell in cells) <= 30


@pytest.mark.slow
@every_notebook
def test_a_notebook_runs_and_every_cell_shows_its_value(notebook, tmp_path):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    copy = tmp_path / "notebook.ipynb"
    shutil.copy(notebook, copy)
    run = "from nbclient.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", run, "--inplace", "--timeout=120", str(copy)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    drawn = 0
    for cell in code_cells(copy):
        (output,) = cell["outputs"]
        drawn += bool({"image/svg+xml", "text/html"} & output["data"].keys())
    assert drawn >= 2
