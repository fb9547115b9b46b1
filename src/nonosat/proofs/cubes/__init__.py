"""One hard puzzle cut into cubes: the same puzzle with more cells given, of which every solution is in one.

- `lookahead`: which cell to cut at, and the cubes that lines alone refute;
- `tree`: the cuts made so far and what is known of each cube, kept in a journal that a later run continues;
- `questions`: what is asked of cubes;
- `conquer`: the cubes answered by workers, those that take too long cut again;
- `answers`: whether there is a solution, how many there are, and a certificate made of the cubes' own.

Source: M. J. H. Heule, O. Kullmann, S. Wieringa and A. Biere, "Cube and conquer: guiding CDCL SAT solvers by
lookaheads" (HVC 2011).
"""
