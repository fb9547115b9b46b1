/** One line: its runs, and the finished blocks of its clue. */

/**
 * @typedef {import("./clues.js").Clue} Clue
 * @typedef {{start: number, end: number, colour: number}} Run cells start to end - 1, all of one ink
 */

/** An unknown cell; other cells have a colour, 0 is the background. */
export const UNKNOWN = -1;
export const EMPTY = 0;

/** The runs of ink in a line. @param {ArrayLike<number>} cells @returns {Run[]} */
export function runsOf(cells) {
  const runs = [];
  for (let start = 0; start < cells.length;) {
    let end = start + 1;
    while (end < cells.length && cells[end] === cells[start]) end++;
    if (cells[start] > EMPTY) runs.push({ start, end, colour: cells[start] });
    start = end;
  }
  return runs;
}

/** Whether runs match a clue. @param {Clue} clue @param {Run[]} runs */
export function agrees(clue, runs) {
  if (!clue) return true;
  if (clue.length !== runs.length) return false;
  return clue.every(([length, colour], at) => {
    const { start, end, colour: ink } = runs[at];
    return ink === colour && (length === "?" || length === end - start);
  });
}

/**
 * For each number k and place p: whether the first k blocks fit into the cells before p and cover all ink there.
 * @param {import("./clues.js").Block[]} clue @param {number[]} cells
 */
function fitting(clue, cells) {
  /** @param {number} at @param {number} colour */
  const may = (at, colour) => cells[at] === UNKNOWN || cells[at] === colour;
  const none = new Uint8Array(cells.length + 1);
  none[0] = 1;
  for (let p = 1; p <= cells.length; p++) none[p] = Number(none[p - 1] && may(p - 1, EMPTY));
  const fits = [none];
  clue.forEach(([length, colour], index) => {
    const before = fits[index];
    const touching = index > 0 && clue[index - 1][1] === colour;
    const mine = new Uint8Array(cells.length + 1);
    /** @param {number} start */
    const free = (start) =>
      touching ? start > 0 && before[start - 1] && may(start - 1, EMPTY) : before[start];
    let able = 0; // number of consecutive cells before p that can have this colour
    for (let p = 1; p <= cells.length; p++) {
      able = may(p - 1, colour) ? able + 1 : 0;
      if (mine[p - 1] && may(p - 1, EMPTY)) mine[p] = 1;
      else if (length !== "?") mine[p] = able >= length && free(p - length) ? 1 : 0;
      else for (let start = p - 1; start >= p - able && !mine[p]; start--) if (free(start)) mine[p] = 1;
    }
    fits.push(mine);
  });
  return fits;
}

/** Whether a line can still be completed. @param {Clue} clue @param {number[]} cells */
export function completable(clue, cells) {
  return !clue || fitting(clue, cells)[clue.length][cells.length] === 1;
}

/**
 * Whether each block of a clue is finished: the line matches the whole clue, or a run that is bounded on both sides can be
 * no other block.
 * @param {Clue} clue @param {number[]} cells @returns {boolean[]}
 */
export function finished(clue, cells) {
  if (!clue) return [];
  const runs = runsOf(cells);
  /** @param {{start: number, end: number}} options */
  const ended = ({ start, end }) =>
    (start === 0 || cells[start - 1] !== UNKNOWN) && (end === cells.length || cells[end] !== UNKNOWN);
  if (agrees(clue, runs)) return clue.map(([length], at) => length !== "?" || ended(runs[at]));
  const finished = clue.map(() => false);
  const closed = runs.filter(ended);
  if (!closed.length) return finished;
  const left = fitting(clue, cells);
  const right = fitting([...clue].reverse(), [...cells].reverse());
  if (!left[clue.length][cells.length]) return finished;
  for (const { start, end, colour } of closed) {
    const candidates = clue.flatMap(([length, ink], index) => {
      if (ink !== colour || (length !== "?" && length !== end - start)) return [];
      /** @param {Uint8Array[]} fits @param {number} count @param {number} place @param {import("./clues.js").Block} [other] */
      const apart = (fits, count, place, other) => fits[count][place - Number(other?.[1] === ink)];
      const before = apart(left, index, start, clue[index - 1]);
      const after = apart(right, clue.length - 1 - index, cells.length - end, clue[index + 1]);
      return before && after ? [index] : [];
    });
    if (candidates.length === 1) finished[candidates[0]] = true;
  }
  return finished;
}
