"""Shared by all commands: streams, progress, options, sources of puzzles, printing of answers; declared lines."""
