/** Puzzles and images that come from outside: dropped, pasted, chosen, generated, or from the examples. */

import { puzzleOf } from "../model/link.js";
import { base64Of } from "../engine/base64.js";
import { fromJSON, geometry, MAX_OPENED, nameOf } from "../../shared/puzzle.js";
import { byId } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { closers, h, openForm, pickFile } from "../view/dom.js";
import { thumbnail } from "../view/thumbnail.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */

/** A picture with fewer pixels a side is taken for one with a pixel a cell. */
const PIXEL_ART = 100;
const MOST_BYTES = 30_000_000;

export class Opening {
  /** @param {import("../api.js").Api} api @param {import("../activities/draw.js").Draw} draw for images and photos */
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
      this.take(event.dataTransfer);
    });
    addEventListener("paste", (event) => {
      const typing = /** @type {Element} */ (event.target).closest?.("input, textarea, [contenteditable]");
      if (!typing) this.take(event.clipboardData);
    });
  }

  /** Opens dropped or pasted data. @param {DataTransfer|null} data */
  take(data) {
    const files = [...(data?.files ?? [])];
    if (files.length > 1) this.files(files);
    else if (files.length) this.file(files[0]);
    else this.text(data?.getData("text/plain") ?? "");
  }

  /** @param {string} accept kinds of files, "" for any */
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
      this.api.page.say("The file is too large.");
      return;
    }
    if (file.type.startsWith("image/") && !(await isPixelArt(file))) {
      await this.image(file);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.read({ name: file.name, base64: base64Of(bytes) });
  }

  /** Offers the puzzles of several files, and names those that have none. @param {File[]} files */
  async files(files) {
    /** @type {Puzzle[]} */
    const puzzles = [];
    /** @type {string[]} */
    const skipped = [];
    for (const file of files) {
      const read = async () => {
        if (file.size > MOST_BYTES) throw new RangeError("The file is too large.");
        const base64 = base64Of(new Uint8Array(await file.arrayBuffer()));
        const answer = await this.api.questions.ask("convert", { file: { name: file.name, base64 } });
        for (const data of answer.puzzles) puzzles.push(fromJSON(data, MAX_OPENED));
      };
      if (!(await this.api.attempt(read, () => skipped.push(file.name)))) return;
    }
    if (puzzles.length) await this.put(puzzles);
    if (skipped.length)
      this.api.page.say(t("Not opened, no puzzle in it: {names}", { names: skipped.slice(0, 5).join(", ") }));
  }

  /** @param {File} file */
  async image(file) {
    const { api, draw } = this;
    api.go(draw);
    const { shelved } = api;
    const trouble = await draw.image.take(file);
    if (trouble) return api.page.say(trouble);
    if (!draw.image.data) return; // put away meanwhile
    api.page.say(shelved?.text ?? "It is the picture of the puzzle now.", {
      action: shelved?.action ?? ["It shows a printed puzzle", () => draw.image.readAsPrinted()],
    });
  }

  /** @param {string} text */
  async text(text) {
    if (!text.trim()) return;
    const link = text.trim().match(/#puzzle=\S+$/);
    if (link) {
      await this.api.attempt(async () => this.put([await puzzleOf(link[0])]));
      return;
    }
    await this.read({ name: "", text });
  }

  /** @param {{name: string, text?: string, base64?: string}} file */
  async read(file) {
    await this.api.attempt(async () => {
      const { puzzles, read_as } = await this.api.questions.ask("convert", { file });
      await this.put(
        puzzles.map((/** @type {object} */ puzzle) => fromJSON(puzzle, MAX_OPENED)),
        read_as,
      );
      const [{ goal }] = puzzles;
      if (puzzles.length === 1 && goal && !this.state.puzzle.cells)
        this.api.page.say("Its picture does not agree with its clues, and is left out.");
    });
  }

  /**
   * Opens a puzzle; of several the one that is chosen.
   * @param {Puzzle[]} puzzles @param {string} [readAs] how their file was read, if it does not say which clues are the rows
   */
  async put(puzzles, readAs) {
    const puzzle =
      puzzles.length > 1 ? await chosen(puzzles.map((puzzle) => [nameOf(puzzle), puzzle])) : puzzles[0];
    if (!puzzle) return;
    const opened = t("Opened {name}.", { name: nameOf(puzzle) });
    const how = readAs?.replace(/; [^;]*: --[^;]*$/, ""); // without an option of the command
    this.api.replace(puzzle, how ? `${opened} ${how}.` : opened);
  }

  async random() {
    await this.api.attempt(async () => {
      const { width, height } = geometry(this.state.puzzle);
      const { palette } = this.state.puzzle;
      const { generated } = await this.api.questions.ask("generate", {
        width: Math.min(width, 40),
        height: Math.min(height, 40),
        inks: Math.min(9, palette.length - 1),
        symmetry: "lr",
        seed: Math.floor(Math.random() * 1e9),
      });
      this.api.replace(fromJSON(generated));
    });
  }

  async examples() {
    await this.api.attempt(async () => {
      const { examples } = await this.api.questions.ask("examples", {});
      /** @type {{summary: string, puzzle: object}[]} */
      const offered = examples;
      const puzzle = await chosen(offered.map(({ summary, puzzle: data }) => [summary, fromJSON(data)]));
      if (puzzle) this.api.replace(puzzle);
    });
  }
}

/**
 * Asks which puzzle of a file to open; returns null if cancelled.
 * @param {[string, Puzzle][]} named @returns {Promise<Puzzle|null>}
 */
function chosen(named) {
  return new Promise((resolve) => {
    /** @type {Puzzle|null} */
    let picked = null;
    const offers = named.slice(0, 200).map(([name, puzzle]) => {
      const onclick = () => (picked = puzzle);
      return h("li", h("button.plain", { onclick }, thumbnail(puzzle), h("span", name)));
    });
    openForm("Choose a puzzle", h("ul.shelf", offers), closers(["", "Cancel"]), () => resolve(picked));
  });
}

/** @param {File} file */
async function isPixelArt(file) {
  if (!/png|gif|bmp/.test(file.type)) return false;
  try {
    const bitmap = await createImageBitmap(file);
    return Math.max(bitmap.width, bitmap.height) <= PIXEL_ART;
  } catch {
    return false; // the engine reports the fault
  }
}
