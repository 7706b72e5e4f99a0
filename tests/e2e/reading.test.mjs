// Reading code: find in file, go to a line, fold, wrap, cards, palette, hidden tests, graph.

import assert from "node:assert/strict";
import { shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";

const LONG = Array.from({ length: 20_000 }, (_, at) => (at % 100 === 0 ? `def step_${at}(value):` : `    value_${at} = value`)).join("\n");

async function open(workbench, page, name, path) {
  await workbench.find(name);
  await page.locator(`[data-testid="code-view"][data-path="${path}"]`).waitFor();
}

scenario("find in file counts, steps and takes case, words and patterns", async (workbench, { page }) => {
  await workbench.importFiles(shop({ "server/table.py": `${LONG}\n` }));
  await open(workbench, page, "table.py", "server/table.py");
  await workbench.at("code-view").focus();
  await page.keyboard.press("Control+f");
  const count = (text) => page.waitForFunction((text) => document.querySelector("[data-testid=find-count]")?.textContent === text, text);
  await workbench.at("find-input").fill("def step_");
  await count("1 of 200");
  await page.keyboard.press("Enter");
  await count("2 of 200");
  assert.deepEqual(await workbench.litLines(), [101]);
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("Shift+Enter");
  await count("200 of 200");
  assert.deepEqual(await workbench.litLines(), [19_901]);
  assert.ok((await workbench.at("code-line").count()) < 300, "the whole file is in the document");
  await workbench.at("find-input").fill("VALUE_5");
  await count("1 of 1,100");
  await page.getByRole("button", { name: "Match case" }).click();
  await count("none");
  await page.getByRole("button", { name: "Match case" }).click();
  await workbench.at("find-input").fill("value_5");
  await page.getByRole("button", { name: "Whole words" }).click();
  await count("1 of 1");
  await page.getByRole("button", { name: "Whole words" }).click();
  await page.getByRole("button", { name: "Regular expression" }).click();
  await workbench.at("find-input").fill("^def step_1..\\(");
  await count("1 of 1");
  await workbench.at("find-input").fill("(");
  await page.waitForFunction(() => /no regular expression/.test(document.querySelector("[data-testid=find-count]")?.textContent));
  await page.keyboard.press("Escape");
  assert.equal(await workbench.at("find-input").count(), 0);
});

scenario("a line is gone to, its definition stays at the top, folding hides and counts", async (workbench, { page }) => {
  await workbench.importFiles(shop({ "server/table.py": `${LONG}\n` }));
  await open(workbench, page, "table.py", "server/table.py");
  await workbench.at("code-view").focus();
  await page.keyboard.press("Control+g");
  await workbench.at("palette-input").fill(":12350");
  await page.keyboard.press("Enter");
  await page.locator('[data-testid="code-line"][data-line="12350"]').waitFor();
  assert.deepEqual(await workbench.litLines(), [12_350]);
  await page.locator('[data-testid="sticky-line"]', { hasText: "def step_12300(value):" }).click();
  assert.deepEqual(await workbench.litLines(), [12_301]);
  const fold = page.locator('[data-testid="code-line"][data-line="12301"]').getByTestId("fold");
  assert.equal(await fold.getAttribute("aria-expanded"), "true");
  await fold.click();
  await page.locator('[data-testid="code-line"][data-line="12302"]').waitFor({ state: "detached" });
  await page.getByText("99 lines folded").waitFor();
  await page.locator('[data-testid="code-line"][data-line="12401"]').waitFor();
});

scenario("the card of an identifier comes by pointer and by keyboard, and leads to its definition", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await open(workbench, page, "checkout.py", "server/checkout.py");
  const word = page.locator('[data-testid="code-line"][data-line="23"] span', { hasText: "place_order" });
  await word.hover();
  const card = workbench.at("hover-card");
  await card.waitFor();
  assert.match(await card.innerText(), /function .*place_order[\s\S]*def place_order/);
  assert.match(await card.innerText(), /server\/orders\.py:\d+/);
  await page.mouse.move(5, 5);
  await card.waitFor({ state: "detached" });
  await word.click();
  await workbench.at("symbol-page").waitFor();
  await workbench.at("code-view").focus();
  await page.keyboard.press("i");
  await card.waitFor();
  assert.match(await card.innerText(), /proven by/);
  await page.keyboard.press("F12");
  await page.locator('[data-testid="code-view"][data-path="server/orders.py"]').waitFor();
});

scenario("long lines are broken and the choice is kept", async (workbench, { page }) => {
  await workbench.importFiles(shop({ "server/wide.py": `wide = "${"word ".repeat(200)}"\nlast = 1\n` }));
  await open(workbench, page, "wide.py", "server/wide.py");
  const height = () => page.locator('[data-testid="code-line"][data-line="1"]').evaluate((line) => line.getBoundingClientRect().height);
  assert.equal(await height(), 20);
  await workbench.at("wrap").click();
  await page.waitForFunction(() => document.querySelector('[data-testid="code-line"][data-line="1"]').getBoundingClientRect().height > 40);
  const inside = await page.locator('[data-testid="code-line"][data-line="1"]').evaluate((line) => line.scrollHeight <= line.clientHeight + 1);
  assert.ok(inside, "a broken line is cut off");
  await workbench.at("wrap").click();
});

scenario("the empty palette has recent places, bookmarks and commands", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await open(workbench, page, "tax.py", "server/pricing/tax.py");
  await workbench.at("bookmark").click();
  await open(workbench, page, "checkout.py", "server/checkout.py");
  await workbench.at("palette-open").click();
  const items = () => workbench.at("palette-item").allInnerTexts();
  await workbench.at("palette-item").filter({ hasText: "Go to line" }).waitFor();
  const all = (await items()).join("\n");
  assert.match(all, /tax\.py/);
  await workbench.at("palette-item").filter({ hasText: "Hide tests" }).click();
  await page.locator('[data-testid="hide-tests"][aria-pressed="true"]').waitFor();
});

scenario("words are found in any order and what matches is marked", async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.at("palette-open").click();
  await workbench.at("palette-input").fill("order place");
  const item = workbench.at("palette-item").filter({ hasText: "place_order" }).first();
  await item.waitFor();
  assert.deepEqual((await item.locator("mark").allInnerTexts()).slice(0, 2).sort(), ["order", "place"]);
});

scenario("overloads have their parameters and lines in the palette", async (workbench, { page }) => {
  const java = "class Line {\n  int parse(String text) { return 1; }\n  int parse(int number,\n      boolean strict) { return 2; }\n}\n";
  await workbench.importFiles(shop({ "server/deeply/nested/folders/Line.java": java }));
  await workbench.at("palette-open").click();
  await workbench.at("palette-input").fill("Line.parse");
  const rows = workbench.at("palette-item").filter({ hasText: "parse(" });
  await rows.nth(1).waitFor();
  assert.deepEqual((await rows.locator(".found-title").allInnerTexts()).sort(), ["parse(String text)", "parse(int number, boolean strict)"]);
  assert.deepEqual((await rows.locator(".found-place").allInnerTexts()).map((place) => place.split(":").at(-1)).sort(), ["2", "3"]);
  // What is cut off of a place that is too long is its beginning.
  await page.setViewportSize({ width: 360, height: 700 });
  const [row, place] = [await rows.first().boundingBox(), await rows.first().locator(".found-place bdi").boundingBox()];
  assert.ok(place.x + place.width <= row.x + row.width + 1, "the end of the place is outside of the row");
});

scenario("a file stays beside the one that is opened next, until it is closed", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await open(workbench, page, "tax.py", "server/pricing/tax.py");
  await workbench.at("split").click();
  assert.equal(await workbench.at("split").getAttribute("aria-pressed"), "true");
  await open(workbench, page, "orders.py", "server/orders.py");
  const [first, second] = [workbench.at("code-view"), workbench.at("code-beside")];
  const paths = () => Promise.all([first, second].map((view) => view.getAttribute("data-path")));
  assert.deepEqual(await paths(), ["server/orders.py", "server/pricing/tax.py"]);
  const [upper, lower] = [await first.boundingBox(), await second.boundingBox()];
  assert.ok(upper.height > 100 && lower.height > 100, `${upper.height} and ${lower.height} px high`);
  assert.ok(upper.y + upper.height <= lower.y + 1, "one above the other");
  await second.getByText("Add the value added tax").waitFor();
  // A definition opens above; the second file stays.
  await workbench.openSymbol("apply_discount");
  assert.deepEqual(await paths(), ["server/pricing/discount.py", "server/pricing/tax.py"]);
  await page.getByRole("button", { name: "Close the second file" }).click();
  await second.waitFor({ state: "detached" });
  assert.equal(await workbench.at("split").getAttribute("aria-pressed"), "false");
});

scenario("the path in the code is one line at every width, its middle in a menu", async (workbench, { page }) => {
  const deep = "packages/workbench/source/components/reading/panes/code_breadcrumbs.py";
  await workbench.importFiles(shop({ [deep]: "class Breadcrumbs:\n    def draw_all(self):\n        return 1\n" }));
  await workbench.openSymbol("draw_all");
  const list = page.locator(".crumbs .crumb-list").first();
  for (const width of [320, 360, 480, 720, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const code = page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Code", exact: true });
    if (await code.isVisible()) await code.click();
    await page.waitForFunction(() => document.querySelector(".crumbs .crumb-list")?.offsetParent);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const { height, inside } = await list.evaluate((list) => {
      const { right } = list.closest(".crumbs").getBoundingClientRect();
      return { height: list.getBoundingClientRect().height, inside: list.lastElementChild.getBoundingClientRect().right <= right };
    });
    assert.ok(height < 32, `${height} px high at ${width}`);
    assert.ok(inside, `cut off at ${width}`);
    assert.ok(await list.getByRole("button", { name: "draw_all" }).isVisible(), `the innermost name is not shown at ${width}`);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  const more = workbench.at("crumb-more");
  await more.focus();
  await page.keyboard.press("Enter");
  await page.locator(".crumb-more").getByText("components").waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Breadcrumbs");
  assert.ok(await page.evaluate(() => document.activeElement.closest(".crumb-more") !== null), "it is in the menu");
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator(".crumb-more").getByText("components").isVisible()));
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "crumb-more");
});
