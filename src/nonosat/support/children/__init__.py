"""Child processes whose time and memory can be limited.

- `processes`: child processes, their messages, memory limits and end;
- `linux`, `portable`: how a system does that; `systems` chooses one;
- `own_limits`: limits on everything that this process does.
"""
