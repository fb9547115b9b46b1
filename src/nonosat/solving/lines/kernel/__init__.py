"""The compiled twin of what takes most of the time; `nonosat.lines.solver` uses it where it was built.

`line.c` does what `nonosat.lines.line` does, `board.c`, `propagate.c`, `probe.c` and `dive.c` what
`nonosat.lines.reference`, `clauses.c` what `nonosat.lines.clauses`, `marginals.c` what
`nonosat.lines.marginals`, `techniques.c` and `picture.c` what `nonosat.explanation.techniques` and
`nonosat.explanation.canvas`, and `beliefs.c`, `graph.c` and `messages.c` what `nonosat.lines.beliefs` does,
for the lines of a puzzle as `lines.c` keeps them. The Python stays the reference, explains the methods, and
does the work where there was no compiler at installation. The tests compare the two.
"""
