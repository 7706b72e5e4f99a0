// What is stored between visits, and what is not.

import assert from "node:assert/strict";
import { folderOf, manyModules, remove, shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";
import { PAGE } from "./chromium.mjs";

scenario("after a reload the repository opens from storage", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await page.reload();
  await workbench.opened();
  assert.match(await page.locator(".facts").innerText(), /16 files/);
  assert.match(await workbench.ask("Who calls place_order?"), /handle_checkout/);
});

scenario("a deleted repository leaves nothing in storage", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.visit();
  await workbench.at("stored-repo").waitFor();
  await workbench.at("stored-delete").click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await workbench.at("stored-repo").waitFor({ state: "detached" });
  await workbench.visit();
  await workbench.ready();
  assert.equal(await workbench.at("stored-repo").count(), 0);
  const left = await page.evaluate(async () => {
    const names = [];
    const walk = async (folder, at) => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === "directory") await walk(handle, `${at}${name}/`);
        else names.push([`${at}${name}`, (await handle.getFile()).size]);
      }
    };
    await walk(await navigator.storage.getDirectory(), "");
    return names;
  });
  const bytes = left.reduce((total, [, size]) => total + size, 0);
  assert.ok(bytes < 4096, `still stored: ${JSON.stringify(left)}`);
});

scenario("a reload during an import leaves nothing partial", async (workbench, { page }) => {
  const folder = folderOf(manyModules(1500));
  await workbench.chooseFolder(folder);
  await page.getByText(/Parsing [\d,]+ of 1,500 files|Storing/).waitFor({ timeout: 60_000 });
  await workbench.visit();
  await workbench.ready();
  assert.equal(await workbench.at("stored-repo").count(), 0);
  remove(folder);
  const small = shop();
  await workbench.importFolder(small);
  remove(small);
});

scenario("two repositories are stored side by side", async (workbench, { page }) => {
  const first = shop();
  const second = folderOf({ "lamp.py": "def light_up():\n    return 'on'\n" });
  await workbench.importFolder(first);
  await workbench.visit();
  await workbench.importFolder(second);
  await workbench.visit();
  await workbench.at("stored-repo").first().waitFor();
  assert.equal(await workbench.at("stored-repo").count(), 2);
  await workbench.at("stored-open").filter({ hasText: "repository" }).click();
  await workbench.opened();
  await workbench.openSymbol("light_up");
  remove(first);
  remove(second);
});

const REFUSE = `Object.defineProperty(StorageManager.prototype, "getDirectory", {
  value: () => Promise.reject(new DOMException("Storage is not allowed here.", "SecurityError")),
});\n`;

/** Prepends a script to the engine worker's own, which refuses storage as a private window does. */
async function refuseStorage(context) {
  await context.addInitScript(REFUSE);
  await context.route(/engine-worker[^/]*\.js/, async (route) => {
    const response = await route.fetch();
    // Imports are hoisted, so a line put before them runs in time.
    await route.fulfill({ response, body: REFUSE + (await response.text()) });
  });
}

scenario("where storage is refused the page works in memory, and notes it", { prepare: refuseStorage }, async (workbench, { page }) => {
  await workbench.ready();
  assert.match(await workbench.at("storage-note").innerText(), /as long as this tab/);
  await workbench.importFiles(shop());
  assert.match(await workbench.at("status-bar").innerText(), /in memory only/);
  assert.match(await workbench.ask("Who calls place_order?"), /handle_checkout/);
});

scenario("two tabs can have the page open", async (workbench, { context }) => {
  await workbench.importFiles(shop());
  const other = await context.newPage();
  await other.goto(PAGE);
  await other.getByTestId("stored-repo").waitFor();
  assert.equal(await other.getByTestId("stored-repo").count(), 1);
  assert.match(await workbench.ask("Who calls place_order?"), /handle_checkout/);
});
