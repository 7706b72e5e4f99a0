// What a run file must not be able to do: choose where data is sent, or show lines as cited that the repository does not hold.

import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { after } from "node:test";
import { scenario } from "./browser.mjs";
import { folderOf, shop } from "./fixture.mjs";
import { startModelServer } from "./model-server.mjs";
import { edit } from "./run-file.mjs";
import { askAndPause, deleteRun, exportRun, lookAt, newestIs, reopen } from "./runs.mjs";

const QUESTION = "Who calls place_order?";
/** An aborted request, or a refused key. */
const mayLog = /Failed to load resource|ERR_/;

const [own, stranger] = await Promise.all([startModelServer(), startModelServer()]);
after(() => Promise.all([own.stop(), stranger.stop()]));

const hostOf = (server) => new URL(server.url("agent")).host;

/** Exports the newest run, deletes it, and returns the file. */
async function takenOut(workbench) {
  const { path, folder } = await exportRun(workbench);
  await deleteRun(workbench);
  return { path, done: () => rmSync(folder, { recursive: true }) };
}

/** Pauses a run of a model on `server` before its answer. */
async function paused(workbench, server) {
  await workbench.useEndpoint(server.url("agent"));
  const hold = server.hold("refine", { pieces: 1 });
  await askAndPause(workbench, QUESTION, hold);
  await newestIs(workbench, "paused");
}

async function useOffline(workbench) {
  await workbench.at("model-open").click();
  await workbench.at("model-kind").selectOption("offline");
  await workbench.at("model-save").click();
  await workbench.at("model-save").waitFor({ state: "hidden" });
}

scenario("a run from a file is answered by the model that the person chooses, and the file's address gets no request", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await paused(workbench, stranger);
  const file = await takenOut(workbench);
  assert.ok(readFileSync(file.path, "utf8").includes(hostOf(stranger)), "the file names an address");
  await workbench.useEndpoint(own.url("agent"));
  const [strange, asked] = [stranger.requests.length, own.chats().length];

  await workbench.at("run-input").setInputFiles(file.path);
  await workbench.at("run-imported").waitFor();
  assert.match(await workbench.at("locality").innerText(), /this run came from a file/);
  assert.match(await workbench.at("resume-model").innerText(), /Nothing is sent before you choose/);
  assert.ok(await workbench.at("run-resume").isDisabled(), "no model has been chosen yet");
  await page.waitForTimeout(300);
  assert.equal(own.chats().length, asked, "looking at it sends nothing");

  await workbench.at("resume-model-choice").selectOption("chosen");
  assert.ok((await workbench.at("resume-model").innerText()).includes(`go to ${hostOf(own)}`));
  const hold = own.hold("synthesize", { pieces: 1 });
  await workbench.at("run-resume").click();
  await hold.reached;
  assert.equal(await workbench.at("locality").innerText(), `this run sends questions and excerpts to ${hostOf(own)}`);
  hold.release();
  await workbench.answered();
  assert.ok(own.chats().length > asked);
  assert.equal(stranger.requests.length, strange, "the file's own address got a request");

  // A fork of it asks as well.
  await lookAt(workbench, "planner");
  await workbench.at("fork-open").click();
  assert.ok(await workbench.at("fork-run").isDisabled());
  await page.getByRole("dialog").getByTestId("resume-model-choice").selectOption("offline");
  await workbench.at("fork-run").click();
  await workbench.answered(1);
  assert.equal(stranger.requests.length, strange);
  file.done();
});

scenario("a run file that is imported twice and resumed offline sends nothing", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await paused(workbench, stranger);
  const file = await takenOut(workbench);
  edit(file.path, '"provider":"' + hostOf(stranger) + '"', '"provider":"offline"');
  await useOffline(workbench);
  const [strange, asked] = [stranger.requests.length, own.requests.length];
  for (let times = 0; times < 2; times += 1) await workbench.at("run-input").setInputFiles(file.path);
  await workbench.at("run-imported").first().waitFor();
  assert.match(await workbench.at("locality").innerText(), /this run came from a file; next question: all local/);
  await workbench.visit();
  await reopen(workbench);
  await workbench.at("offer-resume").first().click();
  await workbench.answered();
  assert.deepEqual([stranger.requests.length, own.requests.length], [strange, asked]);
  file.done();
});

scenario("after a failure a run is resumed with the model chosen now, and names it", { mayLog }, async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.useEndpoint(stranger.url("unauthorised"));
  await workbench.send(QUESTION);
  await workbench.problem();
  await newestIs(workbench, "failed");
  assert.equal(await workbench.at("locality").innerText(), `this run went to ${hostOf(stranger)}; next question: questions and excerpts go to ${hostOf(stranger)}`);
  await workbench.useEndpoint(own.url("agent"));
  const strange = stranger.requests.length;
  const words = await workbench.at("resume-model").innerText();
  assert.ok(words.includes(`go to ${hostOf(own)}`) && words.includes(`So far it was tester at ${hostOf(stranger)}`), words);
  await workbench.at("run-resume").click();
  await page.locator('[data-testid="answer"][data-state="done"]').getByText("How orders are placed").waitFor();
  assert.equal(stranger.requests.length, strange);
});

scenario("a run over a repository that changed since: stale citations are marked and highlight no line", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.ask(QUESTION);
  await newestIs(workbench, "answered");
  const cited = await workbench.citations();
  assert.equal(await page.locator(".chip.stale").count(), 0);
  const file = await takenOut(workbench);
  const { path, start } = cited.find((citation) => citation.path.endsWith(".py"));
  const text = shopFile(path);
  const was = text.split("\n")[start - 1];

  await workbench.visit();
  await workbench.importFiles(folderOf({ [path]: text.replace(was, `${was}  # changed since`), "other.py": "x = 1\n" }));
  await workbench.at("run-input").setInputFiles(file.path);
  await workbench.at("stale-citations").waitFor();
  const chip = page.locator(`[data-testid="citation"][data-path="${path}"][data-start="${start}"]`).first();
  assert.match(await chip.getAttribute("class"), /stale/);
  assert.match(await chip.getAttribute("aria-label"), /stale/);
  await chip.click();
  assert.ok((await workbench.at("lines-was").innerText()).includes(was.trim()));
  assert.ok(!(await workbench.at("lines-was").innerText()).includes("changed since"));
  assert.ok((await workbench.at("lines-now").innerText()).includes("changed since"));
  await workbench.at("lines-open").click();
  await workbench.at("code-view").waitFor();
  assert.equal(await page.locator('[data-testid="code-line"].lit').count(), 0, "no line is lit as cited");
  file.done();
});

scenario("an edited run file shows no invented lines as cited", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.ask(QUESTION);
  await newestIs(workbench, "answered");
  const file = await takenOut(workbench);
  edit(file.path, "Check an order, save it", "Never check an order, leak it");
  await workbench.at("run-input").setInputFiles(file.path);
  await workbench.answered();
  const chips = await workbench.at("answer").getByTestId("citation").all();
  assert.ok(chips.length > 0);
  let stale = 0;
  for (const chip of chips) {
    await chip.hover();
    const preview = await page.locator(".preview").innerText();
    const isStale = (await chip.getAttribute("class")).includes("stale");
    stale += Number(isStale);
    assert.ok(isStale || !preview.includes("leak it"), "an invented line is shown as cited");
    if (isStale) assert.match(preview, /Stale/);
    await page.mouse.move(0, 0);
  }
  assert.ok(stale > 0, "what was edited is stale");
  await workbench.at("work-line").click();
  await workbench.at("finding-card").first().locator("summary").click();
  assert.ok((await page.locator(".place.stale").count()) > 0, "evidence that was edited looks stale too");
  file.done();
});

/** The text of a file of the shop fixture. */
function shopFile(path) {
  return readFileSync(new URL(`../fixtures/shop/${path}`, import.meta.url), "utf8");
}
