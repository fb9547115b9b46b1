"""The designer's page and its questions.

- `questions`: the questions, from JSON to JSON, on a server and in a browser; `question`: their declaration;
- `examining`, `files`, `paper`, `drawing`: the questions by group;
- `shapes`: declarations of puzzles, pictures and files in requests;
- `server`: the web application, made of `api` (requests and responses), `guard` (access);
- `pool`: the child processes, each of which runs `worker`; `settings`: the limits; `serving`: sockets;
- `export`: the page as a folder for any file server, with Python compiled by `compiling`; `in_browser`: its web worker.
"""
