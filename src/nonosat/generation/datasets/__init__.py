"""Data sets: many requested puzzles, no two alike, each with its labels, and a card that describes them all.

- `recipe`: what is to be made;
- `canonical`: what puzzles are equal up to symmetry;
- `records`: a puzzle with its labels, which a worker makes;
- `making`: the records in order, on all processors, in a file that a later run goes on with;
- `columns`: the same as Parquet;
- `card`: a page about a data set.
"""
