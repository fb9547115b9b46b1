/** Icons and controls. */

import { byId, fill, h, painter, svg } from "../../shared/dom.js";

export { byId, fill, h, painter, svg };

/** @import { Child } from "../../shared/dom.js" */

/** Strokes of 24 by 24 icons, as path data. @type {Record<string, string>} */
const ICONS = {
  pencil: "M4 20l1-4L16 5l3 3L8 19z M14 7l3 3",
  line: "M5 19L19 5",
  rectangle: "M5 6h14v12H5z",
  ellipse: "M12 5a8 7 0 1 0 0 14a8 7 0 1 0 0-14z",
  pick: "M4 20l1-4 8-8 3 3-8 8z M12 7l5 5 M15 10l3-3a2 2 0 0 0-3-3l-3 3",
  fill: "M6 11l6-6 7 7-6 6a2 2 0 0 1-3 0l-4-4a2 2 0 0 1 0-3z M6 12h12 M20 16c1 2 1 3 0 3s-1-1 0-3z",
  lock: "M7 11h10v8H7z M9 11V8a3 3 0 0 1 6 0v3",
  given: "M5 5h14v14H5z M9 12l2 3 4-6",
  undo: "M8 5L4 9l4 4 M4 9h10a5 5 0 0 1 0 10h-4",
  redo: "M16 5l4 4-4 4 M20 9H10a5 5 0 0 0 0 10h4",
  check: "M5 12l5 5L19 7",
  cross: "M6 6l12 12 M18 6L6 18",
  left: "M14 6l-6 6 6 6",
  right: "M10 6l6 6-6 6",
  up: "M6 14l6-6 6 6",
  down: "M6 10l6 6 6-6",
  first: "M17 6l-6 6 6 6 M7 6v12",
  last: "M7 6l6 6-6 6 M17 6v12",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14 M16 5v14",
  plus: "M12 5v14 M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5 M20 9V4h-5 M4 15v5h5 M20 15v5h-5",
  theme: "M12 4a8 8 0 1 0 0 16z M12 4a8 8 0 0 1 0 16",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2 M12 18v.5",
  draw: "M4 20l1-4L16 5l3 3L8 19z M14 7l3 3",
  see: "M3 12c4-8 14-8 18 0-4 8-14 8-18 0z M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  mend: "M14 6a4 4 0 0 0-5 5L4 16l4 4 5-5a4 4 0 0 0 5-5l-3 3-3-1-1-3z",
  solve: "M9 18h6 M10 21h4 M12 3a6 6 0 0 0-3 11v1h6v-1a6 6 0 0 0-3-11z",
  keep: "M6 4h12v16l-6-4-6 4z",
  open: "M4 19V6h6l2 2h8v11z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1 M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  print: "M7 9V4h10v5 M7 17H4V9h16v8h-3 M7 14h10v6H7z",
  save: "M12 4v11 M7 11l5 5 5-5 M5 20h14",
  image: "M4 5h16v14H4z M4 16l5-5 4 4 3-3 4 4 M15 9h.5",
  trash: "M5 7h14 M9 7V4h6v3 M7 7l1 13h8l1-13",
  mirror: "M12 4v16 M9 7L4 17h5z M15 7l5 10h-5z",
  flip: "M4 12h16 M7 9l10-5v5z M7 15l10 5v-5z",
  turn: "M19 8a8 8 0 1 0 1 6 M20 4v5h-5",
  crop: "M7 3v14h14 M3 7h14v14",
  invert: "M5 5h14v14H5z M5 19L19 5v14z",
  copy: "M9 9h11v11H9z M5 15H4V4h11v1",
  sheet: "M6 14l6-6 6 6",
  empty: "M8 8l8 8 M16 8l-8 8",
};

/** An icon, hidden from screen readers. @param {string} name */
export function icon(name) {
  const attributes = { viewBox: "0 0 24 24", class: "icon", "aria-hidden": true };
  return svg("svg", attributes, svg("path", { d: ICONS[name] }));
}

/**
 * A button with an icon, a name, and with `text` the name beside the icon.
 * @param {string} name
 * @param {Record<string, unknown> & {icon?: string, text?: boolean}} [style] `icon`, `text`, and attributes
 */
export function button(name, { icon: which, text = !which, ...attributes } = {}) {
  return h(
    "button",
    { type: "button", title: which && !text ? name : null, "aria-label": text ? null : name, ...attributes },
    which && icon(which),
    text && h("span", name),
  );
}

/** A button with an icon and its name beside it. @param {string} name @param {string} which @param {() => void} onclick @param {string|null} [style] */
export const labelled = (name, which, onclick, style = null) =>
  button(name, { icon: which, text: true, class: style, onclick });

/** Asks for a file. @param {string} kinds "" for any @param {(file: File) => void} take */
export function pickFile(kinds, take) {
  const input = h("input", { type: "file", accept: kinds || null });
  input.addEventListener("change", () => input.files.length && take(input.files[0]));
  input.click();
}

/** A part of the panel under a heading. @param {string} heading @param {...Child} children */
export function section(heading, ...children) {
  return h("section", h("h2", heading), children);
}

/** Controls beside each other; `style` is "wrap", "end" or "". @param {string} style @param {...Child} children */
export function row(style, ...children) {
  return h("div", { class: `row ${style}` }, children);
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A listener with which arrow keys go round buttons and press them. @param {HTMLElement[]} buttons @returns {(event: KeyboardEvent) => void} */
export const rove = (buttons) => (event) => {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const at = buttons.findIndex((button) => button === event.target);
  const next = buttons[(at + step + buttons.length) % buttons.length];
  next.focus();
  next.click();
};

/** A radio group of buttons with one tab stop (roving tabindex). @param {string} name @param {HTMLButtonElement[]} buttons @param {string} [style] a class */
export function radios(name, buttons, style = "") {
  const chosen = buttons.find((button) => button.ariaChecked === "true") ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
  return h(
    "div",
    { class: `group ${style}`.trim(), role: "radiogroup", "aria-label": name, onkeydown: rove(buttons) },
    buttons,
  );
}

/** A paragraph of lesser weight. @param {...Child} children */
export function quiet(...children) {
  return h("p.quiet", children);
}

/** A line that says that something is under way. @param {...Child} words */
export const waiting = (...words) => h("p", { role: "status" }, h("span.spinner"), words);

let made = 0;

/** A control with its label. @param {string} name @param {HTMLElement} control @param {Child} [note] */
export function field(name, control, note) {
  control.id ||= `field-${++made}`;
  return h("div.field", h("label", { for: control.id }, name), control, note);
}

/**
 * A slider with its label and its value beside it.
 * @param {string} name
 * @param {{min: number, max: number, value: number, step?: number, oninput: (value: number) => void, shown?: (value: number) => string}} style
 */
export function slider(name, { oninput, shown = String, ...attributes }) {
  const output = h("output", shown(Number(attributes.value)));
  const input = h("input", {
    type: "range",
    ...attributes,
    oninput: () => {
      output.textContent = shown(Number(input.value));
      oninput(Number(input.value));
    },
  });
  const whole = field(name, input, output);
  whole.classList.add("slider");
  return Object.assign(whole, {
    /** @param {number} value */
    set(value) {
      input.value = value;
      output.textContent = shown(value);
    },
  });
}

/** Radio buttons that look like one control; choices with the same `group` exclude each other. @param {string} name @param {string[][]} options @param {string} value @param {(value: string) => void} onchange */
export function radio(name, options, value, onchange, group = `radio-${++made}`) {
  const boxes = options.map(([key, label]) => {
    const style = { type: "radio", name: group, value: key, checked: key === value };
    return h("label", h("input", { ...style, onchange: () => onchange(key) }), h("span", label));
  });
  return h("fieldset.radio", h("legend", name), h("div", boxes));
}

/**
 * A list to choose one of.
 * @param {(string | number)[][]} options values and labels
 * @param {string | number} value
 * @param {(value: string) => void} onchange
 * @param {Record<string, unknown>} [attributes] of the list; `dir` goes to its options
 */
export function select(options, value, onchange, { dir, ...attributes } = {}) {
  const style = dir ? { dir } : {};
  const shown = options.map(([key, label]) =>
    h("option", { ...style, value: key, selected: key === value }, label),
  );
  const element = h("select", { ...attributes, onchange: () => onchange(element.value) }, shown);
  return element;
}

/** A box to tick, with its label. @param {string} name @param {boolean} checked @param {(on: boolean) => void} onchange */
export function tick(name, checked, onchange) {
  const box = h("input", { type: "checkbox", checked, onchange: () => onchange(box.checked) });
  return h("label.tick", box, h("span", name));
}

/** @param {MouseEvent} event */
const closeDialog = ({ target }) => /** @type {Element} */ (target).closest("dialog")?.close();

/**
 * Buttons of a dialog: their return value and name; the last is the main one. A button without a value cancels: it does not
 * submit the form, since Enter presses the first button that does.
 * @param {string[][]} named
 */
export const closers = (...named) =>
  named.map(([value, name], at) => {
    const role = value ? { value } : { type: "button", onclick: closeDialog };
    return h("button", { ...role, class: at === named.length - 1 && "main" }, name);
  });

/** Returns true if what is shown was made from the same items. @param {unknown[]} items @param {unknown[]} before */
export const sameItems = (items, before) => items.every((item, at) => item === before[at]);

const TYPING_PAUSE_MS = 300;

/** Functions that save what was just typed, by field. @type {Map<HTMLElement, () => void>} */
const unsaved = new Map();

/** Saves texts that are being typed. */
export const saveTyped = () => [...unsaved.values()].forEach((save) => save());

/** Returns true if a field has text that is not saved yet. @param {HTMLElement} input */
export const isTyped = (input) => unsaved.has(input);

/** Forgets texts that were being typed, as their document is closed. */
export const dropTyped = () => unsaved.clear();

/**
 * Saves the text of a field while it is typed, after each short pause and when the field is left.
 * @param {HTMLInputElement} input
 * @param {() => unknown} subject identifies what the text belongs to; a text is not saved for a later subject
 * @param {(text: string, visit: object) => void} save `visit` is the same object from focus to blur
 */
export function whileTyped(input, subject, save) {
  let visit = { subject: subject() };
  let timer = 0;
  const saveNow = () => {
    clearTimeout(timer);
    unsaved.delete(input);
    if (visit.subject === subject()) save(input.value.trim(), visit);
  };
  input.addEventListener("focus", () => (visit = { subject: subject() }));
  input.addEventListener("input", () => {
    if (visit.subject !== subject()) visit = { subject: subject() };
    clearTimeout(timer);
    unsaved.set(input, saveNow);
    timer = setTimeout(saveNow, TYPING_PAUSE_MS);
  });
  input.addEventListener("change", saveNow);
}

/**
 * Opens a dialog with a form that closes it.
 * @param {string} name
 * @param {Child} content
 * @param {Child} buttons
 * @param {(dialog: HTMLDialogElement) => void} [onclose]
 * @param {Record<string, unknown>} [attributes] of the form
 */
export function openForm(name, content, buttons, onclose, attributes = {}) {
  const form = h("form", { ...attributes, method: "dialog" }, content, row("end", buttons));
  return openDialog(name, form, onclose);
}

/**
 * Opens a dialog, which is removed when closed.
 * @param {string} name
 * @param {Child} content
 * @param {(dialog: HTMLDialogElement) => void} [onclose]
 * @returns {HTMLDialogElement}
 */
export function openDialog(name, content, onclose) {
  const dialog = h("dialog.dialog", { "aria-label": name }, h("h2", name), content);
  dialog.addEventListener("close", () => {
    dialog.remove();
    onclose?.(dialog);
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
