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
 * @property {boolean} [plays] its strokes are moves of the solver
 * @property {boolean} [drawable] a playing one accepts moves now
 * @property {boolean} [quiet] its panel stays closed on a phone
 * @property {boolean} [shades] open cells are shaded by region
 * @property {boolean} [marks] protected cells are marked
 * @property {() => import("../../shared/dom.js").Child[]} panel
 * @property {() => void} [enter] its panel is shown
 * @property {() => void} [leave] another is chosen
 * @property {() => Cells} [cells] of a playing one: the cells on the stage
 * @property {(cell: number) => void} [choose] the tool *Look* is used on a cell
 * @property {(change: PuzzleChange) => void} [changed] the puzzle has changed
 * @property {() => void} [moved] the solver's cells have changed
 * @property {() => void} [answered] more is known
 *
 * @typedef {import("../../shared/history.js").Cells} Cells
 */

export {};
