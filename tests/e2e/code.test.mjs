// Looking at code without a model: the palette, a symbol's page, the diagrams, long files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { remove, shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";

/** What the command line says, from the same folder. */
function quarry(...args) {
  return JSON.parse(execFileSync(process.env.QUARRY_CLI, [...args, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}

async function edges(workbench, hook) {
  const rows = await workbench.at(hook).evaluateAll((all) => all.map((row) => row.dataset.symbol));
  return rows.sort();
}

scenario("the callers of a symbol are right", async (workbench) => {
  const folder = shop();
  await workbench.importFolder(folder);
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
  remove(folder);
});

scenario("the page and the command line know the same callers", async (workbench) => {
  const folder = shop();
  await workbench.importFolder(folder);
  for (const symbol of ["place_order", "add_line", "rate_of", "formatPrice"]) {
    await workbench.openSymbol(symbol);
    const native = JSON.stringify(quarry("callers", folder, symbol));
    for (const caller of await edges(workbench, "caller-row")) assert.ok(native.includes(caller), `${caller} of ${symbol}`);
  }
  remove(folder);
});

scenario("a row of the symbol's page leads on", async (workbench, { page }) => {
  const folder = shop();
  await workbench.importFolder(folder);
  await workbench.openSymbol("place_order");
  await workbench.at("callee-row").filter({ hasText: "save_order" }).getByRole("button").first().click();
  await page.locator('[data-testid="code-view"][data-path="server/storage.py"]').waitFor();
  await page.getByRole("region", { name: /Symbol .*save_order/ }).waitFor();
  remove(folder);
});

scenario("the neighbourhood of a symbol is drawn and can be walked", async (workbench, { page }) => {
  const folder = shop();
  await workbench.importFolder(folder);
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
  remove(folder);
});

scenario("the palette finds symbols, files and text as one types", async (workbench, { page }) => {
  const folder = shop();
  await workbench.importFolder(folder);
  await workbench.at("palette-open").click();
  for (const [query, wanted] of [["OrderStore", "OrderStore"], ["tax.py", "tax.py"], ["value added tax", /value added tax/]]) {
    await workbench.at("palette-input").fill(query);
    await workbench.at("palette-item").filter({ hasText: wanted }).first().waitFor();
  }
  await workbench.at("palette-input").fill("tax.py");
  await workbench.at("palette-item").filter({ hasText: "tax.py" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator('[data-testid="code-view"][data-path="server/pricing/tax.py"]').waitFor();
  remove(folder);
});

scenario("a file of 20,000 lines scrolls with few of them in the document", async (workbench, { page }) => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `value_${at} = ${at}`).join("\n");
  const folder = shop({ "server/table.py": `${lines}\n` });
  await workbench.importFolder(folder);
  await workbench.find("table.py");
  await page.locator('[data-testid="code-view"][data-path="server/table.py"]').waitFor();
  assert.ok((await workbench.at("code-line").count()) < 300, "the whole file is in the document");
  await workbench.at("code-view").evaluate((view) => view.scrollTo(0, view.scrollHeight));
  await page.locator('[data-testid="code-line"][data-line="20000"]').waitFor();
  assert.ok((await workbench.at("code-line").count()) < 300);
  remove(folder);
});
