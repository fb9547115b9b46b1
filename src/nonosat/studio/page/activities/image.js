/** A puzzle from an image: sliders, and the result at once on the desk; each image is one step to undo. */

import { button, field, fill, h, quiet, row, slider, tick } from "../view/dom.js";
import { isCancelled } from "../asking/questions.js";
import { fromJSON } from "../shared/puzzle.js";

const METHODS = [
  ["otsu", "Auto"],
  ["threshold", "Level"],
  ["dither", "Dots"],
  ["edges", "Edges"],
];

export class ImageSliders {
  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "image" });
    this.data = null;
    this.trouble = "";
    /** Which images are higher than wide. @type {Map<string, boolean>} */
    this.shapes = new Map();
    this.settings = { side: 30, inks: 1, method: "otsu", level: 128, invert: false };
    app.session.on("puzzle", ({ document }) => {
      if (document && !this.making) this.forget();
    });
    this.draw();
  }

  forget() {
    if (this.data) {
      this.data = null;
      this.draw();
    }
  }

  /** Takes up an image file. @param {File} file */
  async take(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.data = base64(bytes);
    this.name = file.name;
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(file);
    this.before = null;
    this.draw();
    await this.make();
  }

  draw() {
    const { settings, app } = this;
    const set = (key) => (value) => {
      settings[key] = value;
      this.make();
    };
    if (!this.data) {
      fill(
        this.element,
        quiet("Drop a photo or a drawing on the page, or "),
        button("Choose an image", { icon: "image", text: true, onclick: () => app.chooseFile("image/*") }),
      );
      return;
    }
    const method = h(
      "select",
      {
        onchange: () => {
          settings.method = method.value;
          this.draw();
          this.make();
        },
      },
      METHODS.map(([key, label]) => h("option", { value: key, selected: key === settings.method }, label)),
    );
    const one = settings.inks === 1;
    fill(
      this.element,
      h("img", { class: "source", src: this.url, alt: `The image ${this.name}` }),
      slider("Longer side", {
        min: 5,
        max: 100,
        step: 1,
        value: settings.side,
        shown: (value) => `${value} cells`,
        oninput: set("side"),
      }),
      slider("Inks", {
        min: 1,
        max: 9,
        step: 1,
        value: settings.inks,
        oninput: (value) => {
          const redraw = (value === 1) !== (settings.inks === 1);
          settings.inks = value;
          if (redraw) {
            this.draw();
            this.element.querySelectorAll("input[type=range]")[1].focus();
          }
          this.make();
        },
      }),
      field("Method", method),
      one &&
        ["threshold", "edges"].includes(settings.method) &&
        slider("Level", { min: 0, max: 255, step: 1, value: settings.level, oninput: set("level") }),
      tick("Exchange light and dark", settings.invert, set("invert")),
      h("p", { class: "quiet", role: "status" }, this.trouble),
      row("", button("Done", { text: true, onclick: () => this.forget() })),
    );
  }

  /** Asks for the puzzle of the settings; a newer wish cancels an older. */
  async make() {
    const { app, settings, data } = this;
    const sides = await this.longerSide(settings.side);
    const one = settings.inks === 1;
    const options = {
      base64: data,
      inks: settings.inks,
      invert: settings.invert,
      ...sides,
      ...(one || settings.method === "dither" ? { method: settings.method } : {}),
      ...(one && ["threshold", "edges"].includes(settings.method) ? { level: settings.level } : {}),
    };
    try {
      const puzzle = fromJSON(await app.questions.fromImage(options));
      if (this.data !== data) return;
      this.trouble = "";
      const texts = this.before ? app.session.puzzle.texts : { title: this.name.replace(/\.[^.]*$/, "") };
      this.lay({ ...puzzle, texts: { ...texts } });
    } catch (error) {
      if (isCancelled(error)) return;
      this.trouble = error.message;
    }
    const status = this.element.querySelector("[role=status]");
    if (status) status.textContent = this.trouble;
  }

  /** Puts the result on the desk; results of the same image replace each other. */
  lay(puzzle) {
    const { session } = this.app;
    this.making = true;
    if (this.before === session.puzzle) session.undo();
    session.commit("From an image", puzzle);
    this.before = session.puzzle;
    this.making = false;
  }

  async longerSide(cells) {
    if (!this.shapes.has(this.url)) {
      const image = new Image();
      image.src = this.url;
      await image.decode().catch(() => {});
      this.shapes.set(this.url, image.naturalHeight > image.naturalWidth);
    }
    return this.shapes.get(this.url) ? { height: cells } : { width: cells };
  }
}

/** Bytes in letters. */
export function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
