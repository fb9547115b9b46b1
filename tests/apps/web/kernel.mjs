// node kernel.mjs FOLDER [SECONDS]: for each line of standard input, a puzzle in JSON, what the studio's kernel answers to
// `check`: one line of JSON, with `asked` if it would ask Python.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, seconds = "2"] = process.argv.slice(2);
const { Kernel } = await import(pathToFileURL(`${folder}/studio/engine/kernel.js`));
const kernel = new Kernel(async (question) => ({ asked: question }));

for await (const line of createInterface({ input: process.stdin })) {
  let known = {};
  const onProgress = (more) => (known = { ...known, ...more });
  const payload = { puzzle: JSON.parse(line), seconds: Number(seconds), rating: false };
  const answer = await kernel.answer("examine", payload, { onProgress });
  console.log(JSON.stringify({ ...known, ...answer }));
}
