"""What pyproject.toml has no words for: Microsoft's compiler takes other flags than all others."""

from setuptools import setup
from setuptools.command.build_ext import build_ext


class KernelBuild(build_ext):
    """Compiles the kernel, with flags that the compiler knows."""

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "msvc":
            for extension in self.extensions:
                extension.libraries = []  # the mathematical functions are in its common library
                extension.extra_compile_args = ["/std:c11", "/O2"]
        super().build_extensions()


setup(cmdclass={"build_ext": KernelBuild})
