"""Judging free-text answers of people and language models.

- `prompts`: writes a puzzle as a task, with the answer format;
- `judge`: tests whether the grid in a text (`nonosat.formats.pictures`) is a solution, and measures the distance to one.
"""
