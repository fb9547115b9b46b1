"""Clauses for the cells that lines leave open: `encodings` write them, `backends` solve them.

- `oracle`: one solver that is asked many questions about a puzzle, under assumptions;
- `cardinality`, `maxsat`: how many literals may be true; smallest hitting sets, and cheapest models;
- `exports`: the clauses as files for other solvers, and what these answer;
"""
