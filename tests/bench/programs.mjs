// Programs in the tab: bytes loaded, time to the first run and to later ones, what interpreting costs.
//
//   node tests/bench/programs.mjs <runs>

import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { launch, PAGE } from "../e2e/chromium.mjs";
import { node, openPython, python } from "../e2e/interpreters.mjs";
import { median, table } from "./table.mjs";

const runs = Number(process.argv[2]);

const JAVASCRIPT = ["javascript.js", "quickjs.wasm", "guest.js", "library.js", "encoding.so", "structured-clone.so"];
const PYTHON = ["python/frame.html", "python/parts.json", "python/python.js", "python/pyodide.asm.wasm", "python/python_stdlib.zip", "python/packages.zip"];
const SOMETIMES = ["sucrase.js", "url.so"];

const FIBONACCI = "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }";
const PYTEST = { "test_it.py": "def test_it():\n    assert [1, 2] == [1, 2]\n" };
const NODE_TEST = { "a.test.js": "const test = require('node:test'); const assert = require('node:assert'); test('it', () => assert.deepEqual([1, 2], [1, 2]));" };

const browser = await launch();
const figures = { sizes: await sizes(), times: {} };
for (let at = 0; at < runs; at += 1) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(PAGE);
  for (const [name, ms] of Object.entries(await measure(page))) (figures.times[name] ??= []).push(ms);
  await context.close();
}
await browser.close();
print(figures);
if (process.env.QUARRY_BENCH_JSON) writeFileSync(process.env.QUARRY_BENCH_JSON, JSON.stringify(figures, null, 2));

async function sizes() {
  const size = async (name) => {
    const bytes = Buffer.from(await (await fetch(`${PAGE}runner/${name}`)).arrayBuffer());
    return { bytes: bytes.length, gzip: gzipSync(bytes, { level: 6 }).length };
  };
  const sum = async (names) => {
    const all = await Promise.all(names.map(size));
    return { bytes: all.reduce((total, each) => total + each.bytes, 0), gzip: all.reduce((total, each) => total + each.gzip, 0) };
  };
  return { JavaScript: await sum(JAVASCRIPT), "TypeScript, URL: once used": await sum(SOMETIMES), Python: await sum(PYTHON) };
}

/** Milliseconds by what was done; every program has to succeed. */
async function measure(page) {
  const times = {};
  const note = async (name, run, count = (ended) => ended.loadMs + ended.runMs) => {
    const ended = await run();
    if (ended.end?.code !== 0) throw new Error(`${name}: ${JSON.stringify(ended)}`);
    times[name] = count(ended);
  };
  const inside = (ended) => ended.runMs;
  const hello = ["-e", "console.log(1)"];
  await note("first `node -e`, nothing loaded", () => node(page, hello));
  await note("later `node -e`, with a new interpreter", () => node(page, hello));
  await note("later `node -e`, with the spare one", () => node(page, hello), inside);
  await note("`node --test`, one test, with the spare one", () => node(page, ["--test"], NODE_TEST), inside);
  await note("fib(24) in QuickJS", () => node(page, ["-e", `${FIBONACCI} fib(24);`]), (ended) => ended.runMs - times["later `node -e`, with the spare one"]);
  times["fib(24) in the page"] = await page.evaluate(() => {
    const began = performance.now();
    const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
    fib(24);
    return performance.now() - began;
  });
  const began = performance.now();
  await openPython(page);
  const opened = performance.now() - began;
  await note("first `python -c`, nothing loaded", () => python(page, ["-c", "print(1)"]), (ended) => opened + ended.loadMs + ended.runMs);
  await note("later `python -c`, with a new interpreter", () => python(page, ["-c", "print(1)"]));
  await note("later `python -c`, with the spare one", () => python(page, ["-c", "print(1)"]), inside);
  await note("`python -m unittest`, one test, with the spare one", () => python(page, ["-m", "unittest"], { "test_it.py": "import unittest\nclass T(unittest.TestCase):\n    def test_it(self): pass\n" }), inside);
  await note("`python -m pytest`, one test, with the spare one", () => python(page, ["-m", "pytest", "-q"], PYTEST), inside);
  return times;
}

function print({ sizes, times }) {
  const kilobytes = (bytes) => Math.round(bytes / 1000);
  console.log(`\n${table(["loaded before the first program", "KB", "KB gzip"], Object.entries(sizes).map(([name, size]) => [name, kilobytes(size.bytes), kilobytes(size.gzip)]))}`);
  const shown = (ms) => (ms < 10 ? ms.toFixed(1) : Math.round(ms));
  console.log(`\n${table(["", "ms"], Object.entries(times).map(([name, all]) => [name, shown(median(all))]))}`);
}
