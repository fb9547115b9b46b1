/** Puzzles and images that come from outside: dropped, pasted, chosen, generated, or from the examples. */

import { isCancelled } from "../asking/questions.js";
import { carriesPuzzle, puzzleOf } from "../model/link.js";
import { base64 } from "../model/picture-file.js";
import { fromJSON, geometry, MAX_OPENED, nameOf } from "../shared/puzzle.js";
import { byId } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { h, openDialog, row } from "../view/dom.js";
import { thumbnail } from "../view/thumbnail.js";

/** A picture with fewer pixels a side is taken for one with a pixel a cell. */
const PIXEL_ART = 100;
const MOST_BYTES = 30_000_000;

export class Opening {
  constructor(app) {
    this.app = app;
    const drop = byId("drop");
    let inside = 0;
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
      const [file] = event.dataTransfer.files;
      if (file) this.file(file);
      else this.text(event.dataTransfer.getData("text/plain"));
    });
    addEventListener("paste", (event) => {
      if (/** @type {Element} */ (event.target).closest?.("input, textarea, [contenteditable]")) return;
      const [file] = event.clipboardData.files;
      if (file) this.file(file);
      else this.text(event.clipboardData.getData("text/plain"));
    });
  }

  choose(accept) {
    const input = h("input", {
      type: "file",
      accept: accept || null,
      onchange: () => {
        if (input.files[0]) this.file(input.files[0]);
      },
    });
    input.click();
  }

  async file(file) {
    const { photo } = this.app.activities[0];
    if (photo.isOpen || file.type === "application/pdf") {
      await photo.take(file);
      return;
    }
    if (file.size > MOST_BYTES) {
      this.app.say("The file is too large.");
      return;
    }
    if (file.type.startsWith("image/") && !(await isPixelArt(file))) {
      await this.image(file);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.read({ name: file.name, base64: base64(bytes) });
  }

  async image(file) {
    const { app } = this;
    app.go(app.activities[0]);
    const trouble = await app.activity.image.take(file);
    if (trouble) app.say(trouble);
    else
      app.say("It is the picture of the puzzle now.", {
        action: ["It shows a printed puzzle", () => this.printed(file)],
      });
  }

  /** Reads an image that was taken for a picture as a printed puzzle. */
  async printed(file) {
    const { app } = this;
    app.undo();
    await app.activities[0].photo.take(file);
  }

  async text(text) {
    if (!text.trim()) return;
    const link = text.trim().match(/#(?:puzzle|p|z)=\S+$/);
    if (link && carriesPuzzle(link[0])) {
      await this.attempt(async () => this.put([await puzzleOf(link[0])]));
      return;
    }
    await this.read({ name: "", text });
  }

  async read(file) {
    await this.attempt(async () => {
      const { puzzles } = await this.app.questions.read(file);
      await this.put(puzzles.map((each) => fromJSON(each, MAX_OPENED)));
      const [{ goal }] = puzzles;
      if (puzzles.length === 1 && goal && !this.app.session.puzzle.cells)
        this.app.say("Its picture does not agree with its clues, and is left out.");
    });
  }

  /** Opens a puzzle; of several the one that is chosen. */
  async put(puzzles) {
    const puzzle =
      puzzles.length > 1 ? await chosen(puzzles.map((each) => [nameOf(each), each])) : puzzles[0];
    if (!puzzle) return;
    this.app.session.open(puzzle);
    this.app.say(t("Opened {name}", { name: nameOf(puzzle) }));
  }

  async random() {
    await this.attempt(async () => {
      const { width, height } = geometry(this.app.session.puzzle);
      const { palette } = this.app.session.puzzle;
      const made = await this.app.questions.generated({
        width: Math.min(width, 40),
        height: Math.min(height, 40),
        inks: Math.min(9, palette.length - 1),
        symmetry: "lr",
        seed: Math.floor(Math.random() * 1e9),
      });
      this.app.session.open(fromJSON(made));
    });
  }

  async examples() {
    await this.attempt(async () => {
      const examples = await this.app.questions.examples();
      const puzzle = await chosen(examples.map(({ summary, puzzle: data }) => [summary, fromJSON(data)]));
      if (puzzle) this.app.session.open(puzzle);
    });
  }

  async attempt(act) {
    try {
      await act();
    } catch (error) {
      if (!isCancelled(error)) this.app.say(error.message);
    }
  }
}

/** Asks which of several puzzles; null for none. */
function chosen(named) {
  return new Promise((resolve) => {
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
            .map(([name, puzzle]) =>
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

async function isPixelArt(file) {
  if (!/png|gif|bmp/.test(file.type)) return false;
  try {
    const bitmap = await createImageBitmap(file);
    return Math.max(bitmap.width, bitmap.height) <= PIXEL_ART;
  } catch {
    return false; // the engine says what is wrong
  }
}
