/** All tools by name, in the order of the help page. */

import { give, inspect, protect } from "./marks.js";
import { ellipse, line, rectangle } from "./outlines.js";
import { fill, pencil, pick } from "./paint.js";

/** @type {Record<string, import("./strokes.js").Tool>} */
export const TOOLS = { pencil, line, rectangle, ellipse, fill, pick, inspect, protect, give };
