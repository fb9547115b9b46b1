/** Elements of a drawing, in units of a cell's side. */

/** @typedef {import("../shared/geometry.js").Outline} Outline */

export const UNIT = 20; // of the drawing, for a cell's side

/** The path around some outlines. @param {Outline[]} outlines */
export function pathOf(outlines) {
  return outlines
    .map((outline) => `M${outline.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`)
    .join("");
}

/** @param {number} value */
export const round = (value) => Math.round(value * UNIT * 100) / 100;

/** Thin and thick rules between squares, as paths. @param {number} width @param {number} height */
export function rulesOfSquares(width, height) {
  const paths = ["", ""];
  for (let x = 0; x <= width; x++)
    paths[Number(x % 5 === 0 || x === width)] += `M${x * UNIT} 0V${height * UNIT}`;
  for (let y = 0; y <= height; y++)
    paths[Number(y % 5 === 0 || y === height)] += `M0 ${y * UNIT}H${width * UNIT}`;
  return paths;
}

/** Thin rules between cells of any shape, and thick ones around them. @param {{outlines: Outline[]}} layout */
export function rulesOfAny({ outlines }) {
  /** @type {Map<string, number>} */ const edges = new Map();
  for (const outline of outlines) {
    outline.forEach((corner, at) => {
      const ends = [corner, outline[(at + 1) % outline.length]]
        .map(([x, y]) => `${round(x)} ${round(y)}`)
        .sort();
      const edge = `M${ends.join("L")}`;
      edges.set(edge, (edges.get(edge) ?? 0) + 1);
    });
  }
  const paths = ["", ""];
  for (const [edge, cells] of edges) paths[Number(cells === 1)] += edge;
  return paths;
}
