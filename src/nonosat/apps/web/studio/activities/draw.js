/** Draw: size, inks, turning and mirroring; an image as the beginning. */

import {
  button,
  radio,
  field,
  fill as filled,
  h,
  quiet,
  row,
  sameItems,
  section,
  select,
} from "../view/dom.js";
import { geometry, MAX_SIDE, withPicture } from "../../shared/puzzle.js";
import {
  cropped,
  flipped,
  impossible,
  inverted,
  mirrored,
  recoloured,
  resized,
  shifted,
  turned,
} from "../model/transforms.js";
import { colourName } from "../../shared/clues.js";
import { t } from "../../shared/words.js";
import { inkRows } from "../view/inks.js";
import { SYMMETRIES } from "../model/symmetry.js";
import { ImageSliders } from "./image.js";
import { Photo } from "./photo.js";

/** @import { Colour, Puzzle } from "../../shared/puzzle.js" */

const BRUSHES = [1, 2, 3, 5];

export class Draw {
  name = "Draw";
  icon = "draw";
  tools = ["pencil", "line", "rectangle", "ellipse", "fill", "pick"];
  shades = true;
  quiet = true;
  /** What the fields of the size and the inks were made for. @type {unknown[]} */
  #made = [];

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.image = new ImageSliders(api);
    this.photo = new Photo(api);
    this.sizes = h("div.sizes");
    this.inks = h("div.ink-list");
    this.replacing = h("div.replacing");
    this.notice = h("div");
    this.noRectangle = quiet("Pencil and fill draw on it. Its shape cannot be changed here.");
    /** @type {HTMLElement[]} */
    this.ofRectangles = [];
  }

  /** @param {import("../model/activity.js").PuzzleChange} change */
  changed(change) {
    if (change.document) this.image.forget();
    this.update();
  }

  answered() {
    this.offer();
  }

  panel() {
    const { api } = this;
    const begin = section(
      "Begin",
      row(
        "wrap",
        button("New", { onclick: () => api.newPuzzle() }),
        button("Random", { onclick: () => api.opening.random() }),
        button("Examples", { onclick: () => api.opening.examples() }),
      ),
    );
    /** What is possible on rectangles only. */
    this.ofRectangles = [
      this.strokes(),
      section("Size", this.sizes, this.frame()),
      section(
        "Turn and move",
        row(
          "wrap",
          this.act("Mirror", "mirror", mirrored),
          this.act("Flip", "flip", flipped),
          this.act("Turn", "turn", turned),
          this.act("Crop to the ink", "crop", cropped),
        ),
        row(
          "wrap",
          button("Move up", { icon: "up", onclick: () => this.nudge(-1, 0) }),
          button("Move down", { icon: "down", onclick: () => this.nudge(1, 0) }),
          button("Move left", { icon: "left", onclick: () => this.nudge(0, -1) }),
          button("Move right", { icon: "right", onclick: () => this.nudge(0, 1) }),
        ),
      ),
    ];
    this.update();
    const sources = [
      section("From an image", this.image.element),
      section("From a photo", this.photo.element),
    ];
    for (const part of [begin, ...sources]) part.classList.add("beginning");
    return [
      this.notice,
      begin,
      quiet("Drop a file on the page, or paste a puzzle."),
      this.ofRectangles,
      this.noRectangle,
      section("Inks", this.inks, this.replacing),
      ...sources,
    ];
  }

  /** Offers to draw on the solution of a puzzle of clues. */
  offer() {
    const { answers, puzzle, isAnswered } = this.state;
    const solution = isAnswered ? answers.check?.solutions[0] : null;
    const attributes = {
      class: "main",
      disabled: !solution,
      onclick: () => solution && this.adopt(solution),
    };
    const words = h("p", "These are clues without a picture.");
    filled(this.notice, !puzzle.cells && h("div.notice", words, button("Draw on its solution", attributes)));
  }

  update() {
    const { puzzle } = this.state;
    const { kind } = geometry(puzzle);
    this.offer();
    for (const part of this.ofRectangles) part.hidden = kind !== "rectangle";
    this.noRectangle.hidden = kind === "rectangle";
    document.body.dataset.empty = this.state.isEmpty ? "yes" : "";
    const made = [puzzle.shape, puzzle.palette, Boolean(puzzle.cells), Boolean(impossible(puzzle))];
    if (sameItems(made, this.#made)) return;
    this.#made = made;
    this.fields();
  }

  /** Makes the fields of the size and the inks anew. */
  fields() {
    const { puzzle } = this.state;
    const { width, height } = geometry(puzzle);
    /** @param {string} name @param {number} before @param {string} side */
    const size = (name, before, side) => {
      const attributes = { type: "number", min: 1, max: MAX_SIDE, value: before, inputmode: "numeric" };
      const onchange = () => {
        const value = Math.min(MAX_SIDE, Math.max(1, Math.round(Number(input.value)) || 1));
        input.value = String(value);
        this.api.session.commit("Size", resized(this.state.puzzle, { [side]: value - before }));
      };
      const input = h("input", { ...attributes, disabled: Boolean(impossible(puzzle)), onchange });
      return field(name, input);
    };
    filled(this.sizes, size("Width", width, "right"), size("Height", height, "bottom"));
    filled(this.inks, ...inkRows(this.api));
    filled(this.replacing, puzzle.cells && this.replace(puzzle.palette));
  }

  /** The settings of strokes. */
  strokes() {
    const { api, state } = this;
    const symmetries = Object.entries(SYMMETRIES).map(([key, { name }]) => [key, name]);
    const symmetry = select(symmetries, state.symmetry, (value) => api.drawing.mirror(value));
    const brushes = BRUSHES.map((size) => [String(size), size === 1 ? "1 cell" : `${size} × ${size}`]);
    return section(
      "Strokes",
      field("Symmetry", symmetry),
      radio("Brush", brushes, String(state.brush), (size) => (state.brush = Number(size))),
    );
  }

  /** One ink replaced by another. @param {Colour[]} palette */
  replace(palette) {
    const inks = palette.map((_, at) => [at, colourName(palette, at)]);
    const [from, to] = ["Replace", "By"].map((name, at) =>
      select(inks, 1 - at, () => {}, { "aria-label": name, dir: "auto" }),
    );
    /** @param {Puzzle} puzzle */
    const replaced = (puzzle) => recoloured(puzzle, Number(from.value), Number(to.value));
    const act = () => this.transform("Replace an ink", replaced, true);
    return [
      row("", from, h("span.quiet", "by"), to, button("Replace", { onclick: act })),
      button("Invert", {
        icon: "invert",
        text: true,
        onclick: () => this.transform("Invert", inverted, true),
      }),
    ];
  }

  /** Moves the picture cyclically. @param {number} down @param {number} right */
  nudge(down, right) {
    this.transform("Move", (puzzle) => shifted(puzzle, down, right));
  }

  /** Buttons that add and remove rows and columns at each side. */
  frame() {
    /** @param {string} side @param {number} number */
    const by = (side, number) => {
      const [verb, name, icon] =
        number > 0 ? ["Grow", "Grow {side}", "plus"] : ["Crop", "Crop {side}", "minus"];
      const onclick = () => this.transform(verb, (puzzle) => resized(puzzle, { [side]: number }));
      return button(t(name, { side: t(side) }), { icon, onclick });
    };
    const rows = ["top", "left", "right", "bottom"].map((side) =>
      h("div", { class: `row side-${side}` }, by(side, -1), h("span.quiet", side), by(side, 1)),
    );
    return h("div.frame", ...rows);
  }

  /** @param {string} name @param {string} icon @param {(puzzle: Puzzle) => Puzzle} change */
  act(name, icon, change) {
    return button(name, { icon, onclick: () => this.transform(name, change) });
  }

  /** Changes the picture. @param {string} name @param {(puzzle: Puzzle) => Puzzle} change */
  transform(name, change, anyShape = false) {
    const { puzzle } = this.state;
    const reason = anyShape && puzzle.cells ? null : impossible(puzzle);
    if (reason) this.api.page.say(reason);
    else this.api.session.commit(name, change(puzzle));
  }

  /** Takes the solution of a puzzle of clues as its picture. @param {(string|number[])[]} solution */
  adopt(solution) {
    const puzzle = withPicture(this.state.puzzle, solution);
    if (puzzle.cells) this.api.session.commit("Draw on the solution", puzzle);
    else this.api.page.say("The solution is not that of these clues.");
  }
}
