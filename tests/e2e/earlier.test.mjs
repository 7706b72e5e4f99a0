// What earlier versions stored (tests/fixtures/earlier-*, made by record-earlier.mjs) opens in this one.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { scenario } from "./browser.mjs";
import { writeStorage } from "./opfs.mjs";
import { newestIs } from "./runs.mjs";

const FIXTURES = fileURLToPath(new URL("../fixtures/", import.meta.url));
const VERSIONS = readdirSync(FIXTURES).filter((name) => name.startsWith("earlier-"));
const CALLS = "Who calls place_order?";

for (const version of VERSIONS) {
  const stored = join(FIXTURES, version);
  const index = join(stored, "index");

  /** `body(quarry, spawn)` with a copy of the stored runs; `quarry(...)` returns what a command prints that succeeds. */
  const withRuns = (body) => {
    const runs = mkdtempSync(join(tmpdir(), "quarry-earlier-"));
    try {
      cpSync(join(stored, "runs"), runs, { recursive: true });
      const spawn = (...args) => spawnSync(process.env.QUARRY_CLI, [...args, "--runs", runs], { encoding: "utf8" });
      const quarry = (...args) => {
        const { status, stdout, stderr } = spawn(...args);
        assert.equal(status, 0, stderr);
        return stdout;
      };
      body(quarry, spawn);
    } finally {
      rmSync(runs, { recursive: true });
    }
  };

  test(`${version}: the index directory is read, asked and listed`, () =>
    withRuns((quarry) => {
      assert.match(quarry("callers", index, "place_order"), /handle_checkout/);
      assert.match(quarry("search", index, "place an order"), /place_order/);
      assert.match(quarry("ask", index, CALLS), /handle_checkout/);
    }));

  test(`${version}: stored runs are listed, shown again, resumed and forked`, () =>
    withRuns((quarry, spawn) => {
      const list = JSON.parse(quarry("runs", "--json"));
      assert.deepEqual(list.map((run) => run.status.type).sort(), ["answered", "awaiting_approval"]);
      const [answered, waiting] = ["answered", "awaiting_approval"].map((type) => list.find((run) => run.status.type === type).id);
      assert.match(quarry("replay", answered), /handle_checkout/);
      const { checkpoints } = JSON.parse(quarry("runs", "show", answered, "--json"));
      assert.ok(checkpoints.length > 5);
      let resumed;
      do {
        resumed = spawn("resume", waiting, "--approve-all", "--repository", index);
      } while (resumed.status === 1 && /waits for approval: quarry resume/.test(resumed.stderr));
      assert.equal(resumed.status, 0, resumed.stderr);
      assert.match(resumed.stdout, /place_order/);
      assert.match(quarry("fork", answered, "--checkpoint", "0", "--repository", index), /handle_checkout/);
      const after = JSON.parse(quarry("runs", "--json"));
      assert.deepEqual(after.map((run) => run.status.type), ["answered", "answered", "answered"]);
    }));

  scenario(`${version}: a repository stored in the browser opens with its run`, async (workbench, { page }) => {
    await workbench.ready();
    await writeStorage(page, JSON.parse(gunzipSync(readFileSync(join(stored, "opfs.json.gz")))));
    await workbench.visit();
    await workbench.at("stored-open").click();
    await workbench.opened();
    assert.match(await page.locator(".facts").innerText(), /16 files/);
    await newestIs(workbench, "answered");
    await workbench.at("conversation-open").first().click();
    assert.match(await workbench.answered(), /handle_checkout/);
    assert.match(await workbench.ask("How are orders placed?"), /place_order/);
    await workbench.openSymbol("place_order");
  });
}
