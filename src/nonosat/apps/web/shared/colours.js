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
  matrix.map((row) => row.reduce((sum, each, at) => sum + each * vector[at], 0));

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

const XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];

/** Light in the colour space CIE L*a*b*, white being D65. @param {number[]} linear */
function lab(linear) {
  const [x, y, z] = times(XYZ, linear).map((value, at) => {
    const part = Math.max(0, value) / WHITE[at];
    return part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/**
 * How different two colours of L*a*b* look: CIEDE2000, by Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference
 * Formula: Implementation Notes, Supplementary Test Data, and Mathematical Observations", 2005.
 * @param {number[]} one
 * @param {number[]} other
 */
export function ciede2000(one, other) {
  const [l1, a1, b1] = one;
  const [l2, a2, b2] = other;
  /** @param {number} value */
  const seventh = (value) => Math.sqrt(value ** 7 / (value ** 7 + 25 ** 7));
  const turn = 2 * Math.PI;
  /** @param {number} degrees */
  const radians = (degrees) => (degrees / 360) * turn;
  const g = 1.5 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) / 2;
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  /** @param {number} a @param {number} b */
  const angle = (a, b) => (a || b ? (Math.atan2(b, a * g) + turn) % turn : 0);
  const [h1, h2] = [angle(a1, b1), angle(a2, b2)];
  const away = c1 * c2 === 0 ? 0 : h2 - h1 - turn * Math.round((h2 - h1) / turn);
  const hue = c1 * c2 === 0 ? h1 + h2 : (h1 + h2) / 2 + (Math.abs(h1 - h2) > turn / 2 ? turn / 2 : 0);
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos(hue - radians(30)) +
    0.24 * Math.cos(2 * hue) +
    0.32 * Math.cos(3 * hue + radians(6)) -
    0.2 * Math.cos(4 * hue - radians(63));
  const degrees = ((hue / turn) * 360) % 360;
  const rotation = -2 * seventh(c) * Math.sin(radians(60) * Math.exp(-(((degrees - 275) / 25) ** 2)));
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(away / 2)) / (1 + 0.015 * c * t);
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

const NEAR = 12; // CIEDE2000 below which small areas apart from each other look alike

/** The inks of a palette that look like another one to some eyes. @param {string[][]} palette @returns {Set<number>} */
export function lookalikes(palette) {
  const inks = [...palette.keys()].slice(1);
  const lights = palette.map(([, rgb]) => light(rgb));
  const seen = [lights, ...EYES.map((eye) => lights.map((each) => times(eye, each)))].map((all) =>
    all.map(lab),
  );
  /** @param {number} one @param {number} other */
  const alike = (one, other) => seen.some((colours) => ciede2000(colours[one], colours[other]) < NEAR);
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
  let found = lettered.get(palette);
  if (!found) {
    const alike = palette.length > 2 && palette.length <= MOST_LETTERED ? [...lookalikes(palette)] : [];
    found = new Map(alike.map((ink) => [ink, [palette[ink][2], inkOn(palette[ink][1])]]));
    lettered.set(palette, found);
  }
  return found;
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

/** @param {string} rgb */
const usual = (rgb) => lab(light(rgb));

/** The names that CSS writes as one word, such as "seagreen". */
const CSS_NAME =
  /^(dark|light|medium|pale|deep|sea|sky|forest|lawn|lime|spring|steel|royal|slate|indian|hot|orange|fire|blue)(blue|green|red|violet|pink|orange|gray|grey|yellow|cyan|salmon|orchid|purple|brick|turquoise)$/;

/** The name of a palette's colour: its own, or the nearest common one if it has none but its value. @param {Colour[]} palette @param {number} colour */
export function nameOfColour(palette, colour) {
  const [name, rgb] = palette[colour] ?? [];
  if (!rgb || !/^(#?[0-9a-f]{6}|)$/i.test(name)) return name?.replace(CSS_NAME, "$1 $2");
  const own = usual(rgb);
  /** @param {string[]} named */
  const distance = ([, other]) => ciede2000(own, usual(other));
  return NAMED.reduce((best, each) => (distance(each) < distance(best) ? each : best))[0];
}
