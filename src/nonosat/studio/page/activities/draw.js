/** Draw: size, inks, turning and mirroring; an image as the beginning. */

import {
  button,
  choice,
  field,
  fill as filled,
  h,
  openDialog,
  quiet,
  row,
  section,
  tick,
} from "../view/dom.js";
import { blank, geometry, MAX_SIDE, withPicture } from "../shared/puzzle.js";
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

const WHOLE = new Set(["Grow", "Crop", "Crop to the ink"]); // whatever is selected
const BRUSHES = [1, 2, 3, 5];

export class Draw {
  name = "Draw";
  icon = "draw";
  tools = ["pencil", "line", "rectangle", "ellipse", "fill", "pick", "move"];
  shades = true;
  quiet = true;

  constructor(app) {
    this.app = app;
    this.image = new ImageSliders(app);
    this.photo = new Photo(app);
    this.sizes = h("div", { class: "sizes" });
    this.reference = new Reference(app);
    this.inks = h("div", { class: "ink-list" });
    this.replacing = h("div", { class: "replacing" });
    this.notice = h("div");
    this.side = "all";
    app.session.on("puzzle", () => this.update());
    app.watch.onchange(() => this.offer());
  }

  panel() {
    const { app } = this;
    this.update();
    return [
      this.notice,
      section(
        "Begin",
        row(
          "wrap",
          button("New", { text: true, onclick: () => app.newPuzzle() }),
          button("Random", { text: true, onclick: () => app.randomPuzzle() }),
          button("Examples", { text: true, onclick: () => app.showExamples() }),
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
    const { answers } = this.app.watch;
    const { puzzle } = this.app.session;
    const solution = answers.puzzle === puzzle ? answers.check?.solutions[0] : null;
    filled(
      this.notice,
      !puzzle.cells &&
        h(
          "div",
          { class: "notice" },
          h("p", {}, "These are clues without a picture."),
          button("Draw on its solution", {
            text: true,
            class: "main",
            disabled: !solution,
            onclick: () => this.adopt(solution),
          }),
        ),
    );
  }

  update() {
    const { puzzle } = this.app.session;
    const { width, height, kind } = geometry(puzzle);
    this.offer();
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
              this.change("Size", resized(this.app.session.puzzle, { right: wide - width })),
            ),
            size("Height", height, (tall) =>
              this.change("Size", resized(this.app.session.puzzle, { bottom: tall - height })),
            ),
          ]
        : quiet("A triddler: pencil and fill draw on it. Its shape cannot be changed here."),
    );
    filled(this.inks, inkRows(this.app));
    filled(this.replacing, puzzle.cells && this.replace(puzzle.palette));
  }

  /** How strokes are drawn. */
  strokes() {
    const { drawing } = this.app;
    const symmetry = h(
      "select",
      { onchange: () => drawing.mirror(symmetry.value) },
      Object.entries(SYMMETRIES).map(([key, { name }]) =>
        h("option", { value: key, selected: key === drawing.symmetry }, name),
      ),
    );
    return section(
      "Strokes",
      field("Symmetry", symmetry),
      choice(
        "Brush",
        BRUSHES.map((size) => [String(size), size === 1 ? "1 cell" : `${size} × ${size}`]),
        String(drawing.brush),
        (size) => (drawing.brush = Number(size)),
      ),
    );
  }

  /** One ink replaced by another. */
  replace(palette) {
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
        (puzzle) => recoloured(puzzle, Number(from.value), Number(to.value)),
        true,
      );
    return row(
      "",
      from,
      h("span", { class: "quiet" }, "by"),
      to,
      button("Replace", { text: true, onclick: act }),
    );
  }

  /** Moves what is selected, or the whole picture, whose end comes in on the other side. */
  nudge(down, right) {
    if (this.app.drawing.selection) this.app.drawing.nudge(down, right);
    else this.transform("Move", (puzzle) => shifted(puzzle, down, right));
  }

  /** Rows and columns added and taken away side by side. */
  frame() {
    const by = (side, number) =>
      button(t(number > 0 ? "Grow {side}" : "Crop {side}", { side: t(side) }), {
        icon: number > 0 ? "plus" : "minus",
        onclick: () =>
          this.transform(`${number > 0 ? "Grow" : "Crop"}`, (puzzle) => resized(puzzle, { [side]: number })),
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

  act(name, icon, change) {
    return button(name, { icon, onclick: () => this.transform(name, change) });
  }

  /** Changes what is selected, or the whole picture. @param {boolean} [anyShape] whether it does triddlers as well */
  transform(name, change, anyShape) {
    const { session, say, drawing } = this.app;
    const reason = anyShape && session.puzzle.cells ? null : impossible(session.puzzle);
    if (reason) {
      say(reason);
      return;
    }
    if (!drawing.selection || WHOLE.has(name)) {
      this.change(name, change(session.puzzle));
      return;
    }
    const [puzzle, area] = changedWithin(session.puzzle, drawing.selection, change);
    this.change(name, puzzle);
    drawing.select(area);
  }

  change(name, puzzle) {
    this.app.session.commit(name, puzzle);
  }

  /** Takes the solution of a puzzle of clues as its picture. */
  adopt(solution) {
    const puzzle = withPicture(this.app.session.puzzle, solution);
    if (puzzle.cells) this.app.session.commit("Draw on the solution", puzzle);
    else this.app.say("The solution is not that of these clues.");
  }
}

/** Asks for the size of a new picture. @returns {Promise<import("../shared/puzzle.js").Puzzle|null>} */
export function askForSize(current) {
  return new Promise((resolve) => {
    const { width, height } = geometry(current);
    let sides = [width, height],
      coloured = false;
    const side = (name, at) => {
      const input = h("input", {
        type: "number",
        min: 1,
        max: MAX_SIDE,
        value: sides[at],
        required: true,
        inputmode: "numeric",
        oninput: () => (sides[at] = Number(input.value)),
      });
      return field(name, input);
    };
    const inputs = [side("Width", 0), side("Height", 1)];
    const preset = choice(
      "Size",
      [
        ["10", "10"],
        ["15", "15"],
        ["20", "20"],
        ["30", "30"],
        ["50", "50"],
        ["100", "100"],
      ],
      "",
      (value) => {
        sides = [Number(value), Number(value)];
        inputs.forEach((each) => (each.querySelector("input").value = value));
      },
    );
    const closed = ({ returnValue }) => {
      const fine = returnValue === "make" && sides.every((each) => each >= 1 && each <= MAX_SIDE);
      resolve(fine ? blank(sides[0], sides[1], coloured ? COLOURS : undefined) : null);
    };
    openDialog(
      "New picture",
      h(
        "form",
        { method: "dialog" },
        h("h2", {}, "New picture"),
        preset,
        h("div", { class: "sizes" }, inputs),
        tick("Begin with five inks", false, (on) => (coloured = on)),
        row(
          "end",
          h("button", { value: "", formnovalidate: true }, "Cancel"),
          h("button", { value: "make", class: "main" }, "Begin"),
        ),
      ),
      closed,
    );
  });
}

/** @type {import("../shared/puzzle.js").Colour[]} */
const COLOURS = [
  ["white", "ffffff", "."],
  ["black", "1f1f24", "#"],
  ["red", "c8343d", "r"],
  ["yellow", "f0b429", "y"],
  ["green", "3f8f4f", "g"],
  ["blue", "2f6fb5", "b"],
];
