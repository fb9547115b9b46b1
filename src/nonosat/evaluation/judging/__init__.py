"""Answers of people and language models, which are texts of any kind.

- `prompts`: a puzzle as a task, with the way to write the answer;
- `markup`, `cutting`, `beside`: lines without markup, rows into cells, rows beside other text;
- `meaning`, `reading`: cells into colours, the last grid in a text;
- `judge`: whether it is a solution, and how far it is from one.
"""
