// A run's checkpoints: inspected, compared, forked; on a phone, and accessible.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { scenario } from "./browser.mjs";
import { listed, lookAt, newestIs, openRuns, reopen, runServer } from "./runs.mjs";

const QUESTION = "Who calls place_order?";

const { server, ready, since } = await runServer();

scenario("checkpoints are inspected: state, changes, and the graph at that time", async (workbench, { page }) => {
  await ready(workbench, "agent");
  await workbench.ask(QUESTION);
  await workbench.at("tab-run").click();
  await workbench.at("run-svg").waitFor();
  const rows = workbench.at("checkpoint");
  const count = await rows.count();
  assert.ok(count >= 7, `${count} checkpoints`);
  assert.equal(await workbench.at("checkpoint-branch").count(), 0);
  await rows.first().click();
  const field = (name) => page.locator(`[data-testid="state-field"][data-field="${name}"]`);
  await field("input").getByText(QUESTION).waitFor();
  await page.keyboard.press("j");
  await workbench.at("checkpoint-place").getByText(`2 of ${count}`).waitFor();
  const planned = rows.filter({ hasText: "planner" }).first();
  assert.equal(await planned.getAttribute("aria-current"), "step");
  assert.match(await planned.innerText(), /wrote .*plan/);
  await page.locator('[data-testid="state-field"][data-field="plan"].changed').waitFor();
  await field("plan").getByRole("button").click();
  assert.deepEqual(JSON.parse(await field("plan").getByTestId("state-json").innerText()), ["Find place_order and who calls it"]);
  const mark = (node) => page.locator(`[data-testid="run-svg"] g.node[data-node="${node}"]`).getAttribute("class");
  assert.match(await mark("planner"), /visited/);
  assert.match(await mark("setup_executor"), /next/);
  assert.doesNotMatch(await mark("synthesizer"), /visited/);

  await workbench.at("checkpoint-compare").click();
  const change = page.locator('[data-testid="state-change"][data-field="plan"]');
  await change.locator("ins", { hasText: "Find place_order and who calls it" }).waitFor();
  await workbench.at("checkpoint-next").click();
  await workbench.at("checkpoint-place").getByText(`3 of ${count}`).waitFor();
  await workbench.at("checkpoint-now").click();
  await workbench.at("checkpoint-state").waitFor({ state: "detached" });
  assert.match(await mark("synthesizer"), /visited/);
});

scenario("a fork with another question starts from the checkpoint, and names its origin", async (workbench, { page }) => {
  await ready(workbench, "agent");
  const first = await workbench.ask(QUESTION);
  const from = server.chats().length;
  await workbench.at("tab-run").click();
  await workbench.at("checkpoint").first().click();
  await workbench.at("state-field").first().waitFor();
  await workbench.at("fork-open").click();
  await workbench.at("fork-question").check();
  await workbench.at("fork-question-text").fill("Who calls add_tax?");
  await workbench.at("fork-run").click();
  await workbench.answered(1);
  assert.equal(await workbench.at("answer").first().innerText(), first);
  assert.ok(since(from).some((chat) => JSON.stringify(chat.body.messages).includes("Who calls add_tax?")));
  await newestIs(workbench, "answered");
  const rows = await listed(workbench);
  assert.deepEqual(rows.map((row) => row.question), ["Who calls add_tax?", QUESTION]);
  assert.match(rows[0].origin, /^from \u201cWho calls place_order\?\u201d at checkpoint \d+$/);
  await page.getByText(/^from .* at checkpoint/).first().waitFor();
});

scenario("from the end of a run a fork must ask another question, and keeps the findings", async (workbench) => {
  await ready(workbench, "agent");
  await workbench.ask(QUESTION);
  const from = server.chats().length;
  await workbench.at("tab-run").click();
  await workbench.at("checkpoint").last().click();
  await workbench.at("state-field").first().waitFor();
  await workbench.at("fork-open").click();
  assert.ok(await workbench.at("fork-nothing").isDisabled(), "nothing comes after the end");
  await workbench.at("fork-question-text").fill("And who calls add_tax?");
  await workbench.at("fork-run").click();
  await workbench.answered(1);
  assert.ok(since(from).some((chat) => JSON.stringify(chat.body.messages).includes("And who calls add_tax?")));
});

scenario("a fork with a changed plan follows the new steps", async (workbench, { page }) => {
  await ready(workbench, "agent");
  await workbench.ask(QUESTION);
  const from = server.chats().length;
  await lookAt(workbench, "planner");
  await workbench.at("fork-open").click();
  await workbench.at("fork-plan").check();
  await workbench.at("plan-edit").first().fill("Read the rates of tax");
  await workbench.at("plan-add").click();
  await workbench.at("plan-edit").nth(1).fill("Find who grants discounts");
  await workbench.at("plan-add").click();
  await workbench.at("plan-edit").nth(2).fill("Never do this");
  await page.getByRole("button", { name: "Move step 2 up" }).click();
  await page.getByRole("button", { name: "Remove step 3" }).click();
  await workbench.at("fork-run").click();
  await workbench.answered(1);
  const steps = await workbench.at("question").nth(1).getByTestId("plan-step").allTextContents();
  assert.equal(steps.length, 2);
  assert.match(steps[0], /Find who grants discounts/);
  assert.match(steps[1], /Read the rates of tax/);
  const sentText = JSON.stringify(since(from).map((chat) => chat.body.messages));
  assert.match(sentText, /Find who grants discounts/);
  assert.doesNotMatch(sentText, /Never do this/);
  await newestIs(workbench, "answered");
  await workbench.visit();
  await reopen(workbench);
  await workbench.at("conversation-open").first().click();
  await workbench.answered(1);
  assert.deepEqual(await workbench.at("question").nth(1).getByTestId("plan-step").allTextContents(), steps);
  assert.ok(since(from).every((chat) => !JSON.stringify(chat.body).includes("JSON array of strings")), "the plan is not made again");
});

for (const colorScheme of ["light", "dark"]) {
  scenario(`no serious accessibility violation in stored runs and their checkpoints, ${colorScheme}`, { context: { colorScheme } }, async (workbench, { page }) => {
    await ready(workbench, "agent");
    await workbench.at("approve-tools").check();
    await workbench.send(QUESTION);
    await workbench.at("approval").waitFor();
    assert.deepEqual(await violations(page), []);
    await workbench.at("approval-run").click();
    await workbench.answered();
    await lookAt(workbench, "planner");
    assert.deepEqual(await violations(page), []);
    await workbench.at("checkpoint-compare").click();
    await workbench.at("state-change").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await workbench.at("fork-open").click();
    await workbench.at("fork-plan").check();
    assert.deepEqual(await violations(page), []);
  });
}

const phone = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true };
scenario("runs work 320 pixels wide, without horizontal scrolling", { context: phone }, async (workbench, { page }) => {
  const fits = async (where) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 321, `${where} is ${wide} wide`);
  };
  await ready(workbench, "agent");
  await workbench.at("approve-tools").check();
  await workbench.send(`${QUESTION} ${"averylongwordwithoutanyspace".repeat(12)}`);
  await workbench.at("approval").waitFor();
  await fits("the approval");
  await workbench.at("approval-run").click();
  await workbench.answered();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await workbench.at("checkpoint").filter({ hasText: "planner" }).first().click();
  await workbench.at("state-field").first().waitFor();
  await fits("the checkpoints");
  await workbench.at("fork-open").click();
  await workbench.at("fork-plan").check();
  await fits("the fork");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Files and repositories" }).click();
  await openRuns(workbench);
  await fits("the list of runs");
  await workbench.at("run-open").click();
  await workbench.answered();
});
