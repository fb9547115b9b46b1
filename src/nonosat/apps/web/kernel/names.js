// Written by packaging/names.py from nonosat.formats, nonosat.model and nonosat.records.

/** Lines of a family, cells of a block. */
export const MAX_SIDE = 4096;

/** Colours of a palette, with the background. */
export const MAX_COLOURS = 256;

/** Members of our own JSON, by kind. */
export const MEMBERS =
  "rows columns diagonals corner lines clues outlines labels palette givens title author source copyright licence extra goal";
export const DIRECTIONS = "rows columns diagonals".split(" ");
export const TEXTS = "title author source copyright licence".split(" ");

/** Parts of the names of clues of rows, and of columns. */
export const ACROSS =
  /row|hor|left|side|across|fila|lign|righ|linh|zeil|wiersz|rij|radk|^r$|^h(?:$|clue|hint|num)/;
export const DOWN = /col|ver|top|down|spalt|kolum|kolom|sloup|^c$|^up|^v(?:$|clue|hint|num)/;

/** Names of members by what they mean, without case, blanks, `_` and `-`. */
export const SYNONYMS = {
  rows: "rows row",
  columns: "columns cols column col",
  height: "height rows rowcount numrows nrows nbrows numberofrows h",
  width: "width cols columns colcount columncount numcols numcolumns ncols ncolumns w",
  size: "size dimension dimensions dim dims gridsize boardsize shape n",
  inside: "clues puzzle hints constraints nonogram game save data board level problem",
  several: "nonograms puzzles levels boards games items",
  goal: "goal solution grid cells content picture image matrix pixels solutiongrid answer",
  palette: "palette colors colours colormap colourmap",
  title: "title name",
  author: "author by creator designer",
  source: "source url link catalogue",
  copyright: "copyright",
  licence: "licence license",
};

/** Cells: ink; empty beside another ink. */
export const CROSSES = "Xx×✕✖✗✘❌";

/** Cells: ink of one colour: one of them in a picture. */
export const INKS = "*@k█▓■▪●◼◾⚫✅✓✔⬛🔴🔵🟠🟡🟢🟣🟤🟥🟦🟧🟨🟩🟪🟫";

/** Cells: ink in any case. */
export const LETTERS = "#1";

/** Cells: no ink. */
export const EMPTY = " -.0W_w·‐‑‒–—−░□▫○◻◽⚪⬜";
