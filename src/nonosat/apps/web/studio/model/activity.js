/**
 * An activity: a tab with its panel and tools.
 *
 * @typedef {object} PuzzleChange
 * @property {boolean} document whether another puzzle was opened
 * @property {boolean} statement whether clues or givens have changed
 * @property {object} [by] the activity that made the change and knows of it
 *
 * @typedef {object} Activity
 * @property {string} name
 * @property {string} icon
 * @property {string[]} tools
 * @property {boolean} [quiet] its panel stays closed on a phone
 * @property {boolean} [shades] open cells are shaded by region
 * @property {boolean} [marks] protected cells are marked
 * @property {() => import("../../shared/dom.js").Child[]} panel
 * @property {() => void} [enter] its panel is shown
 * @property {() => void} [leave] another is chosen
 * @property {() => Cells} [cells] cells on the stage in place of the picture's
 * @property {(cell: number) => void} [choose] the tool *Look* is used on a cell
 * @property {(change: PuzzleChange) => void} [changed] the puzzle has changed
 * @property {() => void} [answered] more is known
 *
 * @typedef {import("../../shared/history.js").Cells} Cells
 */

export {};
