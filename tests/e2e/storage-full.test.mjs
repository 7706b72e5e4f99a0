// Storage that is full: what still works, what the page shows, how to free space.

import assert from "node:assert/strict";
import { after } from "node:test";
import { scenario } from "./browser.mjs";
import { PAGE } from "./chromium.mjs";
import { folderOf, shop } from "./fixture.mjs";
import { startModelServer } from "./model-server.mjs";
import { listed, newestIs, reopen, tool } from "./runs.mjs";

const QUESTION = "Who calls place_order?";

const server = await startModelServer();
after(() => server.stop());

/** By page, because a quota is in force as long as the session that set it. */
const sessions = new WeakMap();

/** Sets the site's quota in bytes; without a number, the browser's own. */
async function setQuota(page, quotaSize) {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(PAGE).origin, quotaSize });
}

/** The complete answer. The page shows meanwhile that it is not stored, which `answered` would report as a failure. */
async function whole(workbench, page) {
  const answer = page.locator('[data-testid="answer"][data-state="done"]').first();
  await answer.waitFor();
  return answer.innerText();
}

const newestWords = async (workbench) => (await listed(workbench))[0].words;

scenario("storage that is full during a run: the run continues unstored, and is stored once there is space", async (workbench, { page }) => {
  await workbench.importFiles(folderOf({ "lamp.py": "def light_up():\n    return 'on'\n" }, "lamps"));
  await workbench.visit();
  await workbench.importFiles(shop());
  await workbench.useEndpoint(server.url("agent"));
  const hold = server.hold("synthesize", { pieces: 2 });
  await workbench.send(QUESTION);
  await hold.reached;
  await setQuota(page, 1);
  // Listing what is stored closes the log, so that the next step asks the browser for space.
  await workbench.at("storage-word").click();
  await workbench.at("storage-repository").nth(1).waitFor();
  await page.keyboard.press("Escape");
  hold.release();
  assert.match(await whole(workbench, page), /How orders are placed/);
  assert.match(await workbench.problem(), /storage that the browser gives this site is full, so this run goes on without being stored/);
  await workbench.at("run-not-stored").waitFor();
  await newestIs(workbench, "answered");
  assert.match(await newestWords(workbench), /answered, just now, \d+ steps, not stored/);

  const download = page.waitForEvent("download");
  await (await tool(workbench, "run-export")).click();
  assert.match((await download).suggestedFilename(), /\.run$/);

  await workbench.at("storage-open").first().click();
  const lamps = workbench.at("storage-repository").filter({ hasText: "lamps" });
  assert.match(await lamps.innerText(), /lamps.*B; 0 runs/s);
  await workbench.at("storage-run").filter({ hasText: QUESTION }).waitFor();
  await setQuota(page);
  await lamps.getByTestId("storage-delete").click();
  await lamps.getByTestId("storage-delete").click();
  await lamps.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await workbench.at("run-not-stored").waitFor({ state: "detached" });

  await workbench.visit();
  await reopen(workbench);
  await newestIs(workbench, "answered");
  assert.doesNotMatch(await newestWords(workbench), /not stored/);
  await workbench.at("conversation-open").first().click();
  assert.match(await workbench.answered(), /How orders are placed/);
});

scenario("a page opened while storage is full shows what is stored and answers a question", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await setQuota(page, 1);
  await workbench.visit();
  await reopen(workbench);
  await workbench.send(QUESTION);
  assert.match(await whole(workbench, page), /handle_checkout/);
  await workbench.at("run-not-stored").waitFor();
  await setQuota(page);
});

scenario("an import that cannot be stored is open all the same, and the page lists what takes the space", async (workbench, { page }) => {
  await workbench.importFiles(folderOf({ "lamp.py": "def light_up():\n    return 'on'\n" }, "lamps"));
  await workbench.visit();
  await workbench.ready();
  await setQuota(page, 1);
  await workbench.importFiles(shop());
  assert.match(await workbench.at("storage-note").innerText(), /Not stored: The storage that the browser gives this site is full\./);
  await workbench.at("storage-note").getByTestId("storage-open").click();
  await workbench.at("storage-repository").filter({ hasText: "lamps" }).waitFor();
  await page.keyboard.press("Escape");
  await workbench.send(QUESTION);
  assert.match(await whole(workbench, page), /handle_checkout/);
  await setQuota(page);
});
