"""What lines leave open, as clauses: `encodings` write them, `backends` solve them.

`hitting` and `optimum` find smallest hitting sets and best solutions.
"""
