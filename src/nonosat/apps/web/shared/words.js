/**
 * The texts of a page in its reader's language. The English text is the key; names in braces stand for values. A text with
 * "|" has a form for `n` = 1 and one for all other numbers; a catalogue has a text, or its forms by Unicode's plural
 * categories, for each.
 *
 * @typedef {Record<string, string | Record<string, string>>} Catalogue
 */

/** @type {Catalogue} */
let catalogue = {};
let locale = "en";
let plurals = new Intl.PluralRules(locale);
let numbers = new Intl.NumberFormat(locale);

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** The page's language, with a region if known. */
export const language = () => locale;

/**
 * The best catalogue for a reader: its name, and the language with its region; English without another one.
 * @param {readonly (string | null)[]} requested languages such as "de-AT", the best first
 * @param {string[]} names of all catalogues
 */
export function chosen(requested, names) {
  for (const tag of requested) {
    if (!tag || !TAG.test(tag)) continue;
    const parts = tag.toLowerCase().split("-");
    const name = [parts.join("-"), parts[0]].find(
      (candidate) => candidate === "en" || names.includes(candidate),
    );
    if (name) return { name, tag };
  }
  return { name: "en", tag: "en" };
}

/**
 * Sets the language of texts from now on.
 * @param {string} tag
 * @param {Catalogue} words
 * @param {HTMLElement} [root] the element in that language
 */
export function speak(tag, words, root = document.documentElement) {
  [locale] = Intl.getCanonicalLocales(tag);
  catalogue = words;
  plurals = new Intl.PluralRules(locale);
  numbers = new Intl.NumberFormat(locale);
  root.lang = locale;
}

/**
 * A number with the digits, groups and decimal sign of the language.
 * @param {number | bigint} value
 * @param {1 | 3} [digits] after the decimal sign, for numbers that are not whole
 */
export function figures(value, digits) {
  if (digits === undefined) return numbers.format(value);
  return value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * A text in the language of the page.
 * @param {string} english
 * @param {Record<string, string | number | bigint | Phrase>} [values] numbers are written as the language does
 * @param {string} [inherited] the form of phrases among the values, unless the text asks for another
 */
export function t(english, values = {}, inherited = "") {
  const text = Object.hasOwn(catalogue, english) ? catalogue[english] : english;
  const form = "n" in values ? formOf(text, Number(values.n)) : String(text);
  return form.replace(/\{(\w+)(?::(\w+))?\}/g, (place, name, asked) => {
    const value = Object.hasOwn(values, name) ? values[name] : place;
    if (typeof value === "object") return sentence(value, asked ?? inherited);
    return typeof value === "string" ? value : figures(value);
  });
}

/** A time such as "about 12 min" in the language of the page. @param {string} english */
export function time(english) {
  const numbers = english.match(/\d+/g) ?? [];
  const pattern = ["{n}", "{m}"].reduce((text, name, at) => text.replace(numbers[at] ?? name, name), english);
  return t(pattern, { n: numbers[0] ?? "", m: numbers[1] ?? "" });
}

/**
 * A sentence of an explanation: an English pattern and its values, which can be sentences themselves. A text asks for a
 * form of a value as in `{cells:the}`; a value without a text of this form passes it on to its own values.
 * @typedef {{say: string, [name: string]: any}} Phrase
 * @param {Phrase | string | number} phrase
 * @param {string} [form]
 * @returns {string}
 */
export function sentence(phrase, form = "") {
  if (typeof phrase !== "object") return typeof phrase === "number" ? figures(phrase) : phrase;
  const { say, ...values } = phrase;
  const formed = `${say}:${form}`;
  return form && Object.hasOwn(catalogue, formed) ? t(formed, values) : t(say, values, form);
}

/** A sentence and the items of a list after it, line by line. @param {Phrase[]} phrases */
export const sentences = (phrases) =>
  phrases.map((phrase, at) => (at ? "- " : "") + sentence(phrase)).join("\n");

/** @param {string | Record<string, string>} text @param {number} n */
function formOf(text, n) {
  if (typeof text !== "string") return text[plurals.select(n)] ?? text.other;
  const [one, several] = text.split("|");
  return n === 1 ? one : (several ?? one);
}

/** Attributes with texts. */
export const NAMED = ["aria-label", "aria-roledescription", "title", "placeholder", "alt"];

/** Translates the texts of the page, except for elements with a direction of their own, such as titles. */
export function translate(root = document.body) {
  for (const element of root.querySelectorAll("*")) {
    for (const name of NAMED)
      if (element.hasAttribute(name)) element.setAttribute(name, t(element.getAttribute(name) ?? ""));
    if (element.closest("[dir], script, style")) continue;
    for (const node of element.childNodes) {
      const text = node instanceof Text && node.data.replace(/\s+/g, " ").trim();
      if (text && t(text) !== text)
        /** @type {Text} */ (node).data = node.data.replace(/\S[^]*\S|\S/, () => t(text));
    }
  }
}
