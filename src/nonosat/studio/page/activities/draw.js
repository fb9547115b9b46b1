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
  cropped,
  flipped,
  impossible,
  inverted,
  mirrored,
  resized,
  shifted,
  turned,
} from "../model/transforms.js";
import { inkRows } from "../view/inks.js";
import { ImageSliders } from "./image.js";

export class Draw {
  name = "Draw";
  icon = "draw";
  tools = ["pencil", "line", "rectangle", "fill", "move"];
  shades = true;
  quiet = true;

  constructor(app) {
    this.app = app;
    this.image = new ImageSliders(app);
    this.sizes = h("div", { class: "sizes" });
    this.inks = h("div", { class: "ink-list" });
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
          this.act("Move up", "up", (puzzle) => shifted(puzzle, -1, 0)),
          this.act("Move down", "down", (puzzle) => shifted(puzzle, 1, 0)),
          this.act("Move left", "left", (puzzle) => shifted(puzzle, 0, -1)),
          this.act("Move right", "right", (puzzle) => shifted(puzzle, 0, 1)),
        ),
      ),
      section("Inks", this.inks),
      section("From an image", this.image.element),
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
  }

  /** Rows and columns added and taken away side by side. */
  frame() {
    const by = (side, number) =>
      button(`${number > 0 ? "Grow" : "Crop"} ${side}`, {
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

  transform(name, change) {
    const { session, say } = this.app;
    const reason = impossible(session.puzzle);
    if (reason) say(reason);
    else this.change(name, change(session.puzzle));
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
