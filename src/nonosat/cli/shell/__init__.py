"""What all commands share: streams, progress, options, sources of puzzles, and how answers are printed."""
