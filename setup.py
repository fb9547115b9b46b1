"""What pyproject.toml has no words for: the flags of Microsoft's compiler, the project's addresses, and
that no outdated kernel for browsers is packed.

`packaging/urls.toml` has the addresses. Without any, the README is taken as it stands, with relative links.
"""

import re
import runpy
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent

_RELATIVE = re.compile(r"(\]\()(?!https?:|#|mailto:)")
"""Where a link of Markdown to a file of the repository begins."""


class KernelBuild(build_ext):
    """Compiles the kernel, with flags that the compiler knows."""

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "msvc":
            for extension in self.extensions:
                extension.libraries = []  # the mathematical functions are in its common library
                extension.extra_compile_args = ["/std:c11", "/O2"]
        super().build_extensions()


def readme(files: str) -> str:
    """The README, its links to files of the repository made absolute below `files` unless that is empty."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return _RELATIVE.sub(rf"\1{files.rstrip('/')}/", text) if files else text


wasm = runpy.run_path(str(ROOT / "packaging" / "wasm.py"))
if not wasm["is_current"]():
    for module in (wasm["MODULE"], wasm["EXTENSION"]):
        module.unlink(missing_ok=True)  # without them pages ask Python, the reference

addresses = tomllib.loads((ROOT / "packaging" / "urls.toml").read_text(encoding="utf-8"))

setup(
    cmdclass={"build_ext": KernelBuild},
    long_description=readme(addresses["readme"]["Files"]),
    long_description_content_type="text/markdown",
    project_urls={name: url for name, url in addresses["urls"].items() if url},
)
