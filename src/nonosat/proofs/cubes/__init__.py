"""Cube and conquer: one hard puzzle cut into cubes, copies with more givens; each solution is in exactly one cube.

- `lookahead`: the best cell to cut at, without the colours that lines refute;
- `tree`: cuts and answers so far, kept in a journal that a later run continues;
- `questions`: the questions about cubes;
- `conquer`: workers answer the cubes, and cut those that take too long;
- `answers`: verdict, number of solutions, and certificates, combined from those of the cubes.

Source: M. J. H. Heule, O. Kullmann, S. Wieringa and A. Biere, "Cube and conquer: guiding CDCL SAT solvers by
lookaheads" (HVC 2011).
"""
