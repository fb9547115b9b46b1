/** Puzzles and images that come from outside: dropped, pasted, chosen, generated, or from the examples. */

import { carriesPuzzle, puzzleOf } from "../model/link.js";
import { base64 } from "../model/picture-file.js";
import { fromJSON, geometry, MAX_OPENED, nameOf } from "../shared/puzzle.js";
import { byId } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { h, openDialog, pickFile, row } from "../view/dom.js";
import { thumbnail } from "../view/thumbnail.js";

/** @import { Puzzle } from "../shared/puzzle.js" */

/** A picture with fewer pixels a side is taken for one with a pixel a cell. */
const PIXEL_ART = 100;
const MOST_BYTES = 30_000_000;

export class Opening {
  /** @param {import("../api.js").Api} api @param {import("../activities/draw.js").Draw} draw what takes images and photos */
  constructor(api, draw) {
    this.api = api;
    this.state = api.state;
    this.draw = draw;
    const drop = byId("drop");
    let inside = 0;
    /** @param {boolean} on */
    const show = (on) => {
      inside = on ? inside : 0;
      drop.hidden = !on;
    };
    addEventListener("dragenter", (event) => {
      event.preventDefault();
      inside++;
      show(true);
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("dragleave", () => {
      if (--inside <= 0) show(false);
    });
    addEventListener("drop", (event) => {
      event.preventDefault();
      show(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) this.file(file);
      else this.text(event.dataTransfer?.getData("text/plain") ?? "");
    });
    addEventListener("paste", (event) => {
      if (/** @type {Element} */ (event.target).closest?.("input, textarea, [contenteditable]")) return;
      const [file] = event.clipboardData?.files ?? [];
      if (file) this.file(file);
      else this.text(event.clipboardData?.getData("text/plain") ?? "");
    });
  }

  /** @param {any} accept */
  choose(accept) {
    pickFile(accept, (file) => this.file(file));
  }

  /** @param {File} file */
  async file(file) {
    const { photo } = this.draw;
    if (photo.isOpen || file.type === "application/pdf") {
      await photo.take(file);
      return;
    }
    if (file.size > MOST_BYTES) {
      this.api.say("The file is too large.");
      return;
    }
    if (file.type.startsWith("image/") && !(await isPixelArt(file))) {
      await this.image(file);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.read({ name: file.name, base64: base64(bytes) });
  }

  /** @param {File} file */
  async image(file) {
    const { api, draw } = this;
    api.go(draw);
    const trouble = await draw.image.take(file);
    if (trouble) api.say(trouble);
    else
      api.say("It is the picture of the puzzle now.", {
        action: ["It shows a printed puzzle", () => this.printed(file)],
      });
  }

  /** Reads an image that was taken for a picture as a printed puzzle. @param {File} file */
  async printed(file) {
    this.api.undo();
    await this.draw.photo.take(file);
  }

  /** @param {string} text */
  async text(text) {
    if (!text.trim()) return;
    const link = text.trim().match(/#(?:puzzle|p|z)=\S+$/);
    if (link && carriesPuzzle(link[0])) {
      await this.api.attempt(async () => this.put([await puzzleOf(link[0])]));
      return;
    }
    await this.read({ name: "", text });
  }

  /** @param {{name: string, text?: string, base64?: string}} file */
  async read(file) {
    await this.api.attempt(async () => {
      const { puzzles } = await this.api.questions.read(file);
      await this.put(puzzles.map((/** @type {any} */ each) => fromJSON(each, MAX_OPENED)));
      const [{ goal }] = puzzles;
      if (puzzles.length === 1 && goal && !this.state.puzzle.cells)
        this.api.say("Its picture does not agree with its clues, and is left out.");
    });
  }

  /** Opens a puzzle; of several the one that is chosen. @param {any} puzzles */
  async put(puzzles) {
    const puzzle =
      puzzles.length > 1
        ? await chosen(puzzles.map((/** @type {any} */ each) => [nameOf(each), each]))
        : puzzles[0];
    if (!puzzle) return;
    this.api.open(puzzle);
    this.api.say(t("Opened {name}", { name: nameOf(puzzle) }));
  }

  async random() {
    await this.api.attempt(async () => {
      const { width, height } = geometry(this.state.puzzle);
      const { palette } = this.state.puzzle;
      const made = await this.api.questions.generated({
        width: Math.min(width, 40),
        height: Math.min(height, 40),
        inks: Math.min(9, palette.length - 1),
        symmetry: "lr",
        seed: Math.floor(Math.random() * 1e9),
      });
      this.api.open(fromJSON(made));
    });
  }

  async examples() {
    await this.api.attempt(async () => {
      const examples = await this.api.questions.examples();
      const puzzle = await chosen(examples.map(({ summary, puzzle: data }) => [summary, fromJSON(data)]));
      if (puzzle) this.api.open(puzzle);
    });
  }
}

/** Asks which of several puzzles; null for none. @param {any} named */
function chosen(named) {
  return new Promise((resolve) => {
    /** @type {any} */
    let choice = null;
    openDialog(
      "Choose a puzzle",
      h(
        "form",
        { method: "dialog" },
        h("h2", {}, "Choose a puzzle"),
        h(
          "ul",
          { class: "shelf" },
          named
            .slice(0, 200)
            .map((/** @type {[string, Puzzle]} */ [name, puzzle]) =>
              h(
                "li",
                {},
                h(
                  "button",
                  { class: "plain", onclick: () => (choice = puzzle) },
                  thumbnail(puzzle),
                  h("span", {}, name),
                ),
              ),
            ),
        ),
        row("end", h("button", {}, "Cancel")),
      ),
      () => resolve(choice),
    );
  });
}

/** @param {File} file */
async function isPixelArt(file) {
  if (!/png|gif|bmp/.test(file.type)) return false;
  try {
    const bitmap = await createImageBitmap(file);
    return Math.max(bitmap.width, bitmap.height) <= PIXEL_ART;
  } catch {
    return false; // the engine says what is wrong
  }
}
