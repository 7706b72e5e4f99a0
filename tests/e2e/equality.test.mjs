// One core, one index format: the command line and the page in Chromium make the same bytes. That a Worker does is in
// tests/edge/bytes.test.mjs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tarGz } from "./archives.mjs";
import { scenario } from "./browser.mjs";
import { entriesOf, manyModules, remove, shop } from "./fixture.mjs";

scenario("the command line and Chromium make byte-identical indexes", async (workbench, { page }) => {
  // Enough modules for tables of several pages.
  const folder = shop(manyModules(60));
  const archive = tarGz(entriesOf(folder, "shop"));
  const scratch = mkdtempSync(join(tmpdir(), "quarry-equal-"));
  try {
    const native = fromCommandLine(scratch, archive);
    assert.ok(native.length > 20, `${native.length} files`);
    await workbench.importArchive("shop.tar.gz", archive);
    await workbench.opened();
    assert.deepEqual(await fromPage(workbench, page), native);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    remove(folder);
  }
});

scenario("after an edit the index equals that of a clean build, and parsed facts are kept", async (workbench, { page }) => {
  const folder = shop(manyModules(12));
  const scratch = mkdtempSync(join(tmpdir(), "quarry-edit-"));
  try {
    await workbench.importArchive("shop.tar.gz", tarGz(entriesOf(folder, "shop")));
    await workbench.opened();
    const before = await stored(page);
    const path = join(folder, "package/module_3.py");
    writeFileSync(path, `${readFileSync(path, "utf8")}\n\ndef added(value):\n    return step_3_7(value)\n`);
    rmSync(join(folder, "package/module_5.py"));
    const archive = tarGz(entriesOf(folder, "shop"));
    await workbench.visit();
    await workbench.importArchive("shop.tar.gz", archive);
    await workbench.opened();
    await workbench.find("added", "added");
    assert.deepEqual(await fromPage(workbench, page), fromCommandLine(scratch, archive));
    // An archive has no identity, so the person is asked whether it is the same folder.
    await workbench.at("earlier-replace").click();
    await workbench.at("earlier-copy").waitFor({ state: "detached" });
    const after = await stored(page);
    assert.ok(before.length === 1 && after.length === 1, "the earlier copy is deleted once the new one is complete");
    assert.notEqual(after[0].name, before[0].name);
    assert.ok(after[0].facts > 10_000, "parsed facts are kept for the next import");
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    remove(folder);
  }
});

/** The stored repositories: folder name and size of the facts. */
function stored(page) {
  return page.evaluate(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("quarry-1");
    const found = [];
    for await (const [name, folder] of root.entries()) {
      // A file made to test whether storage is writable.
      if (name === ".probe") continue;
      const file = await (await folder.getFileHandle("facts")).getFile();
      found.push({ name, facts: file.size });
    }
    return found;
  });
}

function fromCommandLine(scratch, archive) {
  writeFileSync(join(scratch, "shop.tar.gz"), archive);
  const out = join(scratch, "index");
  execFileSync(process.env.QUARRY_CLI, ["index", join(scratch, "shop.tar.gz"), "--out", out], { stdio: "pipe" });
  const names = readdirSync(out).filter((name) => name === "manifest.json" || name.endsWith(".bin"));
  return names.sort().map((name) => [name, sha256(readFileSync(join(out, name)))]);
}

async function fromPage(workbench, page) {
  const download = page.waitForEvent("download");
  await workbench.at("export-index").click();
  const file = await download;
  assert.equal(file.suggestedFilename(), "shop-index.tar");
  const tar = readFileSync(await file.path());
  return untar(tar).map(([name, bytes]) => [name.replace(/^quarry\//, ""), sha256(bytes)]).sort();
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The files of a plain tar archive. */
function untar(bytes) {
  const files = [];
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const field = (start, end) => bytes.subarray(at + start, at + end).toString("utf8").replace(/\0.*$/s, "");
    const length = Number.parseInt(field(124, 136), 8);
    files.push([field(0, 100), bytes.subarray(at + 512, at + 512 + length)]);
    at += 512 + Math.ceil(length / 512) * 512;
  }
  return files;
}
