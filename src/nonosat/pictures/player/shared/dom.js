/** Elements in one call. Styles are set through the object model only, as the page's policy demands. */

import { NAMED, t } from "./words.js";

/** How to paint on a canvas. @param {HTMLCanvasElement|OffscreenCanvas} canvas @returns {CanvasRenderingContext2D} */
export const painter = (canvas) => /** @type {any} */ (canvas.getContext("2d"));

/** The element of a name. @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * An element with attributes, listeners (`onclick`) and children. Its texts are in the language of the page if its
 * catalogue has them, unless it has a direction of its own, as titles have.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] null, undefined and false leave an attribute out
 * @param {...(Node|string|null|undefined|number|false|any[])} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  /** @param {string} text */
  const say = (text) => (typeof text === "string" && !("dir" in attributes) ? t(text) : text);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (["value", "checked", "disabled", "hidden", "selected"].includes(name))
      Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : NAMED.includes(name) ? say(value) : value);
  }
  element.append(
    ...children
      .flat(3)
      .filter((child) => child || child === 0 || child === "")
      .map(say),
  );
  return element;
}

/** Puts children in the place of those that an element has; the focus stays with the control of the same name. @param {HTMLElement} element @param {...any} children */
export function fill(element, ...children) {
  const active = element.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  element.replaceChildren(...children.flat(3).filter(Boolean));
  if (active) {
    const controls = [
      .../** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("button, input, select, summary")),
    ];
    controls.find((each) => nameOf(each) === active)?.focus({ preventScroll: true });
  }
  return element;
}

/** @param {any} control */
function nameOf(control) {
  return [
    control.tagName,
    control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent,
  ].join(" ");
}
