// Conversations: several a repository, named, found, exported, asked again.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scenario } from "./browser.mjs";
import { shop } from "./fixture.mjs";
import { listed, newestIs, openRuns, reopen, runServer } from "./runs.mjs";

const { server, ready, since } = await runServer();
const FIRST = "Who calls place_order?";
const SECOND = "What does add_tax do?";

const asked = (page) => page.locator(".question-text").allInnerTexts();
const names = (workbench) => workbench.at("conversation-open").locator(".run-question").allInnerTexts();
const done = (page, count) => page.locator('[data-testid="answer"][data-state="done"]').nth(count - 1).waitFor();

/** Two conversations, the second on screen. */
async function two(workbench) {
  await workbench.ask(FIRST);
  await newestIs(workbench, "answered");
  await workbench.at("conversation-new").click();
  assert.equal(await workbench.at("question").count(), 0);
  await workbench.ask(SECOND);
  await newestIs(workbench, "answered");
  await workbench.at("conversation-row").nth(1).waitFor();
}

async function download(page, click) {
  const [file] = await Promise.all([page.waitForEvent("download"), click()]);
  const folder = mkdtempSync(join(tmpdir(), "quarry-conversation-"));
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return { path, folder, name: file.suggestedFilename() };
}

scenario("conversations are apart, listed, found, named and kept", async (workbench, { page }) => {
  await ready(workbench);
  await two(workbench);
  assert.deepEqual(await names(workbench), [SECOND, FIRST]);
  await workbench.at("conversation-open").nth(1).click();
  await done(page, 1);
  assert.deepEqual(await asked(page), [FIRST]);
  await workbench.ask("And who calls that?");
  assert.equal(await workbench.at("question").count(), 2);
  await newestIs(workbench, "answered");
  await page.locator('[data-testid="conversation-row"]:first-child').getByText("2 questions").waitFor();

  await workbench.at("conversation-rename").click();
  await workbench.at("conversation-name").fill("Orders");
  await workbench.at("conversation-save").click();
  await page.getByTestId("conversation-row").getByText("Orders").waitFor();
  await workbench.at("conversation-search").fill("calls that");
  assert.deepEqual(await names(workbench), ["Orders"]);
  await workbench.at("conversation-search").fill("nothing like it");
  await page.getByText("No conversation has these words.").waitFor();
  await workbench.visit();
  await reopen(workbench);
  await workbench.at("conversation-row").nth(1).waitFor();
  assert.deepEqual(await names(workbench), ["Orders", SECOND]);
  await workbench.at("conversation-open").first().click();
  await done(page, 2);
  assert.deepEqual(await asked(page), [FIRST, "And who calls that?"]);
});

scenario("an old run that is opened is looked at in its conversation, and is no part of another", async (workbench, { page }) => {
  await ready(workbench, "agent");
  await two(workbench);
  assert.equal(await workbench.at("run-row").count(), 0, "runs are in their conversation");
  await workbench.at("conversation-open").nth(1).click();
  await openRuns(workbench);
  assert.deepEqual((await listed(workbench)).map((run) => run.question), [FIRST]);
  await workbench.at("run-open").click();
  await done(page, 1);
  assert.deepEqual(await asked(page), [FIRST]);
  await workbench.at("conversation-open").first().click();
  await done(page, 1);
  assert.deepEqual(await asked(page), [SECOND]);
  assert.deepEqual((await listed(workbench)).map((run) => run.question), [SECOND]);
  const from = server.chats().length;
  await workbench.ask("And what does total do?");
  const sent = JSON.stringify(since(from).map((chat) => chat.body.messages));
  assert.ok(sent.includes(SECOND) && !sent.includes(FIRST), "the other conversation was sent");
});

scenario("a run goes on while another conversation is on screen", async (workbench, { page }) => {
  await ready(workbench, "agent");
  const hold = server.hold("synthesize", { pieces: 2 });
  await workbench.send(FIRST);
  await hold.reached;
  await workbench.at("conversation-new").click();
  assert.equal(await workbench.at("question").count(), 0);
  hold.release();
  await newestIs(workbench, "answered");
  await workbench.at("conversation-open").first().click();
  await done(page, 1);
  assert.deepEqual(await asked(page), [FIRST]);
});

scenario("a conversation is deleted with its runs after a confirmation", async (workbench, { page }) => {
  await ready(workbench);
  await two(workbench);
  await workbench.at("conversation-delete").click();
  assert.equal(await workbench.at("conversation-row").count(), 2);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await workbench.at("conversation-row").nth(1).waitFor({ state: "detached" });
  assert.deepEqual(await names(workbench), [FIRST]);
  assert.equal(await workbench.at("question").count(), 0);
});

scenario("a conversation is saved as Markdown with the lines that it cites", async (workbench, { page }) => {
  await ready(workbench);
  await workbench.ask(FIRST);
  await newestIs(workbench, "answered");
  const { path, folder, name } = await download(page, () => workbench.at("conversation-markdown").click());
  assert.equal(name, "who-calls-place-order.md");
  const text = readFileSync(path, "utf8");
  assert.match(text, /^# Who calls place_order\?\n\nAbout shop, asked with Quarry\.\n/);
  assert.match(text, /\[\\\[1\\\]\]\(#source-\w+-1\)/);
  assert.match(text, /\*\*1\.\*\* \[server\/.*\]\(http.*#\/repo\/[0-9a-f]+\/file\/server\/.*\)\n\n```\n/);
  assert.match(text, /handle_checkout/);
  rmSync(folder, { recursive: true });
});

scenario("a conversation is saved as one file, which opens read-only", async (workbench, { page }) => {
  await ready(workbench);
  const first = await workbench.ask(FIRST);
  await workbench.ask(SECOND);
  await newestIs(workbench, "answered");
  await workbench.at("conversation-rename").click();
  await workbench.at("conversation-name").fill("Orders");
  await workbench.at("conversation-save").click();
  await page.getByTestId("conversation-row").getByText("Orders").waitFor();
  const { path, folder, name } = await download(page, () => workbench.at("conversation-export").click());
  assert.equal(name, "orders.conversation");
  await workbench.at("conversation-delete").click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("None yet.").waitFor();

  await workbench.at("run-input").setInputFiles(path);
  await workbench.at("conversation-read-only").waitFor();
  await done(page, 2);
  assert.deepEqual(await asked(page), [FIRST, SECOND]);
  assert.equal(await workbench.at("answer").first().innerText(), first);
  await page.getByTestId("conversation-row").getByText("Orders").waitFor();
  assert.ok(await page.getByRole("heading", { name: "From files" }).isVisible());
  assert.equal(await workbench.at("ask-again").count(), 0);
  // A question begins a new conversation.
  await workbench.send("What does total do?");
  await newestIs(workbench, "answered");
  assert.deepEqual(await asked(page), ["What does total do?"]);
  // The same file again is the same conversation.
  await workbench.at("run-input").setInputFiles(path);
  await workbench.at("conversation-read-only").waitFor();
  assert.equal(await workbench.at("conversation-row").count(), 2);
  rmSync(folder, { recursive: true });
});

scenario("a damaged conversation file is refused as a whole", async (workbench) => {
  await ready(workbench);
  await workbench.at("run-input").setInputFiles({ name: "a.conversation", mimeType: "application/octet-stream", buffer: Buffer.from('quarry-conversation 1\n{"name":"x","lengths":[99]}\nshort') });
  assert.equal(await workbench.problem(), "The file of the conversation is damaged: it ends within a run. Nothing was imported.");
  assert.equal(await workbench.at("conversation-row").count(), 0);
});

scenario("a question is changed and asked again in its place, and both answers can be seen side by side", async (workbench, { page }) => {
  await ready(workbench);
  const before = await workbench.ask(FIRST);
  await newestIs(workbench, "answered");
  await workbench.at("ask-again").click();
  await workbench.at("again-question").fill(SECOND);
  await workbench.at("again-send").click();
  await page.getByText("Answer 2 of 2").waitFor();
  await done(page, 1);
  assert.deepEqual(await asked(page), [SECOND]);
  await newestIs(workbench, "answered");
  await workbench.at("answer-before").click();
  assert.deepEqual(await asked(page), [FIRST]);
  assert.equal(await workbench.answered(), before);
  await workbench.at("side-by-side").click();
  assert.deepEqual(await asked(page), [FIRST, SECOND]);
  // Both runs are in the list of the conversation, and each is shown where it is chosen there.
  assert.deepEqual((await listed(workbench)).map((run) => run.question), [SECOND, FIRST]);
  await workbench.at("side-by-side").click();
  await workbench.at("run-open").nth(1).click();
  await page.getByText("Answer 1 of 2").waitFor();
  assert.equal(await workbench.answered(), before);
  // The run that was opened has an address.
  await page.reload();
  await workbench.opened();
  await page.getByText("Answer 1 of 2").waitFor();
  assert.equal(await workbench.at("conversation-row").count(), 1);
});

scenario("an answer is made again by another agent and another model", async (workbench, { page }) => {
  await ready(workbench, "agent");
  await workbench.ask(FIRST);
  await newestIs(workbench, "answered");
  const from = server.chats().length;
  await workbench.at("ask-again").click();
  await workbench.at("again-model").selectOption({ label: "offline" });
  await workbench.at("again-agent").selectOption("tool-router");
  await workbench.at("again-send").click();
  await page.getByText("Answer 2 of 2").waitFor();
  await done(page, 1);
  assert.match(await page.locator(".byline").innerText(), /^tool-router, offline model/);
  assert.equal(since(from).length, 0, "the other model was asked");
});
