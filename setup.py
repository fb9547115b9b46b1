"""What pyproject.toml has no words for: the digest of the sources that is compiled in, the flags of Microsoft's compiler, and
that no outdated kernel for browsers is packed."""

import runpy
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent


class KernelBuild(build_ext):
    """Compiles the kernel, with the digest of its sources and flags that the compiler knows."""

    def build_extensions(self) -> None:
        package = ROOT / "src" / "nonosat"
        digest = runpy.run_path(str(package / "support" / "compiled_sources.py"))["digest"]
        for extension in self.extensions:
            folder = package / extension.name.split(".")[1]
            extension.define_macros.append(("NONOSAT_SOURCES", f'"{digest(str(folder))}"'))
        if self.compiler.compiler_type == "msvc":
            for extension in self.extensions:
                extension.libraries = []  # the mathematical functions are in its common library
                extension.extra_compile_args = ["/std:c11", "/O2"]
        super().build_extensions()


class CurrentFiles(build_py):
    """Leaves out kernels for browsers that were compiled from other sources, and says so: without one, pages ask Python."""

    def find_data_files(self, package: str, folder: str) -> list[str]:
        files: list[str] = super().find_data_files(package, folder)
        if package != "nonosat" or runpy.run_path(str(ROOT / "packaging" / "wasm.py"))["is_current"]():
            return files
        self.warn("no kernel for browsers: it is missing or outdated; python packaging/wasm.py compiles it")
        return [file for file in files if not file.endswith(".wasm")]


setup(cmdclass={"build_ext": KernelBuild, "build_py": CurrentFiles})
