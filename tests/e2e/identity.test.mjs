// Stored repositories are identified by their content or handle, not by their name.

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { scenario } from "./browser.mjs";
import { folderOf, shop } from "./fixture.mjs";
import { makeOld, writeFiles } from "./opfs.mjs";
import { newestIs } from "./runs.mjs";

const LAMP = { "lamp.py": "def light_up():\n    return 'on'\n\n\ndef evening():\n    return light_up()\n" };
const BELL = { "bell.py": "def ring():\n    return 'ding'\n\n\ndef visit():\n    return ring()\n" };
/** Two names of the same length without ASCII letters. */
const [NAME, OTHER] = ["проект", "модуль"];

const questions = (workbench) => workbench.at("conversation-open").locator(".run-question").allInnerTexts();

/** Imports a folder on the first screen and deletes it from the disk. */
async function importNew(workbench, page, folder) {
  await workbench.visit();
  await workbench.importFiles(folder);
}

async function openStored(workbench, page, name) {
  await workbench.visit();
  await workbench.at("stored-open").filter({ hasText: name }).first().click();
  await workbench.opened();
}

scenario("two repositories with Cyrillic names have separate runs", async (workbench, { page }) => {
  await importNew(workbench, page, folderOf(LAMP, NAME));
  await workbench.ask("Who calls light_up?");
  await newestIs(workbench, "answered");
  await importNew(workbench, page, folderOf(BELL, OTHER));
  await page.getByText("None yet.").waitFor();
  await workbench.ask("Who calls ring?");
  await newestIs(workbench, "answered");
  await openStored(workbench, page, NAME);
  await newestIs(workbench, "answered");
  assert.deepEqual(await questions(workbench), ["Who calls light_up?"]);
});

scenario("repositories stored before identities existed open with their own runs", async (workbench, { page }) => {
  for (const [files, name, question] of [[LAMP, NAME, "Who calls light_up?"], [BELL, OTHER, "Who calls ring?"]]) {
    await importNew(workbench, page, folderOf(files, name));
    await workbench.ask(question);
    await newestIs(workbench, "answered");
  }
  await workbench.visit();
  await workbench.ready();
  await makeOld(page, [NAME, OTHER]);
  await openStored(workbench, page, NAME);
  await newestIs(workbench, "answered");
  assert.deepEqual(await questions(workbench), ["Who calls light_up?"]);
  await workbench.ask("Who calls evening?");
  await newestIs(workbench, "answered");
  await openStored(workbench, page, OTHER);
  await newestIs(workbench, "answered");
  assert.deepEqual(await questions(workbench), ["Who calls ring?"]);

  // Deleting one keeps the runs of the other.
  await workbench.visit();
  const row = workbench.at("stored-repo").filter({ hasText: OTHER });
  await row.getByTestId("stored-delete").click();
  await row.getByTestId("stored-delete").click();
  await row.waitFor({ state: "detached" });
  await openStored(workbench, page, NAME);
  await newestIs(workbench, "answered");
  assert.deepEqual(await questions(workbench), ["Who calls evening?", "Who calls light_up?"]);
});

/** A copy of the shop with a change. */
function changedShop() {
  const folder = shop();
  appendFileSync(join(folder, "server/orders.py"), "\n\ndef cancel_order():\n    return reorder()\n");
  return folder;
}

async function twoShops(workbench, page) {
  await importNew(workbench, page, shop());
  await workbench.ask("Who calls place_order?");
  await newestIs(workbench, "answered");
  await importNew(workbench, page, changedShop());
  await workbench.at("earlier-copy").getByText(/shop is stored already, with mostly the same files \(16 files/).waitFor();
}

scenario("a second checkout of the same name is stored beside the first, as another", async (workbench, { page }) => {
  await twoShops(workbench, page);
  await page.getByText("None yet.").waitFor();
  await workbench.at("earlier-keep").click();
  await workbench.at("earlier-copy").waitFor({ state: "detached" });
  await workbench.visit();
  await workbench.at("stored-repo").nth(1).waitFor();
  const rows = await workbench.at("stored-open").allInnerTexts();
  assert.equal(rows.length, 2);
  rows.forEach((row) => assert.match(row, /shop[\s\S]*imported just now/));
  await workbench.at("stored-open").nth(1).click();
  await workbench.opened();
  await newestIs(workbench, "answered");
  assert.deepEqual(await questions(workbench), ["Who calls place_order?"]);
});

scenario("a later state of the same folder replaces the earlier one, and keeps its runs", async (workbench, { page }) => {
  await twoShops(workbench, page);
  await workbench.ask("Who calls reorder?");
  await newestIs(workbench, "answered");
  await workbench.at("earlier-replace").click();
  await workbench.at("earlier-copy").waitFor({ state: "detached" });
  await workbench.at("conversation-row").nth(1).waitFor();
  const both = ["Who calls reorder?", "Who calls place_order?"];
  assert.deepEqual(await questions(workbench), both);
  await workbench.visit();
  await workbench.ready();
  assert.equal(await workbench.at("stored-repo").count(), 1);
  await openStored(workbench, page, "shop");
  await workbench.at("conversation-row").nth(1).waitFor();
  assert.deepEqual(await questions(workbench), both);
  await workbench.openSymbol("cancel_order");
});

scenario("the same files imported again are the same repository", async (workbench, { page }) => {
  await importNew(workbench, page, shop());
  await workbench.ask("Who calls place_order?");
  await newestIs(workbench, "answered");
  await importNew(workbench, page, shop());
  await newestIs(workbench, "answered");
  assert.equal(await workbench.at("earlier-copy").count(), 0);
  await workbench.visit();
  await workbench.ready();
  assert.equal(await workbench.at("stored-repo").count(), 1);
});

/** The picker returns a folder of the origin private file system: it has a handle as any folder. */
const picksLamps = (context) =>
  context.addInitScript(() => {
    window.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("lamps");
  });

scenario("the same folder chosen again is the same repository, whatever has changed in it", { prepare: picksLamps }, async (workbench, { page }) => {
  const choose = async () => {
    await workbench.ready();
    await page.getByRole("button", { name: "Choose a folder" }).click();
    await workbench.opened();
  };
  await writeFiles(page, "lamps", { ...LAMP, "tests/lamp_test.py": "def test_lamp():\n    pass\n" });
  await choose();
  await workbench.ask("Who calls light_up?");
  await newestIs(workbench, "answered");
  await workbench.visit();
  await writeFiles(page, "lamps", { "lamp.py": "def go_dark():\n    return 'off'\n" });
  await choose();
  await newestIs(workbench, "answered");
  assert.equal(await workbench.at("earlier-copy").count(), 0);
  await workbench.openSymbol("go_dark");
  await workbench.visit();
  await workbench.ready();
  assert.equal(await workbench.at("stored-repo").count(), 1);
});
