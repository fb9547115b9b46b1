/** The stroke in hand: begun, moved and ended by pointer or keyboard with the current tool. */

import { stepped } from "../../shared/geometry.js";
import { geometry, isRectangle, withCells } from "../../shared/puzzle.js";
import { t } from "../../shared/words.js";
import { symmetric } from "../model/symmetry.js";
import { axesOverlay } from "../view/overlays.js";
import { TOOLS } from "./all.js";

/** @import { How } from "./strokes.js" */

const CLUES_ONLY = "These are clues without a picture. “Draw on its solution” in Draw makes one.";

export class Drawing {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.session = api.session;
    this.stage = api.stage;
    /** Whether the stroke in hand is drawn with Shift and the arrow keys. */
    this.isTyped = false;
  }

  /** Takes up a changed puzzle. @param {import("../model/activity.js").PuzzleChange} change */
  changed({ document }) {
    const { state } = this;
    this.cancel(); // a stroke was begun on another puzzle
    if (document) state.ink = 1;
    state.ink = Math.min(state.ink, state.puzzle.palette.length - 1);
  }

  get tool() {
    return this.state.tool === null ? null : TOOLS[this.state.tool];
  }

  /** The input of the tool. @returns {import("./strokes.js").Desk} */
  desk() {
    const { puzzle, activity, brush, ink } = this.state;
    return {
      geometry: geometry(puzzle),
      cells: puzzle.cells ?? new Uint8Array(),
      puzzle,
      ink,
      brush,
      choose: (cell) => activity.choose?.(cell),
      pick: (colour) => this.pick(colour),
      say: (text) => this.api.page.say(text),
    };
  }

  /** @param {number} cell */
  begin(cell, { erase = false, constrain = false } = {}) {
    const { tool, api } = this;
    if (!tool) return;
    api.page.endMessage();
    if (this.state.watches && !tool.free) {
      api.page.sayWatching();
      return;
    }
    if (tool.rectangles && !isRectangle(this.state.puzzle)) {
      api.page.say(t("{tool} works on rectangles only.", { tool: t(tool.name) }));
      return;
    }
    if (!tool.free && !this.state.puzzle.cells) {
      api.page.say(CLUES_ONLY);
      return;
    }
    this.state.stroke = tool.begin(this.desk(), cell, { erase, constrain });
    this.show();
  }

  /** Takes a colour as the ink, and the pencil to draw with it. @param {number} colour */
  pick(colour) {
    this.api.choose("pencil");
    this.api.chooseInk(colour);
  }

  /** Sets the symmetry of strokes. @param {string} symmetry */
  mirror(symmetry) {
    this.state.symmetry = symmetry;
    this.stage.overlay("axes", symmetry === "none" ? null : axesOverlay(symmetry));
  }

  /** The picture with a stroke and, by the symmetry, with its images. @param {import("./strokes.js").Stroke} stroke */
  drawn({ cells }) {
    const { puzzle, symmetry } = this.state;
    if (!cells || !puzzle.cells) return cells;
    return symmetric(symmetry, geometry(puzzle), puzzle.cells, cells);
  }

  /** @param {number} cell */
  move(cell) {
    if (!this.state.stroke) return;
    this.state.stroke.move(cell);
    this.show();
  }

  show() {
    const { stroke } = this.state;
    if (!stroke) return;
    if (stroke.cells) this.session.show(this.drawn(stroke) ?? null);
    if (stroke.overlay) this.stage.overlay("stroke", stroke.overlay());
    this.api.page.note(stroke.note ?? "");
  }

  end() {
    const { tool } = this;
    const { stroke, puzzle } = this.state;
    this.isTyped = false;
    if (!stroke || !tool) return;
    this.state.stroke = null;
    this.api.page.note("");
    this.stage.overlay("stroke", null);
    if (stroke.done) {
      stroke.done();
      return;
    }
    stroke.lift?.();
    const cells = this.drawn(stroke);
    if (stroke.result) this.session.commit(tool.name, stroke.result(puzzle));
    else if (cells && stroke.cells !== puzzle.cells)
      this.session.commit(tool.name, withCells(puzzle, Uint8Array.from(cells)));
    else this.session.show(null);
  }

  cancel() {
    this.isTyped = false;
    if (!this.state.stroke) return;
    this.state.stroke = null;
    this.api.page.note("");
    this.stage.overlay("stroke", null);
    this.session.show(null);
  }

  /** Space or Enter at the keyboard's cursor: paints, or begins or ends a stroke with two ends. @param {number} cell @param {Partial<How>} how */
  press(cell, how) {
    if (cell < 0) return;
    if (this.state.stroke) {
      this.end();
      return;
    }
    this.begin(cell, how);
    if (this.state.stroke && !this.tool?.drags) this.end();
  }

  /** Moves the keyboard's cursor; with `paint` it paints on its way. @param {number} down @param {number} right @param {boolean} [paint] */
  step(down, right, paint) {
    const { stage } = this;
    const shape = stage.view.geometry;
    const cell = stage.cursor < 0 ? 0 : stepped(shape, stage.cursor, down, right);
    const begins = paint && !this.state.stroke && this.tool && !this.tool.drags;
    if (begins && stage.cursor >= 0 && cell !== stage.cursor) {
      this.begin(stage.cursor);
      this.isTyped = this.state.stroke !== null;
    }
    stage.goTo(cell);
    if (this.state.stroke) this.move(cell);
  }

  /** Ends a stroke of the arrow keys. */
  endTyped() {
    if (this.isTyped) this.end();
  }
}
