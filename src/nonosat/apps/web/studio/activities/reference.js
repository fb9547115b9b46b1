/** An image over the grid to draw after, with a chosen opacity. It is not stored. */

import { button, fill, h, labelled, pickFile, quiet, row, slider } from "../view/dom.js";
import { referenceOverlay } from "../view/overlays.js";

const FAINT = 40; // per cent

export class Reference {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.element = h("div.image");
    /** @type {ImageBitmap|null} */
    this.image = null;
    this.opacity = FAINT;
    this.draw();
  }

  /** Another puzzle was opened. */
  changed() {
    if (this.image) this.take(null);
  }

  /** @param {Blob|null} file */
  async take(file) {
    this.image?.close();
    this.image = null;
    try {
      this.image = file && (await createImageBitmap(file));
    } catch {
      this.api.page.say("That is no image which this browser reads.");
    }
    this.draw();
    this.show();
  }

  show() {
    const { image, opacity } = this;
    this.api.stage.overlay("reference", image && referenceOverlay(image, opacity / 100));
  }

  draw() {
    const choose = () => pickFile("image/*", (file) => this.take(file));
    fill(
      this.element,
      quiet("An image to draw after lies upon the grid."),
      row(
        "",
        labelled(this.image ? "Another reference" : "Choose a reference", "image", choose),
        this.image && button("Remove the reference", { icon: "trash", onclick: () => this.take(null) }),
      ),
      this.image &&
        slider("Opacity", {
          min: 5,
          max: 100,
          value: this.opacity,
          shown: (/** @type {number} */ value) => `${value} %`,
          oninput: (/** @type {number} */ value) => {
            this.opacity = value;
            this.show();
          },
        }),
    );
  }
}
