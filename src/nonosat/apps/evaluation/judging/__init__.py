"""Judging free-text answers of people and language models.

- `prompts`: writes a puzzle as a task, with the answer format;
- `meaning`, `reading`: map cells to colours, find the last grid in a text;
- `judge`: tests whether it is a solution, and measures the distance to one.
"""
