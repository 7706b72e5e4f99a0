// Reading code without a model: the palette, a symbol's page, the diagrams, long files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { remove, shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";

/** The output of the command line for the same folder. */
function quarry(...args) {
  return JSON.parse(execFileSync(process.env.QUARRY_CLI, [...args, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}

async function edges(workbench, hook) {
  const rows = await workbench.at(hook).evaluateAll((all) => all.map((row) => row.dataset.symbol));
  return rows.sort();
}

scenario("the callers of a symbol are correct", async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.openSymbol("place_order");
  const callers = await edges(workbench, "caller-row");
  assert.equal(callers.length, 2);
  assert.match(callers[0], /handle_checkout$/);
  assert.match(callers[1], /reorder$/);
  await workbench.openSymbol("formatPrice");
  const inTypeScript = await edges(workbench, "caller-row");
  assert.deepEqual(inTypeScript.map((name) => name.split(".").at(-1)).sort(), ["checkOut", "label"]);
  await workbench.openSymbol("price_line");
  assert.match((await edges(workbench, "caller-row")).join(), /price_all/);
});

scenario("the page and the command line show the same callers", async (workbench) => {
  const folder = shop();
  await workbench.importFolder(folder);
  for (const symbol of ["place_order", "add_line", "rate_of", "formatPrice"]) {
    await workbench.openSymbol(symbol);
    const native = JSON.stringify(quarry("callers", folder, symbol));
    for (const caller of await edges(workbench, "caller-row")) assert.ok(native.includes(caller), `${caller} of ${symbol}`);
  }
  remove(folder);
});

scenario("a row of the symbol's page opens that symbol", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.openSymbol("place_order");
  await workbench.at("callee-row").filter({ hasText: "save_order" }).getByRole("button").first().click();
  await page.locator('[data-testid="code-view"][data-path="server/storage.py"]').waitFor();
  await page.getByRole("region", { name: /Symbol .*save_order/ }).waitFor();
});

scenario("the neighbourhood of a symbol is drawn and can be navigated", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.openSymbol("place_order");
  await workbench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
  const svg = workbench.at("neighbourhood-svg");
  await svg.waitFor();
  await page.getByText(/^place_order: \d+ symbols/).waitFor();
  const drawn = await svg.evaluate((it) => it.textContent);
  for (const name of ["handle_checkout", "reorder", "save_order", "total"]) assert.match(drawn, new RegExp(name));
  await svg.getByText("total").first().click();
  await page.getByText(/^total: \d+ symbols/).waitFor();
  await page.waitForFunction(() => /apply_discount/.test(document.querySelector("[data-testid=neighbourhood-svg]")?.textContent));
  await page.getByRole("button", { name: "Back in the graph" }).click();
  await page.getByText(/^place_order: \d+ symbols/).waitFor();
});

scenario("the palette finds symbols, files and text as one types", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.at("palette-open").click();
  for (const [query, wanted] of [["OrderStore", "OrderStore"], ["tax.py", "tax.py"], ["value added tax", /value added tax/]]) {
    await workbench.at("palette-input").fill(query);
    await workbench.at("palette-item").filter({ hasText: wanted }).first().waitFor();
  }
  await workbench.at("palette-input").fill("tax.py");
  await workbench.at("palette-item").filter({ hasText: "tax.py" }).first().waitFor();
  const row = workbench.at("palette-item").first();
  const boxes = await Promise.all([".kind", ".found-title", ".found-place"].map((part) => row.locator(part).boundingBox()));
  const [kind, title, detail] = boxes;
  assert.ok(kind.x < title.x && title.x + title.width <= detail.x, "kind, name and place are side by side");
  assert.ok(detail.y < title.y + title.height, "on one line");
  await page.keyboard.press("Enter");
  await page.locator('[data-testid="code-view"][data-path="server/pricing/tax.py"]').waitFor();
});

scenario("a file of 20,000 lines scrolls with few of them in the document", async (workbench, { page }) => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `value_${at} = ${at}`).join("\n");
  await workbench.importFiles(shop({ "server/table.py": `${lines}\n` }));
  await workbench.find("table.py");
  await page.locator('[data-testid="code-view"][data-path="server/table.py"]').waitFor();
  assert.ok((await workbench.at("code-line").count()) < 300, "the whole file is in the document");
  await workbench.at("code-view").evaluate((view) => view.scrollTo(0, view.scrollHeight));
  await page.locator('[data-testid="code-line"][data-line="20000"]').waitFor();
  assert.ok((await workbench.at("code-line").count()) < 300);
});

/** Clicks a word of a line of the open file; the first one, or the `nth`. */
async function clickWord(page, line, word, nth = 0) {
  const row = page.locator(`[data-testid="code-line"][data-line="${line}"] code`);
  await row.waitFor();
  const at = await row.evaluate((code, { word, nth }) => {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    let seen = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let from = node.data.indexOf(word); from >= 0; from = node.data.indexOf(word, from + 1)) {
        if (seen++ < nth) continue;
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, from + word.length);
        const { left, top, width, height } = range.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }
    }
    return null;
  }, { word, nth });
  assert.ok(at, `${word} on line ${line}`);
  await page.mouse.click(at.x, at.y);
}

const DOORS = `class File:
    def close(self):
        pass


class Door:
    def close(self):
        pass


def leave(door: Door, file: File, thing):
    door.close()
    file.close()
    thing.close()
`;

scenario("a click on a call resolves the call, not only its name", async (workbench, { page }) => {
  await workbench.importFiles(shop({ "server/doors.py": DOORS }));
  await workbench.find("doors.py");
  await page.locator('[data-testid="code-view"][data-path="server/doors.py"]').waitFor();
  const shown = (name) => workbench.at("symbol-page").and(page.locator(`[aria-label$="${name}"]`)).waitFor();
  await clickWord(page, 12, "close");
  await shown("Door.close");
  await clickWord(page, 13, "close");
  await shown("File.close");
  // A definition is found exactly, whatever other symbols have its name.
  await clickWord(page, 7, "close");
  await shown("Door.close");
  // Not resolved: both are offered as candidates.
  await clickWord(page, 14, "close");
  await workbench.at("meaning").waitFor();
  assert.equal(await workbench.at("symbol-page").count(), 0);
  const offered = await workbench.at("candidate-row").evaluateAll((rows) => rows.map((row) => row.dataset.symbol));
  assert.deepEqual(offered.map((name) => name.split(".").slice(-2).join(".")).sort(), ["Door.close", "File.close"]);
  assert.match(await workbench.at("meaning").innerText(), /close may be 2 symbols/);
  await workbench.at("candidate-row").filter({ hasText: "File.close" }).getByRole("button").click();
  await shown("File.close");
  assert.equal(await workbench.at("meaning").count(), 0);
});
