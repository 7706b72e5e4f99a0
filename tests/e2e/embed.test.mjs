// The docs embed: one tag on a page, search, answers with citations, symbols and code.

import assert from "node:assert/strict";
import { embedded } from "./embed.mjs";
import { STRICT } from "./embed-site.mjs";

embedded("nothing but the script is loaded before the first opening", {}, async ({ page, site }) => {
  await page.locator("quarry-ask").getByRole("button", { name: "Ask the code" }).waitFor();
  await page.waitForTimeout(300);
  assert.deepEqual(site.asked, ["/", "/ask/quarry-ask.js"]);
});

embedded("search as one types: symbols, docs and code in one list, opened in the dialog", {}, async ({ ask }) => {
  await ask.open();
  await ask.find("place_order");
  const groups = await ask.at("result").evaluateAll((rows) => [...new Set(rows.map((row) => row.dataset.group))]);
  assert.ok(groups.includes("symbols") && groups.includes("code"), groups.join());
  const first = ask.at("result").first();
  assert.match(await first.innerText(), /server\.orders\.place_order/);
  await first.click();
  await ask.at("caller").first().waitFor();
  const callers = await ask.at("caller").allInnerTexts();
  assert.ok(callers.includes("server.checkout.handle_checkout") && callers.includes("server.checkout.reorder"), callers.join());

  await ask.find("discount");
  assert.ok((await ask.at("results").innerText()).includes("Docs"), "prose has a group of its own");
  await ask.element.locator('[data-testid="result"][data-group="code"]').first().click();
  assert.ok((await ask.litLines()).length > 0);
});

embedded("an answer by the offline model, its citations open the code", {}, async ({ ask, page }) => {
  await page.evaluate(() => {
    window.received = [];
    for (const type of ["open", "close", "search", "ask", "answer", "citation", "error"]) {
      document.addEventListener(`quarry-${type}`, (event) => window.received.push([event.type, event.detail]));
    }
  });
  await ask.open();
  await ask.ask("Who calls place_order?");
  const text = await ask.answered();
  assert.match(text, /handle_checkout/);
  assert.match(text, /reorder/);
  const chips = ask.at("answer").getByTestId("citation");
  assert.ok((await chips.count()) >= 2);
  const [label] = await chips.evaluateAll((all) => all.map((chip) => chip.getAttribute("aria-label")));
  const [, path, start] = /: (.+):(\d+)/.exec(label);
  await chips.first().click();
  const lit = await ask.litLines();
  assert.equal(lit[0], Number(start), label);
  assert.ok((await ask.at("side").innerText()).includes(path));

  await ask.at("close").click();
  await page.waitForFunction(() => window.received.at(-1)[0] === "quarry-close");
  const received = await page.evaluate(() => window.received);
  assert.deepEqual(received.map(([type]) => type), ["quarry-open", "quarry-ask", "quarry-answer", "quarry-citation", "quarry-close"]);
  const answer = received[2][1];
  assert.equal(answer.outcome, "answered");
  assert.ok(answer.citations.every(({ path, startLine, endLine }) => path && startLine > 0 && endLine >= startLine));
  assert.deepEqual(received[1][1], { question: "Who calls place_order?", model: "offline" });
});

embedded(
  "citations link to the site's source pages; a listener may take one over",
  { body: '<quarry-ask index="/quarry/" source-url="https://github.com/o/r/blob/abc/{path}#L{start}-L{end}"></quarry-ask>' },
  async ({ ask, page }) => {
    await ask.open();
    await ask.ask("What does add_tax do?");
    const link = ask.at("answer").getByTestId("citation").first();
    assert.match(await link.getAttribute("href"), /^https:\/\/github\.com\/o\/r\/blob\/abc\/server\/pricing\/tax\.py#L\d+-L\d+$/);
    assert.equal(await link.getAttribute("target"), "_blank");
    await page.evaluate(() => document.addEventListener("quarry-citation", (event) => {
      event.preventDefault();
      window.taken = event.detail;
    }));
    await link.click();
    const taken = await page.evaluate(() => window.taken);
    assert.equal(taken.path, "server/pricing/tax.py");
    assert.equal(taken.number, 1);
    assert.equal(page.context().pages().length, 1, "no tab was opened");
    await ask.at("source-view").first().click();
    assert.ok((await ask.litLines()).length > 0);
  },
);

embedded("callers and callees, and a picture of them to walk in", { mayLog: /inline style|style-src-elem by inline/ }, async ({ ask }) => {
  await ask.open();
  await ask.find("place_order");
  await ask.at("result").first().click();
  await ask.at("picture-open").click();
  await ask.at("picture").waitFor();
  const nodes = await ask.at("node").evaluateAll((all) => all.map((node) => node.querySelector("title").textContent));
  assert.ok(nodes.includes("server.checkout.handle_checkout") && nodes.includes("server.orders.place_order"), nodes.join());
  await ask.element.getByRole("button", { name: "server.checkout.handle_checkout" }).last().click();
  await ask.at("side").getByRole("heading", { name: "server.checkout.handle_checkout" }).waitFor();
  await ask.at("back").click();
  await ask.at("side").getByRole("heading", { name: "server.orders.place_order" }).waitFor();
  await ask.at("picture-open").click();
  await ask.at("mermaid").locator("summary").click();
  assert.match(await ask.at("mermaid-text").innerText(), /^flowchart/);
});

embedded("Mermaid draws the same calls where inline styles are allowed, and is loaded only then", { csp: STRICT.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'") }, async ({ ask, page, site }) => {
  await ask.open();
  await ask.find("place_order");
  await ask.at("result").first().click();
  await ask.at("picture-open").click();
  await ask.at("picture").waitFor();
  assert.ok(!site.asked.some((path) => path.includes("/vendor/")));
  await ask.at("mermaid").locator("summary").click();
  const drawn = ask.at("mermaid-picture").locator("svg");
  await drawn.waitFor();
  assert.match(await drawn.textContent(), /handle_checkout/);
  assert.equal(await drawn.evaluate((svg) => svg.querySelectorAll("a, image, foreignObject, script").length), 0);
  assert.deepEqual(await page.evaluate(() => [...document.body.children].map((node) => node.localName)), ["main"], "nothing is left in the page");
});

embedded("a follow-up knows what was asked before", {}, async ({ ask }) => {
  await ask.open();
  await ask.ask("What does place_order do?");
  await ask.ask("Who calls it?");
  assert.match(await ask.answered(1), /handle_checkout/);
});
