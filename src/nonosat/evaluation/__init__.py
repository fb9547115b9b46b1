"""Judges what others answer.

- `judging`: answers of people and language models, and prompts; `learn`: an environment for agents.
"""
