"""What can be asked of a puzzle beyond a verdict.

- `solution_space`: how many solutions there are, what they share, where they differ;
- `conflicts`: why there is none; `repairs`: the smallest change that helps;
- `explanation`: how a person would solve it, hints and difficulty.
"""
