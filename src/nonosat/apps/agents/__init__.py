"""Questions as tools of the Model Context Protocol.

- `tools`: the tools, each a question of the studio.
- `asking`: calls a tool, in the studio's processes and within their limits.
- `progress`: progress in words.
- `reference`: the resources: notation, formats, techniques, examples.
- `sessions`: a limit on the open sessions of one client.
- `server`: the protocol, by the official SDK; nothing else here knows it.
"""
