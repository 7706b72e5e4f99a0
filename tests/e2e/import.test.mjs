// Importing a repository: folder, .zip, .tar.gz, the sample; skipped files; stopping an import.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drop, droppable } from "./drop.mjs";
import { entriesOf, folderOf, LEFT_OUT, manyModules, remove, shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";
import { tarGz, zip } from "./archives.mjs";

const KEPT = ["README.md", ".gitignore", "keep.log", "docs/価格.md", "server/orders.py", "web/src/cart.ts", "engine/src/lib.rs"];

scenario("a folder is imported and its figures are shown", async (workbench, { page }) => {
  const folder = shop();
  await workbench.importFolder(folder);
  assert.match(await workbench.at("repo-name").innerText(), /shop/);
  assert.match(await page.locator(".facts").innerText(), /16 files/);
  assert.match(await workbench.at("status-bar").innerText(), /\d+ symbols/);
  assert.match(await workbench.at("status-bar").innerText(), /all local/);
  for (const path of KEPT) {
    await workbench.find(path, path.split("/").at(-1));
    await page.locator(`[data-testid="code-view"][data-path="${path}"]`).waitFor();
  }
  remove(folder);
});

scenario("every skipped file is listed with its reason", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.at("skipped-open").click();
  await workbench.at("skipped-row").first().waitFor();
  const groups = await page.locator("details.skipped").evaluateAll((all) =>
    all.map((group) => ({
      reason: group.querySelector("summary").textContent,
      paths: [...group.querySelectorAll("[data-testid=skipped-row]")].map((row) => row.textContent),
    })),
  );
  for (const [path, reason] of Object.entries(LEFT_OUT)) {
    const group = groups.find(({ paths }) => paths.some((it) => path === it || path.startsWith(`${it.replace(/\/$/, "")}/`)));
    assert.ok(group, `${path} is not listed: ${JSON.stringify(groups)}`);
    assert.match(group.reason, reason, path);
  }
});

for (const [name, pack] of [["shop.zip", zip], ["shop.tar.gz", tarGz]]) {
  scenario(`${name} holds the same repository as the folder`, async (workbench, { page }) => {
    const folder = shop();
    await workbench.importArchive(name, pack(entriesOf(folder, "shop-1.0")));
    await workbench.opened();
    assert.match(await page.locator(".facts").innerText(), /16 files/);
    await workbench.find("価格", "価格.md");
    await page.locator('[data-testid="code-view"][data-path="docs/価格.md"]').waitFor();
    remove(folder);
  });
}

scenario("a dropped folder is imported with its subfolders", async (workbench, { page }) => {
  const folder = shop();
  await workbench.ready();
  await drop(page, workbench.at("drop-target"), folder);
  await workbench.opened();
  assert.match(await workbench.at("repo-name").innerText(), /shop/);
  assert.match(await page.locator(".facts").innerText(), /16 files/);
  remove(folder);
});

const neverAnswers = (context) =>
  context.addInitScript(() => (DataTransferItem.prototype.getAsFileSystemHandle = () => new Promise(() => {})));

scenario("a dropped folder is imported where the browser gives no handle", { prepare: neverAnswers }, async (workbench, { page }) => {
  const folder = shop();
  await workbench.ready();
  await drop(page, workbench.at("drop-target"), folder);
  await workbench.opened();
  assert.match(await page.locator(".facts").innerText(), /16 files/);
  remove(folder);
});

scenario("a dropped archive is imported", async (workbench, { page }) => {
  const folder = shop();
  const archive = join(folder, "..", "dropped.zip");
  writeFileSync(archive, zip(entriesOf(folder, "shop-1.0")));
  await workbench.ready();
  await drop(page, workbench.at("drop-target"), archive);
  await workbench.opened();
  assert.match(await page.locator(".facts").innerText(), /16 files/);
  remove(folder);
});

scenario("the bundled sample opens at once", async (workbench) => {
  await workbench.ready();
  await workbench.at("sample-button").click();
  await workbench.opened();
  assert.equal(await workbench.at("repo-name").innerText(), "quarry");
  assert.ok((await workbench.at("suggestion").count()) > 0, "no questions are suggested");
});

scenario("an import shows its progress and can be stopped", async (workbench, { page }) => {
  const folder = folderOf(manyModules(1500));
  await workbench.chooseFolder(folder);
  await page.getByText(/(Reading|Parsing) [\d,]+ of 1,500 files/).waitFor({ timeout: 60_000 });
  await workbench.at("import-cancel").click();
  await workbench.at("drop-target").waitFor({ timeout: 60_000 });
  assert.equal(await workbench.at("stored-repo").count(), 0, "a stopped import must leave nothing behind");
  const small = shop();
  await workbench.importFolder(small);
  remove(folder);
  remove(small);
});

scenario("one file, and several folders, are repositories too; a patch is not", async (workbench, { page }) => {
  const file = droppable(folderOf({ "orders.py": "def place_order():\n    return 1\n" }, "alone"));
  await workbench.ready();
  await drop(page, workbench.at("drop-target"), join(file, "orders.py"));
  await workbench.opened();
  assert.equal(await workbench.at("repo-name").innerText(), "orders.py");
  await workbench.openSymbol("place_order");
  await workbench.visit();
  await workbench.ready();
  const [shopFolder, bells] = [droppable(shop()), droppable(folderOf({ "bell.py": "def ring():\n    return 1\n" }, "bells"))];
  await drop(page, workbench.at("drop-target"), shopFolder, bells);
  await workbench.opened();
  assert.equal(await workbench.at("repo-name").innerText(), "shop, bells");
  await workbench.openSymbol("ring");
  await workbench.openSymbol("place_order");
  await workbench.visit();
  await workbench.ready();
  const patch = droppable(folderOf({ "fix.patch": "--- a/x\n+++ b/x\n" }, "patches"));
  await drop(page, workbench.at("drop-target"), join(patch, "fix.patch"));
  assert.match(await workbench.problem(), /A patch is a change of a repository, and none is open/);
});
