// The page's model without a page: each line of JSON on standard input is a puzzle, each on standard output what the model makes of it.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const page = pathToFileURL(`${process.argv[2]}/`);
const load = (name) => import(new URL(`${name}.js`, page));
const [{ outline }, puzzles, { changeOf, replaced }, { coloursAfter }, transforms, { fragmentOf, puzzleOf }] =
  await Promise.all(
    [
      "shared/geometry",
      "shared/puzzle",
      "shared/history",
      "shared/teaching",
      "studio/model/transforms",
      "studio/model/link",
    ].map(load),
  );

for await (const line of createInterface({ input: process.stdin })) {
  const { steps = [], ...data } = JSON.parse(line);
  const puzzle = puzzles.fromJSON(data);
  const geometry = puzzles.geometry(puzzle);
  const again = {};
  if (puzzle.cells && geometry.kind === "rectangle") {
    const { mirrored, turned, resized } = transforms;
    const other = resized(turned(puzzle), { top: 1, left: 2, right: -1 });
    again.mirrored = puzzles.toJSON(mirrored(puzzle));
    again.turned = puzzles.toJSON(turned(turned(turned(turned(puzzle)))));
    const change = changeOf("Change", puzzle, other);
    again.undone = puzzles.toJSON(replaced(replaced(puzzle, change.after), change.before));
    again.done =
      JSON.stringify(puzzles.toJSON(replaced(puzzle, change.after))) ===
      JSON.stringify(puzzles.toJSON(other));
  }
  console.log(
    JSON.stringify({
      ...again,
      puzzle: puzzles.toJSON(puzzle),
      linked: puzzles.toJSON(await puzzleOf(await fragmentOf(puzzle))),
      drawn: puzzle.cells !== null,
      left: coloursAfter(puzzle, steps),
      families: geometry.families,
      outlines: Array.from({ length: geometry.size }, (_, cell) => outline(geometry, cell)),
    }),
  );
}
