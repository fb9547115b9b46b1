"""The types that public functions take and answers have, beside those in `nonosat` itself.

>>> from nonosat.types import LineId
>>> LineId("row", 0)
LineId(axis='row', index=0)
"""

from os.path import join as _join

from nonosat import __path__ as _path
from nonosat.support.lazy_names import loaded as _loaded
from nonosat.support.lazy_names import modules_in as _modules_in

_MODULES = _modules_in(__loader__.get_data(_join(_path[0], "types.pyi")).decode())

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = _loaded(_MODULES[name], name)
    return value


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]
