/** All tools by name, in the order of the help page. */

import { fill } from "./fill.js";
import { line } from "./line.js";
import { give, keep, look } from "./marks.js";
import { move } from "./move.js";
import { ellipse, rectangle } from "./outlines.js";
import { pencil } from "./pencil.js";
import { pick } from "./pick.js";

/** @type {Record<string, import("./strokes.js").Tool>} */
export const TOOLS = { pencil, line, rectangle, ellipse, fill, pick, move, look, keep, give };
