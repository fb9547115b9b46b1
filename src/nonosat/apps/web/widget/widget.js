/**
 * The widget of notebooks: a board to draw on, or the page that plays a puzzle in a frame. Its state are the traits of a
 * model shared with Python:
 *
 * @typedef {object} Model of anywidget
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 */

import { clueOf, clueText } from "../shared/clues.js";
import { h } from "../shared/dom.js";
import { cellName, geometryOf, stepped } from "../shared/geometry.js";
import { ARROWS } from "../shared/keyboard.js";
import { chosen, speak, t } from "../shared/words.js";

/**
 * Shows the model in an element; returns a function that ends it.
 * @param {{model: Model, el: HTMLElement}} shown
 * @param {Record<string, import("../shared/words.js").Catalogue>} catalogues by language: the browser chooses one
 */
export function drawWidget({ model, el }, catalogues) {
  const { name, tag } = chosen(navigator.languages, Object.keys(catalogues));
  speak(tag, catalogues[name] ?? {}, el);
  return model.get("page") ? play(model, el) : draw(model, el);
}

/** The page that plays, in a frame of its own. @param {Model} model @param {HTMLElement} el */
function play(model, el) {
  const frame = h("iframe.nonosat", {
    srcdoc: model.get("page"),
    sandbox: "allow-scripts",
    title: t("Nonogram"),
  });
  el.append(frame);
  let shown = "";

  /** Takes up messages of the page. @param {MessageEvent} message */
  const listen = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.source !== "nonosat") return;
    if (data.event === "ready") send();
    if (data.event === "size") frame.style.height = `${Math.min(900, Math.max(260, data.height + 24))}px`;
    if (data.event !== "progress") return;
    shown = String(data.colours);
    model.set("cells", data.colours);
    model.set("solved", data.solved);
    model.save_changes();
  };
  const send = () => {
    const cells = model.get("cells");
    if (String(cells) === shown) return;
    shown = String(cells);
    frame.contentWindow?.postMessage({ source: "nonosat", set: cells }, "*");
  };
  addEventListener("message", listen);
  model.on("change:cells", send);
  return () => {
    removeEventListener("message", listen);
    model.off("change:cells", send);
  };
}

/** A board to draw on, its clues around it and the verdict below. @param {Model} model @param {HTMLElement} el */
function draw(model, el) {
  const [height, width] = model.get("shape");
  const geometry = geometryOf(height, width);
  /** @type {[string, string][]} */
  const palette = model.get("palette");
  let cells = [...model.get("cells")];
  let ink = 1;
  let painting = -1; // colour of the stroke, -1 between strokes

  const names = palette.map(([name]) => t(name));
  /** @param {number} colour */
  const colourOf = (colour) => `#${palette[colour][1]}`;
  const buttons = cells.map((_, cell) =>
    h("button.cell", { type: "button", tabindex: cell ? -1 : 0, "data-cell": cell }),
  );
  /** @param {string} label */
  const clue = (label) => h("span", { class: label });
  const rows = Array.from({ length: height }, () => clue("row"));
  const columns = Array.from({ length: width }, () => clue("column"));
  const inks = names.map((name, colour) =>
    h("button.ink", {
      type: "button",
      "aria-label": t("Draw with {name}", { name }),
      onclick: () => choose(colour),
    }),
  );
  const status = h("output", { role: "status" });
  const board = h("div.board", { role: "grid", "aria-label": t("Picture") }, [
    h("span"),
    ...columns,
    ...rows.flatMap((row, at) => [row, ...buttons.slice(at * width, (at + 1) * width)]),
  ]);
  board.style.gridTemplateColumns = `auto repeat(${width}, var(--side))`;
  inks.forEach((button, colour) => (button.style.background = colourOf(colour)));
  const host = h("div.nonosat", board, h("div.inks", inks), status);
  el.append(host);

  /** @param {number} colour */
  const choose = (colour) => {
    ink = colour;
    inks.forEach((button, each) => button.setAttribute("aria-pressed", String(each === colour)));
  };
  const show = () => {
    /** @type {import("../shared/puzzle.js").Colour[]} */
    const rgb = palette.map(([name, value], at) => (at ? [name, value, ""] : ["", "", ""]));
    buttons.forEach((button, cell) => {
      button.style.background = colourOf(cells[cell]);
      button.setAttribute("aria-label", `${cellName(geometry, cell)}: ${names[cells[cell]]}`);
    });
    const texts = geometry.families.map((lines) => lines.map((line) => clueText(clueOf(cells, line), rgb)));
    rows.forEach((each, at) => (each.textContent = texts[0][at]));
    columns.forEach((each, at) => (each.textContent = texts[1][at].replaceAll(" ", "\n")));
  };
  const say = () => (status.textContent = t(model.get("status")));
  /** @param {number} cell @param {number} colour */
  const paint = (cell, colour) => {
    if (cells[cell] === colour) return;
    cells[cell] = colour;
    show();
  };
  const done = () => {
    if (painting < 0) return;
    painting = -1;
    model.set("cells", [...cells]);
    model.save_changes();
  };
  /** @param {EventTarget|null} target */
  const cellOf = (target) => Number(/** @type {HTMLElement|null} */ (target)?.dataset?.cell ?? -1);

  board.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const cell = cellOf(event.target);
    if (cell < 0) return;
    event.preventDefault();
    buttons[cell].focus();
    painting = event.button === 2 || cells[cell] === ink ? 0 : ink;
    paint(cell, painting);
  });
  board.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (painting < 0) return;
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (cell >= 0) paint(cell, painting);
  });
  board.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
  board.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const cell = cellOf(event.target);
    const move = ARROWS[event.key];
    if (cell < 0) return;
    if (move) {
      const next = buttons[stepped(geometry, cell, move[0], move[1])];
      buttons[cell].tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else if (event.key === " ") {
      painting = cells[cell] === ink ? 0 : ink;
      paint(cell, painting);
      done();
    } else if (Number(event.key) < palette.length) choose(Number(event.key));
    else return;
    event.preventDefault();
    event.stopPropagation(); // the notebook has keys of its own
  });
  const redraw = () => {
    cells = [...model.get("cells")];
    show();
  };
  addEventListener("pointerup", done);
  model.on("change:cells", redraw);
  model.on("change:status", say);
  choose(Math.min(1, palette.length - 1));
  show();
  say();
  return () => {
    removeEventListener("pointerup", done);
    model.off("change:cells", redraw);
    model.off("change:status", say);
  };
}
