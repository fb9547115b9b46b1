"""Questions about a puzzle beyond its verdict.

- `solution_space`: number of solutions, backbone, differences;
- `conflicts`: minimal contradictory sets of clues; `repairs`: the smallest change that helps;
- `explanation`: steps of a person, hints, difficulty.
"""
