// The ask box: names after an `@`, earlier questions, kept questions, questions about what is on screen.

import assert from "node:assert/strict";
import { scenario } from "./browser.mjs";
import { shop } from "./fixture.mjs";
import { reopen } from "./runs.mjs";

async function ready(workbench) {
  await workbench.importFiles(shop());
}

scenario("a symbol is completed after an @ and asked about by its whole name", async (workbench, { page }) => {
  await ready(workbench);
  const ask = workbench.at("ask-input");
  await ask.click();
  await page.keyboard.type("Who calls @place_or");
  await workbench.at("mention").filter({ hasText: "place_order" }).first().waitFor();
  await page.keyboard.press("Enter");
  assert.match(await ask.inputValue(), /^Who calls `[\w.]*place_order` $/);
  assert.equal(await workbench.at("question").count(), 0, "Enter chose and did not send");
  await page.keyboard.press("Enter");
  assert.match(await workbench.answered(), /handle_checkout/);
});

scenario("a question that ends with an @ name and a question mark is asked by Enter", async (workbench, { page }) => {
  await ready(workbench);
  await workbench.at("ask-input").click();
  await page.keyboard.type("Who calls @place_order?");
  await page.keyboard.press("Enter");
  assert.match(await workbench.answered(), /handle_checkout/);
});

scenario("files and folders are completed, by keys and by the pointer", async (workbench, { page }) => {
  await ready(workbench);
  const ask = workbench.at("ask-input");
  await ask.click();
  await page.keyboard.type("What is in @serv");
  const folder = workbench.at("mention").filter({ hasText: "server/" }).filter({ hasText: "folder" }).first();
  await folder.click();
  assert.equal(await ask.inputValue(), "What is in `server/` ");
  await ask.fill("");
  await page.keyboard.type("What is in @orders.py");
  const row = workbench.at("mention").filter({ hasText: "server/orders.py" }).filter({ hasText: "file" }).first();
  await row.waitFor();
  while (!(await row.getAttribute("class")).includes("current")) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  assert.equal(await ask.inputValue(), "What is in `server/orders.py` ");
  await page.keyboard.press("Enter");
  assert.match(await workbench.answered(), /server\/orders\.py/);
});

scenario("Esc closes the completion, and an address completes nothing", async (workbench, { page }) => {
  await ready(workbench);
  await workbench.at("ask-input").click();
  await page.keyboard.type("@place");
  await workbench.at("mention").first().waitFor();
  await page.keyboard.press("Escape");
  await workbench.at("mention").first().waitFor({ state: "detached" });
  assert.equal(await workbench.at("ask-input").inputValue(), "@place");
  await workbench.at("ask-input").fill("");
  await page.keyboard.type("me@place");
  await page.waitForTimeout(300);
  assert.equal(await workbench.at("mention").count(), 0);
});

scenario("arrow up brings earlier questions into an empty box", async (workbench, { page }) => {
  await ready(workbench);
  await workbench.ask("What does add_tax do?");
  await workbench.ask("Where is is_loyal defined?");
  const ask = workbench.at("ask-input");
  const press = async (key) => {
    await ask.press(key);
    return ask.inputValue();
  };
  assert.equal(await press("ArrowUp"), "Where is is_loyal defined?");
  assert.equal(await press("ArrowUp"), "What does add_tax do?");
  assert.equal(await press("ArrowDown"), "Where is is_loyal defined?");
  assert.equal(await press("ArrowDown"), "");
  await ask.fill("mine");
  assert.equal(await press("ArrowUp"), "mine");
  await page.keyboard.press("Escape");
});

scenario("questions are kept in this browser and asked again", async (workbench, { page }) => {
  await ready(workbench);
  await workbench.at("ask-input").fill("Who calls add_tax?");
  await workbench.at("prompts-open").click();
  await workbench.at("prompt-keep").click();
  await workbench.at("prompt").first().waitFor();
  await page.reload();
  await reopen(workbench);
  await workbench.at("prompts-open").click();
  await workbench.at("prompt").first().click();
  assert.equal(await workbench.at("ask-input").inputValue(), "Who calls add_tax?");
  await workbench.at("prompts-open").click();
  await workbench.at("prompt-delete").first().click();
  assert.equal(await workbench.at("prompt").count(), 0);
});

scenario("what is on screen is asked about", async (workbench, { page }) => {
  await ready(workbench);
  await workbench.openSymbol("add_tax");
  await workbench.at("ask-symbol").click();
  const ask = workbench.at("ask-input");
  assert.match(await ask.inputValue(), /^What does `[\w.]*add_tax` do\?$/);
  const answer = await workbench.ask(await ask.inputValue());
  assert.match(answer, /add_tax/);
  await workbench.openSymbol("place_order");
  const lines = page.locator('[data-testid="code-line"].lit');
  await lines.first().waitFor();
  const number = Number(await lines.nth(1).getAttribute("data-line"));
  await page.evaluate((number) => {
    const code = document.querySelector(`[data-testid="code-line"][data-line="${number}"] code`);
    document.getSelection().selectAllChildren(code);
  }, number);
  await workbench.at("ask-lines").click();
  assert.equal(await ask.inputValue(), `What does \`place_order\` do at \`server/orders.py:${number}-${number}\`?`);
  assert.match(await workbench.ask(await ask.inputValue()), /place_order/);
});

scenario("a question is limited to a folder by @, keeps to it, and the limit is removed", async (workbench, { page }) => {
  await ready(workbench);
  const ask = workbench.at("ask-input");
  await ask.click();
  await page.keyboard.type("Where is @web");
  const only = workbench.at("mention").filter({ hasText: "only in" }).filter({ hasText: "web/" }).first();
  await only.click();
  assert.equal(await ask.inputValue(), "Where is ");
  assert.match(await workbench.at("only-in").innerText(), /Only in web\//);
  await page.keyboard.type("place_order defined?");
  await page.keyboard.press("Enter");
  const absent = await workbench.answered();
  assert.match(absent, /In web: /);
  assert.match(absent, /limited to this folder/);
  assert.doesNotMatch(absent, /server\/orders\.py/);
  assert.match(await workbench.at("question-folder").innerText(), /Only in web\//);
  // It stays for the next question until it is taken away, by keys too.
  await workbench.at("only-in-remove").focus();
  await page.keyboard.press("Enter");
  await workbench.at("only-in").waitFor({ state: "detached" });
  assert.match(await workbench.ask("Where is place_order defined?"), /server\/orders\.py/);
  assert.equal(await workbench.at("question-folder").count(), 1);
});

scenario("the folder of an open file limits what is asked", async (workbench, { page }) => {
  await ready(workbench);
  await workbench.find("orders.py");
  await page.locator('[data-testid="code-view"][data-path="server/orders.py"]').waitFor();
  await workbench.at("place-menu").click();
  await workbench.at("ask-folder").click();
  assert.match(await workbench.at("only-in").innerText(), /Only in server\//);
  assert.match(await workbench.ask("Where is place_order defined?"), /In server: /);
});

scenario("a folder of the tree limits what is asked, by its menu", async (workbench, { page }) => {
  await ready(workbench);
  const row = page.locator('.tree-row[data-path="server"]');
  await row.click({ button: "right" });
  const menu = workbench.at("tree-menu");
  await menu.waitFor();
  assert.equal(await row.getAttribute("aria-expanded"), "false", "the menu does not open the folder");
  // By keys: the menu has the focus, and gives it back.
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "tree-ask-folder");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "tree-copy-path");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.dataset.path), "server");
  await page.keyboard.press("Shift+F10");
  await workbench.at("tree-ask-folder").waitFor();
  await page.keyboard.press("Enter");
  assert.match(await workbench.at("only-in").innerText(), /Only in server\//);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "ask-input");
  assert.match(await workbench.ask("Where is place_order defined?"), /^In server:/);
  // Elsewhere the menu goes away.
  await row.click({ button: "right" });
  await menu.waitFor();
  await workbench.at("ask-input").click();
  await menu.waitFor({ state: "detached" });
});
