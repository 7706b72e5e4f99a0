// The embed over a Quarry Worker's HTTP API, and with a model of the visitor's own.
//
// The Worker is played by a server that answers from `quarry --json`, so that its shapes are the real ones.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before } from "node:test";
import { embedded, index } from "./embed.mjs";
import { startSite, STRICT } from "./embed-site.mjs";
import { startModelServer } from "./model-server.mjs";

const TOKEN = "read-and-ask";
const cors = (response) => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Allow-Headers", "authorization, content-type, accept, last-event-id");
  response.setHeader("Access-Control-Allow-Methods", "GET, POST");
  response.setHeader("Access-Control-Expose-Headers", "quarry-run, retry-after");
};

const quarry = (...args) => spawnSync(process.env.QUARRY_CLI, [...args, "--json"], { encoding: "utf8" }).stdout;
const body = async (request) => {
  let text = "";
  for await (const piece of request) text += piece;
  return JSON.parse(text);
};

/** Starts it; `breaks` cuts the first answer after so many events. */
async function startWorker({ breaks = Infinity, slow = 0, limited = false } = {}) {
  const worker = { asked: [], cancelled: [] };
  let events = [];
  const stream = async (response, from, to) => {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Quarry-Run": "run-1" });
    response.write(": keep-alive\n\n");
    for (const event of events.slice(from, to)) {
      if (slow) await new Promise((wake) => setTimeout(wake, slow));
      if (worker.cancelled.length > 0) {
        const end = { ...events.at(-1), outcome: { type: "cancelled" } };
        response.write(`id: ${end.seq}\nevent: ${end.type}\ndata: ${JSON.stringify(end)}\n\n`);
        return response.end();
      }
      response.write(`id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    if (to < events.length) return setTimeout(() => response.destroy(), 100);
    response.end();
  };
  const site = await startSite({
    answer(request, response, path) {
      cors(response);
      if (request.method === "OPTIONS") return response.writeHead(204).end(), true;
      const query = new URL(request.url, "http://worker").searchParams;
      const json = (document, status = 200) => (response.writeHead(status, { "Content-Type": "application/json" }), response.end(JSON.stringify(document)), true);
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return json({ error: { kind: "unauthorized", message: "A token is needed." } }, 401);
      if (path === "/v1/repos") return json({ repos: [{ id: "shop", name: "shop", snapshot: "1", files: 11, bytes: 1, public: false, published_at: "" }] });
      if (path === "/v1/search") return json({ hits: JSON.parse(quarry("search", index, query.get("q"), "-n", query.get("n"))) });
      if (path === "/v1/symbols") {
        const symbols = query.get("q").includes("place") ? [{ kind: "symbol", title: "place_order", detail: "function server.orders.place_order  server/orders.py:27", path: "server/orders.py", start_line: 27, end_line: 40, symbol: 3 }] : [];
        return json({ symbols });
      }
      if (path === "/v1/callers" || path === "/v1/callees") return json(JSON.parse(quarry(path.slice(4), index, query.get("symbol"))));
      if (path === "/v1/ask") {
        if (limited) return response.setHeader("Retry-After", "7"), json({ error: { kind: "rate_limited", message: "Too many questions." } }, 429);
        body(request).then((asked) => {
          worker.asked.push(asked);
          events = quarry("ask", index, asked.question).trim().split("\n").map((line) => JSON.parse(line));
          return stream(response, 0, breaks);
        });
        return true;
      }
      if (path.endsWith("/cancel")) return worker.cancelled.push(path), json({});
      if (path.startsWith("/v1/runs/")) return stream(response, events.findIndex((it) => it.seq > Number(request.headers["last-event-id"])), Infinity), true;
      return json({ error: { kind: "not_found", message: "No such route." } }, 404);
    },
  });
  return Object.assign(worker, { origin: site.origin, stop: site.stop, paths: site.asked });
}

/** A page whose element asks a Worker. */
const served = (options = {}, attributes = `token="${TOKEN}"`) => ({
  async start(site) {
    const worker = await startWorker(options);
    site.csp = STRICT.replace("connect-src 'self'", `connect-src ${worker.origin}`);
    site.pages["/"] = `<script type="module" src="/ask/quarry-ask.js"></script><quarry-ask server="${worker.origin}" repo="shop" ${attributes}></quarry-ask>`;
    return { worker, origins: [worker.origin], stop: () => worker.stop() };
  },
});

embedded("search, symbols and answers from a Worker; no engine is loaded", served(), async ({ ask, page, site, worker }) => {
  await ask.open();
  await ask.find("place_order");
  assert.match(await ask.at("result").first().innerText(), /server\.orders\.place_order/);
  await ask.at("result").first().click();
  await ask.at("caller").first().waitFor();
  assert.ok((await ask.at("caller").allInnerTexts()).includes("server.checkout.handle_checkout"));
  await ask.at("picture-open").click();
  await ask.at("picture").waitFor();
  await ask.ask("Who calls place_order?");
  assert.match(await ask.answered(), /handle_checkout/);
  await ask.at("answer").getByTestId("citation").first().click();
  assert.ok((await ask.litLines()).length > 0, "the lines that the evidence holds");
  await ask.ask("And add_tax?");
  assert.equal(worker.asked[1].repo, "shop");
  assert.equal(worker.asked[1].history[0].question, "Who calls place_order?");
  assert.equal(page.workers().length, 0);
  assert.deepEqual(site.asked.filter((path) => /wasm|manifest/.test(path)), []);
  await ask.waitForStatus(/answered by 127\.0\.0\.1/);
});

embedded("a broken connection is resumed after the last event", { ...served({ breaks: 6 }), mayLog: /ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION/ }, async ({ ask, worker }) => {
  await ask.open();
  await ask.ask("Who calls place_order?");
  assert.match(await ask.answered(), /handle_checkout/);
  assert.ok(worker.paths.some((path) => path.startsWith("/v1/runs/")));
});

embedded("Stop reaches the Worker", served({ slow: 200 }), async ({ ask, worker, page }) => {
  await ask.open();
  await ask.at("input").fill("Who calls place_order?");
  await page.keyboard.press("Enter");
  await ask.at("stop").waitFor();
  await page.waitForTimeout(400);
  await ask.at("stop").click();
  await ask.answered();
  assert.equal(worker.cancelled.length, 1);
  assert.match(await ask.at("turn").innerText(), /Stopped/);
});

embedded("a token that is missing", { ...served({}, ""), mayLog: /401/ }, async ({ ask }) => {
  await ask.open();
  assert.match(await ask.problem(), /token is needed/);
});

embedded("a rate limit shows when to retry", { ...served({ limited: true }), mayLog: /429/ }, async ({ ask, page }) => {
  await ask.open();
  await ask.at("input").fill("Who calls place_order?");
  await page.keyboard.press("Enter");
  assert.match(await ask.problem(), /Too many questions.*in 7 s/s);
});

// A model of the visitor's own

const KEY = "sk-visitor-feedc0ffee";
let models;
before(async () => (models = await startModelServer()));
after(() => models.stop());

const withModel = (scenario) => ({
  async start(site) {
    const origin = new URL(models.url(scenario)).origin;
    site.csp = STRICT.replace("connect-src 'self'", `connect-src 'self' ${origin}`);
    site.pages["/"] = `<script type="module" src="/ask/quarry-ask.js"></script><quarry-ask index="/quarry/" model-endpoint="${models.url(scenario)}" model-name="tester"></quarry-ask>`;
    return { origins: [origin] };
  },
});

async function useOwnModel(ask) {
  await ask.open();
  await ask.at("model-open").click();
  await ask.at("model-own").check();
  await ask.at("own-key").fill(KEY);
  await ask.at("model-save").click();
}

embedded("a visitor's own key: answered by their model, kept nowhere, citations verified", withModel("agent"), async ({ ask, page }) => {
  await useOwnModel(ask);
  await ask.waitForStatus(/tester at 127\.0\.0\.1/);
  await ask.ask("How are orders placed?");
  assert.match(await ask.answered(), /checks an order, saves it/);
  assert.match(await ask.at("dropped").innerText(), /^1 citation/);
  assert.ok((await ask.at("answer").getByTestId("citation").count()) >= 1);
  const chats = models.chats();
  assert.ok(chats.length > 0 && chats.every((chat) => chat.headers.authorization === `Bearer ${KEY}`));
  const kept = await page.evaluate(async () => JSON.stringify([localStorage, sessionStorage, document.cookie, await indexedDB.databases(), document.querySelector("quarry-ask").outerHTML]));
  assert.ok(!kept.includes(KEY));
  await page.reload();
  await ask.open();
  await ask.waitForStatus(/Offline model/);
});

embedded("a wrong key is reported without the key", { ...withModel("unauthorised"), mayLog: /401/ }, async ({ ask, page }) => {
  await useOwnModel(ask);
  await ask.at("input").fill("How are orders placed?");
  await page.keyboard.press("Enter");
  const text = await ask.problem();
  assert.match(text, /^127\.0\.0\.1:\d+ refused the key: Incorrect API key provided\./);
  assert.ok(!text.includes(KEY));
});

embedded("an answer is stopped by its button and by Escape", withModel("slow"), async ({ ask, page }) => {
  await useOwnModel(ask);
  for (const stop of [() => ask.at("stop").click(), () => page.keyboard.press("Escape")]) {
    const before = await ask.at("turn").count();
    await ask.at("input").fill("How are orders placed?");
    await page.keyboard.press("Enter");
    await ask.at("turn").nth(before).getByText("Slowly said").first().waitFor();
    await stop();
    await ask.answered(before);
    assert.ok(await ask.at("dialog").isVisible());
  }
  await ask.at("stop").waitFor({ state: "hidden" });
});

embedded("a model's answer is text: no script runs, nothing is fetched", withModel("hostile"), async ({ ask, page }) => {
  await useOwnModel(ask);
  await ask.ask("How are orders placed?");
  assert.match(await ask.answered(), /end of the hostile answer/);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  const tags = await ask.at("answer").evaluate((answer) => [...answer.querySelectorAll("*")].map((node) => node.localName));
  assert.deepEqual(tags.filter((tag) => /script|img|iframe|style|svg/.test(tag)), []);
  const links = await ask.at("answer").evaluate((answer) => [...answer.querySelectorAll("a")].map((link) => link.href));
  assert.ok(links.every((link) => /^https?:/.test(link)), links.join());
});
