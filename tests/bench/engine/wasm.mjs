// The state-graph engine as wasm in Node, in the engine benchmark. Usage: wasm.mjs FOLDER, with what wasm-bindgen made.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const { answer } = createRequire(import.meta.url)(resolve(join(process.argv[2], "engine_bench.js")));
for await (const line of createInterface({ input: process.stdin })) console.log(answer(line));
