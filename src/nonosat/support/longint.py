"""Integers of any length that can be printed.

Python refuses to convert integers of more than 4300 digits to text, since that takes quadratic time and the integer
can come from an attacker. Exact counts get that long but are our own, and a library should not change the limit of the
process. `decimal` has no such limit and takes nearly linear time.
"""

from __future__ import annotations

# Bits of integers printed directly: under 640 digits, the lowest limit that Python can be set to.
_SHORT_BITS = 2048


class LongInt(int):
    """An `int` whose `str`, `repr` and `format` have no length limit; arithmetic returns plain `int`.

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
        from decimal import Decimal  # imported late: few programs need it

        return format(Decimal(int(self)), spec.removesuffix("d"))
