// The engine and its parse workers as they start: many at once, late, or not at all.

import assert from "node:assert/strict";
import { scenario } from "./browser.mjs";
import { PAGE } from "./chromium.mjs";
import { remove, shop } from "./fixture.mjs";

/** What the browser logs about a missing file. */
const mayLog = /Failed to load|404|MIME|dynamically imported module|WebAssembly|ERR_/;

/** Milliseconds within which the page must report it: less than the limit of a start that hangs. */
const SOON = 10_000;

/** Answers `times` requests for `pattern` with 404. */
const without = (pattern, times) => (context) => {
  context.route(pattern, (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "not here" }), { times });
};

for (const file of ["engine-worker.js", "engine.js", "engine_bg.wasm", "packs.json"]) {
  const pattern = new RegExp(`/${file.replace(".", "\\.")}`);
  scenario(`a missing ${file} is reported at once, and the page works once it is there`, { prepare: without(pattern), mayLog }, async (workbench, { page, context }) => {
    await page.getByText("The engine could not be loaded:").waitFor({ timeout: SOON });
    await page.getByText("Check the connection and restart the engine; if that does not help, reload the page.").waitFor();
    await context.unroute(pattern);
    await workbench.at("engine-restart").click();
    await workbench.ready();
    assert.equal(await workbench.at("error-message").count(), 0);
  });
}

let release;
const held = (context) => {
  const released = new Promise((resolve) => (release = resolve));
  return context.route(/engine_bg\.wasm/, async (route) => {
    await released;
    await route.continue();
  });
};

scenario("an engine that loads slowly is reported, and works once loaded", { prepare: held }, async (workbench, { page }) => {
  await page.getByText("The engine is still loading.").waitFor({ timeout: SOON });
  release();
  await workbench.ready();
  assert.equal(await workbench.at("error-message").count(), 0);
});

/** The parts of the engine: what a repository needs, and what questions need. */
const REPOSITORY = /\/part-repository-[0-9a-f]+\.wasm/;
const LATER = /\/part-later-[0-9a-f]+\.wasm/;

scenario("the first screen loads no part of the engine, an open repository each part once", async (workbench, { page }) => {
  const asked = [];
  page.context().on("request", (request) => /\/part-/.test(request.url()) && asked.push(request.url()));
  await workbench.ready();
  assert.deepEqual(asked, []);
  await workbench.importFiles(shop());
  await workbench.ask("Who calls total?");
  for (const part of [REPOSITORY, LATER]) assert.equal(asked.filter((url) => part.test(url)).length, 1, String(part));
  assert.equal(new Set(asked).size, asked.length);
});

scenario("what a repository needs is loaded when the pointer comes to where one is dropped", async (workbench, { page }) => {
  const asked = [];
  page.context().on("request", (request) => /\/part-/.test(request.url()) && asked.push(request.url()));
  await workbench.ready();
  const loaded = [REPOSITORY, /part-workbench-/].map((part) => page.context().waitForEvent("requestfinished", (request) => part.test(request.url())));
  await workbench.at("drop-target").hover();
  await Promise.all(loaded);
  assert.ok(!asked.some((url) => LATER.test(url)), "what questions need comes with a repository");
  await workbench.importFiles(shop());
  assert.equal(new Set(asked).size, asked.length);
});

scenario("where the part for repositories does not come, this is said, and the next import works", { prepare: without(REPOSITORY), mayLog }, async (workbench, { page, context }) => {
  const folder = shop();
  await workbench.chooseFolder(folder);
  await page.getByText("A part of Quarry could not be loaded.").first().waitFor();
  await context.unroute(REPOSITORY);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await workbench.importFolder(folder);
  remove(folder);
});

scenario("where the part for questions does not come, code is read all the same, and a question asked again is answered", { prepare: without(LATER), mayLog }, async (workbench, { page, context }) => {
  await workbench.importFiles(shop());
  await workbench.find("total");
  await workbench.send("Who calls total?");
  await page.getByText("A part of Quarry could not be loaded.").first().waitFor();
  await context.unroute(LATER);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await workbench.send("Who calls total?");
  await page.locator('[data-testid="answer"][data-state="done"]').waitFor();
});

/** Loads the first parse workers from a missing script: the first `most`, or all that the engine starts before it gives up. */
const withoutParsers = (most) => (context) => {
  const first = `
    const Native = Worker;
    const width = Math.min(8, Math.max(2, navigator.hardwareConcurrency - 2));
    let left = ${most ?? "3 * width"};
    self.Worker = class extends Native {
      constructor(url, options) {
        super(left-- > 0 ? url.replace("parse-worker", "missing-worker") : url, options);
      }
    };\n`;
  return context.route(/engine-worker[^/]*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: first + (await response.text()) });
  });
};

scenario("without parse workers files are searched as text, and the engine keeps working", { prepare: withoutParsers(), mayLog }, async (workbench, { page }) => {
  const folder = shop();
  await workbench.chooseFolder(folder);
  assert.match(await workbench.problem(), /language pack for .* could not be used \(WorkerError: the worker's script could not be loaded\)/);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await workbench.opened();
  await page.getByRole("button", { name: "Import another" }).click();
  await workbench.importFolder(folder);
  await workbench.openSymbol("place_order");
  remove(folder);
});

/** The pack for Python is not there. */
const withoutPython = (context) => context.route(/packs\/python[^/]*\.wasm/, (route) => route.fulfill({ status: 404, body: "" }));

scenario("a language pack that cannot be loaded means text, not failure", { prepare: withoutPython, mayLog }, async (workbench, { page }) => {
  await workbench.chooseFolder(shop());
  await page.locator('[data-state="open"]').waitFor();
  assert.match(await workbench.problem(), /The language pack for Python could not be used .* searched as text, without symbols and calls/);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await workbench.at("palette-open").click();
  await workbench.at("palette-input").fill("place_order");
  await workbench.at("palette-item").filter({ hasText: "orders.py" }).first().waitFor();
  await page.keyboard.press("Escape");
  await workbench.at("skipped-open").click();
  await page.getByText("its language pack could not be loaded").first().waitFor();
});

scenario("a parse worker that fails to load is replaced", { prepare: withoutParsers(2), mayLog }, async (workbench, { page }) => {
  await workbench.importFiles(shop());
  assert.match(await page.locator(".facts").innerText(), /16 files/);
  await workbench.openSymbol("place_order");
});

scenario("eight tabs opened at once can all use the browser's storage", async (workbench, { context }) => {
  await workbench.importFiles(shop());
  const pages = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  await Promise.all(pages.map((page) => page.goto(PAGE)));
  for (const page of pages) {
    await page.getByTestId("stored-repo").waitFor({ timeout: 60_000 });
    assert.equal(await page.getByTestId("storage-note").count(), 0);
  }
});

const cutOff = (context) => context.route(/part-workbench-/, (route) => route.abort());

scenario("a part of the page that cannot be loaded is said, and loaded on a click", { prepare: cutOff, mayLog: /ERR_FAILED|Failed to (load|fetch)/ }, async (workbench, { page, context }) => {
  const folder = shop();
  await workbench.chooseFolder(folder);
  await workbench.at("later-failed").waitFor();
  await context.unroute(/part-workbench-/);
  await page.getByRole("button", { name: "Try again" }).click();
  await workbench.opened();
  assert.match(await workbench.ask("Who calls place_order?"), /place_order/);
  remove(folder);
});
