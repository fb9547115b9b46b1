"""Answers of people and language models, which are texts of any kind.

- `prompts`: a puzzle as a task, with the way to write the answer;
- `cutting`, `meaning`, `reading`: rows into cells, cells into colours, the last grid in a text;
- `judge`: whether it is a solution, and how far it is from one.
"""
