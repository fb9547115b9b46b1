"""The compiled twin of what takes most of the time; `nonosat.solving.lines.solver` uses it where it was built.

`line.c` does what `nonosat.solving.lines.line` does, `board.c`, `propagate.c`, `probe.c` and `dive.c` what
`nonosat.solving.lines.reference`, `tree.c` and `joint.c` what `nonosat.solving.lines.trees`, `clauses.c` what
`nonosat.solving.lines.clauses`, `marginals.c` what `nonosat.solving.lines.marginals`, `techniques.c` and
`picture.c` what `nonosat.questions.explanation.techniques` and `nonosat.questions.explanation.canvas`, and
`beliefs.c`, `graph.c` and `messages.c` what `nonosat.solving.lines.beliefs` does, for the lines of a puzzle
as `lines.c` keeps them. The Python stays the reference, explains the methods, and does the work where there
was no compiler at installation. The tests compare the two.
"""
