// Steps of scenarios about runs: conversations and their runs, the status, the checkpoints.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { Workbench } from "./workbench.mjs";
import { PAGE } from "./chromium.mjs";
import { shop } from "./fixture.mjs";
import { startModelServer } from "./model-server.mjs";

/** A model server for the scenarios of a file, with what they do first. */
export async function runServer() {
  const server = await startModelServer();
  after(() => server.stop());
  return {
    server,
    /** Imports the shop; with `model`, chooses that model of the server. */
    async ready(workbench, model) {
      await workbench.importFiles(shop());
      if (model) await workbench.useEndpoint(server.url(model));
    },
    /** The chat requests after the first `from`. */
    since: (from) => server.chats().slice(from),
  };
}

/** Closes the tab without unload handlers, and opens the repository in a new one. */
export async function killAndReopen(page, context) {
  await page.close({ runBeforeUnload: false });
  const other = await context.newPage();
  await other.goto(PAGE);
  const workbench = new Workbench(other);
  await reopen(workbench);
  return workbench;
}

/** Opens the stored repository on a page that was just loaded. */
export async function reopen(workbench) {
  await workbench.at("stored-open").first().click();
  await workbench.opened();
}

/** Opens the first conversation, if none is on screen, and the list of its runs. */
export async function openRuns(workbench) {
  const toggle = workbench.at("conversation-runs");
  if (!(await toggle.count())) await workbench.at("conversation-open").first().click();
  if ((await toggle.getAttribute("aria-expanded")) !== "true") await toggle.click();
  await workbench.at("run-row").first().waitFor();
}

/** The runs of the conversation on screen, or of the first one, from top to bottom. */
export async function listed(workbench) {
  await openRuns(workbench);
  return workbench.at("run-row").evaluateAll((rows) =>
    rows.map((row) => ({
      question: row.querySelector(".run-question").textContent,
      status: row.dataset.status,
      words: row.querySelector(".run-words").textContent,
      origin: row.querySelector('[data-testid="run-origin"]')?.textContent ?? null,
    })),
  );
}

/** Waits until the newest run of the first conversation has this status. */
export async function newestIs(workbench, status) {
  const first = workbench.page.locator('[data-testid="conversation-row"]').first();
  await first.and(workbench.page.locator(`[data-status="${status}"]`)).waitFor();
}

/** A button of the newest run of the conversation on screen, or of the first one. */
export async function tool(workbench, testid) {
  await openRuns(workbench);
  return workbench.at("run-row").first().getByTestId(testid);
}

/** No request that was answered completely was sent again. */
export function assertNothingTwice(chats) {
  const finished = chats.filter((chat) => !chat.aborted).map((chat) => JSON.stringify(chat.body.messages));
  const twice = finished.filter((body, at) => finished.indexOf(body) !== at);
  assert.deepEqual(twice, [], "the model got a request again that it had answered");
}

/** Selects the first checkpoint that ran `node`. */
export async function lookAt(workbench, node) {
  await workbench.at("tab-run").click();
  await workbench.at("checkpoint").filter({ hasText: node }).first().click();
  await workbench.at("state-field").first().waitFor();
}

/** The names and sizes of all stored runs; with `damage`, one byte in the middle of each is changed. */
export async function storedRuns(page, { damage = false } = {}) {
  return page.evaluate(async (damage) => {
    const found = [];
    const walk = async (folder, path) => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === "directory") await walk(handle, `${path}${name}/`);
        else if (path.startsWith("quarry-runs")) {
          const { size } = await handle.getFile();
          found.push(`${path}${name} ${size}`);
          if (!damage) continue;
          const writable = await handle.createWritable({ keepExistingData: true });
          await writable.write({ type: "write", position: size >> 1, data: new Uint8Array([7]) });
          await writable.close();
        }
      }
    };
    await walk(await navigator.storage.getDirectory(), "");
    return found;
  }, damage);
}

/** Asks, and pauses the run where `hold` holds its model. */
export async function askAndPause(workbench, question, hold) {
  await workbench.send(question);
  await hold.reached;
  await workbench.at("ask-pause").click();
  await workbench.page.getByRole("button", { name: "Pausing" }).waitFor();
  hold.release();
}

/** Exports the newest run into a temporary folder. */
export async function exportRun(workbench) {
  const download = workbench.page.waitForEvent("download");
  await (await tool(workbench, "run-export")).click();
  const file = await download;
  const folder = mkdtempSync(join(tmpdir(), "quarry-run-"));
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return { path, folder, name: file.suggestedFilename() };
}

/** Deletes the newest run, the only one. */
export async function deleteRun(workbench) {
  await (await tool(workbench, "run-delete")).click();
  await workbench.page.getByRole("button", { name: "Delete for good" }).click();
  await workbench.at("conversation-row").waitFor({ state: "detached" });
}
