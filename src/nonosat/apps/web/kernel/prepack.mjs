/**
 * Runs before `npm pack` and `npm publish`: compiles the kernel in a checkout, elsewhere refuses to pack without it.
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const place = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const compiler = place("../../../../../packaging/wasm.py");

const isCompiled = existsSync(compiler)
  ? spawnSync(process.env.PYTHON ?? "python3", [compiler], { stdio: ["ignore", 2, 2] }).status === 0
  : existsSync(place("nonosat.wasm"));
if (!isCompiled) {
  console.error(
    "nonosat.wasm is missing or outdated, so nothing is packed; python packaging/wasm.py compiles it",
  );
  process.exitCode = 1;
}
