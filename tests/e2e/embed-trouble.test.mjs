// What goes wrong on a docs site, and the failure that the visitor sees: never a spinner that hangs.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { embedded, index, PACKAGE, SCRIPT } from "./embed.mjs";
import { STRICT, startSite, strictWith } from "./embed-site.mjs";

const made = [];
after(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A copy of the index that `change(folder)` has spoiled. */
function spoiled(change) {
  const folder = mkdtempSync(join(tmpdir(), "quarry-spoiled-"));
  made.push(folder);
  cpSync(index, folder, { recursive: true });
  change(folder);
  return { "/quarry/": folder };
}

const manifest = (change) => (folder) => {
  const path = join(folder, "manifest.json");
  writeFileSync(path, change(readFileSync(path, "utf8")));
};
const chunks = (folder) => readdirSync(folder).filter((name) => name.endsWith(".bin"));
const NOT_FOUND = /status of (404|503|500)/;

/** Opens, and returns the failure that the visitor sees; the page's listeners get the same in an event. */
async function shownFailure({ ask, page }) {
  await page.evaluate(() => document.addEventListener("quarry-error", (event) => (window.failed = event.detail)));
  await ask.open();
  await ask.at("input").fill("place_order");
  // Typing after the index failed to open opens it a second time: what is left on the page when both are over counts.
  await ask.problem();
  await ask.element.locator(".head + .progress").waitFor({ state: "hidden" });
  const text = await ask.problem();
  const failed = await page.evaluate(() => window.failed);
  assert.ok(text.includes(failed.message), "the event has the same message");
  return { text, kind: failed.kind };
}

embedded("no index there", { folders: () => ({ "/quarry/": PACKAGE }), mayLog: NOT_FOUND }, async (on) => {
  const { text, kind } = await shownFailure(on);
  assert.equal(kind, "missing");
  assert.match(text, /There is no index at http.*quarry index DIR/s);
});

embedded(
  "a host that answers for everything with its own page",
  { answer: (request, response, path) => path.startsWith("/quarry/") && (response.writeHead(200, { "Content-Type": "text/html" }), response.end("<p>Home"), true) },
  async (on) => {
    const { text, kind } = await shownFailure(on);
    assert.equal(kind, "missing");
    assert.match(text, /web page/);
  },
);

embedded("an index of a newer Quarry", { folders: () => spoiled(manifest((text) => text.replace(/"version": ?\d+/, '"version": 999'))) }, async (on) => {
  const { text, kind } = await shownFailure(on);
  assert.equal(kind, "newer");
  assert.match(text, /newer Quarry.*update/s);
});

embedded("a manifest of something else", { folders: () => spoiled(manifest(() => '{"name": "a web app"}')) }, async (on) => {
  assert.equal((await shownFailure(on)).kind, "not_an_index");
});

embedded("a manifest cut off", { folders: () => spoiled(manifest((text) => text.slice(0, text.length / 2))) }, async (on) => {
  assert.equal((await shownFailure(on)).kind, "not_an_index");
});

embedded(
  "chunks that were changed",
  {
    folders: () => spoiled((folder) => {
      for (const name of chunks(folder)) {
        const bytes = readFileSync(join(folder, name));
        bytes[Math.floor(bytes.length / 2)] ^= 0x55;
        writeFileSync(join(folder, name), bytes);
      }
    }),
  },
  async (on) => {
    const { text, kind } = await shownFailure(on);
    assert.equal(kind, "damaged");
    assert.match(text, /damaged.*quarry index/s);
  },
);

embedded("chunks that were not published", { mayLog: NOT_FOUND, folders: () => spoiled((folder) => chunks(folder).forEach((name) => rmSync(join(folder, name)))) }, async (on) => {
  const { text, kind } = await shownFailure(on);
  assert.equal(kind, "damaged");
  assert.match(text, /not complete/);
});

/** Which chunk the site does not have, or sends changed. */
let damaged = { name: null, gone: false };
embedded(
  "with any chunk missing or changed, an answer is that of the complete index, or the run reports a failure",
  {
    mayLog: NOT_FOUND,
    answer(request, response, path) {
      if (!path.startsWith("/quarry/") || !path.endsWith(".bin")) return false;
      const isIt = path.endsWith(damaged.name);
      if (isIt && damaged.gone) return response.writeHead(404).end(), true;
      const bytes = readFileSync(join(index, path.slice("/quarry/".length)));
      if (isIt) bytes[bytes.length >> 1] ^= 1;
      // Or the browser would not ask again.
      return response.writeHead(200, { "Content-Type": "application/octet-stream", "Cache-Control": "no-store" }).end(bytes), true;
    },
  },
  async ({ page, ask }) => {
    const asked = async () => {
      await page.reload();
      await ask.open();
      await ask.at("input").fill("Who calls place_order?");
      await ask.at("input").press("Enter");
      const answer = ask.element.locator('[data-testid="answer"][data-state="done"]');
      const problem = ask.at("problem").first();
      await answer.or(problem).first().waitFor({ state: "attached", timeout: 30_000 });
      return (await problem.count()) > 0 ? { failed: await problem.innerText() } : { answer: await answer.innerText() };
    };
    damaged = { name: "none", gone: false };
    const { answer: whole } = await asked();
    assert.match(whole, /place_order/);
    let failed = 0;
    for (const name of chunks(index)) {
      for (const gone of [true, false]) {
        damaged = { name, gone };
        const result = await asked();
        if (result.answer !== undefined) assert.equal(result.answer, whole, `${name} ${gone ? "gone" : "changed"}`);
        else {
          failed += 1;
          assert.ok(result.failed.includes(name) || /index/.test(result.failed), result.failed);
        }
      }
    }
    assert.ok(failed > chunks(index).length, `${failed} failed`);
  },
);

let hiccups = 0;
embedded(
  "a request to a busy server is retried",
  { mayLog: NOT_FOUND, answer: (request, response, path) => path.endsWith("manifest.json") && hiccups++ < 2 && (response.writeHead(503), response.end(), true) },
  async ({ ask }) => {
    await ask.open();
    await ask.find("place_order");
    assert.equal(hiccups, 3);
  },
);

let isDown = true;
embedded(
  "a server that is down, and up again when the visitor tries again",
  { mayLog: NOT_FOUND, answer: (request, response, path) => isDown && path.endsWith("manifest.json") && (response.writeHead(500), response.end(), true) },
  async (on) => {
    const { text, kind } = await shownFailure(on);
    assert.equal(kind, "unreachable");
    assert.match(text, /answered with 500/);
    isDown = false;
    await on.ask.at("again").click();
    await on.ask.at("result").first().waitFor();
  },
);

embedded(
  "an index on an origin that does not let this page read it",
  {
    mayLog: /CORS|ERR_FAILED/,
    async start(site) {
      const other = await startSite({ folders: { "/quarry/": index } });
      site.csp = null;
      site.pages["/"] = `${SCRIPT}<quarry-ask index="${other.origin}/quarry/"></quarry-ask>`;
      return { origins: [other.origin], stop: () => other.stop() };
    },
  },
  async (on) => {
    const { text, kind } = await shownFailure(on);
    assert.equal(kind, "unreachable");
    assert.match(text, /Access-Control-Allow-Origin/);
  },
);

embedded("a policy without WebAssembly", { csp: STRICT.replace(" 'wasm-unsafe-eval'", ""), mayLog: /policy|WebAssembly|wasm/i }, async (on) => {
  const { text, kind } = await shownFailure(on);
  assert.equal(kind, "blocked");
  assert.match(text, /wasm-unsafe-eval/);
});

embedded(
  "a policy without workers from blobs, where one is needed",
  {
    mayLog: /policy|Content Security/i,
    async start(site) {
      const cdn = await startSite({ cors: true, folders: { "/ask/": PACKAGE } });
      site.csp = strictWith(cdn.origin).replace("worker-src blob:", "worker-src 'self'");
      site.pages["/"] = `<script type="module" src="${cdn.origin}/ask/quarry-ask.js"></script><quarry-ask index="/quarry/"></quarry-ask>`;
      return { origins: [cdn.origin], stop: () => cdn.stop() };
    },
  },
  async (on) => {
    const { text, kind } = await shownFailure(on);
    assert.equal(kind, "blocked");
    assert.match(text, /worker-src blob:/);
  },
);

embedded("an element that names no index", { body: "<quarry-ask></quarry-ask>" }, async (on) => {
  assert.match((await shownFailure(on)).text, /names no index/);
});

embedded(
  "the package published without its parts",
  { mayLog: NOT_FOUND, answer: (request, response, path) => path.endsWith("dialog.js") && (response.writeHead(404), response.end(), true) },
  async ({ page }) => {
    await page.getByRole("button", { name: "Ask the code" }).click();
    await page.locator("quarry-ask").getByRole("alert").waitFor();
    assert.match(await page.locator("quarry-ask").getByRole("alert").innerText(), /could not be loaded/);
    assert.equal(await page.locator('quarry-ask [aria-busy="true"]').count(), 0);
  },
);
