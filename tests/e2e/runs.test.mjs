// Durable runs: stored, paused, approved, killed and resumed, exported.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { scenario } from "./browser.mjs";
import { PAGE } from "./chromium.mjs";
import { drop, droppable } from "./drop.mjs";
import { folderOf, manyModules } from "./fixture.mjs";
import { askAndPause, assertNothingTwice, deleteRun, exportRun, killAndReopen, listed, lookAt, newestIs, reopen, runServer, storedRuns, tool } from "./runs.mjs";
import { Workbench } from "./workbench.mjs";

const QUESTION = "Who calls place_order?";
/** A tab that is closed aborts its connections. */
const mayLog = /Failed to load resource|ERR_/;

const { server, ready, since } = await runServer();

scenario("the list of runs survives a reload, and a run opens as it was", async (workbench, { page }) => {
  await ready(workbench);
  const answer = await workbench.ask(QUESTION);
  const cited = await workbench.citations();
  await newestIs(workbench, "answered");
  await workbench.ask("What does add_tax do?");
  await workbench.visit();
  await reopen(workbench);
  await newestIs(workbench, "answered");
  const rows = await listed(workbench);
  assert.deepEqual(rows.map((row) => row.question), ["What does add_tax do?", QUESTION]);
  assert.match(rows[1].words, /^answered, just now, \d+ steps$/);
  assert.equal(await workbench.at("run-offer").count(), 0, "an answered run is not offered");
  await workbench.at("run-open").nth(1).click();
  // It is shown in its conversation, which has another question after it.
  assert.equal(await workbench.answered(), answer);
  assert.deepEqual(await workbench.citations(0), cited);
  assert.ok((await workbench.at("plan-step").count()) > 0 && (await workbench.at("finding-card").count()) > 0);
  await workbench.at("citation").first().click();
  await workbench.litLines();
});

scenario("a run is deleted after a confirmation", async (workbench, { page }) => {
  await ready(workbench);
  await workbench.ask(QUESTION);
  await newestIs(workbench, "answered");
  await (await tool(workbench, "run-delete")).click();
  assert.equal(await workbench.at("run-row").count(), 1);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await workbench.at("conversation-row").waitFor({ state: "detached" });
  await workbench.visit();
  await reopen(workbench);
  await page.getByText("None yet.").waitFor();
});

scenario("tools that a person allows run, and the model gets the reason for the others", async (workbench, { page }) => {
  await ready(workbench, "agent");
  await workbench.at("approve-tools").check();
  const from = server.chats().length;
  await workbench.send(QUESTION);
  const form = workbench.at("approval");
  await form.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "approval");
  assert.match(await page.locator('[role="status"]').innerText(), /asks to run search_codebase, get_callers/);
  const calls = await workbench.at("approval-call").allInnerTexts();
  assert.match(calls[0], /search_codebase[\s\S]*n_results: 5[\s\S]*query: place_order/);
  assert.match(calls[1], /get_callers[\s\S]*function_name: place_order/);
  await newestIs(workbench, "awaiting-approval");
  assert.equal(since(from).filter((chat) => chat.body.messages.some((it) => it.role === "tool")).length, 0, "a tool ran unasked");

  // By keyboard alone: untick the first, write a note, run the rest.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Do not search; look at callers.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match(await workbench.answered(), /How orders are placed/);
  const toolMessages = since(from).flatMap((chat) => chat.body.messages).filter((message) => message.role === "tool");
  const contentOf = (id) => toolMessages.find((message) => message.tool_call_id === id)?.content ?? "";
  assert.match(contentOf("call_0"), /Do not search; look at callers\./);
  assert.match(contentOf("call_1"), /handle_checkout/);
  assertNothingTwice(since(from));
});

scenario("tools that are declined do not run, even after a reload", { mayLog }, async (workbench, { page }) => {
  await ready(workbench, "agent");
  await workbench.at("approve-tools").check();
  const from = server.chats().length;
  await workbench.send(QUESTION);
  await workbench.at("approval").waitFor();
  await workbench.visit();
  await reopen(workbench);
  assert.ok(await workbench.at("approve-tools").isChecked(), "the choice is remembered");
  await page.getByText("This run waits for your approval of 2 tool calls.").waitFor();
  const quiet = server.chats().length;
  await workbench.at("offer-look").click();
  await workbench.at("approval-note").fill("Not on this machine.");
  assert.equal(server.chats().length, quiet, "nothing is resumed by itself");
  await workbench.at("approval-decline").click();
  await workbench.answered();
  const toolMessages = since(from).flatMap((chat) => chat.body.messages).filter((message) => message.role === "tool");
  assert.ok(toolMessages.length > 0 && toolMessages.every((message) => message.content.includes("Not on this machine.")));
});

scenario("a run is paused at the end of its step and resumed there", async (workbench, { page }) => {
  await ready(workbench, "agent");
  const from = server.chats().length;
  const hold = server.hold("executor", { pieces: 1 });
  await askAndPause(workbench, QUESTION, hold);
  await workbench.at("run-suspended").getByText(/This run is paused before \w+/).waitFor();
  await newestIs(workbench, "paused");
  const asked = server.chats().length;
  await page.waitForTimeout(400);
  assert.equal(server.chats().length, asked, "a paused run makes no request");
  await workbench.at("run-resume").click();
  assert.match(await workbench.answered(), /How orders are placed/);
  assert.equal(await workbench.at("question").count(), 1, "it is resumed in the same view");
  assertNothingTwice(since(from));
});

scenario("a stopped run can be resumed", { mayLog }, async (workbench, { page }) => {
  await ready(workbench, "agent");
  const from = server.chats().length;
  const hold = server.hold("synthesize", { pieces: 3 });
  await workbench.send(QUESTION);
  await hold.reached;
  await workbench.at("ask-stop").click();
  await page.getByText(/^Stopped\./).first().waitFor();
  await newestIs(workbench, "cancelled");
  await workbench.at("run-resume").click();
  const answer = await workbench.answered();
  assert.equal(answer.match(/How orders are placed/g).length, 1, "the partial answer is not repeated");
  assertNothingTwice(since(from));
});

scenario("a run that the model refused is resumed once it answers", { mayLog }, async (workbench, { page }) => {
  await ready(workbench, "moody");
  const from = server.chats().length;
  await workbench.send(QUESTION);
  assert.match(await workbench.problem(), /^127\.0\.0\.1:\d+ wants a key: Incorrect API key provided\./);
  await newestIs(workbench, "failed");
  await workbench.at("tab-run").click();
  await workbench.at("run-svg").waitFor();
  assert.match(await page.locator('[data-testid="run-svg"] g.node[data-node="synthesizer"]').getAttribute("class"), /failed/);
  await workbench.at("run-resume").click();
  const whole = page.locator('[data-testid="answer"][data-state="done"]');
  await whole.getByText("How orders are placed").waitFor();
  assert.equal(since(from).length, 6, "five calls, and the refused one again");
});

scenario("a tab killed during a model call: the run is offered, resumed and answered", { mayLog }, async (workbench, { page, context }) => {
  await ready(workbench, "agent");
  const from = server.chats().length;
  const hold = server.hold("synthesize", { pieces: 4 });
  await workbench.send(QUESTION);
  await hold.reached;
  const reopened = await killAndReopen(page, context);
  const offer = reopened.at("run-offer");
  await offer.getByText("This run stopped when the tab was closed at synthesizer.").waitFor();
  const asked = server.chats().length;
  await reopened.page.waitForTimeout(400);
  assert.equal(server.chats().length, asked, "nothing is resumed without a click");
  await reopened.at("offer-resume").click();
  assert.match(await reopened.answered(), /How orders are placed/);
  assert.ok((await reopened.citations()).length > 0);
  await newestIs(reopened, "answered");
  assertNothingTwice(since(from));
  assert.equal(since(from).length, 6, "five calls, and the aborted one again");
});

scenario("a tab killed while tools run: the run is resumed and no model call is made twice", { mayLog }, async (workbench, { page, context }) => {
  await workbench.importFiles(folderOf({ ...manyModules(300), "orders.py": "def place_order():\n    return 1\n\ndef reorder():\n    return place_order()\n" }));
  await workbench.useEndpoint(server.url("diligent"));
  const from = server.chats().length;
  await workbench.send(QUESTION);
  await workbench.at("step-row").first().waitFor();
  const reopened = await killAndReopen(page, context);
  await reopened.at("run-offer").getByText(/This run stopped when the tab was closed at tool_node/).waitFor();
  await reopened.at("offer-resume").click();
  await reopened.answered();
  assertNothingTwice(since(from));
});

scenario("a run that works in another tab is not resumed here", { mayLog }, async (workbench, { context }) => {
  await ready(workbench, "agent");
  const hold = server.hold("synthesize", { pieces: 2 });
  await workbench.send(QUESTION);
  await hold.reached;
  const page = await context.newPage();
  await page.goto(PAGE);
  const other = new Workbench(page);
  await reopen(other);
  await newestIs(other, "working");
  assert.equal(await other.at("run-offer").count(), 0);
  assert.ok(await (await tool(other, "run-delete")).isDisabled());
  await other.at("conversation-open").click();
  await other.at("run-suspended").getByText("Another tab works on this run.").waitFor();
  hold.release();
  await workbench.answered();
  await page.getByRole("button", { name: "Look again" }).click();
  assert.match(await other.answered(), /How orders are placed/);
});

scenario("a run is exported as a file and imported again, by button and by drop", async (workbench, { page }) => {
  await ready(workbench);
  const answer = await workbench.ask(QUESTION);
  await newestIs(workbench, "answered");
  const { path, folder, name } = await exportRun(workbench);
  assert.match(name, /^who-calls-place.order\.run$/);
  await deleteRun(workbench);
  await workbench.at("run-input").setInputFiles(path);
  assert.equal(await workbench.answered(), answer);
  await newestIs(workbench, "answered");
  await lookAt(workbench, "planner");

  await deleteRun(workbench);
  const copy = droppable(path);
  await drop(page, page.locator(".conversation"), copy);
  assert.equal(await workbench.answered(), answer);
  rmSync(folder, { recursive: true });
});

scenario("a damaged run file is refused with a clear message, and stored runs stay", { mayLog }, async (workbench, { page }) => {
  await ready(workbench);
  await workbench.ask(QUESTION);
  await newestIs(workbench, "answered");
  const { path, folder } = await exportRun(workbench);
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] ^= 0x20;
  writeFileSync(path, bytes);
  await workbench.at("run-input").setInputFiles(path);
  assert.match(await workbench.problem(), /^The log is damaged at line \d+ \(byte \d+\)\./);
  assert.equal(await workbench.at("conversation-row").count(), 1);
  rmSync(folder, { recursive: true });
});

scenario("opening a damaged stored run reports the damage and changes nothing", async (workbench, { page }) => {
  await ready(workbench);
  await workbench.ask(QUESTION);
  await newestIs(workbench, "answered");
  await workbench.visit();
  await workbench.ready();
  const damaged = await storedRuns(page, { damage: true });
  assert.equal(damaged.length, 1);
  await reopen(workbench);
  await newestIs(workbench, "failed");
  await workbench.at("conversation-open").click();
  assert.match(await workbench.problem(), /^The log is damaged at line \d+ \(byte \d+\)\./);
  await page.getByText("The run is kept as it is; it can be exported or deleted.").waitFor();
  assert.deepEqual(await storedRuns(page), damaged);
  await workbench.send("What does add_tax do?");
  await page.locator('[data-testid="answer"][data-state="done"]').getByText("add_tax").first().waitFor();
});
