/**
 * Overlays of the picture: regions of open cells, proposed changes, the cells of a hint, the cursor. Each is a function
 * that draws on a canvas; the stage calls the active ones in order.
 *
 * @typedef {(context: CanvasRenderingContext2D, view: import("./viewport.js").Viewport,
 *   style: {theme: import("./theme.js").Theme, colours: string[], cells: import("../../shared/history.js").Cells}) => void} Overlay
 */

import { trace } from "./board.js";
import { hue } from "./theme.js";

/** @import { Viewport } from "./viewport.js" */
/** @import { Puzzle } from "../../shared/puzzle.js" */
/** @import { LineId } from "../../shared/geometry.js" */
/** @import { Theme } from "./theme.js" */

/** Strokes the border of a set of cells. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Iterable<number>} cells */
function border(context, view, cells) {
  if (view.geometry.kind !== "rectangle") {
    for (const cell of cells) {
      trace(context, view, cell);
      context.stroke();
    }
    return;
  }
  const inside = new Set(cells);
  const { width } = view.geometry;
  context.beginPath();
  for (const cell of cells) {
    const [left, top, right, bottom] = view.box(cell);
    const sides = [
      [cell - width, left, top, right, top],
      [cell + width, left, bottom, right, bottom],
      [cell % width ? cell - 1 : -1, left, top, left, bottom],
      [(cell + 1) % width ? cell + 1 : -1, right, top, right, bottom],
    ];
    for (const [beyond, ...ends] of sides) if (!inside.has(beyond)) draw(context, ...ends);
  }
  context.stroke();
}

/** Adds a line to a path, whose ends are (x, y) in turn. @param {CanvasRenderingContext2D} context @param {...number} ends */
function draw(context, ...[x0, y0, x1, y1]) {
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
}

/** Strokes a path twice, first wider in the colour of paper, to be visible on every ink. @param {CanvasRenderingContext2D} context @param {Theme} theme @param {number} wide @param {number} narrow */
function strokeTwice(context, theme, wide, narrow) {
  context.strokeStyle = theme.panel;
  context.lineWidth = wide;
  context.stroke();
  context.strokeStyle = theme.accent;
  context.lineWidth = narrow;
  context.stroke();
}

/** Marks a cell with a slanting line. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {number} cell @param {string} colour */
function hatch(context, view, cell, colour) {
  const [x, y] = view.middle(cell);
  const half = view.scale * 0.25;
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, view.scale * 0.1);
  context.beginPath();
  draw(context, x - half, y + half, x + half, y - half);
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {number} x @param {number} y @param {string} text @param {string} colour */
function badge(context, view, x, y, text, colour) {
  const font = Math.max(9, Math.min(13, view.scale * 0.55));
  context.font = `600 ${font}px ${view.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const [wide, tall] = [context.measureText(text).width + font * 0.9, font * 1.5];
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x - wide / 2, y - tall / 2, wide, tall, tall / 2);
  context.fill();
  context.fillStyle = "#fff";
  context.fillText(text, x, y + font * 0.05);
}

/**
 * Open cells shaded by region, each with the number of its fillings; of the chosen region the filling chosen.
 * @param {{cells: number[], label: string}[]} regions
 * @param {{region: number, filling: (number|null)[]|null}|null} chosen
 * @param {boolean} [faint] whether another overlay is more important
 * @returns {Overlay}
 */
export function regionsOverlay(regions, chosen, faint = false) {
  return (context, view, { colours, cells: shown }) => {
    regions.forEach(({ cells }, number) => {
      const browsed = chosen?.region === number && chosen.filling;
      cells.forEach((cell, at) => {
        trace(context, view, cell);
        if (browsed) {
          context.fillStyle = colours[browsed[at] ?? 0];
          context.fill();
        }
        const ink = browsed ? browsed[at] : shown[cell];
        if (ink && ink > 0) return browsed ? undefined : hatch(context, view, cell, hue(number)); // ink keeps its colour
        context.fillStyle = hue(number, browsed ? 0.2 : faint ? 0.16 : 0.34);
        context.fill();
      });
      context.strokeStyle = hue(number);
      context.lineWidth = chosen?.region === number ? 3 : faint ? 1 : 1.5;
      border(context, view, cells);
    });
    if (view.scale < 7 || faint) return;
    regions.forEach(({ cells, label }, number) => {
      if (chosen?.region === number) return;
      const [x, y] = cells
        .map((cell) => view.middle(cell))
        .reduce((one, other) =>
          other[1] < one[1] - 1 || (other[1] <= one[1] + 1 && other[0] > one[0]) ? other : one,
        );
      const high = Math.max(y - view.scale * 0.5, view.y + 10); // never on a clue
      badge(context, view, x + view.scale * 0.5, high, label, hue(number));
    });
  };
}

/**
 * Proposed changes: each cell shows its new colour, the current one with a ring around it.
 * @param {{cell: number, colour: number}[]} changes
 * @param {number} current index of the current one
 * @param {boolean} givens whether cells are revealed rather than repainted
 * @returns {Overlay}
 */
export function changesOverlay(changes, current, givens) {
  return (context, view, { theme, colours }) => {
    changes.forEach(({ cell, colour }, number) => {
      const [x, y] = view.middle(cell);
      const size = Math.max(3, view.scale * (view.geometry.kind === "triddler" ? 0.3 : 0.56));
      trace(context, view, cell);
      context.fillStyle = theme["accent-wash"];
      context.fill();
      context.beginPath();
      if (givens) context.arc(x, y, size / 2, 0, 7);
      else context.roundRect(x - size / 2, y - size / 2, size, size, size * 0.2);
      context.fillStyle = colours[colour];
      context.fill();
      context.strokeStyle = theme.accent;
      context.lineWidth = 1.5;
      context.stroke();
      trace(context, view, cell);
      strokeTwice(context, theme, number === current ? 6 : 4, number === current ? 3.5 : 2);
    });
  };
}

/** Protected and revealed cells. @param {Puzzle} puzzle @param {boolean} showKept @returns {Overlay} */
export function marksOverlay(puzzle, showKept) {
  return (context, view, { theme, colours }) => {
    for (const [cell, colour] of puzzle.givens) {
      const [x, y] = view.middle(cell);
      if (!puzzle.cells) {
        trace(context, view, cell);
        context.fillStyle = colours[colour];
        context.fill();
      }
      context.beginPath();
      context.arc(x, y, Math.max(1.5, view.scale * 0.26), 0, 7);
      strokeTwice(context, theme, Math.max(1, view.scale * 0.26), Math.max(1, view.scale * 0.13));
    }
    if (!showKept) return;
    context.strokeStyle = theme.accent;
    context.lineWidth = Math.max(1, view.scale * 0.06);
    for (const cell of puzzle.kept) {
      const [x, y] = view.middle(cell);
      const half = view.scale * 0.22;
      context.beginPath();
      draw(context, x - half, y + half, x + half, y - half);
      draw(context, x - half, y, x, y - half);
      draw(context, x, y + half, x + half, y);
      context.stroke();
    }
  };
}

/** Cells of a step. @param {number[]} cells @returns {Overlay} */
export function cellsOverlay(cells) {
  return (context, view, { theme }) => {
    context.strokeStyle = theme.accent;
    context.lineWidth = 2.5;
    border(context, view, cells);
  };
}

/** Whole lines shaded in a colour of the theme. @param {LineId[]} lines @returns {Overlay} */
export function linesOverlay(lines, colour = "accent-wash") {
  return (context, view, { theme }) => {
    context.fillStyle = theme[colour];
    for (const { family, index } of lines) {
      context.beginPath();
      for (const cell of view.geometry.families[family][index]) {
        trace(context, view, cell);
        context.fill();
      }
    }
  };
}

/**
 * Supposed cells, each with the number of its link.
 * @param {Map<number, import("../../shared/teaching.js").Supposed>} supposed
 * @returns {Overlay}
 */
export function supposedOverlay(supposed) {
  return (context, view, { theme, colours }) => {
    for (const [cell, { colour, label }] of supposed) {
      trace(context, view, cell);
      context.fillStyle = colour ? colours[colour] : theme["supposed-soft"];
      context.fill();
      context.strokeStyle = theme.supposed;
      context.lineWidth = 2;
      context.stroke();
      if (view.scale > 9) badge(context, view, ...view.middle(cell), label, theme.supposed);
    }
  };
}

/** The keyboard's cursor. @param {number} cell @returns {Overlay} */
export function cursorOverlay(cell) {
  return (context, view, { theme }) => {
    if (cell < 0 || cell >= view.geometry.size) return;
    trace(context, view, cell);
    strokeTwice(context, theme, 5, 2.5);
  };
}

/** The axes of the strokes' symmetry. @param {string} symmetry @returns {Overlay} */
export function axesOverlay(symmetry) {
  return (context, view, { theme }) => {
    const [wide, tall] = view.size();
    const { x, y } = view;
    /** @type {Record<string, number[][]>} */
    const lines = { lr: [[0.5, 0, 0.5, 1]], tb: [[0, 0.5, 1, 0.5]], diagonal: [[0, 0, 1, 1]] };
    const cross = [...lines.lr, ...lines.tb];
    context.strokeStyle = theme.accent;
    context.lineWidth = 1.5;
    context.setLineDash([2, 5]);
    context.beginPath();
    for (const [x0, y0, x1, y1] of lines[symmetry] ?? cross)
      draw(context, x + x0 * wide, y + y0 * tall, x + x1 * wide, y + y1 * tall);
    context.stroke();
    context.setLineDash([]);
  };
}

/** Cells changed since there was one solution, with a dashed border. @param {number[]} cells @returns {Overlay} */
export function changedOverlay(cells) {
  return (context, view, { theme }) => {
    context.strokeStyle = theme.alarm;
    context.lineWidth = 2;
    context.setLineDash([4, 3]);
    border(context, view, cells);
    context.setLineDash([]);
  };
}
