"""The designer's page and what it asks.

- `questions`: the questions, from JSON to JSON, here and in a browser alike; `question`: what one is;
- `examining`, `repairing`, `judging`, `regrading`, `files`, `paper`, `codes`, `drawing`: the questions themselves, in groups;
- `export`: the page as a folder for any file server, its Python `compiling`; `in_browser`: its questions, in a web worker;
- `server`: the web application, of `api` (requests, responses), `guard` (who may ask), `openapi`, `metrics`;
- `pool`: the child processes, in each of which `worker` runs; `settings`: the limits; `serving`: sockets;
- `declared`: declarations that check JSON and describe it; `shapes`: those of puzzles, pictures, steps.
"""
