// axe-core at level AA, without exceptions, in the states of the page and in both themes; forced colours; touch; the tree by keyboard.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { scenario } from "./browser.mjs";
import { manyModules, folderOf, remove, shop } from "./fixture.mjs";
import { SHOP, settled, states } from "./states.mjs";

/** What axe finds, under the name of the state. */
async function look(page, state) {
  await settled(page);
  return (await violations(page)).map((text) => `${state}: ${text}`);
}

for (const colorScheme of ["light", "dark"]) {
  scenario(`axe finds nothing at level AA in any state, ${colorScheme}`, { context: { colorScheme } }, async (workbench, { page }) => {
    await workbench.ready();
    const found = await look(page, "the first screen");
    await workbench.importFiles(shop());
    for (const [state, bring] of states(SHOP)) {
      await bring(workbench, page);
      found.push(...(await look(page, state)));
    }
    assert.deepEqual(found, []);
  });

  scenario(`axe finds nothing at level AA while a repository is imported and on a phone, ${colorScheme}`, { context: { colorScheme, viewport: { width: 360, height: 760 } } }, async (workbench, { page }) => {
    const folder = folderOf(manyModules(1500));
    await workbench.chooseFolder(folder);
    await page.getByText(/Parsing [\d,]+ of 1,500 files|Storing/).waitFor({ timeout: 60_000 });
    const found = await look(page, "an import");
    await page.reload();
    remove(folder);
    await workbench.importFiles(shop());
    await workbench.ask("What does place_order do?");
    found.push(...(await look(page, "an answer on a phone")));
    assert.deepEqual(found, []);
  });
}

scenario("in forced colours lines, tabs and the focus can still be distinguished", { context: { forcedColors: "active" } }, async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.ask("What does place_order do?");
  await workbench.at("citation").first().click();
  await workbench.litLines();
  const outline = (selector) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.equal(await outline('[data-testid="code-line"].lit'), "solid");
  const edge = (selected) => page.locator(`.tabs [aria-selected="${selected}"]`).first().evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  assert.notEqual(await edge(true), await edge(false), "the chosen tab");
  await workbench.at("ask-input").focus();
  assert.equal(await outline('[data-testid="ask-input"]'), "solid");
});

scenario("panes are dragged by touch", { context: { hasTouch: true } }, async (workbench, { page }) => {
  await workbench.importFiles(shop());
  const bar = page.getByRole("separator", { name: "Width of the code" });
  const width = async () => Number(await bar.getAttribute("aria-valuenow"));
  const before = await width();
  const box = await bar.boundingBox();
  const session = await page.context().newCDPSession(page);
  const touch = (type, x) => session.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: box.y + 200 }] });
  const from = box.x + box.width / 2;
  await touch("touchStart", from);
  for (const by of [20, 60, 100]) await touch("touchMove", from - by);
  await touch("touchEnd");
  assert.equal(await width(), before + 100);
});

scenario("a bar between panes is wide enough for a finger", { context: { hasTouch: true, isMobile: true, viewport: { width: 1440, height: 900 } } }, async (workbench, { page }) => {
  await workbench.importFiles(shop());
  const bar = page.getByRole("separator", { name: "Width of the code" });
  const box = await bar.boundingBox();
  // What a finger hits 10 px beside the middle.
  const hit = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.getAttribute("aria-label"), [box.x + box.width / 2 - 10, box.y + 200]);
  assert.equal(hit, "Width of the code");
});

scenario("the file tree is one stop of the Tab key", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  const stops = () => page.locator('[role="treeitem"][tabindex="0"]').evaluateAll((rows) => rows.map((row) => row.dataset.path));
  assert.deepEqual(await stops(), ["docs"]);
  await page.locator('[role="treeitem"]').first().focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  await page.locator('[role="treeitem"][data-path="server/orders.py"]').waitFor();
  await page.keyboard.press("ArrowDown");
  const at = await page.evaluate(() => document.activeElement.dataset.path);
  assert.match(at, /^server\//);
  assert.deepEqual(await stops(), [at], "the stop goes with the focus");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.getAttribute("role")), "treeitem");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.path), at);
});

scenario("after a repository is opened the focus is in the ask box", async (workbench, { page }) => {
  const focused = () => page.evaluate(() => document.activeElement.dataset.testid);
  await workbench.importFiles(shop());
  await page.waitForFunction(() => document.activeElement.dataset.testid === "ask-input");
  await page.keyboard.type("Who calls place_order?");
  await page.keyboard.press("Enter");
  assert.match(await workbench.answered(), /handle_checkout/);
  await workbench.visit();
  await workbench.at("stored-open").click();
  await workbench.opened();
  await page.waitForFunction(() => document.activeElement.dataset.testid === "ask-input");
  // Where the person is already somewhere else, the focus stays there.
  await workbench.at("model-open").click();
  assert.notEqual(await focused(), "ask-input");
});

scenario("after a citation or a hit of the palette is opened, the focus is in the code", async (workbench, { page }) => {
  const inCode = () => page.waitForFunction(() => document.activeElement.dataset.testid === "code-view");
  await workbench.importFiles(shop());
  await workbench.ask("What does place_order do?");
  await workbench.at("citation").first().focus();
  await page.keyboard.press("Enter");
  await inCode();
  await workbench.at("ask-input").focus();
  await workbench.find("total");
  await inCode();
});
