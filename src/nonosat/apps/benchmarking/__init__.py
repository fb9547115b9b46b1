"""Backends, options and other programs measured on the same puzzles.

- `families`: puzzles of growing size, made by formula or at random;
- `contenders`: configurations of the search, and other programs;
- `measuring`: one run of a contender on a puzzle;
- `runs`: all runs in their order, resumed from a journal;
- `summary`: their results: figures of each contender, answers that differ, growth of time;
- `tables`: the tables for a terminal; `plots`: plots of a benchmark or a batch.
"""
