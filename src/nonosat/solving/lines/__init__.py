"""Lines: one of them completely, all of them to the fixpoint, and what is likely where nothing is certain.

- `bits`: sets of positions in one integer; `line`: everything about one line; `automaton`: of a clue;
- `clauses`: one line for a SAT solver;
- `solver`: what is asked of all lines together, and who answers: `reference`, or `kernel`, its compiled twin;
- `board`: partial knowledge over cells and lines; `propagate`: line by line to the fixpoint;
- `probing`: what supposing a colour of a cell refutes;
- `beliefs`: how likely each colour of each cell is, by messages between lines;
  `learning`: the learner of the kernel.
"""
