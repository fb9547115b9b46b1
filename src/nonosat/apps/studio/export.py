"""Exports the page as a folder for any file server, with the kernel and Python in the browser. Its modules are joined into one.

That Python is Pyodide, CPython compiled to WebAssembly, from npm's package `pyodide`. The folder has the page, four files of
Pyodide, and wheels: of this package and the small ones that it needs, made from what is installed here, and of python-sat
for that Python, which pip downloads. A list of these wheels with their digests replaces Pyodide's own, by which Pyodide
would load packages from elsewhere. If Node is installed, Python is compiled beforehand.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from nonosat import __version__
from nonosat.apps.illustration.playable import sources
from nonosat.apps.languages import CATALOGUES, FOLDER
from nonosat.apps.studio.compiling import compiled
from nonosat.apps.studio.settings import require_public_url
from nonosat.apps.web import FOLDER as PAGE
from nonosat.apps.web import served_files
from nonosat.apps.web.bundle import bundle, joined
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import files_in, require_writable_folder, write_folder

KERNEL = "kernel/nonosat.wasm"  # the compiled kernel, if it was built
EXTENSION = PAGE / "kernel" / "pyodide.wasm"  # likewise, for Python in the browser
MAIN = "studio/main.js"  # main module of the page
CHOICE = "studio.json"  # file with the engine of the page, and the names of all files

_PACKAGE = Path(__file__).parents[2]
# parts of this package without use in a browser
_LEFT_OUT = (
    "apps/cli",
    "apps/many",
    "apps/evaluation/learn",
    "learn.py",
    "apps/web/studio",
)

# extensions of compiled files and their sources; pages to play take modules of the kernel's package, without the kernel
_COMPILING = (".c", ".h", ".so", ".pyd", ".pyc", ".mjs", ".wasm")

_PURE = ("six",)  # required packages in plain Python, taken from this installation

_COMPILED = "python-sat"

_LIBRARY = "python_stdlib.zip"
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", _LIBRARY)
_PYODIDE_ABOUT = "package.json"
_PYODIDE_PACKAGES = "pyodide-lock.json"

_LARGEST_FILE = 100_000_000
_TIME = (1980, 1, 1, 0, 0, 0)  # time of files in wheels made here: the earliest in ZIP archives

# content security policy: the page loads its own files only; a tab that it opens to play a puzzle has the policy, too
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {script}; worker-src 'self'; connect-src 'self'; "
    "style-src 'self' {style}; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


class Target(NamedTuple):
    """The Python of a Pyodide."""

    python: str  # version such as `3.14`
    platform: str  # platform tag of its compiled wheels
    about: dict[str, Any]  # member `info` of its list of packages


class Wheel(NamedTuple):
    """A wheel: name of the package, name of the file, content."""

    name: str
    file: str
    data: bytes


def export(
    folder: str | os.PathLike[str],
    *,
    pyodide: str | os.PathLike[str],
    wheels: Sequence[str | os.PathLike[str]] = (),
    force: bool = False,
    public_url: str | None = None,
) -> int:
    """Writes the page with all that it needs to a folder, all or nothing; returns the size in bytes.

    `pyodide` is npm's package, its folder or the archive that `npm pack` makes. `wheels` are files for that Python, such as
    Pillow's; pip downloads python-sat's if it is not among them. An existing folder is only replaced with `force`, and only
    if it is an earlier export. Links to puzzles have the address `public_url`, by default that of the page.

    Raises `InputError` for a wrong Pyodide or wheel; `UsageError` for a wrong URL, a folder that is taken or no python-sat;
    `OutputError` if it cannot write.
    """
    path = os.fspath(folder)
    if public_url is not None:
        require_public_url(public_url)
    _require_free(path, force)
    source = _pyodide_files(os.fspath(pyodide))
    target = _target(source.pop(_PYODIDE_PACKAGES), os.fspath(pyodide))
    used = [_given(os.fspath(file), target) for file in wheels]
    if not any(wheel.name == _COMPILED for wheel in used):
        used.append(_downloaded(_COMPILED, target))
    present = {wheel.name for wheel in used}
    used += [_installed(name) for name in _PURE if name not in present]
    used.append(_own())
    pure = [wheel.file for wheel in used if wheel.name != _COMPILED]
    listed = source | {wheel.file: wheel.data for wheel in used} | {_PYODIDE_PACKAGES: _listed(used, target)}
    done = compiled(listed, [_LIBRARY, *pure])
    used = [wheel._replace(data=done.get(wheel.file, wheel.data)) for wheel in used]
    listed |= done | {_PYODIDE_PACKAGES: _listed(used, target)}
    contents = _page() | {f"python/{name}": data for name, data in listed.items()}
    contents[CHOICE] = json.dumps(
        {
            "engine": "pyodide",
            "kernel": KERNEL in contents,
            "solvers": [_COMPILED],
            "languages": CATALOGUES,
            "public_url": public_url,
            "files": sorted(contents),
        }
    ).encode()
    write_folder(path, contents, lambda: _require_free(path, force))
    return sum(map(len, contents.values()))


def missing_kernels() -> list[str]:
    """Returns the names of the kernels for browsers that were not built; without them a page answers seconds later."""
    return [path.name for path in (PAGE / KERNEL, EXTENSION) if not path.is_file()]


def _require_free(path: str, force: bool) -> None:
    """Raises an error if anything but an older export would be lost."""
    require_writable_folder(path)
    if not os.path.isdir(path) or not (present := set(os.listdir(path))):
        return
    if CHOICE not in present:
        raise UsageError(f"{path}: holds something else than an exported page, which is left as it is")
    if not force:
        raise UsageError(f"{path}: there is an exported page already").remedied_by("force")
    if foreign := next(_foreign(Path(path)), None):
        raise UsageError(f"{path}: holds {foreign}, which is no part of the exported page and would be lost")


def _foreign(folder: Path) -> Iterator[str]:
    """Yields the files of a folder that are no part of its exported page, such as those of a repository."""
    try:
        own = {CHOICE, *json.loads((folder / CHOICE).read_text(encoding="utf-8"))["files"]}
    except (OSError, ValueError, LookupError, TypeError):
        own = set()
    return (path for path in files_in(str(folder)) if path not in own)


# --- the page


def _page() -> dict[str, bytes]:
    """Returns the files of the page."""
    main = PAGE / MAIN
    bundled = joined(main) - {main}
    files = {name: path.read_bytes() for name, path in served_files(PAGE).items() if path not in bundled}
    files[MAIN] = bundle(main).encode()  # one request in place of ninety
    files |= {f"languages/{name}.json": (FOLDER / f"{name}.json").read_bytes() for name in CATALOGUES}
    style, script = sources()
    content = _POLICY.format(style=style, script=script)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{content}">'.encode()
    files["index.html"], count = re.subn(rb"(?i)<head>", rb"\g<0>" + policy, files["index.html"], count=1)
    assert count == 1
    return files


# --- Pyodide


def _pyodide_files(path: str) -> dict[str, bytes]:
    """Returns the required files of npm's package, from its folder or archive."""
    wanted = (*_PYODIDE, _PYODIDE_ABOUT, _PYODIDE_PACKAGES)
    try:
        if os.path.isdir(path):
            files = {name: file.read_bytes() for name in wanted if (file := Path(path, name)).is_file()}
        else:
            files = _from_archive(path, wanted)
    except (OSError, EOFError, tarfile.TarError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no archive of npm's"
        raise InputError(f"cannot read: {reason}", path=path) from None
    missing = [name for name in wanted if name not in files]
    if missing:
        raise InputError(f"not npm's package `pyodide` of 2026 or later: it has no {missing[0]}", path=path)
    return files


def _from_archive(path: str, wanted: Iterable[str]) -> dict[str, bytes]:
    """Returns files of an archive of npm, in which all are in a folder `package`."""
    files = {}
    with tarfile.open(path, "r:gz") as archive:
        for member in archive:
            name = member.name.removeprefix("package/")
            if name in wanted and member.isfile() and member.size <= _LARGEST_FILE:
                file = archive.extractfile(member)
                assert file
                files[name] = file.read()
    return files


def _target(packages: bytes, path: str) -> Target:
    """Returns the Python that its list of packages is for."""
    try:
        about = json.loads(packages)["info"]
        python, abi = str(about["python"]), str(about["abi_version"])
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{_PYODIDE_PACKAGES} does not say what Python it is for", path=path) from None
    major, minor = (int(part) if part.isdigit() else 0 for part in (*python.split("."), "")[:2])
    if (major, minor) < (3, 14):
        raise InputError(f"its Python is {python[:20]}, python-sat has wheels from 3.14 on", path=path)
    return Target(f"{major}.{minor}", f"pyemscripten_{abi}_wasm32", about)


# --- wheels


def _given(path: str, target: Target) -> Wheel:
    """Reads a wheel for that Python from a file."""
    file = os.path.basename(path)
    match = re.fullmatch(r"([\w.]+)-[^-]+(?:-\d[^-]*)?-([^-]+)-([^-]+)-([^-]+)\.whl", file)
    if match is None:
        raise InputError("not a wheel: the name must be NAME-VERSION-PYTHON-ABI-PLATFORM.whl", path=path)
    name, _, abi, platform = match.groups()
    if platform not in ("any", target.platform) or (abi not in ("none", "abi3") and abi != _abi(target)):
        wanted = f"{_abi(target)} and {target.platform}"
        raise InputError(f"this wheel is for {abi} and {platform}, this Pyodide takes {wanted}", path=path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", path=path) from None
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise InputError("not a wheel: it is no ZIP archive", path=path)
    return Wheel(name.replace("_", "-").lower(), file, data)


def _abi(target: Target) -> str:
    return f"cp{target.python.replace('.', '')}"


def _downloaded(name: str, target: Target) -> Wheel:
    """Downloads a package's wheel for that Python with pip."""
    wanted = ["--only-binary=:all:", "--implementation", "cp", "--python-version", target.python]
    wanted += ["--platform", target.platform, "--no-deps", "--pre", name]
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", folder, *wanted]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = sorted(Path(folder).glob("*.whl"))
        if run.returncode or len(wheels) != 1:
            last = next(iter(run.stderr.strip().splitlines()[-1:]), "").removeprefix("ERROR: ")
            reason = f"pip does not get {name} for {target.platform}, {last or 'no wheel came'}"
            raise UsageError(reason).remedied_by("wheel")
        return _given(str(wheels[0]), target)


def _installed(name: str) -> Wheel:
    """Makes the wheel of an installed package in plain Python."""
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise UsageError(f"{name} is not installed: pip install {name}") from None
    files = {
        file.as_posix(): file.read_binary()
        for file in distribution.files or ()
        if ".." not in file.parts and file.suffix != ".pyc"
    }
    if not any(file.endswith(".dist-info/WHEEL") for file in files):
        raise UsageError(f"{name} was not installed by pip").remedied_by("wheel")
    return Wheel(name, f"{name}-{distribution.version}-py3-none-any.whl", _zipped(files))


def _own() -> Wheel:
    """Makes the wheel of this package for Pyodide, without parts that are of no use there."""
    files = {
        f"nonosat/{name}": path.read_bytes()
        for path in sorted(_PACKAGE.rglob("*"))
        if path.is_file()
        and path.suffix not in _COMPILING
        and not (name := path.relative_to(_PACKAGE).as_posix()).startswith(_LEFT_OUT)
    }
    if EXTENSION.is_file():
        files["nonosat/kernel/_compiled.so"] = EXTENSION.read_bytes()
    about = f"nonosat-{__version__}.dist-info"
    metadata_files = {
        "METADATA": f"Metadata-Version: 2.4\nName: nonosat\nVersion: {__version__}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: nonosat\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files |= {f"{about}/{name}": text.encode() for name, text in metadata_files.items()}
    files[f"{about}/RECORD"] = "".join(f"{name},,\n" for name in files).encode()
    data = _zipped(files)
    build = f"0{sha256(data).hexdigest()[:12]}"  # a browser that has an older one stored asks for the new one
    return Wheel("nonosat", f"nonosat-{__version__}-{build}-py3-none-any.whl", data)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Returns an archive of files; the same for the same files."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as writer:
        for name, data in files.items():
            about = zipfile.ZipInfo(name, _TIME)
            about.compress_type = zipfile.ZIP_DEFLATED
            writer.writestr(about, data)
    return archive.getvalue()


def _listed(wheels: Iterable[Wheel], target: Target) -> bytes:
    """Returns the list by which Pyodide installs these packages."""

    def row(wheel: Wheel) -> dict[str, Any]:
        return {
            "name": wheel.name,
            "version": wheel.file.split("-")[1],
            "file_name": wheel.file,
            "install_dir": "site",
            "sha256": sha256(wheel.data).hexdigest(),
            "package_type": "package",
            "imports": [],
            "depends": [],
            "unvendored_tests": False,
        }

    return json.dumps({"info": target.about, "packages": {whl.name: row(whl) for whl in wheels}}).encode()
