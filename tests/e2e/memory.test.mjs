// What agents remember: stored by calls that a person allowed, listed with where it came from, edited and deleted by mouse and
// by keyboard; what a conversation keeps.

import assert from "node:assert/strict";
import { after } from "node:test";
import { act, choose, LAMP, picks } from "./acting.mjs";
import { violations } from "./axe.mjs";
import { scenario } from "./browser.mjs";
import { folderOf, remove } from "./fixture.mjs";
import { startModelServer } from "./model-server.mjs";
import { deleteRun } from "./runs.mjs";

const server = await startModelServer();
after(() => server.stop());

/** Has the agent store a value, which the person allows. */
async function remember(workbench, key, scope, value) {
  const answers = await workbench.at("answer").count();
  await workbench.at("agent").selectOption("plan-review");
  await workbench.send(`Remember: ${key} for ${scope} is ${value}`);
  await workbench.at("approval").waitFor();
  await workbench.at("approval-run").click();
  await workbench.answered(answers);
}

const scopeOf = (page, name) => page.locator(`[data-testid="memory-scope"][data-scope="${name}"]`);

/** The entries of a scope on screen: key, value, origin. */
const entries = (page, name) =>
  scopeOf(page, name)
    .getByTestId("memory-entry")
    .evaluateAll((rows) =>
      rows.map((row) => ["key", "value", "origin"].map((part) => row.querySelector(`[data-testid="memory-${part}"]`).textContent.trim())),
    );

async function opened(workbench, page) {
  await workbench.at("memory-open").click();
  await scopeOf(page, "person").waitFor();
}

scenario("what an agent stored is listed with its run, edited, and deleted", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await workbench.useEndpoint(server.url("rememberer"));
  await remember(workbench, "tests", "repository", "pytest");
  await remember(workbench, "style", "person", "terse");
  await remember(workbench, "goal", "conversation", "lamps");
  await opened(workbench, page);
  const [tests] = await entries(page, "repository");
  assert.deepEqual(tests.slice(0, 2), ["tests", "pytest"]);
  assert.match(tests[2], /^Stored by memory_set of plan-review in a run, just now$/);
  assert.deepEqual((await entries(page, "person")).map(([key]) => key), ["style"]);
  assert.deepEqual((await entries(page, "conversation")).map(([key]) => key), ["goal"]);
  assert.match(await workbench.at("memory-turns").innerText(), /it keeps 3 questions/);
  assert.deepEqual(await violations(page), []);

  // Its origin opens the run.
  await scopeOf(page, "repository").getByTestId("memory-run").click();
  await scopeOf(page, "person").waitFor({ state: "detached" });
  await page.getByText("Remember: tests for repository is pytest").first().waitFor();

  // Edited by keyboard: then it is the person's.
  await opened(workbench, page);
  const row = scopeOf(page, "repository").getByTestId("memory-entry");
  await row.getByTestId("memory-edit").focus();
  await page.keyboard.press("Enter");
  await row.getByTestId("memory-text").fill("pytest -q");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Written by you, just now").waitFor();
  assert.deepEqual((await entries(page, "repository"))[0].slice(0, 2), ["tests", "pytest -q"]);

  // Deleted for good, also by keyboard: the first press asks.
  await row.getByTestId("memory-delete").focus();
  await page.keyboard.press("Enter");
  assert.equal((await entries(page, "repository")).length, 1);
  await page.keyboard.press("Enter");
  await row.waitFor({ state: "detached" });
  await scopeOf(page, "conversation").getByTestId("memory-clear").click();
  await scopeOf(page, "conversation").getByTestId("memory-clear").click();
  await scopeOf(page, "conversation").getByTestId("memory-entry").waitFor({ state: "detached" });
  assert.equal(await workbench.at("memory-turns").count(), 0, "what the conversation kept for its next runs is gone too");
  assert.deepEqual((await entries(page, "person")).map(([key]) => key), ["style"], "other scopes stay");
});

scenario("the person's values are there for another repository, and after a reload", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await workbench.useEndpoint(server.url("rememberer"));
  await remember(workbench, "style", "person", "terse");
  await remember(workbench, "tests", "repository", "pytest");
  await workbench.visit();
  const other = folderOf({ "till.py": "def pay():\n    return 1\n" });
  await workbench.importFolder(other);
  await opened(workbench, page);
  assert.deepEqual((await entries(page, "person")).map(([key, value]) => [key, value]), [["style", "terse"]]);
  assert.match((await entries(page, "person"))[0][2], /in a run that is no longer stored/, "it is no run of this repository");
  assert.deepEqual(await entries(page, "repository"), []);
  remove(other);
});

scenario("a value that the person declines is not stored, and what a run keeps goes with its last run", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await workbench.useEndpoint(server.url("rememberer"));
  await workbench.at("agent").selectOption("plan-review");
  await workbench.send("Remember: style for person is loud");
  await workbench.at("approval").waitFor();
  await workbench.at("approval-decline").click();
  await workbench.answered();
  await opened(workbench, page);
  for (const scope of ["person", "repository", "conversation"]) assert.deepEqual(await entries(page, scope), []);
  await workbench.at("memory-turns").waitFor();
  await page.keyboard.press("Escape");
  const files = () =>
    page.evaluate(async () => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("quarry-1");
      const names = [];
      for await (const name of (await root.getDirectoryHandle(".memory")).keys()) names.push(name);
      return names;
    });
  assert.ok((await files()).some((name) => name.startsWith("turns-")));
  await deleteRun(workbench);
  await page.waitForFunction(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("quarry-1");
    for await (const name of (await root.getDirectoryHandle(".memory")).keys()) if (name.startsWith("turns-")) return false;
    return true;
  });
});

scenario("a file that was read before is shown as cached, with its age", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await workbench.useEndpoint(server.url("reader"));
  await act(workbench, "plan-review", "Look at the lamp");
  assert.equal(await page.getByText("read_file, stored just now").count(), 0);
  await act(workbench, "plan-review", "Look at the lamp again");
  await page.getByText("read_file, stored just now").first().waitFor({ state: "attached" });
});
