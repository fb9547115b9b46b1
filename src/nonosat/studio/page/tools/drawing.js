/**
 * The stroke in hand: what the pointer or the keyboard begins, moves and ends with the tool of the moment, on the
 * picture or, in play, on what is solved of it.
 */

import { stepped } from "../shared/geometry.js";
import { UNKNOWN } from "../shared/lines.js";
import { geometry, isRectangle, withCells } from "../shared/puzzle.js";
import { t } from "../shared/words.js";
import { symmetric } from "../model/symmetry.js";
import { axesOverlay, selectionOverlay } from "../view/overlays.js";
import { erased, nudged } from "./move.js";

const CLUES_ONLY = "These are clues without a picture. “Draw on its solution” in Draw makes one.";

export class Drawing {
  /**
   * @param {import("../app.js").App} app
   */
  constructor(app) {
    this.app = app;
    /** @type {import("./strokes.js").Tool|null} */
    this.tool = null;
    this.ink = 1;
    this.brush = 1;
    this.symmetry = "none";
    /** @type {import("./strokes.js").Stroke|null} */
    this.stroke = null;
    /** @type {import("./strokes.js").Area|null} */
    this.selection = null;
    this.playing = false;
    this.shape = "";
    app.session.on("puzzle", ({ document }) => {
      const { palette, shape } = app.session.puzzle;
      if (this.stroke) this.cancel(); // it was begun on another puzzle
      if (document) this.ink = 1;
      this.ink = Math.min(this.ink, palette.length - 1);
      if (document || this.shape !== shape.join()) this.select(null);
      this.shape = shape.join();
    });
    app.session.on("play", () => this.stroke && this.cancel());
  }

  get puzzle() {
    return this.app.session.puzzle;
  }

  /** What the tool works on. */
  desk(erase = false) {
    const { play, puzzle } = this.app.session;
    const { activity } = this.app;
    const base = {
      geometry: geometry(puzzle),
      selection: this.selection,
      puzzle,
      choose: (cell) => activity.choose?.(cell),
      brush: this.brush,
      pick: (colour) => this.pick(colour),
    };
    return this.playing
      ? { ...base, cells: play, ink: erase ? 0 : this.ink, blank: UNKNOWN }
      : { ...base, cells: puzzle.cells, ink: this.ink, blank: 0 };
  }

  begin(cell, { erase = false, constrain = false, lay = false } = {}) {
    const { tool, app } = this;
    if (!tool) return;
    if (tool.rectangles && !isRectangle(this.puzzle)) {
      app.say(t("{tool} works on rectangles only.", { tool: t(tool.name) }));
      return;
    }
    if (!this.playing && !tool.free && !this.puzzle.cells) {
      app.say(CLUES_ONLY);
      return;
    }
    const desk = this.desk(erase);
    this.stroke = tool.begin(desk, cell, { erase: erase && !this.playing, constrain, lay });
    this.show();
  }

  /** Takes a colour as the ink, and the pencil to draw with it. */
  pick(colour) {
    if (colour === UNKNOWN) return;
    this.app.choose("pencil");
    this.app.chooseInk(colour);
  }

  /** Has strokes drawn in several places from now on. */
  mirror(symmetry) {
    this.symmetry = symmetry;
    this.app.stage.overlay("axes", symmetry === "none" ? null : axesOverlay(symmetry));
  }

  /** The picture with a stroke and, by the symmetry, with its images. @param {import("./strokes.js").Stroke} stroke */
  drawn({ cells }) {
    const { puzzle, tool, symmetry, playing } = this;
    if (!cells || playing || tool.single || !puzzle.cells) return cells;
    return symmetric(symmetry, geometry(puzzle), puzzle.cells, cells);
  }

  move(cell) {
    if (!this.stroke) return;
    this.stroke.move(cell);
    this.show();
  }

  show() {
    const { stroke, app } = this;
    if (!stroke) return;
    if (stroke.cells) app.session.show(this.drawn(stroke));
    if (stroke.overlay) app.stage.overlay("stroke", stroke.overlay());
    if (stroke.selection !== undefined) this.outlineSelection(stroke.selection);
    app.note(stroke.note ?? "");
  }

  end() {
    const { stroke, app, tool } = this;
    if (!stroke) return;
    this.stroke = null;
    stroke.end?.();
    app.note("");
    app.stage.overlay("stroke", null);
    if (stroke.done) {
      stroke.done();
      return;
    }
    if (this.playing) app.session.playOn(stroke.cells.slice());
    else if (stroke.result) app.session.commit(tool.name, stroke.result(this.puzzle));
    else if (stroke.cells !== this.puzzle.cells)
      app.session.commit(tool.name, withCells(this.puzzle, Uint8Array.from(this.drawn(stroke))));
    else app.session.show(null);
    if (stroke.selection !== undefined) this.select(stroke.selection);
  }

  cancel() {
    if (this.stroke) {
      this.stroke = null;
      this.app.note("");
      this.app.stage.overlay("stroke", null);
      this.app.session.show(null);
      this.outlineSelection(this.selection);
    } else this.select(null);
  }

  select(area) {
    this.selection = area;
    this.outlineSelection(area);
  }

  outlineSelection(area) {
    this.app.stage.overlay("selection", area ? selectionOverlay(area) : null);
  }

  /** Moves what is selected by so many cells. */
  nudge(down, right) {
    const [puzzle, area] = nudged(this.desk(), down, right);
    this.app.session.commit("Nudge", puzzle);
    this.select(area);
  }

  /** Erases what is selected. */
  erase() {
    if (!this.selection || this.playing || !this.puzzle.cells) return;
    this.app.session.commit("Erase", withCells(this.puzzle, erased(this.desk(), this.selection)));
  }

  /** Space or Enter at the keyboard's cursor: a tool that paints at once does so, others begin and end. */
  press(cell, how) {
    if (cell < 0) return;
    if (this.stroke) {
      this.end();
      return;
    }
    this.begin(cell, how);
    if (this.stroke && !this.tool.drags) this.end();
  }

  /** The keyboard's cursor moves; with `paint` the cells on its way are painted. */
  step(down, right, paint) {
    const { stage } = this.app;
    const shape = stage.view.geometry;
    const cell = stage.cursor < 0 ? 0 : stepped(shape, stage.cursor, down, right);
    if (paint && this.tool && !this.tool.drags && stage.cursor >= 0 && cell !== stage.cursor) {
      this.begin(stage.cursor, { lay: true });
      this.move(cell);
      this.end();
    }
    stage.goTo(cell);
    if (this.stroke) this.move(cell);
  }
}
