// The npm package @quarry/core, in Node and in Chromium: an index over HTTP and files in memory answer alike.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";
import { startSite } from "./embed-site.mjs";
import { entriesOf, remove, shop } from "./fixture.mjs";

const PACKAGE = process.env.QUARRY_NPM;

let core;
let site;
let files;
let index;

before(async () => {
  if (!PACKAGE) throw new Error("run this by `cargo xtask e2e`");
  core = await import(pathToFileURL(join(PACKAGE, "index.js")));
  const folder = shop();
  files = entriesOf(folder, "").map(([path, bytes]) => [path.slice(1), bytes]);
  index = mkdtempSync(join(tmpdir(), "quarry-npm-index-"));
  const { status, stderr } = spawnSync(process.env.QUARRY_CLI, ["index", folder, "--out", index], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  remove(folder);
  site = await startSite({ folders: { "/quarry/": index, "/core/": PACKAGE }, pages: { "/": "" } });
});
after(async () => {
  rmSync(index, { recursive: true, force: true });
  await site?.stop();
});

/** What both kinds of sources have to answer in the same way. */
async function questioned(repository) {
  const found = await repository.search("place_order");
  const page = await repository.symbol("place_order");
  const callers = await repository.callers(page.symbol.symbol);
  const events = [];
  for await (const event of repository.ask("Who calls place_order?")) events.push(event);
  const lines = await repository.lines(page.symbol.path, page.symbol.start_line, page.symbol.start_line);
  const { markdown, citations } = events.find(({ type }) => type === "answer");
  const pieces = events.filter(({ type }) => type === "answer_text").map(({ text }) => text);
  return { found, page, callers, markdown, citations, pieces, lines, last: events.at(-1), seq: events.map(({ seq }) => seq), snapshot: repository.snapshot, files: repository.files };
}

test("an index and its files give the same plain objects", async () => {
  const [fromIndex, fromFiles] = [await core.open(`${site.origin}/quarry/`), await core.open(files, { name: "shop" })];
  const [answers, same] = [await questioned(fromIndex), await questioned(fromFiles)];
  const { last, ...first } = answers;
  const { last: sameLast, ...second } = same;
  // The number of a symbol is the index's own.
  const plain = (data) => JSON.parse(JSON.stringify(data, (key, value) => (key === "symbol" && typeof value === "number" ? undefined : value)));
  assert.deepEqual(plain(second), plain(first));
  assert.deepEqual([last.outcome, sameLast.outcome], [{ type: "answered" }, { type: "answered" }]);

  assert.equal(answers.found[0].title, "server.orders.place_order");
  assert.equal(answers.found[0].group, "symbols");
  assert.deepEqual([...new Set(answers.callers.map(({ other }) => other.qualified_name))].sort(), ["server.checkout.handle_checkout", "server.checkout.reorder"]);
  assert.equal(answers.page.cut, null);
  assert.match(answers.lines.text, /^def place_order\(/);
  assert.match(answers.markdown, /handle_checkout/);
  assert.ok(answers.citations.length >= 2 && answers.citations.every(({ path, start_line: start, end_line: end }) => path && start > 0 && end >= start));
  assert.equal(answers.pieces.join(""), answers.markdown);
  assert.deepEqual(answers.seq, [...answers.seq.keys()]);
  fromIndex.close();
  fromFiles.close();
  await assert.rejects(fromFiles.search("tax"), { kind: "internal", message: "The repository is closed." });
});

test("files may be a map, an object or an async iterable, as text or as bytes", async () => {
  const text = "def helper():\n    return 1\n\n\ndef start():\n    return helper()\n";
  async function* asyncFiles() {
    yield ["src/app.py", new TextEncoder().encode(text)];
  }
  for (const source of [new Map([["src/app.py", text]]), { "src/app.py": text }, asyncFiles()]) {
    const phases = new Set();
    const repository = await core.open(source, { name: "tiny", onProgress: ({ phase }) => phases.add(phase) });
    assert.deepEqual([repository.name, repository.files, [...phases]], ["tiny", 1, ["parsing", "indexing", "linking"]]);
    assert.deepEqual((await repository.callers("helper")).map(({ other, line, proven }) => [other.name, line, proven]), [["start", 6, true]]);
    repository.close();
  }
});

test("failures say what happened", async () => {
  await assert.rejects(core.open(`${site.origin}/none/`), { name: "QuarryError", kind: "missing", message: `There is no index at ${site.origin}/none/.` });
  await assert.rejects(core.open({}), { kind: "bad_input" });
  const repository = await core.open({ "a.py": "def one(): pass\n" });
  await assert.rejects(repository.symbol("nothing_like_it"), { kind: "not_found" });
  await assert.rejects(repository.search("one", { signal: AbortSignal.abort() }), { kind: "cancelled" });
  await assert.rejects(core.open({ "a.py": "" }, { signal: AbortSignal.abort() }), { kind: "cancelled" });
  repository.close();
});

test("a run is stopped by leaving its loop, and by a signal", async () => {
  const repository = await core.open(files, { name: "shop" });
  for await (const event of repository.ask("Who calls place_order?")) {
    if (event.type === "run_started") break;
  }
  const stop = new AbortController();
  const types = [];
  for await (const event of repository.ask("What does add_tax do?", { signal: stop.signal })) {
    types.push(event.type === "run_finished" ? event.outcome.type : event.type);
    if (event.type === "run_started") stop.abort();
  }
  assert.equal(types.at(-1), "cancelled");
  assert.equal((await repository.search("add_tax"))[0].title, "server.pricing.tax.add_tax");
  repository.close();
});

test("the package works in a page", async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(site.origin);
    const counts = await page.evaluate(async () => {
      const { open } = await import("/core/index.js");
      const fromIndex = await open("quarry/");
      const fromFiles = await open({ "a.py": "def one():\n    pass\n\n\ndef two():\n    one()\n" });
      return [(await fromIndex.callers("place_order")).length > 1, (await fromFiles.callers("one")).length];
    });
    assert.deepEqual(counts, [true, 1]);
  } finally {
    await browser.close();
  }
});

test("every event that a run sends is in the types", () => {
  const types = readFileSync(join(PACKAGE, "index.d.ts"), "utf8");
  const source = readFileSync(new URL("../../crates/protocol/src/event.rs", import.meta.url), "utf8");
  const events = source.slice(source.indexOf("pub enum Event {")).split("\n    }\n")[0].matchAll(/^ {8}([A-Z]\w+)\b/gm);
  const names = [...events].map(([, name]) => name.replace(/(?<!^)([A-Z])/g, "_$1").toLowerCase());
  assert.ok(names.length > 15, names.join());
  assert.deepEqual(names.filter((name) => !types.includes(`"${name}"`)), []);
});

test("a program that uses the package compiles against its types", () => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-npm-types-"));
  mkdirSync(join(folder, "node_modules/@quarry"), { recursive: true });
  symlinkSync(PACKAGE, join(folder, "node_modules/@quarry/core"));
  copyFileSync(new URL("npm-consumer.mts", import.meta.url), join(folder, "consumer.mts"));
  const tsc = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));
  const flags = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.asynciterable", "--module", "nodenext"];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags, "consumer.mts"], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  assert.equal(stdout, "");
  assert.equal(status, 0);
});
