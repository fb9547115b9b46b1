"""Clauses for the cells that lines leave open: `encodings` write them, `backends` solve them.

- `oracle`: one incremental solver for many questions about a puzzle, under assumptions;
- `cardinality`, `maxsat`: bounds on the number of true literals; smallest hitting sets, and cheapest models;
- `exports`: the clauses as files for other solvers, and their answers.
"""
