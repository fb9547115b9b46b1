"""Backends, options and other programs measured on the same puzzles.

- `families`: puzzles of growing size, made by formula or at random;
- `contenders`: what is measured: ways to search, and other programs;
- `measuring`: one run of a contender on a puzzle;
- `runs`: all runs in their order, with the journal of an earlier try;
- `summary`: what came of them: figures of each contender, answers that differ, how time grows;
- `tables`: the tables for a terminal; `plots`: plots of a benchmark or a batch.
"""
