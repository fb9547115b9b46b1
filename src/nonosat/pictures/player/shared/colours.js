/** Colours as the eye sees them. A colour is six hex digits, as palettes have it. */

/** Red, green and blue, from 0 to 255. @param {string} rgb @returns {number[]} */
export function channels(rgb) {
  return [0, 2, 4].map((place) => parseInt(rgb.slice(place, place + 2), 16));
}

/** The relative luminance by WCAG 2, from 0 (black) to 1 (white). @param {string} rgb */
export function luminance(rgb) {
  const [red, green, blue] = channels(rgb).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether black is easier to read on a colour than white. @param {string} rgb */
export function isLight(rgb) {
  return luminance(rgb) > 0.179; // where both have the contrast 4.6
}

/** The better of black and white on a colour. @param {string} rgb */
export function inkOn(rgb) {
  return isLight(rgb) ? "#000000" : "#ffffff";
}
