/** Symmetries of a rectangle, to draw each stroke in several places. */

/** @import { Cells } from "../../shared/history.js" */

/** @typedef {(row: number, column: number, height: number, width: number) => [number, number]} Image */

/** @type {Image} */
export const across = (row, column, _, width) => [row, width - 1 - column];
/** @type {Image} */
export const down = (row, column, height) => [height - 1 - row, column];
/** @type {Image} */
const half = (row, column, height, width) => [height - 1 - row, width - 1 - column];

/** @type {Record<string, {name: string, square?: boolean, images: Image[]}>} */
export const SYMMETRIES = {
  none: { name: "none", images: [] },
  lr: { name: "left and right", images: [across] },
  tb: { name: "top and bottom", images: [down] },
  both: { name: "both", images: [across, down, half] },
  rotation: { name: "half a turn", images: [half] },
  quarter: {
    name: "quarter turns",
    square: true,
    images: [
      (row, column, height) => [column, height - 1 - row],
      half,
      (row, column, height) => [height - 1 - column, row],
    ],
  },
  diagonal: { name: "diagonal", square: true, images: [(row, column) => [column, row]] },
};

/** The names of the symmetries that a picture has. @returns {string[]} @param {{width: number, height: number}} options @param {Cells} cells */
export function symmetriesOf({ width, height }, cells) {
  return Object.entries(SYMMETRIES)
    .filter(([key, { images, square }]) => {
      if (!images.length || key === "both" || (square && width !== height)) return false;
      return cells.every((colour, cell) =>
        images.every((image) => {
          const [row, column] = image(Math.floor(cell / width), cell % width, height, width);
          return cells[row * width + column] === colour;
        }),
      );
    })
    .map(([, { name }]) => name);
}

/**
 * A stroke with its images: cells that differ from `before` change in all other places as well.
 * @template {Uint8Array|Int16Array} T
 * @param {string} symmetry
 * @param {{width: number, height: number, kind: string}} geometry
 * @param {T} before
 * @param {T} after
 * @returns {T}
 */
export function symmetric(symmetry, { width, height, kind }, before, after) {
  const { images, square } = SYMMETRIES[symmetry];
  if (!images.length || kind !== "rectangle" || (square && width !== height)) return after;
  const cells = /** @type {T} */ (after.slice());
  after.forEach((colour, cell) => {
    if (colour === before[cell]) return;
    for (const image of images) {
      const [row, column] = image(Math.floor(cell / width), cell % width, height, width);
      const other = row * width + column;
      if (after[other] === before[other]) cells[other] = colour;
    }
  });
  return cells;
}
