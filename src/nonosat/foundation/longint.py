"""Integers that can be printed however many digits they have.

Python refuses to turn an integer of more than 4300 digits into text, because that takes time that grows with
the square of their number, and an attacker may send one. Exact numbers of solutions get that long but come
from no attacker, and the limit of the process is not ours to change. `decimal`, to which the limit does not
apply, needs hardly more than linear time.
"""

from __future__ import annotations

_SHORT_BITS = 2048
"""An integer of at most this many bits has under 640 digits, the lowest limit that Python can be set to."""


class LongInt(int):
    """An `int` whose `str`, `repr` and `format` know no limit; what is calculated with it is an `int`.

    >>> found = LongInt(10**5000)
    >>> len(str(found)), len(repr(found)), f"{found:,}"[:9]
    (5001, 5001, '100,000,0')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return format(self)

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        if self.bit_length() <= _SHORT_BITS:
            return format(int(self), spec)
        from decimal import Decimal  # here, as few programs need it

        return format(Decimal(int(self)), spec.removesuffix("d"))
