// The command line, the npm package and the docs embed's engine in a page answer alike. That the Worker does is in
// tests/edge/parity.test.mjs.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { answersOf, answersOfCommandLine, assertSame } from "../parity/parity.mjs";
import { parityShop } from "../parity/shop.mjs";
import { launch } from "./chromium.mjs";
import { startSite } from "./embed-site.mjs";
import { entriesOf, remove } from "./fixture.mjs";

const { QUARRY_NPM: NPM, QUARRY_EMBED: EMBED } = process.env;

let folder;
let index;
let site;
let expected;

before(() => {
  if (!NPM || !EMBED) throw new Error("run this by `cargo xtask e2e`");
  folder = parityShop();
  index = mkdtempSync(join(tmpdir(), "quarry-parity-index-"));
  const { status, stderr } = spawnSync(process.env.QUARRY_CLI, ["index", folder, "--out", index], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  expected = answersOfCommandLine(folder);
});
before(async () => {
  site = await startSite({ folders: { "/quarry/": index, "/ask/": EMBED }, pages: { "/": "" } });
});
after(async () => {
  await site?.stop();
  rmSync(index, { recursive: true, force: true });
  remove(folder);
});

test("the command line answers from an index as from the files", () => {
  assertSame("an index", answersOfCommandLine(index), expected);
});

test("the npm package answers as the command line, from an index and from files", async () => {
  const core = await import(pathToFileURL(join(NPM, "index.js")));
  const files = entriesOf(folder, "").map(([path, bytes]) => [path.slice(1), bytes]);
  for (const [host, source] of [["npm, index", `${site.origin}/quarry/`], ["npm, files", files]]) {
    const repository = await core.open(source, { name: "shop" });
    assertSame(host, await answersOf(async (text, history) => collected(repository.ask(text, { history }))), expected);
    repository.close();
  }
});

test("the docs embed's engine in a page answers as the command line", async () => {
  const parts = readdirSync(EMBED).find((name) => name.startsWith("parts-"));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(site.origin);
    await page.evaluate(async (parts) => {
      const glue = await import(`/ask/${parts}/wasm/engine.js`);
      await glue.default({ module_or_path: `/ask/${parts}/wasm/engine_bg.wasm` });
      let receive;
      const engine = new glue.AskEngine(`${location.origin}/quarry/`, (message) => receive(message));
      let asked = 0;
      globalThis.askEngine = (question, history) =>
        new Promise((resolve, reject) => {
          const events = [];
          receive = (message) => {
            if (message.type === "event") events.push(message.event);
            else if (message.type === "done") resolve(events);
            else if (message.type !== "progress") reject(new Error(JSON.stringify(message)));
          };
          engine.handle({ id: (asked += 1), type: "ask", question, history, model: null });
        });
    }, parts);
    const ask = (text, history) => page.evaluate(([text, history]) => globalThis.askEngine(text, history), [text, history]);
    assertSame("the docs embed", await answersOf(ask), expected);
  } finally {
    await browser.close();
  }
});

async function collected(events) {
  const all = [];
  for await (const event of events) all.push(event);
  return all;
}
