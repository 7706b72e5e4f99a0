// A question with an OpenAI-compatible endpoint: streams, tools and failures.

import assert from "node:assert/strict";
import { after } from "node:test";
import { shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";
import { PAGE } from "./chromium.mjs";
import { startModelServer } from "./model-server.mjs";
import { newestIs, reopen } from "./runs.mjs";

const KEY = "sk-test-0123456789abcdef";
/** Refusals are logged by the browser itself. */
const mayLog = /Failed to load resource|CORS|ERR_/;
const QUESTION = "Who calls place_order?";

const server = await startModelServer();
after(() => server.stop());

/** Imports the shop and chooses the model of an endpoint. */
async function ready(workbench, scenarioName, options = { key: KEY }) {
  await workbench.importFiles(shop());
  await workbench.useEndpoint(server.url(scenarioName), options);
}

function sent(name) {
  return server.chats().filter((chat) => chat.path.startsWith(`/${name}/`));
}

scenario("text and tool calls are streamed, and the answer cites what the tools returned", async (workbench) => {
  await ready(workbench, "agent");
  const answer = await workbench.ask(QUESTION);
  assert.match(answer, /How orders are placed/);
  assert.match(answer, /returns what is to be paid/);
  const steps = (await workbench.at("step-row").allInnerTexts()).join("\n");
  await workbench.at("tab-run").click();
  const timeline = steps + (await workbench.at("step-row").allInnerTexts()).join("\n");
  assert.match(timeline, /search_codebase/);
  assert.match(timeline, /get_callers/);
  assert.ok((await workbench.citations()).length > 0, "nothing is cited");
  assert.match(await workbench.at("dropped-citations").innerText(), /^1 citation could not be verified/);

  const chats = sent("agent");
  const results = chats.flatMap((chat) => chat.body.messages.filter((message) => message.role === "tool"));
  assert.deepEqual(new Set(results.map((it) => it.tool_call_id)), new Set(["call_0", "call_1"]));
  const tools = chats.find((chat) => chat.body.tools)?.body.tools.map((tool) => tool.function.name);
  assert.deepEqual(tools.sort(), ["describe_symbol", "get_callees", "get_callers", "impact", "implementations", "list_directory", "path", "read_file", "references", "search_codebase", "supertypes", "survey"]);
  assert.ok(chats.every((chat) => chat.body.stream === true));
});

scenario("the key travels in one header and nowhere else", async (workbench, { page }) => {
  const seen = [];
  page.context().on("request", (request) => seen.push(request));
  const before = server.requests.length;
  await ready(workbench, "agent");
  await workbench.ask(QUESTION);
  const requests = server.requests.slice(before);
  assert.ok(requests.length >= 4);
  for (const { headers, path, body } of requests) {
    assert.equal(headers.authorization, `Bearer ${KEY}`);
    assert.ok(!path.includes(KEY) && !JSON.stringify(body ?? "").includes(KEY));
    const rest = Object.entries(headers).filter(([name]) => name !== "authorization");
    assert.ok(!JSON.stringify(rest).includes(KEY));
  }
  const elsewhere = seen.filter((request) => !request.url().startsWith(server.url("agent")) && !request.url().startsWith(new URL(page.url()).origin) && !request.url().startsWith("blob:"));
  assert.deepEqual(elsewhere.map((request) => request.url()), []);
  assert.ok(!(await page.content()).includes(KEY), "the key is on the page");
});

scenario("after a rate limit the request is retried, and the question answered", { mayLog }, async (workbench, { page }) => {
  await ready(workbench, "busy");
  await workbench.send(QUESTION);
  await page.getByText(/again in|trying again|rate limit/i).first().waitFor();
  assert.match(await workbench.answered(), /How orders are placed/);
});

scenario("an answer that breaks off is requested again", { mayLog }, async (workbench) => {
  await ready(workbench, "broken");
  const answer = await workbench.ask(QUESTION);
  assert.match(answer, /How orders are placed/);
  assert.doesNotMatch(answer, /This half/);
});

scenario("a wrong key is explained", { mayLog }, async (workbench) => {
  await ready(workbench, "unauthorised");
  await workbench.send(QUESTION);
  const problem = await workbench.problem();
  assert.match(problem, /^127\.0\.0\.1:\d+ refused the key: Incorrect API key provided\./);
  assert.ok(!problem.includes(KEY), "the key is in the message");
  assert.equal(sent("unauthorised").length, 1, "a wrong key is not tried again");
});

scenario("an unknown model is explained, with a list of those available", { mayLog }, async (workbench) => {
  await ready(workbench, "nomodel", { key: KEY, model: "testre" });
  await workbench.send(QUESTION);
  const problem = await workbench.problem();
  assert.match(problem, /^127\.0\.0\.1:\d+ has no model `testre`: /);
  assert.match(problem, /The server has: `tester`, `tester-mini`\./);
});

scenario("retries end for a server that keeps failing", { mayLog }, async (workbench) => {
  await ready(workbench, "failing");
  await workbench.send(QUESTION);
  assert.match(await workbench.problem(), /^127\.0\.0\.1:\d+ failed \(status 500\): The server had an error/);
  assert.ok(sent("failing").length > 1, "a failing server is tried again");
  await workbench.at("model-open").click();
  await workbench.at("model-kind").selectOption("offline");
  await workbench.at("model-save").click();
  await workbench.at("model-save").waitFor({ state: "hidden" });
  await workbench.send(QUESTION);
  await workbench.page.locator('[data-testid="answer"][data-state="done"]').waitFor();
});

scenario("a server without CORS headers is explained", { mayLog }, async (workbench) => {
  await ready(workbench, "nocors", { model: "tester" });
  await workbench.send(QUESTION);
  const problem = await workbench.problem();
  assert.match(problem, /^no answer from http:\/\/127\.0\.0\.1:\d+: /);
  assert.ok(problem.includes(`It must send \`Access-Control-Allow-Origin: ${new URL(PAGE).origin}\`.`), problem);
});

scenario("an address without a server is explained", { mayLog }, async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.endpoint("http://127.0.0.1:9/v1");
  await workbench.at("model-test").click();
  assert.match(await workbench.problem(), /127\.0\.0\.1:9/);
});

scenario("the connection can be tested", { mayLog }, async (workbench) => {
  await workbench.importFiles(shop());
  await workbench.endpoint(server.url("agent"), { key: KEY });
  await workbench.at("model-test").click();
  await workbench.at("model-test-result").getByText(/tester at 127\.0\.0\.1:\d+ answered/).waitFor();
  await workbench.at("model-base-url").fill(server.url("unauthorised"));
  await workbench.at("model-test").click();
  assert.match(await workbench.problem(), /^127\.0\.0\.1:\d+ refused the key: Incorrect API key provided\./);
});

scenario("a run can be stopped: the request ends, and the next question works", { mayLog }, async (workbench, { page }) => {
  await ready(workbench, "slow");
  await workbench.send(QUESTION);
  await page.locator('[data-testid="answer"][data-state="streaming"]').waitFor();
  await page.getByText("Slowly said.").first().waitFor();
  await workbench.at("ask-stop").click();
  await page.locator('[data-testid="answer"][data-state="cancelled"]').waitFor();
  await page.getByText(/^Stopped\./).first().waitFor();
  await until(() => sent("slow").at(-1).aborted);
  await workbench.useEndpoint(server.url("agent"));
  await workbench.send(QUESTION);
  await page.locator('[data-testid="answer"][data-state="done"]').waitFor();
});

scenario("of two hundred invented citations none is shown, and they are counted", async (workbench) => {
  await ready(workbench, "inventing");
  const answer = await workbench.ask(QUESTION);
  assert.match(answer, /Claim 0/);
  assert.match(answer, /Claim 199/);
  assert.doesNotMatch(answer, /\[\[|\]\]/);
  assert.equal((await workbench.citations()).length, 1, "only the real one");
  assert.match(await workbench.at("dropped-citations").innerText(), /^200 citations could not be verified/);
});

scenario("a hostile answer runs no script and loads nothing", { mayLog: /policy violated: img-src|Failed to load/ }, async (workbench, { page }) => {
  const asked = [];
  page.context().on("request", (request) => asked.push(request.url()));
  await ready(workbench, "hostile");
  const answer = await workbench.ask(QUESTION);
  assert.match(answer, /The end of the hostile answer/);
  const found = await workbench.at("answer").evaluate((it) => ({
    elements: it.querySelectorAll("script, iframe, style, object, embed, svg, [onerror], [onload]").length,
    links: [...it.querySelectorAll("[href], [src]")].map((el) => el.getAttribute("href") ?? el.getAttribute("src")),
  }));
  assert.equal(found.elements, 0);
  assert.deepEqual(found.links.filter((link) => !/^(https?:|#|mailto:)/.test(link)), []);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.ok(!asked.some((url) => url.includes("beacon")), "a picture's request revealed that the answer was read");
});

async function until(condition) {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`never: ${condition}`);
}

scenario("an answer without evidence is marked, also after a reload", async (workbench, { page }) => {
  await ready(workbench, "vague");
  assert.match(await workbench.ask(QUESTION), /It surely works somehow/);
  assert.match(await workbench.at("answer-caveat").innerText(), /^No evidence was used/);
  await newestIs(workbench, "answered");
  await workbench.visit();
  await reopen(workbench);
  await newestIs(workbench, "answered");
  await workbench.at("conversation-open").first().click();
  await page.getByText("It surely works somehow.").first().waitFor();
  assert.match(await workbench.at("answer-caveat").innerText(), /^No evidence was used/);
});

scenario("an empty answer is requested once more, and fails the second time", { mayLog }, async (workbench, { page }) => {
  server.hasBroken = false;
  await ready(workbench, "shy");
  assert.match(await workbench.ask(QUESTION), /How orders are placed/);
  assert.equal(await workbench.at("answer-caveat").count(), 0);
  await workbench.useEndpoint(server.url("silent"));
  await workbench.send(QUESTION);
  await page.getByText(/The model gave an empty answer twice/).first().waitFor();
});

scenario("a fence in quoted documentation hides no citation and shows no id", async (workbench) => {
  await ready(workbench, "fenced");
  const answer = await workbench.ask(QUESTION);
  const seen = await workbench.at("answer").evaluate((it) => {
    const copy = it.cloneNode(true);
    copy.querySelectorAll("pre, code, [data-testid=citation]").forEach((code) => code.remove());
    return copy.textContent;
  });
  assert.doesNotMatch(seen, /[0-9a-f]{10}/);
  assert.match(answer, /\/\/\/ grid\[\[1\]\] and \[\[[0-9a-f]{10}\]\]/, "code stays as it is");
  // Before the code, three after it, and one behind the stray tick: none of those that are only spelled.
  assert.equal((await workbench.citations()).length, 5);
});

scenario("a run pauses where most of its tokens are used, and resumed it uses the rest", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.endpoint(server.url("thinker"), { key: KEY });
  await workbench.at("model-max-tokens").fill("2e4");
  await workbench.at("model-save").click();
  await workbench.at("model-save").waitFor({ state: "hidden" });
  await workbench.send(QUESTION);
  await workbench.at("run-suspended").getByText("The run has used 17020 of its 20000 tokens. Resumed, it may use the rest.").waitFor();
  await newestIs(workbench, "paused");
  assert.equal(sent("thinker").length, 1);
  await workbench.visit();
  await reopen(workbench);
  await workbench.at("conversation-open").first().click();
  await workbench.at("run-suspended").getByText("used 17020 of its 20000 tokens").waitFor();
  await workbench.at("run-resume").click();
  assert.match(await workbench.answered(), /How orders are placed/);
  // What was typed is kept for the next runs, as a number.
  await workbench.at("model-open").click();
  assert.equal(await workbench.at("model-max-tokens").inputValue(), "20000");
});

scenario("kinds of work have models of their own at the same address, also after a reload", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.endpoint(server.url("agent"), { key: KEY });
  await workbench.at("model-save").waitFor();
  await page.getByText("Other models at this address for kinds of work").click();
  await workbench.at("model-for-plan").fill("large");
  await workbench.at("model-save").click();
  await workbench.at("model-save").waitFor({ state: "hidden" });
  const before = sent("agent").length;
  await workbench.ask(QUESTION);
  const models = sent("agent").slice(before).map((chat) => chat.body.model);
  assert.equal(models[0], "large", "the plan");
  assert.ok(models.length > 2 && models.slice(1).every((model) => model !== "large"), models.join());
  await workbench.visit();
  await workbench.at("model-open").click();
  assert.equal(await workbench.at("model-for-plan").inputValue(), "large");
  assert.equal(await workbench.at("model-for-review").inputValue(), "");
});
