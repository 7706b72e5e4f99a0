// A question and its cited answer, with the offline model.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { remove, shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";

scenario("a question runs through plan, steps and findings to a cited answer", async (workbench) => {
  const folder = shop();
  await workbench.importFolder(folder);
  const answer = await workbench.ask("What does place_order do?");
  assert.match(answer, /Check an order, save it and return what is to be paid/);
  assert.ok((await workbench.at("plan-step").count()) > 0, "no plan");
  assert.ok((await workbench.at("step-row").count()) > 0, "no steps");
  assert.ok((await workbench.at("finding-card").count()) > 0, "no findings");
  const cited = await workbench.citations();
  assert.ok(cited.length > 0, "no citations");
  const source = readFileSync(join(folder, "server/orders.py"), "utf8").split("\n");
  const line = source.indexOf("def place_order(order: Order, store: OrderStore) -> float:") + 1;
  const covers = cited.some(({ path, start, end }) => path === "server/orders.py" && start <= line && line <= end);
  assert.ok(covers, `line ${line} of server/orders.py is not cited: ${JSON.stringify(cited)}`);
  assert.equal(await workbench.at("dropped-citations").count(), 0);
  remove(folder);
});

scenario("a click on a citation opens the file at its lines", async (workbench, { page }) => {
  await workbench.importFiles(shop({ "server/long.py": `${"# a line\n".repeat(3000)}def far_below():\n    """At the end."""\n    return 1\n` }));
  await workbench.ask("What does far_below do?");
  const chip = workbench.at("citation").first();
  const start = Number(await chip.getAttribute("data-start"));
  const end = Number(await chip.getAttribute("data-end"));
  assert.equal(await chip.getAttribute("data-path"), "server/long.py");
  await chip.click();
  await page.locator('[data-testid="code-view"][data-path="server/long.py"]').waitFor();
  const lit = await workbench.litLines();
  assert.ok(lit.every((line) => start <= line && line <= end), `lit ${lit}, cited ${start}-${end}`);
  assert.ok(lit.includes(3001), "the definition is not lit");
  const first = page.locator(`[data-testid="code-line"][data-line="${start}"]`);
  const [line, view] = [await first.boundingBox(), await workbench.at("code-view").boundingBox()];
  assert.ok(view.y <= line.y && line.y < view.y + view.height, "the cited line is not in view");
  assert.match(await page.locator('[data-testid="code-line"][data-line="3001"]').innerText(), /def far_below/);
});

scenario("a follow-up question resolves 'it'", async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.ask("What does place_order do?");
  const answer = await workbench.ask("and who calls it?");
  assert.match(answer, /handle_checkout/);
  assert.match(answer, /reorder/);
});

scenario("an answer leads to questions about what it cites", async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.ask("What does place_order do?");
  const next = workbench.at("suggestion").filter({ hasText: "Who calls place_order?" });
  await next.click();
  assert.match(await workbench.answered(1), /handle_checkout/);
  await next.waitFor({ state: "detached" });
});

scenario("what is suggested next is of the form of the question", async (workbench) => {
  await workbench.importFiles(shop());
  const suggested = async (count) => (await workbench.at("suggestion").allInnerTexts()).slice(0, count).map((text) => text.trim());
  await workbench.ask("What is the difference between add_tax and apply_discount?");
  await workbench.at("suggestion").filter({ hasText: "Who calls apply_discount?" }).waitFor();
  assert.deepEqual(await suggested(3), ["Who calls add_tax?", "Who calls apply_discount?", "Which tests cover add_tax?"]);
  await workbench.ask("What is the default of count?");
  const callers = workbench.at("suggestion").filter({ hasText: "Who calls Order.add_line?" });
  await callers.waitFor();
  assert.deepEqual(await suggested(1), ["Who calls Order.add_line?"]);
  await callers.click();
  assert.match(await workbench.answered(2), /add_line/);
});

scenario("callees of a function, and the call path from one function to another", async (workbench) => {
  await workbench.importFiles(shop());
  const calls = await workbench.ask("What does place_order call?");
  assert.match(calls, /total/);
  assert.match(calls, /save_order/);
  const path = await workbench.ask("How does handle_checkout reach rate_of?");
  for (const name of ["place_order", "total", "add_tax", "rate_of"]) assert.match(path, new RegExp(name));
});

scenario("a question about an unknown name is answered as such", async (workbench) => {
  await workbench.importFiles(shop());
  const answer = await workbench.ask("Where is quantum_teleporter defined?");
  assert.match(answer, /^Nothing in this repository matches quantum_teleporter\./);
  assert.deepEqual(await workbench.citations(), []);
});

scenario("the agent's graph is drawn, and the timeline shows its nodes", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.ask("Who calls place_order?");
  await workbench.at("tab-run").click();
  const svg = workbench.at("run-svg");
  await svg.waitFor();
  const drawn = await svg.evaluate((it) => it.textContent);
  const nodes = ["planner", "setup_executor", "executor_llm", "tool_node", "aggregate", "refinery", "synthesizer"];
  for (const node of nodes) assert.match(drawn, new RegExp(node));
  const timeline = await page.locator(".timeline").innerText();
  for (const node of nodes) assert.match(timeline, new RegExp(node));
});

scenario("several questions can be asked one after another", async (workbench) => {
  await workbench.importFiles(shop());
  for (const name of ["apply_discount", "add_tax", "is_loyal"]) {
    assert.match(await workbench.ask(`Where is ${name} defined?`), new RegExp(name));
  }
});
