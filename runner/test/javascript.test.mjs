// What a program of JavaScript finds in the tab, and how it ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { node, outputOf } from "./running.mjs";

const exit = (code) => ({ end: "exit", code });

test("a script prints, and gets its arguments and its input", async () => {
  const files = { "main.js": "const { readFileSync } = require('fs');\nconsole.log(process.argv.slice(2).join('|'), readFileSync(0, 'utf8'), __filename);\n" };
  assert.equal(await outputOf(["main.js", "a", "b c"], files, { stdin: "typed" }), "a|b c typed /repo/main.js\n");
});

test("code is run from the command line, printed, and as a module", async () => {
  assert.equal(await outputOf(["-e", "console.log(process.argv.length, [1, { a: 2 }])", "x"]), "2 [ 1, { a: 2 } ]\n");
  assert.equal(await outputOf(["-e", "console.log(process.argv.slice(1).join())", "--", "--x", "y"]), "--x,y\n");
  assert.equal(await outputOf(["-p", "6 * 7"]), "42\n");
  assert.equal(await outputOf(["-e", "console.log(path.join('a', '..', 'b'))"]), "b\n");
  assert.equal(await outputOf(["--input-type=module", "-e", "import { sep } from 'node:path'; console.log(sep)"]), "/\n");
});

test("files of the repository are required and imported, with cycles, JSON and each other's formats", async () => {
  const files = {
    "package.json": '{"name": "shop", "main": "lib/index.js"}',
    "main.js": "const { total } = require('./lib');\nconst data = require('./data.json');\nconsole.log(total(data), require('./odd').even(10));\n",
    "lib/index.js": "exports.total = (all) => all.reduce((sum, each) => sum + each, 0);\n",
    "data.json": "[1, 2, 3]",
    "odd.js": "const even = require('./even');\nexports.odd = (n) => n > 0 && even.even(n - 1);\nexports.even = even.even;\n",
    "even.js": "const odd = require('./odd');\nexports.even = (n) => n === 0 || odd.odd(n - 1);\n",
    "main.mjs": "import { total } from './lib/index.js';\nimport lib from './lib/index.js';\nimport twice, { three } from './twice.mjs';\nimport { readFileSync } from 'node:fs';\nconsole.log(total([1]), lib.total([2]), twice(2), three, readFileSync(new URL('./data.json', import.meta.url), 'utf8'));\nconst late = await import('./twice.mjs');\nconsole.log(late.three);\n",
    "twice.mjs": "export default (n) => 2 * n;\nexport const three = 3;\n",
    "detected.js": "import { three } from './twice.mjs';\nconsole.log('detected', three);\n",
  };
  assert.equal(await outputOf(["main.js"], files), "6 true\n");
  assert.equal(await outputOf(["main.mjs"], files), "1 2 4 3 [1, 2, 3]\n3\n");
  assert.equal(await outputOf(["detected.js"], files), "detected 3\n");
});

test("TypeScript loses its types and keeps its lines", async () => {
  const files = {
    "main.ts": "import { greet, type Person } from './greet.ts';\n\nconst someone: Person = { name: 'Ann' };\nconsole.log(greet(someone));\nthrow new Error('here' as string);\n",
    "greet.ts": "export interface Person {\n  name: string;\n}\nenum Mood { Fine = 'fine' }\nexport function greet(person: Person): string {\n  return `${person.name}: ${Mood.Fine}`;\n}\n",
  };
  const ended = await node(["main.ts"], files);
  assert.equal(ended.out, "Ann: fine\n");
  assert.match(ended.error, /Error: here\n.*\/repo\/main\.ts:5:/);
});

test("what nothing caught ends the program with its place and code 1", async () => {
  const files = { "main.js": "function fail() {\n  throw new TypeError('no such thing');\n}\nfail();\n" };
  const ended = await node(["main.js"], files);
  assert.deepEqual(ended.end, exit(1));
  assert.match(ended.error, /^TypeError: no such thing\n    at fail \(\/repo\/main\.js:2:\d+\)\n    at .*\/repo\/main\.js:4/);
  const syntax = await node(["main.js"], { "main.js": "let a = ;\n" });
  assert.deepEqual(syntax.end, exit(1));
  assert.match(syntax.error, /SyntaxError/);
});

test("a rejection that nothing handles ends the program, one that is handled does not", async () => {
  const lost = await node(["-e", "async function main() { await null; throw new Error('lost'); }\nmain();"]);
  assert.deepEqual(lost.end, exit(1));
  assert.match(lost.error, /Error: lost/);
  assert.equal(await outputOf(["-e", "const it = Promise.reject(new Error('seen')); it.catch((e) => console.log(e.message));"]), "seen\n");
  const waits = await node(["--input-type=module", "-e", "await new Promise(() => {});"]);
  assert.deepEqual(waits.end, exit(13));
});

test("timers run in order, and the program ends when nothing is left", async () => {
  const code = "setTimeout(() => console.log('late'), 20); setTimeout(() => console.log('soon'), 1); const every = setInterval(() => { console.log('tick'); clearInterval(every); }, 5); setInterval(() => {}, 1000).unref(); queueMicrotask(() => console.log('micro')); console.log('now');";
  assert.equal(await outputOf(["-e", code]), "now\nmicro\nsoon\ntick\nlate\n");
});

test("the exit code is the program's", async () => {
  assert.deepEqual((await node(["-e", "process.on('exit', (code) => console.log('bye', code)); try { process.exit(3) } finally { console.log('never') }"])).end, exit(3));
  const ended = await node(["-e", "process.exitCode = 4; console.log('on')"]);
  assert.deepEqual([ended.end, ended.out], [exit(4), "on\n"]);
});

test("files are written to the run's own copy", async () => {
  const code = "const fs = require('fs'); fs.mkdirSync('out/deep', { recursive: true }); fs.writeFileSync('out/deep/a.txt', 'héllo'); fs.appendFileSync('out/deep/a.txt', '!'); console.log(fs.readFileSync('out/deep/a.txt', 'utf8'), fs.readdirSync('.').join(), fs.statSync('out').isDirectory(), fs.existsSync('nope'), fs.readFileSync('out/deep/a.txt').length);";
  assert.equal(await outputOf(["-e", code], { "kept.txt": "x" }), "héllo! kept.txt,out true false 7\n");
  assert.equal(await outputOf(["-e", "import('node:fs/promises').then(async (fs) => console.log(await fs.readFile('kept.txt', 'utf8')))"], { "kept.txt": "x" }), "x\n");
});

test("a file that the import left out is named with the reason", async () => {
  const leftOut = [["logo.png", "binary"], ["vendor", "dependencies or build output"]];
  const ended = await node(["-e", "require('fs').readFileSync('logo.png')"], {}, { leftOut });
  assert.match(ended.error, /ENOENT: no such file or directory \(logo\.png was left out when the repository was imported: binary\)/);
  const required = await node(["-e", "require('./vendor/lib.js')"], {}, { leftOut });
  assert.match(required.error, /Cannot find module '\.\/vendor\/lib\.js' \(vendor was left out when the repository was imported: dependencies or build output\)/);
});

test("modules that are not there are named in the error", async () => {
  const packages = await node(["-e", "require('lodash')"]);
  assert.match(packages.error, /Cannot find module 'lodash': a run in this tab has the repository's own files and no installed packages/);
  const builtin = await node(["-e", "require('child_process').execSync('ls')"]);
  assert.match(builtin.error, /the module 'child_process' of Node does not exist in this tab/);
  const imported = await node(["main.mjs"], { "main.mjs": "import x from './nope.mjs';\n" });
  assert.match(imported.error, /Cannot find module '\/repo\/nope\.mjs' imported from \/repo\/main\.mjs/);
  const worker = await node(["main.mjs"], { "main.mjs": "import { Worker } from 'node:worker_threads';\n" });
  assert.match(worker.error, /the module 'node:worker_threads' of Node does not exist in this tab/);
  const call = await node(["-e", "require('fs').watch('.')"]);
  assert.match(call.error, /fs\.watch does not exist in this tab/);
});

const SUITE = `
const test = require("node:test");
const assert = require("node:assert/strict");
const { add } = require("../add.js");
let made = 0;
test.beforeEach(() => (made += 1));
test("adds", () => assert.equal(add(1, 2), 3));
test.describe("a suite", () => {
  test("waits", async () => { await new Promise((done) => setTimeout(done, 1)); assert.deepEqual({ a: [made] }, { a: [2] }); });
  test("is left out", { skip: true }, () => assert.fail());
  test("has parts", async (t) => { await t.test("one", () => assert.throws(() => { throw new Error("x"); }, /x/)); });
});
`;

test("tests run by node:test, and a failure is shown with its place", async () => {
  const files = { "add.js": "exports.add = (a, b) => a + b;\n", "test/add.test.js": SUITE };
  const passed = await node(["--test"], files);
  assert.deepEqual([passed.end, passed.error], [exit(0), ""]);
  assert.match(passed.out, /ok - adds\n# a suite\n  ok - waits\n  ok - is left out # SKIP\n    ok - one\n  ok - has parts\n/);
  assert.match(passed.out, /# tests 5\n# suites 1\n# pass 4\n# fail 0\n# skipped 1\n/);
  const failed = await node(["test/add.test.js"], { ...files, "add.js": "exports.add = (a, b) => a - b;\n" });
  assert.deepEqual(failed.end, exit(1));
  assert.match(failed.out, /not ok - adds/);
  assert.match(failed.out, /Failed:\n\nadds\n  AssertionError.*\n[^]*-1[^]*3[^]*\/repo\/test\/add\.test\.js:7:/);
  const inside = await node(["--test"], { "a.test.js": 'require("node:test")("outer", (t) => t.test("inner", () => { throw new Error("deep"); }));' });
  assert.deepEqual(inside.end, exit(1));
  const none = await node(["--test"], { "add.js": "" });
  assert.deepEqual([none.end, none.error], [exit(1), "Could not find any test files\n"]);
});

test("node:test is imported by its names", async () => {
  const files = { "a.test.mjs": "import test, { describe, it } from 'node:test';\nimport { deepEqual } from 'node:assert/strict';\ndescribe('all', () => { it('adds', () => deepEqual([1 + 1], [2])); });\ntest('more', () => {});\n" };
  assert.match(await outputOf(["--test"], files), /# all\n  ok - adds\nok - more\n# tests 2/);
});

test("a test that is not awaited and fails, or a file that fails to load, is a failure", async () => {
  const files = { "a.test.js": 'throw new Error("broken file");', "b.test.js": 'require("node:test")("fine", () => {});' };
  const ended = await node(["--test"], files);
  assert.deepEqual(ended.end, exit(1));
  assert.match(ended.out, /# a\.test\.js\n# b\.test\.js\nok - fine/);
  assert.match(ended.error, /broken file/);
});

test("memory is bounded", async () => {
  const grows = await node(["-e", "const all = []; for (;;) all.push(new Array(100000).fill(1));"]);
  assert.deepEqual(grows.end, { end: "memory" });
  const huge = await node(["-e", "new Uint8Array(1e9)"]);
  assert.deepEqual(huge.end, { end: "memory" });
  const tenGigabytes = await node(["-e", "new ArrayBuffer(10 * 2 ** 30)"]);
  assert.deepEqual(tenGigabytes.end, exit(1));
  assert.match(tenGigabytes.error, /RangeError: invalid array buffer length/);
});

test("output is bounded, also where the program catches everything", async () => {
  const ended = await node(["-e", "for (;;) { try { console.log('x'.repeat(1000)); } catch {} }"], {}, { output: 50_000 });
  assert.deepEqual(ended.end, { end: "output" });
  assert.equal(ended.out.length, 50_000);
});

test("deep recursion is an error of the program", async () => {
  const ended = await node(["-e", "function deep() { return deep() + 1; }\ntry { deep(); } catch (error) { console.log(error instanceof RangeError); }"]);
  assert.deepEqual([ended.end, ended.out], [exit(0), "true\n"]);
});

test("nothing of the worker or the page is in reach", async () => {
  const names = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "importScripts", "Worker", "SharedWorker", "navigator", "indexedDB", "caches", "BroadcastChannel", "self", "window", "document", "parent", "postMessage", "localStorage", "WebAssembly", "close"];
  assert.equal(await outputOf(["-p", `${JSON.stringify(names)}.filter((name) => name in globalThis).join()`]), "\n");
  assert.equal(await outputOf(["-p", `${JSON.stringify(names)}.filter((name) => Function("return typeof " + name)() !== "undefined").join()`]), "\n");
});

test("arguments that are not understood are refused with what is", async () => {
  const ended = await node(["--inspect", "main.js"]);
  assert.deepEqual(ended.end, exit(9));
  assert.match(ended.error, /--inspect is not understood in this tab; what is: `node FILE/);
});
