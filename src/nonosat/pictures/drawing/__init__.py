"""Pictures of puzzles: content, layout, style, and a writer for each kind of file.

- `drawing`: what there is to see, as data; `layout` and `panels`: where it lies, as a `scene`; `themes`: how
  it looks;
- `svg`, `png`, `pdf`: writers, listed in `writers`;
- `animation`: drawings that follow each other; `gif`, `apng`, `animated_svg`: its writers; `tracks`: what of
  it is seen when;
- `text`: a puzzle in characters; `compact`: for a terminal that is too narrow; `terminal`: what of it
  standard output can show; `changes`, `regions`: what to draw
  in its cells for a repair or an ambiguity.
"""
