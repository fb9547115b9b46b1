"""One hard puzzle cut into cubes, which are the same puzzle with more cells given; each solution is in one of them.

- `lookahead`: the best cell to cut at, without the colours that lines alone refute;
- `tree`: the cuts so far and the answers about cubes, kept in a journal that a later run continues;
- `questions`: what is asked of cubes;
- `conquer`: workers answer the cubes, and cut those that take too long;
- `answers`: the verdict, the number of solutions, and a certificate made of the cubes' own.

Source: M. J. H. Heule, O. Kullmann, S. Wieringa and A. Biere, "Cube and conquer: guiding CDCL SAT solvers by
lookaheads" (HVC 2011).
"""
