// The folder of a repository is remembered: what has changed in it is seen, and one click brings the index up to date. The
// picker gives a folder of the origin private file system, which has a handle as any folder.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { scenario } from "./browser.mjs";
import { writeFiles } from "./opfs.mjs";

const LAMP = { "lamp.py": "def light_up():\n    return 'on'\n\n\ndef evening():\n    return light_up()\n", "bell.py": "def ring():\n    return 'ding'\n" };

const prepare = (context) =>
  context.addInitScript(() => {
    window.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("lamps");
  });

async function choose(workbench, page) {
  await workbench.ready();
  await page.getByRole("button", { name: "Choose a folder" }).click();
  await workbench.opened();
}

async function remove(page, path) {
  await page.evaluate(async (path) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("lamps");
    await folder.removeEntry(path);
  }, path);
}

/** The window comes to the front. */
async function look(page) {
  await page.waitForTimeout(2100);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
}

scenario("a change on disk is seen when the window comes to the front, and one click takes it in", { prepare }, async (workbench, { page }) => {
  await writeFiles(page, "lamps", LAMP);
  await choose(workbench, page);
  await workbench.ask("Who calls light_up?");
  await look(page);
  await page.waitForTimeout(500);
  assert.equal(await workbench.at("folder-changed").count(), 0, "nothing has changed");
  await writeFiles(page, "lamps", { "lamp.py": `${LAMP["lamp.py"]}\n\ndef night():\n    return light_up()\n`, "sub/new.py": "def fresh():\n    pass\n" });
  await remove(page, "bell.py");
  await look(page);
  const note = workbench.at("folder-changed");
  await note.getByText("Changed on disk: 3 files (1 changed, 1 added, 1 removed): bell.py, lamp.py, sub/new.py.").waitFor();
  assert.deepEqual(await violations(page), []);
  await workbench.at("folder-update").click();
  await note.waitFor({ state: "detached" });
  await workbench.opened();
  assert.equal(await workbench.at("answer").count(), 1, "the conversation stays");
  await workbench.openSymbol("night");
  await workbench.openSymbol("fresh");
  await look(page);
  await page.waitForTimeout(500);
  assert.equal(await note.count(), 0, "the index is up to date");
});

scenario("a stored repository looks at its folder when it is opened again", { prepare }, async (workbench, { page }) => {
  await writeFiles(page, "lamps", LAMP);
  await choose(workbench, page);
  await workbench.visit();
  await writeFiles(page, "lamps", { "lamp.py": "def go_dark():\n    return 'off'\n" });
  await workbench.at("stored-open").first().click();
  await workbench.opened();
  await workbench.at("folder-changed").getByText(/1 file \(1 changed\): lamp\.py/).waitFor();
  await workbench.at("folder-update").click();
  await workbench.openSymbol("go_dark");
  await workbench.visit();
  await workbench.ready();
  assert.equal(await workbench.at("stored-repo").count(), 1, "it is the same repository");
});

scenario("where the browser asks first, the folder is read after a click, and not without the right", { prepare }, async (workbench, { page }) => {
  await writeFiles(page, "lamps", LAMP);
  await choose(workbench, page);
  await page.addInitScript(() => {
    let given = false;
    FileSystemHandle.prototype.queryPermission = async () => (given ? "granted" : "prompt");
    FileSystemHandle.prototype.requestPermission = async () => {
      given = window.gives;
      return given ? "granted" : "denied";
    };
  });
  await workbench.visit();
  await writeFiles(page, "lamps", { "lamp.py": "def go_dark():\n    return 'off'\n" });
  await workbench.at("stored-open").first().click();
  await workbench.opened();
  await workbench.at("folder-allow").click();
  await page.waitForTimeout(500);
  assert.equal(await workbench.at("folder-changed").count(), 0);
  await page.evaluate(() => (window.gives = true));
  await workbench.at("folder-allow").click();
  await workbench.at("folder-changed").getByText(/1 file \(1 changed\)/).waitFor();
});

scenario("a folder that is gone is an error in words when it is updated, and nothing is lost", { prepare }, async (workbench, { page }) => {
  await writeFiles(page, "lamps", LAMP);
  await choose(workbench, page);
  await writeFiles(page, "lamps", { "lamp.py": "def go_dark():\n    return 'off'\n" });
  await look(page);
  await workbench.at("folder-changed").waitFor();
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("lamps", { recursive: true }));
  await workbench.at("folder-update").click();
  assert.match(await workbench.problem(), /The folder could not be read/);
  await workbench.openSymbol("light_up");
});
