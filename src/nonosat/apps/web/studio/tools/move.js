/** Selects an area, and moves its cells, with Shift a copy. A stroke outside of the selection begins a new one. */

import { cellBeside, isInside } from "../model/transforms.js";
import { coordinates } from "../../shared/geometry.js";
import { withCells } from "../../shared/puzzle.js";
import { areaOf } from "./strokes.js";

/** @import { Area, Desk } from "./strokes.js" */
/** @import { Puzzle } from "../../shared/puzzle.js" */
/** @import { Cells } from "../../shared/history.js" */
/** @import { Geometry } from "../../shared/geometry.js" */

/** The picture with an area's cells laid elsewhere. @param {Desk} desk @param {Area} area @param {number} down @param {number} right @param {boolean} copy */
function laid({ geometry, cells: before }, area, down, right, copy) {
  const cells = before.slice();
  const moved = [...cells.keys()].filter((cell) => isInside(geometry, area, cell));
  if (!copy) for (const cell of moved) cells[cell] = 0;
  for (const cell of moved) {
    const to = cellBeside(geometry, cell, down, right);
    if (to >= 0) cells[to] = before[cell];
  }
  return cells;
}

/** The puzzle with that picture; marks of the area move along, unless it is copied. @param {Puzzle} puzzle @param {Cells} cells @param {Desk} desk @param {number} down @param {number} right @param {boolean} copy */
function carried(puzzle, cells, { geometry, selection: area }, down, right, copy) {
  /** @param {number} cell */
  const place = (cell) => {
    const to =
      copy || !area || !isInside(geometry, area, cell) ? cell : cellBeside(geometry, cell, down, right);
    return to < 0 ? [] : [to];
  };
  const givens = new Map([...puzzle.givens.keys()].flatMap(place).map((cell) => [cell, cells[cell]]));
  return withCells(
    { ...puzzle, givens, kept: new Set([...puzzle.kept].flatMap(place)) },
    Uint8Array.from(cells),
  );
}

/** @type {import("./strokes.js").Tool} */
export const move = {
  name: "Select and move",
  icon: "move",
  hint: "Select an area, then drag it; with Shift a copy",
  rectangles: true,
  drags: true,
  single: true,
  begin(desk, first, how) {
    const [r0, c0] = coordinates(desk.geometry, first);
    const area = desk.selection;
    /** @type {import("./strokes.js").Stroke} */
    const stroke = { cells: desk.cells, move() {} };
    let last = first;
    if (area && isInside(desk.geometry, area, first)) {
      stroke.move = (cell) => {
        const [r, c] = coordinates(desk.geometry, cell);
        stroke.cells = laid(desk, area, r - r0, c - c0, how.constrain);
        stroke.selection = bounded(desk.geometry, area, r - r0, c - c0);
        const { cells } = stroke;
        stroke.result =
          r === r0 && c === c0
            ? undefined
            : (puzzle) => carried(puzzle, cells, desk, r - r0, c - c0, how.constrain);
      };
    } else {
      stroke.move = (cell) => {
        last = cell;
        stroke.selection = areaOf(desk.geometry, first, cell);
        const { top, bottom, left, right } = stroke.selection;
        stroke.note = `${right - left + 1} × ${bottom - top + 1}`;
      };
      stroke.end = () => {
        if (last === first) stroke.selection = null;
      };
    }
    return stroke;
  },
};

/** An area moved, clipped to the grid. @param {Geometry} geometry @param {Area} area @param {number} down @param {number} right */
function bounded({ width, height }, area, down, right) {
  /** @param {number} value @param {number} most */
  const fit = (value, most) => Math.min(most - 1, Math.max(0, value));
  return {
    top: fit(area.top + down, height),
    bottom: fit(area.bottom + down, height),
    left: fit(area.left + right, width),
    right: fit(area.right + right, width),
  };
}

/** The puzzle with an area moved, and the new area. @param {Desk} desk @param {Area} selection @param {number} down @param {number} right @returns {[Puzzle, Area]} */
export function nudged(desk, selection, down, right) {
  const { puzzle } = desk;
  const cells = laid(desk, selection, down, right, false);
  return [carried(puzzle, cells, desk, down, right, false), bounded(desk.geometry, selection, down, right)];
}

/** The picture with an area erased. @param {Desk} desk @param {Area} area */
export function erased(desk, area) {
  return laid(desk, area, desk.geometry.height, desk.geometry.width, false);
}
