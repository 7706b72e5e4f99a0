// The runs of tests/golden give the same events in a browser as natively and in workerd. What the page stores of a run is
// exported, and read by the command line.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { assertGolden, comparable, runs } from "../golden/golden.mjs";
import { scenario } from "./browser.mjs";
import { exportRun, newestIs } from "./runs.mjs";

const SHOP = fileURLToPath(new URL("../fixtures/shop", import.meta.url));
const MODES = { look_only: "look", ask_before_edits: "ask" };

/** The events of the newest run, as its file holds them. */
async function exported(workbench) {
  const { path, folder } = await exportRun(workbench);
  const lines = execFileSync(process.env.QUARRY_CLI, ["replay", path, "--repository", SHOP, "--json"], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return lines.trim().split("\n").map((line) => JSON.parse(line));
}

for (const asked of runs) {
  scenario(`${asked.agent} stores the events of the golden file`, async (workbench) => {
    await workbench.importFolder(SHOP);
    await workbench.at("agent").selectOption(asked.agent);
    if (asked.mode) await workbench.at("mode").selectOption(MODES[asked.mode]);
    if (!asked.decline) {
      await workbench.ask(asked.question);
      await newestIs(workbench, "answered");
      assertGolden(asked, await exported(workbench));
      return;
    }
    await workbench.send(asked.question);
    await workbench.at("approval").waitFor();
    await newestIs(workbench, "awaiting-approval");
    const before = comparable(await exported(workbench));
    await workbench.at("approval-note").fill(asked.decline);
    await workbench.at("approval-decline").click();
    await workbench.answered();
    await newestIs(workbench, "answered");
    // A run that was answered no longer shows that it asked: the last two events of the first file.
    const [shared, after] = [before.length - 2, comparable(await exported(workbench))];
    assert.deepEqual(after.slice(0, shared), before.slice(0, shared));
    assertGolden(asked, [...before, ...after.slice(shared)]);
  });
}
