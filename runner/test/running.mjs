// Runs jobs in this process as the worker does, with the parts that `build.mjs` has made.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { run } from "../src/javascript/run.js";

const built = process.env.QUARRY_RUNNER;
if (!built) throw new Error("run this by `cargo xtask runner`");
// Node 20 knows what url.so uses, and has it off.
setFlagsFromString("--experimental-wasm-extended-const");
const bytes = (name) => readFileSync(join(built, name));
const wasm = (name) => WebAssembly.compile(bytes(name));

const parts = (async () => ({
  wasm: await wasm("quickjs.wasm"),
  extensions: [
    { name: "encoding", wasm: await wasm("encoding.so") },
    { name: "structured-clone", wasm: await wasm("structured-clone.so") },
  ],
  loadUrl: async () => ({ name: "url", wasm: await wasm("url.so") }),
  guest: bytes("guest.js").toString(),
  library: bytes("library.js").toString(),
  loadTransform: async () => (await import(pathToFileURL(join(built, "sucrase.js")).href)).transform,
}))();

/** Runs `node` with these arguments over `{path: text}`; gives the output, how it ended, and whether it had started. */
export async function node(argv, files = {}, options = {}) {
  const ended = { out: "", error: "", isStarted: false };
  const job = {
    argv, folder: "", stdin: "", paths: Object.keys(files), texts: Object.values(files), leftOut: [],
    memory: 64 << 20, output: 1 << 20, ...options,
  };
  await run(job, parts, (message) => {
    if (message.started) ended.isStarted = true;
    else if (message.end) ended.end = message;
    else if (message.stream === 0) ended.out += message.text;
    else ended.error += message.text;
  });
  return ended;
}

/** The output of a program that has to end with success. */
export async function outputOf(argv, files, options) {
  const ended = await node(argv, files, options);
  if (ended.end.code !== 0) throw new Error(`${JSON.stringify(ended.end)}\n${ended.out}\n${ended.error}`);
  return ended.out;
}
