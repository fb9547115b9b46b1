"""The source distribution holds what the repository holds, tests and what they need included."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_source_distribution_lacks_nothing(tmp_path):
    pytest.importorskip("setuptools")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("no repository")
    names = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
    for name in names:
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / "tree" / name)
    command = [sys.executable, "-c", "from setuptools import build_meta; build_meta.build_sdist('..')"]
    subprocess.run(command, cwd=tmp_path / "tree", capture_output=True, check=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        held = {member.name.partition("/")[2] for member in tar if member.isfile()}
    assert names - held == {".gitignore"}
