/**
 * What lies upon the picture: regions of open cells, proposed changes, what a hint points at, the cursor. Each is a
 * function that draws on a canvas; the stage calls those that are switched on, in order.
 *
 * @typedef {(context: CanvasRenderingContext2D, view: import("./viewport.js").Viewport,
 *   look: {theme: Record<string, any>, colours: string[]}) => void} Overlay
 */

import { centre } from "../shared/geometry.js";
import { trace } from "./board.js";
import { hue } from "./theme.js";

/** @import { Viewport } from "./viewport.js" */
/** @import { Puzzle } from "../shared/puzzle.js" */
/** @import { LineId } from "../shared/geometry.js" */
/** @import { Area } from "../tools/strokes.js" */

/** The middle of a cell on the stage. @param {Viewport} view @param {number} cell @returns {[number, number]} */
function place(view, cell) {
  const [x, y] = centre(view.geometry, cell);
  return [view.x + x * view.unit, view.y + y * view.scale];
}

/** Strokes the border of a set of cells. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Iterable<number>} cells */
function border(context, view, cells) {
  if (view.geometry.kind === "triddler") {
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
    const row = Math.floor(cell / width),
      column = cell % width;
    const x0 = view.left(column),
      x1 = view.left(column + 1),
      y0 = view.top(row),
      y1 = view.top(row + 1);
    if (!row || !inside.has(cell - width)) {
      context.moveTo(x0, y0);
      context.lineTo(x1, y0);
    }
    if (!inside.has(cell + width)) {
      context.moveTo(x0, y1);
      context.lineTo(x1, y1);
    }
    if (!column || !inside.has(cell - 1)) {
      context.moveTo(x0, y0);
      context.lineTo(x0, y1);
    }
    if (column === width - 1 || !inside.has(cell + 1)) {
      context.moveTo(x1, y0);
      context.lineTo(x1, y1);
    }
  }
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {number} x @param {number} y @param {string} text @param {string} colour */
function badge(context, view, x, y, text, colour) {
  const font = Math.max(9, Math.min(13, view.scale * 0.55));
  context.font = `600 ${font}px ${view.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const wide = context.measureText(text).width + font * 0.9,
    tall = font * 1.5;
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
 * @param {boolean} [faint] whether something else matters more
 * @returns {Overlay}
 */
export function regionsOverlay(regions, chosen, faint = false) {
  return (context, view, { colours }) => {
    regions.forEach(({ cells }, number) => {
      const browsed = chosen?.region === number && chosen.filling;
      cells.forEach((cell, at) => {
        trace(context, view, cell);
        if (browsed) {
          context.fillStyle = colours[browsed[at] ?? 0];
          context.fill();
        }
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
      const [first, ...rest] = cells.map((cell) => place(view, cell));
      const top = rest.reduce(
        (least, at) =>
          at[1] < least[1] - 1 || (Math.abs(at[1] - least[1]) <= 1 && at[0] > least[0]) ? at : least,
        first,
      );
      const high = top[1] - view.scale * 0.5;
      badge(context, view, top[0] + view.scale * 0.5, Math.max(high, view.y + 10), label, hue(number)); // never on a clue
    });
  };
}

/**
 * Proposed changes: each cell shows the colour that it would get, the current one with a ring around it.
 * @param {{cell: number, colour: number}[]} changes
 * @param {number} current the index of the one that is asked about
 * @param {boolean} givens whether the cells would be printed on the card rather than repainted
 * @returns {Overlay}
 */
export function changesOverlay(changes, current, givens) {
  return (context, view, { theme, colours }) => {
    changes.forEach(({ cell, colour }, number) => {
      const [x, y] = place(view, cell);
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
      context.strokeStyle = theme.panel;
      context.lineWidth = number === current ? 6 : 4;
      context.stroke();
      context.strokeStyle = theme.accent;
      context.lineWidth = number === current ? 3.5 : 2;
      context.stroke();
    });
  };
}

/**
 * Cells that are not to be repainted, and those that are printed on the card.
 * @returns {Overlay}
 * @param {Puzzle} puzzle
 * @param {any} showKept
 */
export function marksOverlay(puzzle, showKept) {
  return (context, view, { theme, colours }) => {
    for (const [cell, colour] of puzzle.givens) {
      const [x, y] = place(view, cell);
      if (!puzzle.cells) {
        trace(context, view, cell);
        context.fillStyle = colours[colour];
        context.fill();
      }
      context.beginPath();
      context.arc(x, y, Math.max(1.5, view.scale * 0.26), 0, 7);
      for (const [colour, thick] of [
        [theme.panel, 0.26], // seen on every ink
        [theme.accent, 0.13],
      ]) {
        context.lineWidth = Math.max(1, view.scale * thick);
        context.strokeStyle = colour;
        context.stroke();
      }
    }
    if (!showKept) return;
    context.strokeStyle = theme.accent;
    context.lineWidth = Math.max(1, view.scale * 0.06);
    for (const cell of puzzle.kept) {
      const [x, y] = place(view, cell);
      const half = view.scale * 0.22;
      context.beginPath();
      context.moveTo(x - half, y + half);
      context.lineTo(x + half, y - half);
      context.moveTo(x - half, y);
      context.lineTo(x, y - half);
      context.moveTo(x, y + half);
      context.lineTo(x + half, y);
      context.stroke();
    }
  };
}

/**
 * What a step is about: its cells.
 * @param {number[]} cells
 * @param {boolean} [alarm] whether they are wrong
 * @returns {Overlay}
 */
export function cellsOverlay(cells, alarm = false) {
  return (context, view, { theme }) => {
    context.strokeStyle = alarm ? theme.alarm : theme.accent;
    context.fillStyle = alarm ? theme["alarm-soft"] : theme["accent-wash"];
    context.lineWidth = 2.5;
    if (alarm)
      for (const cell of cells) {
        trace(context, view, cell);
        context.fill();
      }
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
 * What is supposed of cells, each with the number of the link that it follows by.
 * @param {Map<number, import("../shared/teaching.js").Supposed>} supposed
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
      if (view.scale > 9) badge(context, view, ...place(view, cell), label, theme.supposed);
    }
  };
}

/** The cell that the keyboard is at. @param {number} cell @returns {Overlay} */
export function cursorOverlay(cell) {
  return (context, view, { theme }) => {
    if (cell < 0 || cell >= view.geometry.size) return;
    trace(context, view, cell);
    context.strokeStyle = theme.panel;
    context.lineWidth = 5;
    context.stroke();
    context.strokeStyle = theme.accent;
    context.lineWidth = 2.5;
    context.stroke();
  };
}

/** An image over the whole grid, as faint as `opacity` says. @param {ImageBitmap} image @returns {Overlay} @param {number} opacity */
export function referenceOverlay(image, opacity) {
  return (context, view) => {
    const [wide, tall] = view.size();
    context.globalAlpha = opacity;
    context.drawImage(image, view.x, view.y, wide, tall);
    context.globalAlpha = 1;
  };
}

/** The axes of a symmetry by which strokes are drawn. @param {string} symmetry @returns {Overlay} */
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
    for (const [x0, y0, x1, y1] of lines[symmetry] ?? cross) {
      context.moveTo(x + x0 * wide, y + y0 * tall);
      context.lineTo(x + x1 * wide, y + y1 * tall);
    }
    context.stroke();
    context.setLineDash([]);
  };
}

/** Cells that were changed since all was well, with a dashed border. @returns {Overlay} @param {number[]} cells */
export function changedOverlay(cells) {
  return (context, view, { theme }) => {
    context.strokeStyle = theme.alarm;
    context.lineWidth = 2;
    context.setLineDash([4, 3]);
    border(context, view, cells);
    context.setLineDash([]);
  };
}

/** A selected area of a rectangle, dashed. @param {Area} area @returns {Overlay} */
export function selectionOverlay(area) {
  return (context, view, { theme }) => {
    const x = view.left(area.left),
      y = view.top(area.top);
    const wide = view.left(area.right + 1) - x,
      tall = view.top(area.bottom + 1) - y;
    context.fillStyle = theme["accent-wash"];
    context.fillRect(x, y, wide, tall);
    context.lineWidth = 2;
    context.strokeStyle = theme.panel;
    context.strokeRect(x, y, wide, tall);
    context.setLineDash([5, 4]);
    context.strokeStyle = theme.accent;
    context.strokeRect(x, y, wide, tall);
    context.setLineDash([]);
  };
}
