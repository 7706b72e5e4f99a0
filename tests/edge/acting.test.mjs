// Agents that act on a Worker: their changes are not verified, and that is said; runs pause where most of their budget is used; kinds
// of work have models of their own.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, textOf, VERSIONS } from "../e2e/mcp-client.mjs";
import { startModelServer } from "../e2e/model-server.mjs";
import { all } from "./events.mjs";
import { indexOf, push, SHOP } from "./index.mjs";
import { ASKER, startWorker } from "./worker.mjs";

let models;
let worker;
let index;
const json = { accept: "application/json" };

const start = async (scenario, vars = {}) => {
  const started = await startWorker({ vars: { MODEL_BASE_URL: models.url(scenario), MODEL_NAME: "tester", MODEL_API_KEY: "sk-test", ...vars } });
  await push(started, "shop", index);
  return started;
};

before(async () => {
  [models, index] = [await startModelServer(), indexOf(SHOP)];
  worker = await start("thinker");
});

after(async () => {
  await worker?.stop();
  await models?.stop();
});

const ask = (body, at = worker) => all(new URL("/v1/ask", at.url), { token: ASKER, body: { repo: "shop", ...body } });
const run = async (received, at = worker) => (await at.call(`/v1/runs/${received[0].data.run}`, { token: ASKER })).json;

for (const [agent, why] of [
  ["plan-review", "nothing was run after the last change"],
  ["three-phase", "nothing was run"],
  ["intent-router", "nothing runs programs here"],
]) {
  test(`changes of ${agent} are not verified, and its answer says so`, async () => {
    const received = await ask({ question: 'replace "place_order" with "put_order" in server/checkout.py', agent, model: "offline", mode: "edit_freely" });
    const { status, answer, changes } = await run(received);
    assert.equal(status, "answered", JSON.stringify(received.at(-1).data));
    assert.deepEqual(changes.files.map(({ path }) => path), ["server/checkout.py"]);
    assert.ok(answer.markdown.includes(`### Verification\n\nNot verified: ${why}.`), answer.markdown);
    assert.doesNotMatch(answer.markdown, /\bpassed\b/i);
    for (const { data } of received.filter((it) => it.event === "verified")) assert.equal(data.passed, null, JSON.stringify(data));
    assert.ok(!received.some((it) => it.event === "command_started"));
  });
}

const LONG = { question: "How are orders placed?", model: "endpoint", limits: { max_tokens: 20_000 } };

test("a run is paused once where most of its budget is used, and resumed it uses the rest", async () => {
  const received = await ask(LONG);
  const why = "The run has used 17020 of its 20000 tokens. Resumed, it may use the rest.";
  assert.deepEqual(received.at(-1).data.outcome, { type: "paused", why });
  const paused = await run(received);
  assert.deepEqual([paused.status, paused.outcome.why, paused.answer], ["paused", why, null]);
  assert.equal(paused.spent.input_tokens + paused.spent.output_tokens, 17_020);
  const resumed = await all(new URL(`/v1/runs/${paused.run}/resume`, worker.url), { token: ASKER });
  assert.equal(resumed[0].event, "run_resumed");
  assert.ok(!resumed.some((it) => it.event === "plan_made"), "what was done is not done again");
  assert.deepEqual(resumed.at(-1).data.outcome, { type: "answered" });
  assert.ok((await run(received)).spent.calls > paused.spent.calls);
});

test("a run that is asked over MCP is not paused, because nobody could resume it", async () => {
  const asking = await start("thinker", { DEFAULT_MODEL: "endpoint", MAX_RUN_TOKENS: "20000" });
  try {
    const address = { url: new URL("/mcp?repo=shop", asking.url).href, headers: { authorization: `Bearer ${ASKER}` } };
    const connected = await connect(address, VERSIONS[0]);
    try {
      assert.match(textOf(await connected.call("ask", { question: LONG.question })), /How orders are placed/);
    } finally {
      await connected.close();
    }
  } finally {
    await asking.stop();
  }
});

test("kinds of work have models of their own, which are charged at their own prices", async () => {
  const prices = { MODEL_PRICE_INPUT: "1", MODEL_PRICE_OUTPUT: "2" };
  const profiled = await start("agent", { ...prices, MODEL_PROFILES: "plan=large", MODEL_PRICES: "large=10/20" });
  try {
    const before = models.chats().length;
    const received = await ask({ question: LONG.question, model: "endpoint" }, profiled);
    assert.deepEqual(received.at(-1).data.outcome, { type: "answered" });
    const used = models.chats().slice(before).map(({ body }) => body.model);
    assert.equal(used[0], "large", "the plan");
    assert.ok(used.includes("tester"), used.join());
    const cost = used.reduce((sum, model) => sum + ((100 + 2 * 20) * (model === "large" ? 10 : 1)) / 1e6, 0);
    assert.ok(Math.abs((await run(received, profiled)).spent.usd - cost) < 1e-9, JSON.stringify([used, cost]));
  } finally {
    await profiled.stop();
  }
  for (const [vars, why] of [
    [{ MODEL_PROFILES: "slow=large" }, /MODEL_PROFILES.*the profiles are fast, plan, edit and review/],
    [{ ...prices, MODEL_PROFILES: "plan=large" }, /MODEL_PRICES has no price of `large`/],
  ]) {
    const wrong = await startWorker({ vars: { MODEL_BASE_URL: models.url("agent"), MODEL_NAME: "tester", ...vars } });
    try {
      const { status, json: refused } = await wrong.call("/healthz", { headers: json });
      assert.equal(status, 503);
      assert.match(refused.error.message, why);
    } finally {
      await wrong.stop();
    }
  }
});
