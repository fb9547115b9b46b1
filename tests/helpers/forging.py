"""Changes to certificates, as a forger would make them: the hashes fit again."""

import gzip
import hashlib
import json

import nonosat as ns
from nonosat.proofs.certificate import verify
from nonosat.verifier.reading import MANIFEST, PROOF


def seal(folder, **changes):
    """Makes the manifest fit the current files of the folder, as a forger would."""
    manifest = json.loads((folder / MANIFEST).read_text())
    names = sorted(path.name for path in folder.iterdir() if path.is_file() and path.name != MANIFEST)
    files = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    (folder / MANIFEST).write_text(json.dumps({**manifest, "files": files, **changes}))


def holds(folder):
    """Returns whether a certificate is accepted; the error about an unreadable one must name its place."""
    try:
        return verify(folder).accepted
    except ns.InputError as error:
        if not str(error).startswith(f"{folder}: "):
            raise
        return False


def write(files, folder):
    """Writes the files of a certificate into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


def edited(folder, name, edit):
    """Changes the lines of a file."""
    if name == PROOF:
        lines = gzip.decompress((folder / name).read_bytes()).decode().splitlines()
        write_proof(folder, edit(lines) or lines)
        return
    lines = (folder / name).read_text().splitlines()
    (folder / name).write_text("".join(f"{line}\n" for line in edit(lines) or lines))


def write_proof(folder, lines):
    """Puts other lines into a proof."""
    (folder / PROOF).write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))


def edited_json(folder, name, edit):
    """Changes the value in a file."""
    value = json.loads((folder / name).read_text())
    changed = edit(value)
    (folder / name).write_text(json.dumps(value if changed is None else changed))
