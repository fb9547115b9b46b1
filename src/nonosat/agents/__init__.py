"""For agents: the questions of nonosat as tools of the Model Context Protocol.

- `tools`: the tools, each a question of the studio with the words for it; `wording`: answers in a few lines.
- `asking`: from the arguments of a tool to its answer, by the studio's processes and within their limits.
- `reference`: what can be read, formats and techniques and examples, and the prompts.
- `server`: the protocol, by the official SDK; nothing else here knows it.
"""
