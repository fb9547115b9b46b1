/** Colours and their perception. A colour is six hex digits, as in palettes. */

/** @import { Colour } from "./puzzle.js" */

/** Red, green and blue, from 0 to 255. @param {string} rgb @returns {number[]} */
export function channels(rgb) {
  return [0, 2, 4].map((place) => parseInt(rgb.slice(place, place + 2), 16));
}

/** Red, green and blue as light: linear, from 0 to 1. @param {string} rgb */
function light(rgb) {
  return channels(rgb).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

/** The relative luminance by WCAG 2, from 0 (black) to 1 (white). @param {string} rgb */
export function luminance(rgb) {
  const [red, green, blue] = light(rgb);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {number[][]} matrix @param {number[]} vector */
const times = (matrix, vector) =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * vector[at], 0));

/**
 * How light looks to eyes without the cones for red, green or blue light. From Machado, Oliveira
 * and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.
 */
const EYES = [
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

/** Light in the colour space OKLab (Ottosson 2020): matrices to the responses of the cones, and from their cube roots. */
const CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const OKLAB = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

/** @param {number[]} linear */
const oklab = (linear) => times(OKLAB, times(CONES, linear).map(Math.cbrt));

/** How different two colours of OKLab look. @param {number[]} one @param {number[]} other */
const difference = (one, other) => Math.hypot(...one.map((value, at) => value - other[at]));

const NEAR = 0.09; // difference below which small areas apart from each other look alike

/** The inks of a palette that look like another one to some eyes. @param {string[][]} palette @returns {Set<number>} */
export function lookalikes(palette) {
  const inks = [...palette.keys()].slice(1);
  const lights = palette.map(([, rgb]) => light(rgb));
  const seen = [lights, ...EYES.map((eye) => lights.map((light) => times(eye, light)))].map((all) =>
    all.map(oklab),
  );
  /** @param {number} one @param {number} other */
  const alike = (one, other) => seen.some((colours) => difference(colours[one], colours[other]) < NEAR);
  return new Set(inks.filter((one) => inks.some((other) => other !== one && alike(one, other))));
}

/** @type {WeakMap<string[][], Map<number, [string, string]>>} */
const lettered = new WeakMap();
const MOST_LETTERED = 60; // inks: there are no more distinct letters

/**
 * The letters of the inks that look like another one, and black or white to print them in.
 * @param {string[][]} palette
 * @returns {Map<number, [string, string]>}
 */
export function lettersOf(palette) {
  let letters = lettered.get(palette);
  if (!letters) {
    const alike = palette.length > 2 && palette.length <= MOST_LETTERED ? [...lookalikes(palette)] : [];
    letters = new Map(alike.map((ink) => [ink, [palette[ink][2], inkOn(palette[ink][1])]]));
    lettered.set(palette, letters);
  }
  return letters;
}

/** Whether black is easier to read on a colour than white. @param {string} rgb */
export function isLight(rgb) {
  return luminance(rgb) > 0.179; // where both have the contrast 4.6
}

/** The better of black and white on a colour. @param {string} rgb */
export function inkOn(rgb) {
  return isLight(rgb) ? "#000000" : "#ffffff";
}

/** Names and colours of easily distinguished inks. */
export const INKS = Object.entries({
  red: "c8343d",
  yellow: "f0b429",
  green: "3f8f4f",
  blue: "2f6fb5",
  purple: "8a4fa3",
  orange: "d9772b",
  teal: "4fb3bf",
  brown: "8c6239",
  pink: "e58fb1",
  grey: "7a7f87",
});

const NAMED = [["white", "ffffff"], ["black", "000000"], ...INKS];

/** The names that CSS writes as one word, such as "seagreen". */
const CSS_NAME =
  /^(dark|light|medium|pale|deep|sea|sky|forest|lawn|lime|spring|steel|royal|slate|indian|hot|orange|fire|blue)(blue|green|red|violet|pink|orange|gray|grey|yellow|cyan|salmon|orchid|purple|brick|turquoise)$/;

/** The name of a palette's colour: its own, or the nearest common one if it has none but its value. @param {Colour[]} palette @param {number} colour */
export function nameOfColour(palette, colour) {
  const [name, rgb] = palette[colour] ?? [];
  if (!rgb || !/^(#?[0-9a-f]{6}|)$/i.test(name)) return name?.replace(CSS_NAME, "$1 $2");
  /** Lightness counts less: a dark grey is nearer to grey than to brown. @param {string} value */
  const place = (value) => oklab(light(value)).map((part, at) => (at ? part : part / 3));
  /** @param {string[]} named */
  const distance = ([, other]) => difference(place(rgb), place(other));
  return NAMED.reduce((best, named) => (distance(named) < distance(best) ? named : best))[0];
}
