/** Keys of the page, each once: tools and activities by name, other verbs by theirs. */

/** @type {Record<string, string>} */
export const KEYS = {
  pencil: "P",
  line: "L",
  rectangle: "R",
  ellipse: "E",
  fill: "F",
  pick: "D",
  move: "V",
  look: "I",
  keep: "K",
  give: "G",
  mark: "X",
  askHint: "H Shift+H",
  accept: "Y",
  refuse: "N",
  next: "J",
  rowClue: "C",
  columnClue: "Shift+C",
  cancel: "Escape",
  erase: "Delete Backspace",
  undo: "Ctrl+Z",
  redo: "Ctrl+Shift+Z Ctrl+Y",
  open: "Ctrl+O",
  save: "Ctrl+S",
  larger: "+ =",
  smaller: "-",
  fit: ".",
  help: "?",
};

/** The key of an activity by its place. @param {number} at */
export const activityKey = (at) => `Alt+${at + 1}`;
