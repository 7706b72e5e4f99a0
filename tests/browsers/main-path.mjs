// What a person comes for, from the drop of a repository to the acceptance of a change, as steps of one test.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { zip } from "../e2e/archives.mjs";
import { entriesOf, remove, shop } from "../e2e/fixture.mjs";
import { endAll } from "./driver.mjs";
import { at } from "./webdriver.mjs";

const PAGE = process.env.QUARRY_URL;

const STEPS = [
  ["the first screen says whether what is dropped is kept", firstScreen],
  ["a dropped archive is imported", dropped],
  ["a question is answered with citations", asked],
  ["a citation opens its lines", cited],
  ["after a reload the repository opens from storage, or is dropped again where nothing is stored", reloaded],
  ["a symbol's callers are drawn, and a click walks on", graph],
  ["an edit is proposed, and its patch downloaded where no folder can be written to", edited],
];

/** Runs the main path in a browser: a module with `NAME`, `open`, and `STORES`, whether it has files of its own. */
export function mainPath(browser) {
  after(endAll);
  test(`the main path in ${browser.NAME}`, async (context) => {
    const page = await browser.open();
    await page.resize(1440, 900);
    await page.open(PAGE);
    let failed = false;
    for (const [name, act] of STEPS) {
      await context.test(name, async (step) => {
        if (failed) return step.skip("a step before it failed");
        failed = true;
        await act(page, browser);
        failed = false;
      });
    }
    await page.end();
  });
}

async function firstScreen(page, { STORES }) {
  await page.wait(at("drop-target"));
  await page.wait(at("sample-button"));
  if (STORES) return assert.equal(await page.count(at("storage-note")), 0, await page.words());
  await page.wait(at("storage-note"), { text: "repositories last as long as this tab" });
  assert.equal(await page.count(at("storage-note")), 1, "it is said once");
}

/** The bytes of an archive reach the page as in a drop; the page's own code reads them. */
async function dropped(page) {
  const folder = shop();
  const bytes = zip(entriesOf(folder, "shop")).toString("base64");
  remove(folder);
  await page.run(drop, at("drop-target"), "shop.zip", bytes);
  await page.wait('[data-state="open"]');
  assert.match(await page.text(".facts"), /16 files/);
}

/** Run in the page. */
function drop(target, name, base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name, { type: "application/zip" }));
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer });
    document.querySelector(target).dispatchEvent(event);
  }
}

async function ask(page, question) {
  const before = await page.count(`${at("answer")}[data-state="done"]`);
  await page.type(at("ask-input"), question);
  await page.click(at("ask-send"));
  const nth = `${at("answer")}[data-state="done"]`;
  const end = Date.now() + 60_000;
  while ((await page.count(nth)) <= before) {
    assert.ok(Date.now() < end, `no answer on:\n${await page.words()}`);
  }
  return page.run((selector) => [...document.querySelectorAll(selector)].at(-1).innerText, nth);
}

async function asked(page) {
  const answer = await ask(page, "Who calls place_order?");
  assert.match(answer, /handle_checkout/);
  assert.ok((await page.count(at("citation"))) > 0);
}

async function cited(page) {
  await page.click(at("citation"));
  await page.wait(`${at("code-line")}.lit`);
}

async function reloaded(page, browser) {
  await page.reload();
  if (!browser.STORES) {
    await firstScreen(page, browser);
    assert.equal(await page.count(at("stored-open")), 0);
    return dropped(page);
  }
  await page.click(at("stored-open"));
  await page.wait('[data-state="open"]');
  assert.match(await page.text(".facts"), /16 files/);
}

async function graph(page) {
  await page.click(at("palette-open"));
  await page.wait(at("palette-input"));
  await page.type(at("palette-input"), "place_order");
  await page.click(at("palette-item"), { text: "place_order" });
  await page.wait(at("symbol-page"));
  await page.click(`${at("symbol-page")} button`, { text: "Graph" });
  await page.wait(at("neighbourhood-svg"));
  await page.pointAt(`${at("neighbourhood-svg")} ${at("graph-node")}`, { text: "handle_checkout" });
  await page.wait(`${at("neighbourhood-svg")} ${at("graph-node")}.running`, { text: "handle_checkout" });
}

async function edited(page) {
  await page.choose(at("agent"), "intent-router");
  await page.choose(at("mode"), "edit");
  const answer = await ask(page, 'replace "place_order" with "take_order" in server/orders.py');
  assert.match(answer, /take_order/);
  await page.click(at("see-changes"));
  await page.wait(at("changed-file"));
  const canWrite = await page.run(() => "showDirectoryPicker" in window);
  if (!canWrite) await page.wait(at("changes"), { text: "This browser cannot write to a folder." });
  const patch = await download(page, at("changes-patch"));
  assert.match(patch, /^\+.*take_order/m);
}

/** The text that a button downloads, taken where the page passes it to the browser. */
async function download(page, button) {
  await page.run(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.downloaded = blob.text();
      return make.call(URL, blob);
    };
  });
  await page.click(button);
  const end = Date.now() + 20_000;
  for (;;) {
    const text = await page.run(() => window.downloaded ?? null);
    if (text !== null) return text;
    assert.ok(Date.now() < end, "nothing was downloaded");
  }
}
