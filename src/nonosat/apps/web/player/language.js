/**
 * The language of the page: the one in its address, the one that it was made for, or the browser's. The catalogues are
 * compressed in the page; English needs none.
 */

import { chosen, speak, translate } from "../shared/words.js";
import { data, unpacked } from "./packing.js";

const { names, words } = data.languages;

const asked = new URLSearchParams(location.search).get("language");
const only = names.length === 1 ? names[0] : null; // the page was made for it
const { name, tag } = chosen([asked, only, ...navigator.languages], names);

const [english, ...texts] = (await (names.includes(name) ? unpacked(words) : null)) ?? [];
if (english) {
  const its = texts[names.indexOf(name)];
  const translated = english.map((/** @type {string} */ text, /** @type {number} */ at) => [text, its[at]]);
  speak(tag, Object.fromEntries(translated));
}
translate();

/** Reloads the page in another language, if it has that. @param {string} to */
export function changeLanguage(to) {
  const other = chosen([to], names);
  if (other.tag !== to || other.name === name || location.protocol === "about:") return;
  const address = new URL(location.href);
  address.searchParams.set("language", to);
  location.replace(address);
}
