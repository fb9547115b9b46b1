"""Data sets: many requested puzzles with labels, no two alike.

- `canonical`: equality up to symmetry;
- `records`: one puzzle with its labels, made by a worker;
- `making`: the records in order, on all processors, in a file that a later run continues.
"""
