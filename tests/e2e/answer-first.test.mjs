// The answer first: its work in one line, words for people, coloured code, reasoning, totals, markdown, and its speed.

import assert from "node:assert/strict";
import { after } from "node:test";
import { scenario } from "./browser.mjs";
import { folderOf, shop } from "./fixture.mjs";
import { longAnswer } from "./long-answer.mjs";
import { startModelServer } from "./model-server.mjs";

const QUESTION = "Who calls place_order?";

const server = await startModelServer();
after(() => server.stop());

async function answering(workbench, text) {
  await workbench.importFiles(shop());
  await workbench.useEndpoint(server.url("answering"));
  server.texts = [text];
  await workbench.ask(QUESTION);
}

/** Waits until the conversation is scrolled so that the last question is at the view's top, or all of it in view. */
function lastQuestionInView(page) {
  const isInView = () => {
    const asked = [...document.querySelectorAll("[data-testid=asked]")].at(-1);
    const [own, view] = [asked, asked.closest(".conversation-scroll")].map((it) => it.getBoundingClientRect());
    return own.top >= view.top && own.top < view.bottom;
  };
  return page.waitForFunction(isInView, undefined, { timeout: 5_000 });
}

scenario("an answer longer than the view is shown from its question on", async (workbench, { page }) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await workbench.importFiles(shop());
  for (const question of ["What does place_order do?", "Who calls place_order?"]) {
    await workbench.ask(question);
    const height = await workbench.at("asked").last().evaluate((it) => it.offsetHeight);
    assert.ok(height > 300, `the answer fits: ${height} px`);
    await lastQuestionInView(page);
  }
});

scenario("an excerpt says how many of the cited lines it shows", async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.ask("What does place_order do?");
  const excerpt = workbench.at("answer").locator("figure.fence", { has: workbench.at("citation") }).first();
  const chip = excerpt.getByTestId("citation");
  const [start, end] = [Number(await chip.getAttribute("data-start")), Number(await chip.getAttribute("data-end"))];
  const code = (await excerpt.locator("pre").innerText()).split("\n").filter((line) => line.trim() !== "...");
  const all = end - start + 1;
  const lines = (count) => (count === 1 ? "1 line" : `${count} lines`);
  const said = code.length < all ? `${code.length} of ${lines(all)}` : lines(code.length);
  assert.ok((await excerpt.locator("figcaption").innerText()).includes(said), said);
});

scenario("plan, steps and findings are one line above the answer, which opens", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.ask("What does place_order do?");
  const line = workbench.at("work-line");
  assert.match(await line.innerText(), /^\d+ steps?, \d+ places?, [\d.]+ m?s$/);
  for (const inside of ["plan-step", "step-row", "finding-card"]) {
    assert.ok(!(await workbench.at(inside).first().isVisible()), `${inside} is folded away`);
  }
  const [work, answer] = [await line.boundingBox(), await workbench.at("answer").boundingBox()];
  assert.ok(work.y < answer.y && answer.y - work.y < 60, "the answer is right below the line");
  await line.focus();
  await page.keyboard.press("Enter");
  const steps = await workbench.at("work").getByTestId("step-row").allInnerTexts();
  assert.ok(await workbench.at("step-row").first().isVisible());
  assert.match(await line.innerText(), new RegExp(`^${steps.length} step`), "the number is that of the steps below");
  assert.doesNotMatch(steps.join("\n"), /search_codebase|get_callers|tool_node/, "engine's words");
  assert.match(steps.join("\n"), /Searched for/);
  await workbench.at("tab-run").click();
  assert.match(await page.locator(".timeline").innerText(), /search_codebase/);
});

scenario("the work is open while it goes on, and says what it does", async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.useEndpoint(server.url("agent"));
  const hold = server.hold("executor");
  await workbench.send(QUESTION);
  await hold.reached;
  await workbench.at("work-line").getByText(/^Choosing tools/).waitFor();
  assert.ok(await workbench.at("plan-step").first().isVisible(), "the plan is open");
  hold.release();
  await workbench.answered();
  await workbench.at("plan-step").first().waitFor({ state: "hidden" });
});

scenario("a place is shown once", async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.ask("What does place_order do?");
  await workbench.at("work-line").click();
  for (const card of await workbench.at("finding-card").all()) await card.locator("summary").click();
  const places = await workbench.at("work").getByTestId("place").evaluateAll((all) => all.map((it) => it.title));
  assert.ok(places.length > 0);
  assert.equal(new Set(places).size, places.length, places.join("\n"));
  // The line with the place above an excerpt is its caption.
  const captions = await workbench.at("answer").locator("figcaption").allInnerTexts();
  const paragraphs = await workbench.at("answer").locator(".answer-group > p").allInnerTexts();
  assert.ok(captions.length > 0);
  assert.ok(paragraphs.every((text) => !/^\S+:\d+ \d+:$/.test(text)), paragraphs.join("\n"));
});

scenario("code of an answer is coloured, and its text is whole", async (workbench) => {
  const long = "x".repeat(3_000);
  await answering(workbench, `Here:\n\n\`\`\`python\ndef f(a):\n    return "${long}"\n\`\`\`\n\n\`\`\`nothing\ndef g\n\`\`\`\n`);
  const [known, unknown] = await workbench.at("answer").locator(".fence pre").all();
  await known.locator(".keyword").first().waitFor();
  assert.equal((await known.textContent()).trimEnd(), `def f(a):\n    return "${long}"`);
  assert.equal(await unknown.locator("span").count(), 0);
});

scenario("an excerpt shows the signature below a long comment", async (workbench, { page }) => {
  const comment = Array.from({ length: 20 }, (_, at) => ` * Line ${at} about lamps.`).join("\n");
  await workbench.importFiles(folderOf({ "lamp.js": `/**\n${comment}\n */\nexport function glow(power) {\n  return power * 2;\n}\n` }));
  const answer = await workbench.ask("What does glow do?");
  assert.match(answer, /export function glow\(power\) \{\s+return power \* 2;/);
  await workbench.at("citation").first().hover();
  assert.match(await page.locator(".preview").innerText(), /export function glow/);
  await page.keyboard.press("Shift");
  await page.locator(".preview").waitFor({ state: "detached" });
});

scenario("a preview does not come back when a dialog over its citation closes", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.ask(QUESTION);
  const chip = workbench.at("citation").first();
  await chip.hover();
  await chip.focus();
  await page.locator(".preview").waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await workbench.at("palette-input").waitFor();
  await page.keyboard.press("Escape");
  await workbench.at("palette-input").waitFor({ state: "detached" });
  assert.ok(await chip.evaluate((it) => it === document.activeElement), "the focus is where it was");
  assert.equal(await page.locator(".preview").count(), 0);
  // A movement over the citation shows it again.
  await page.mouse.move(0, 0);
  await chip.hover();
  await page.locator(".preview").waitFor();
});

scenario("thinking is folded away as reasoning, and is neither answer nor cited", async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.useEndpoint(server.url("reasoner"));
  const answer = await workbench.ask(QUESTION);
  assert.match(answer, /How orders are placed/);
  assert.doesNotMatch(answer, /think|Perhaps/);
  assert.ok(!(await workbench.at("reasoning").isVisible()));
  await workbench.at("work-line").click();
  await workbench.at("reasoning").locator("summary").click();
  const text = await workbench.at("reasoning").innerText();
  assert.match(text, /Field: Is it \[\[1\]\]\? Perhaps\.Tagged: Is it \[\[1\]\]\? Perhaps\./);
  assert.equal(await workbench.at("reasoning").getByTestId("citation").count(), 0);
});

scenario("tokens and cache hits are added up", async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.useEndpoint(server.url("reasoner"));
  const before = server.chats().length;
  await workbench.ask(QUESTION);
  const calls = server.chats().length - before;
  const byline = await workbench.page.locator(".byline").innerText();
  assert.ok(byline.includes(`${calls * 100} tokens read (75 % from a cache), ${calls * 20} written`), byline);
});

scenario("formulas are drawn, and prices and what cannot be read stay text", async (workbench) => {
  await answering(workbench, "With $k_1$ of $5 and $6:\n\n$$\n\\frac{a}{b}\n$$\n\n$\\nothing{x}$ and $\\href{https://a.b}{y}$");
  const formulas = workbench.at("answer").getByTestId("math");
  await formulas.nth(1).locator("mfrac").waitFor();
  assert.deepEqual(await formulas.evaluateAll((all) => all.map((it) => it.querySelector("math") !== null)), [true, true, false, false]);
  assert.match(await formulas.nth(2).innerText(), /nothing/);
  assert.match(await workbench.at("answer").innerText(), /of \$5 and \$6/);
  assert.equal(await workbench.at("answer").locator("math [href], math [id], math [class]").count(), 0);
});

scenario("task lists, aligned columns and footnotes are drawn", async (workbench, { page }) => {
  await answering(workbench, "- [x] found\n- [ ] read\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\nSo it is.[^1]\n\n[^1]: In the file.\n");
  const answer = workbench.at("answer");
  assert.deepEqual(await answer.locator(".task-box").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label"))), ["done", "not done"]);
  const align = (it) => getComputedStyle(it).textAlign;
  assert.deepEqual(await Promise.all((await answer.locator("td").all()).map((cell) => cell.evaluate(align))), ["center", "end"]);
  await page.getByRole("button", { name: "Footnote 1" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "1. ");
});

scenario("Mermaid of an answer is drawn, and can do nothing", async (workbench, { page }) => {
  const bad = 'graph LR\n  a --> b\n  click a href "javascript:window.hacked=1"';
  await answering(workbench, `\`\`\`mermaid\ngraph LR\n  order --> pay["<img src=x onerror='window.hacked=1'>"]\n\`\`\`\n\n\`\`\`mermaid\n${bad}\n\`\`\`\n`);
  const drawn = workbench.at("answer-diagram");
  await drawn.first().waitFor();
  assert.match(await drawn.first().evaluate((it) => it.textContent), /order/);
  await workbench.at("answer").getByText(/could not be drawn/).waitFor();
  assert.equal(await drawn.count(), 1, "a diagram with a link of its own is refused");
  assert.equal(await workbench.at("answer").locator("img, a, script, foreignObject").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
});

scenario("an answer of 200 kB streams without blocking, and finished blocks stay", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.useEndpoint(server.url("answering"));
  server.texts = [longAnswer()];
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((it) => it.duration))).observe({ entryTypes: ["longtask"] });
  });
  await workbench.send(QUESTION);
  await workbench.at("answer").getByText("Part 3", { exact: true }).waitFor();
  await workbench.at("answer").locator("h3").first().evaluate((it) => (it.dataset.kept = "yes"));
  // An answer is read from its start; who has scrolled to its end stays there.
  await lastQuestionInView(page);
  await page.locator(".conversation-scroll").evaluate((it) => (it.scrollTop = it.scrollHeight));
  const answer = await workbench.answered();
  assert.match(answer, /The end of it\.$|The end of this answer is shown as plain text/);
  assert.equal(await workbench.at("answer").locator("h3").first().getAttribute("data-kept"), "yes", "a finished block was drawn again");
  const left = await page.locator(".conversation-scroll").evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight);
  assert.ok(left < 2, `the end was followed, and is ${left} px away`);
  const tasks = await page.evaluate(() => window.longTasks);
  // A bound with room for slow machines and unoptimised builds: a redraw of the whole answer would take far longer each time.
  assert.ok(tasks.every((ms) => ms < 1_000), `long tasks: ${tasks.map(Math.round)}`);
});

scenario("Stop acts at once while an answer streams", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.useEndpoint(server.url("slow"));
  await workbench.send(QUESTION);
  await workbench.at("answer").getByText(/Slowly said/).waitFor();
  await workbench.at("ask-stop").click();
  await page.locator('[data-testid="question"][data-state="cancelled"]').waitFor({ timeout: 2_000 });
  assert.ok(await workbench.at("step-row").first().isVisible(), "what was found is kept and open");
});
