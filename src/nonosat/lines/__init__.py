"""Lines: one of them completely, all of them to the fixpoint, and the searches that build on that.

- `bits`: sets of positions in one integer; `line`: everything about one line; `automaton`: of a clue;
- `line_clauses`: one line for a SAT solver;
- `compiled`: the kernel, if it is there; `solver`: the contract of line solvers, and the choice of one;
- `placements` and `reference`: one line and all lines in Python, for tests and for machines without a compiler;
- `board`: candidates of cells, per line; `propagate`: line by line to the fixpoint;
- `cycles`: short exchanges of cells that keep the clues of a picture;
- `probing`: refutes colours of cells by supposing them; `chains`: the fewest lines that refute one;
- `stages`: a search up to the solver of clauses.
"""
