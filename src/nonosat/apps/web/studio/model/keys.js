/** Keys of the page by tool or verb, each declared once. */

/** @type {Record<string, string>} */
export const KEYS = {
  pencil: "P",
  line: "L",
  rectangle: "R",
  ellipse: "E",
  fill: "F",
  pick: "D",
  inspect: "I",
  protect: "K",
  give: "G",
  mark: "X",
  accept: "Y",
  refuse: "N",
  next: "J",
  rowClue: "C",
  columnClue: "Shift+C",
  cancel: "Escape",
  undo: "Ctrl+Z",
  redo: "Ctrl+Shift+Z Ctrl+Y",
  open: "Ctrl+O",
  save: "Ctrl+S",
  print: "Ctrl+P",
  larger: "+ =",
  smaller: "-",
  fit: ".",
  help: "?",
};

/** The key of an activity by its index. @param {number} at */
export const activityKey = (at) => `Alt+${at + 1}`;
