"""Hints: the next step (`hint`), or what is wrong so far (`mistakes`)."""
