// The engine benchmark: every engine on the same graphs, in turn, one process each. Prints Markdown.
//
// Usage: run.mjs [--rounds 3] [--only TEXT] [--json FILE] [--python INTERPRETER] [--native PROGRAM] [--wasm FOLDER]
// An engine whose place isn't given is left out; LangGraph.js is always there.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median, table } from "../table.mjs";

const GRAPHS = [
  "sequential:10", "sequential:1000", "fanout_to_subgraph:10", "fanout_to_subgraph:100", "react_agent:10",
  "react_agent:100", "wide_state:25:300",
];
const STEPS = [10, 100, 1000, 10000];
const LOOPS = ["loop", "history"].flatMap((kind) => STEPS.map((steps) => `${kind}:${steps}`));
const MODES = ["none", "memory-at-exit", "memory-each-step", "file-each-step", "synced-file-each-step"];
const PAIRS = [
  ...MODES.flatMap((mode) => [...GRAPHS, ...LOOPS].map((name) => [name, mode])),
  ["add_messages:10000:100", "none"],
];

// Python's and JavaScript's checkpoints hold all lines each time: some 5 GB.
const tooLarge = (engine, name, mode) =>
  engine.startsWith("LangGraph") && name === "history:10000" && mode.endsWith("each-step");
// Node has a file system, but wasm without WASI knows none.
const unable = (engine, mode) => engine === "Quarry in wasm" && mode.includes("file");

const { values: options } = parseArgs({
  options: Object.fromEntries(["rounds", "only", "json", "python", "native", "wasm"].map((name) => [name, { type: "string" }])),
});
const here = (path) => join(dirname(fileURLToPath(import.meta.url)), path);
const commands = {
  "LangGraph Python": options.python && [options.python, here("python/engine.py")],
  "LangGraph.js": [process.execPath, "--expose-gc", "--no-warnings", here("js/engine.mjs")],
  "Quarry native": options.native && [options.native],
  "Quarry in wasm": options.wasm && [process.execPath, "--expose-gc", here("wasm.mjs"), options.wasm],
};

/** A running engine that answers one request after another. */
function start(name, [program, ...words]) {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (graph, mode) => {
    child.stdin.write(`${graph} ${mode}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error(`${name} ended at ${graph}, ${mode}`);
    return JSON.parse(value);
  };
  return { name, ask, stop: () => child.stdin.end() };
}

const rounds = Number(options.rounds ?? 3);
const engines = Object.entries(commands).filter(([, command]) => command).map(([name, command]) => start(name, command));
const measures = [];
for (let round = 0; round < rounds; round += 1) {
  for (const [name, mode] of PAIRS.filter((pair) => pair.join(" ").includes(options.only ?? ""))) {
    const results = new Set();
    for (const engine of engines) {
      if (tooLarge(engine.name, name, mode) || unable(engine.name, mode)) continue;
      const measure = await engine.ask(name, mode);
      measures.push({ ...measure, round });
      results.add(measure.result);
    }
    if (results.size > 1) throw new Error(`${name}, ${mode}: the engines end differently: ${[...results].join(", ")}`);
    process.stderr.write(`round ${round + 1} of ${rounds}: ${name} ${mode}\n`);
  }
}
engines.forEach((engine) => engine.stop());

const medians = (key, engine, name, mode) =>
  median(measures.filter((one) => one.engine === engine && one.case === name && one.mode === mode).map((one) => one[key]));
const number = (value) => (Number.isNaN(value) ? "-" : value >= 100 ? value.toFixed(0) : value.toPrecision(2));

/** One row a graph, one column an engine. */
function print(title, graphs, mode, value) {
  const rows = graphs.map((name) => [name, ...engines.map((engine) => number(value(engine.name, name, mode)))]);
  const measured = rows.filter((row) => row.slice(1).some((cell) => cell !== "-"));
  if (measured.length > 0) console.log(`\n${title}\n\n${table(["", ...engines.map((engine) => engine.name)], measured)}`);
}

console.log(`Node ${process.version}; ${cpus().length} cores of ${cpus()[0].model}; medians of ${rounds} rounds.`);
const time = (engine, name, mode) => medians("ms", engine, name, mode);
const perStep = (engine, name, mode) => (1000 * time(engine, name, mode)) / Number(name.split(":")[1]);
for (const mode of MODES) print(`${mode}, ms a run`, GRAPHS, mode, time);
for (const mode of MODES) print(`${mode}, microseconds a step`, LOOPS, mode, perStep);
print("add_messages of one onto 10,000, ms", ["add_messages:10000:100"], "none", (...of) => time(...of) / 100);
print("checkpoints on disk, KB a run", [...GRAPHS, ...LOOPS], "file-each-step", (...of) => medians("bytes", ...of) / 1000);
if (options.json) writeFileSync(options.json, JSON.stringify(measures));
