/** Creates elements. Styles are set through the object model only, as the page's policy demands. */

import { NAMED, t } from "./words.js";

/** @typedef {Node | string | number | false | null | undefined | Child[]} Child of an element; empty ones are left out */

/** The 2D context of a canvas. @param {HTMLCanvasElement|OffscreenCanvas} canvas @returns {CanvasRenderingContext2D} */
export const painter = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** The element of a name. @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * An element with attributes, listeners (`onclick`) and children; classes follow the tag, as in "p.quiet". Its texts are
 * in the language of the page if its catalogue has them, unless it has a direction of its own, as titles have.
 * @param {string} name
 * @param {...any} parts attributes, if the first is a plain object: null, undefined and false leave one out; then children
 * @returns {any}
 */
export function h(name, ...parts) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  const attributes = parts[0]?.constructor === Object ? parts.shift() : {};
  /** @param {string} text */
  const say = (text) => (typeof text === "string" && !("dir" in attributes) ? t(text) : text);
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (["value", "checked", "disabled", "hidden", "selected"].includes(name))
      Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : NAMED.includes(name) ? say(value) : value);
  }
  const shown = parts.flat(3).filter((child) => child || child === 0 || child === "");
  element.append(...shown.map(say));
  return element;
}

/** An element of a drawing. @param {string} name @param {Record<string, any>} [attributes] @param {...(Element|Element[])} inside */
export function svg(name, attributes = {}, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside.flat());
  return element;
}

/** Replaces the children of an element; the focus stays with the control of the same `data-key`, or else name. @param {HTMLElement} element @param {...Child} children */
export function fill(element, ...children) {
  const activeElement = /** @type {HTMLElement|null} */ (document.activeElement);
  const active = activeElement && element.contains(activeElement) && nameOf(activeElement);
  element.replaceChildren(.../** @type {Node[]} */ (children.flat(3).filter(Boolean)));
  /** @type {NodeListOf<HTMLElement>} */
  const controls = element.querySelectorAll("button, input, select, summary");
  if (active) [...controls].find((control) => nameOf(control) === active)?.focus({ preventScroll: true });
  return element;
}

/** @param {HTMLElement & {labels?: NodeListOf<Element>|null}} control */
function nameOf({ tagName, ariaLabel, labels, textContent, dataset }) {
  return `${tagName} ${dataset.key ?? ariaLabel ?? labels?.[0]?.textContent ?? textContent}`;
}
