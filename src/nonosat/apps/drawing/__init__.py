"""Pictures of puzzles: content, layout, style, and a writer for each kind of file.

- `drawing`: the content, as data; `layout`, `panels` and `outlines`: the positions, as a `scene`; `themes`: the colours;
- `svg`, `png`, `pdf`: writers, listed in `writers`;
- `animation`: sequences of drawings; `gif`: its writer;
- `text`: a puzzle in characters; `terminal`: the same for standard output;
- `cells`: the cells of a repair or an ambiguity.
"""
