"""The pages' files as Node takes them."""

import shutil

import pytest
from wasm import require_module

from nonosat.apps.web import FOLDER


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A copy of the pages' files, with the compiled module."""
    require_module()
    folder = tmp_path_factory.mktemp("served")
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder
