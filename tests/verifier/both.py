"""The two checkers of certificates, and folders for them."""

from verifier.second import Wrong, check

import nonosat as ns


def first(place):
    """What the package says."""
    try:
        return ns.verify(place).accepted
    except ns.InputError:
        return False


def second(place):
    """What the second checker says, and why."""
    try:
        return check(place), ""
    except Wrong as reason:
        return False, str(reason)


def write(files, target):
    """A folder with these files; some may lie in folders of their own."""
    for name, data in files.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(data)
