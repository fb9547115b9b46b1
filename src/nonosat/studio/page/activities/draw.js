/** Draw: size, inks, turning and mirroring; an image as the beginning. */

import { button, choice, field, fill as filled, h, quiet, row, section } from "../view/dom.js";
import { geometry, MAX_SIDE, withPicture } from "../shared/puzzle.js";
import {
  changedWithin,
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
import { colourName } from "../shared/clues.js";
import { t } from "../shared/words.js";
import { inkRows } from "../view/inks.js";
import { SYMMETRIES } from "../model/symmetry.js";
import { ImageSliders } from "./image.js";
import { Photo } from "./photo.js";
import { Reference } from "./reference.js";

/** @import { Colour, Puzzle } from "../shared/puzzle.js" */

const WHOLE = new Set(["Grow", "Crop", "Crop to the ink"]); // whatever is selected
const BRUSHES = [1, 2, 3, 5];

export class Draw {
  name = "Draw";
  icon = "draw";
  tools = ["pencil", "line", "rectangle", "ellipse", "fill", "pick", "move"];
  shades = true;
  quiet = true;

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.image = new ImageSliders(api);
    this.photo = new Photo(api);
    this.sizes = h("div", { class: "sizes" });
    this.reference = new Reference(api);
    this.inks = h("div", { class: "ink-list" });
    this.replacing = h("div", { class: "replacing" });
    this.notice = h("div");
  }

  /** @param {import("../model/activity.js").PuzzleChange} change */
  changed(change) {
    if (change.document) {
      this.image.changed();
      this.reference.changed();
    }
    this.update();
  }

  answered() {
    this.offer();
  }

  panel() {
    const { api } = this;
    this.update();
    return [
      this.notice,
      section(
        "Begin",
        row(
          "wrap",
          button("New", { onclick: () => api.newPuzzle() }),
          button("Random", { onclick: () => api.opening.random() }),
          button("Examples", { onclick: () => api.opening.examples() }),
        ),
        quiet("Or drop a file on the page, or paste a puzzle."),
      ),
      this.strokes(),
      section("Size", this.sizes, this.frame()),
      section(
        "Turn and move",
        row(
          "wrap",
          this.act("Mirror", "mirror", mirrored),
          this.act("Flip", "flip", flipped),
          this.act("Turn", "turn", turned),
          this.act("Invert", "invert", inverted),
          this.act("Crop to the ink", "crop", cropped),
        ),
        row(
          "wrap",
          button("Move up", { icon: "up", onclick: () => this.nudge(-1, 0) }),
          button("Move down", { icon: "down", onclick: () => this.nudge(1, 0) }),
          button("Move left", { icon: "left", onclick: () => this.nudge(0, -1) }),
          button("Move right", { icon: "right", onclick: () => this.nudge(0, 1) }),
        ),
        quiet("What is selected, or else the whole picture."),
      ),
      section("Inks", this.inks, this.replacing),
      section("Reference", this.reference.element),
      section("From an image", this.image.element),
      section("From a photo", this.photo.element),
    ];
  }

  /** Offers to draw on the solution of a puzzle of clues. */
  offer() {
    const { answers } = this.state;
    const { puzzle } = this.state;
    const solution = answers.puzzle === puzzle ? answers.check?.solutions[0] : null;
    filled(
      this.notice,
      !puzzle.cells &&
        h(
          "div",
          { class: "notice" },
          h("p", {}, "These are clues without a picture."),
          button("Draw on its solution", {
            class: "main",
            disabled: !solution,
            onclick: () => this.adopt(solution),
          }),
        ),
    );
  }

  update() {
    const { puzzle } = this.state;
    const { width, height, kind } = geometry(puzzle);
    this.offer();
    /** @param {string} name @param {number} value @param {(value: number) => void} act */
    const size = (name, value, act) => {
      const input = h("input", {
        type: "number",
        min: 1,
        max: MAX_SIDE,
        value,
        disabled: Boolean(impossible(puzzle)),
        inputmode: "numeric",
        onchange: () => act(Math.min(MAX_SIDE, Math.max(1, Math.round(Number(input.value)) || 1))),
      });
      return field(name, input);
    };
    filled(
      this.sizes,
      kind === "rectangle"
        ? [
            size("Width", width, (wide) =>
              this.change("Size", resized(this.state.puzzle, { right: wide - width })),
            ),
            size("Height", height, (tall) =>
              this.change("Size", resized(this.state.puzzle, { bottom: tall - height })),
            ),
          ]
        : quiet("A triddler: pencil and fill draw on it. Its shape cannot be changed here."),
    );
    filled(this.inks, inkRows(this.api));
    filled(this.replacing, puzzle.cells && this.replace(puzzle.palette));
  }

  /** How strokes are drawn. */
  strokes() {
    const { api, state } = this;
    const symmetry = h(
      "select",
      { onchange: () => api.drawing.mirror(symmetry.value) },
      Object.entries(SYMMETRIES).map(([key, { name }]) =>
        h("option", { value: key, selected: key === state.symmetry }, name),
      ),
    );
    return section(
      "Strokes",
      field("Symmetry", symmetry),
      choice(
        "Brush",
        BRUSHES.map((size) => [String(size), size === 1 ? "1 cell" : `${size} × ${size}`]),
        String(state.brush),
        (/** @type {number} */ size) => (state.brush = Number(size)),
      ),
    );
  }

  /** One ink replaced by another. @param {Colour[]} palette */
  replace(palette) {
    /** @param {string} name @param {any} chosen */
    const inks = (name, chosen) =>
      h(
        "select",
        { "aria-label": name },
        palette.map((_, at) =>
          h("option", { value: at, selected: at === chosen, dir: "auto" }, colourName(palette, at)),
        ),
      );
    const from = inks("Replace", 1),
      to = inks("By", 0);
    const act = () =>
      this.transform(
        "Replace an ink",
        (/** @type {Puzzle} */ puzzle) => recoloured(puzzle, Number(from.value), Number(to.value)),
        true,
      );
    return row("", from, h("span", { class: "quiet" }, "by"), to, button("Replace", { onclick: act }));
  }

  /** Moves what is selected, or the whole picture, whose end comes in on the other side. @param {number} down @param {number} right */
  nudge(down, right) {
    if (this.state.selection) this.api.drawing.nudge(down, right);
    else this.transform("Move", (/** @type {Puzzle} */ puzzle) => shifted(puzzle, down, right));
  }

  /** Rows and columns added and taken away side by side. */
  frame() {
    /** @param {string} side @param {number} number */
    const by = (side, number) =>
      button(t(number > 0 ? "Grow {side}" : "Crop {side}", { side: t(side) }), {
        icon: number > 0 ? "plus" : "minus",
        onclick: () =>
          this.transform(`${number > 0 ? "Grow" : "Crop"}`, (/** @type {Puzzle} */ puzzle) =>
            resized(puzzle, { [side]: number }),
          ),
      });
    return h(
      "div",
      { class: "frame" },
      ["top", "left", "right", "bottom"].map((side) =>
        h(
          "div",
          { class: `row side-${side}` },
          by(side, -1),
          h("span", { class: "quiet" }, side),
          by(side, 1),
        ),
      ),
    );
  }

  /** @param {string} name @param {any} icon @param {any} change */
  act(name, icon, change) {
    return button(name, { icon, onclick: () => this.transform(name, change) });
  }

  /** Changes what is selected, or the whole picture. @param {boolean} [anyShape] whether it does triddlers as well @param {string} name @param {any} change */
  transform(name, change, anyShape) {
    const { puzzle, selection } = this.state;
    const reason = anyShape && puzzle.cells ? null : impossible(puzzle);
    if (reason) {
      this.api.say(reason);
      return;
    }
    if (!selection || WHOLE.has(name)) {
      this.change(name, change(puzzle));
      return;
    }
    const [changed, area] = changedWithin(puzzle, selection, change);
    this.change(name, changed);
    this.api.drawing.select(area);
  }

  /** @param {string} name @param {Puzzle} puzzle */
  change(name, puzzle) {
    this.api.commit(name, puzzle);
  }

  /** Takes the solution of a puzzle of clues as its picture. @param {any} solution */
  adopt(solution) {
    const puzzle = withPicture(this.state.puzzle, solution);
    if (puzzle.cells) this.api.commit("Draw on the solution", puzzle);
    else this.api.say("The solution is not that of these clues.");
  }
}
