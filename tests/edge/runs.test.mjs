// Runs: they outlive the client that asked, their objects and the isolate.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startModelServer } from "../e2e/model-server.mjs";
import { all, events } from "./events.mjs";
import { indexOf, push, SHOP } from "./index.mjs";
import { ADMIN, ASKER, startWorker } from "./worker.mjs";

const KEY = "sk-test-key-that-must-not-leak";
const PASSING = ["model_text", "answer_text", "answer_restarted", "citation_added", "retrying"];

let worker;
let models;
let index;
let vars;
let state;

before(async () => {
  index = indexOf(SHOP);
  models = await startModelServer();
  vars = { MODEL_BASE_URL: models.url("agent"), MODEL_NAME: "tester", MODEL_API_KEY: KEY, MODEL_PRICE_INPUT: "1", MODEL_PRICE_OUTPUT: "2" };
  state = mkdtempSync(join(tmpdir(), "quarry-edge-"));
  worker = await startWorker({ vars, state });
  await push(worker, "shop", index);
});

after(async () => {
  await worker?.stop();
  await models?.stop();
});

const ask = (body, rest = {}) => all(new URL("/v1/ask", worker.url), { token: ASKER, body: { repo: "shop", ...body }, ...rest });
const json = { accept: "application/json" };
const run = (name) => worker.call(`/v1/runs/${name}`, { token: ASKER });
const follow = (name, headers = {}) => all(new URL(`/v1/runs/${name}`, worker.url), { token: ASKER, method: "GET", headers });

async function until(what, look, ms = 20_000) {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const found = await look();
    if (found) return found;
  }
  assert.fail(`${what} did not come`);
}

test("a language model answers, with its tokens and its price counted", async () => {
  const received = await ask({ question: "How are orders placed?", model: "endpoint" });
  const answer = received.find((it) => it.event === "answer").data;
  assert.match(answer.markdown, /How orders are placed/);
  assert.ok(answer.citations.length >= 1 && answer.dropped >= 1, JSON.stringify(answer));
  assert.ok(received.some((it) => it.event === "answer_text"));
  const { json: shownRun } = await run(received[0].data.run);
  assert.equal(shownRun.status, "answered");
  assert.ok(shownRun.spent.calls >= 4, JSON.stringify(shownRun.spent));
  assert.equal(shownRun.spent.input_tokens, 100 * shownRun.spent.calls);
  assert.ok(Math.abs(shownRun.spent.usd - (shownRun.spent.input_tokens + 2 * shownRun.spent.output_tokens) / 1e6) < 1e-9);
  assert.equal(models.chats().at(-1).headers.authorization, `Bearer ${KEY}`);
  assert.ok(!JSON.stringify([received, shownRun]).includes(KEY));
});

test("a run is limited to a folder, which has to be there", async () => {
  const received = await ask({ question: "How does checkout work?", model: "offline", in: "web/src/" });
  const answer = received.find((it) => it.event === "answer").data;
  assert.match(answer.markdown, /^In `web\/src`:/);
  assert.ok(answer.citations.length > 0 && answer.citations.every(({ path }) => path.startsWith("web/src/")), JSON.stringify(answer.citations));
  const refused = await ask({ question: "How does checkout work?", model: "offline", in: "nowhere" });
  assert.match(JSON.stringify(refused.at(-1).data), /there is no folder `nowhere`/);
});

test("a run stops at its budget of tokens, of money and of steps", async () => {
  for (const [limits, why] of [[{ max_tokens: 150 }, /150 tokens/], [{ max_usd: 0.0002 }, /0.0002 US dollars/], [{ max_steps: 2 }, /2/]]) {
    const received = await ask({ question: "How are orders placed?", model: "endpoint", limits });
    const { outcome } = received.at(-1).data;
    assert.equal(outcome.type, "failed", JSON.stringify(outcome));
    assert.match(outcome.message, why);
  }
});

test("the model's refusal reaches the client, without the key", async () => {
  const refusing = await startWorker({ vars: { ...vars, MODEL_BASE_URL: models.url("unauthorised") }, state: mkdtempSync(join(tmpdir(), "quarry-edge-")) });
  try {
    await push(refusing, "shop", index);
    const asked = await refusing.call("/v1/ask", { token: ASKER, method: "POST", body: { repo: "shop", question: "x y z", model: "tester" }, headers: json });
    assert.equal(asked.json.status, "failed", asked.body);
    assert.match(asked.json.outcome.message, / refused the key: Incorrect API key provided\./);
    assert.ok(!asked.body.includes(KEY));
  } finally {
    await refusing.stop();
  }
});

test("tools wait for a person's approval, and the run continues with it", async () => {
  const received = await ask({ question: "Who calls place_order?", approve: true });
  assert.deepEqual(received.at(-1).data.outcome, { type: "awaiting_approval" });
  const name = received[0].data.run;
  const { json: waits } = await run(name);
  assert.equal(waits.status, "awaiting_approval");
  assert.ok(waits.calls.length > 0 && waits.calls.every((call) => call.id && call.name), JSON.stringify(waits));

  const resume = (body) => worker.call(`/v1/runs/${name}/resume`, { token: ASKER, method: "POST", body, headers: json });
  assert.equal((await resume({})).status, 400);
  assert.equal((await resume({ approval: { allow: "all" } })).status, 400);

  let last = received;
  let shownRun = waits;
  while (shownRun.status === "awaiting_approval") {
    const approval = { allowed: shownRun.calls.map((call) => call.id), note: "" };
    const more = await all(new URL(`/v1/runs/${name}/resume`, worker.url), { token: ASKER, body: { approval } });
    assert.equal(more[0].event, "run_resumed");
    assert.ok(more[0].id > last.at(-1).id, "numbers continue");
    last = more;
    shownRun = (await run(name)).json;
  }
  assert.equal(shownRun.status, "answered");
  assert.equal((await resume({})).status, 409);
});

test("what an agent proposes to change is in the run's result as a patch", async () => {
  const edit = { question: 'replace "place_order" with "put_order" in server/checkout.py', agent: "plan-review", model: "offline" };
  const received = await ask(edit);
  assert.deepEqual(received.at(-1).data.outcome, { type: "answered" });
  assert.ok(received.some((it) => it.event === "changed"), JSON.stringify(received.map((it) => it.event)));
  const { json: ended } = await run(received[0].data.run);
  const paths = ended.changes.files.map((file) => file.path);
  assert.deepEqual(paths, ["server/checkout.py"]);
  assert.ok(ended.changes.patch.includes("--- a/server/checkout.py\n+++ b/server/checkout.py\n"), ended.changes.patch);
  assert.match(ended.changes.patch, /^\+.*put_order/m);
  assert.equal((await ask({ question: "Who calls place_order?", model: "offline" })).at(-1).data.outcome.type, "answered");

  const asked = await ask({ ...edit, mode: "ask_before_edits" });
  assert.deepEqual(asked.at(-1).data.outcome, { type: "awaiting_approval" });
  const name = asked[0].data.run;
  const [call] = (await run(name)).json.calls;
  assert.match(call.diff, /put_order/);
  const { interrupt } = asked.find((it) => it.event === "approval_asked").data;
  const body = { interrupt, approval: { allowed: [], note: "keep the name" } };
  await all(new URL(`/v1/runs/${name}/resume`, worker.url), { token: ASKER, body });
  assert.equal((await run(name)).json.changes, null, "declined, nothing is proposed");

  // Workers have no grammars: what needs them is not offered, and the answer says so.
  const renamed = await ask({ ...edit, question: "rename place_order to put_order" });
  const { answer } = (await run(renamed[0].data.run)).json;
  assert.match(answer.markdown, /`rename_symbol` is not there in this run/);

  const looked = await ask({ ...edit, mode: "look_only" });
  assert.equal((await run(looked[0].data.run)).json.changes, null);
  const wrong = await worker.call("/v1/ask", { token: ASKER, method: "POST", body: { repo: "shop", ...edit, mode: "anything" }, headers: json });
  assert.equal(wrong.status, 400);
});

test("a request that is not about the repository is declined, unless the gate is off", async () => {
  const far = { question: "Which wine goes with fish?", agent: "tool-router", model: "offline" };
  const nodes = (received) => received.filter((it) => it.event === "node_finished").map((it) => it.data.node);
  const score = (received) => received.find((it) => it.event === "scored").data;
  const gated = await ask(far);
  assert.ok(score(gated).score < score(gated).threshold, JSON.stringify(score(gated)));
  assert.deepEqual(nodes(gated), ["guardrail", "out_of_scope"]);
  const open = await ask({ ...far, gate: false });
  assert.match(score(open).reason, /the gate is switched off/);
  assert.deepEqual(nodes(open).slice(0, 2), ["guardrail", "router"]);
  assert.ok(open.some((it) => it.event === "tool_finished"));
  const wrong = await worker.call("/v1/ask", { token: ASKER, method: "POST", body: { repo: "shop", ...far, gate: "off" }, headers: json });
  assert.equal(wrong.status, 400);
});

test("a question of the agent is answered with a text", async () => {
  const asking = await startWorker({ vars: { ...vars, MODEL_BASE_URL: models.url("asker") }, state: mkdtempSync(join(tmpdir(), "quarry-edge-")) });
  try {
    await push(asking, "shop", index);
    const body = { repo: "shop", question: "Choose a colour", agent: "plan-review", model: "tester" };
    const received = await all(new URL("/v1/ask", asking.url), { token: ASKER, body });
    assert.deepEqual(received.at(-1).data.outcome, { type: "awaiting_approval" });
    const { question, options, interrupt } = received.find((it) => it.event === "question_asked").data;
    assert.ok(question && options.includes("green"), JSON.stringify({ question, options }));
    const path = `/v1/runs/${received[0].data.run}/resume`;
    const resume = (given) => asking.call(path, { token: ASKER, method: "POST", body: given, headers: json });
    const both = await resume({ text: "green", approval: { allowed: [] } });
    assert.equal(both.status, 400);
    assert.match(both.json.error.message, /not both/);
    const more = await all(new URL(path, asking.url), { token: ASKER, body: { text: "green", interrupt } });
    assert.ok(more.some((it) => it.event === "question_answered" && it.data.answer === "green"));
    assert.match(more.find((it) => it.event === "answer").data.markdown, /green it is/);
  } finally {
    await asking.stop();
  }
});

test("a refused tool is not called", async () => {
  const received = await ask({ question: "Who calls place_order?", approve: true });
  const name = received[0].data.run;
  const approval = { allowed: [], note: "not today" };
  const more = await all(new URL(`/v1/runs/${name}/resume`, worker.url), { token: ASKER, body: { approval } });
  assert.ok(more.some((it) => it.event === "approval_given" && it.data.note === "not today"));
  assert.ok(!more.some((it) => it.event === "tool_finished" && it.data.ok), JSON.stringify(more.map((it) => it.event)));
});

test("events can be read again from any number", async () => {
  const received = await ask({ question: "How are orders placed?", model: "endpoint" });
  const name = received[0].data.run;
  const kept = received.filter((it) => !PASSING.includes(it.event));
  assert.ok(kept.length < received.length);
  const again = await follow(name);
  assert.deepEqual(again.filter((it) => !PASSING.includes(it.event)), kept);
  const middle = kept[Math.floor(kept.length / 2)];
  const rest = await follow(name, { "last-event-id": String(middle.id) });
  assert.deepEqual(rest.map((it) => it.id), again.map((it) => it.id).filter((id) => id > middle.id));
  assert.deepEqual(await follow(name, { "last-event-id": String(kept.at(-1).id) }), []);
  assert.equal((await worker.call(`/v1/runs/${name}`, { token: ASKER, headers: { "last-event-id": "x" } })).status, 400);
});

test("a client that disconnects does not stop a run; another can read its events", async () => {
  const hold = models.hold("synthesize", { pieces: 2 });
  const going = new AbortController();
  let name;
  let seen;
  const reading = (async () => {
    for await (const event of events(new URL("/v1/ask", worker.url), { token: ASKER, body: { repo: "shop", question: "How are orders placed?", model: "endpoint" }, signal: going.signal })) {
      name ??= event.data.run;
      seen = event.id;
    }
  })().catch(() => {});
  await hold.reached;
  await until("a first piece of the answer", () => seen > 0);
  going.abort();
  await reading;
  assert.equal((await run(name)).json.status, "running");
  const following = follow(name, { "last-event-id": String(seen) });
  hold.release();
  const rest = await following;
  assert.ok(rest.every((it) => it.id > seen));
  assert.deepEqual(rest.at(-1).data.outcome, { type: "answered" });
});

test("the number of open event streams of one run is limited", async () => {
  const hold = models.hold("synthesize", { pieces: 2 });
  const going = new AbortController();
  let name;
  const reading = (async () => {
    for await (const event of events(new URL("/v1/ask", worker.url), { token: ASKER, body: { repo: "shop", question: "How are orders placed?", model: "endpoint" } })) name ??= event.data.run;
  })();
  await hold.reached;
  await until("the run's name", () => name);
  const open = () => fetch(new URL(`/v1/runs/${name}`, worker.url), { headers: { authorization: `Bearer ${ASKER}`, accept: "text/event-stream" }, signal: going.signal });
  const streams = [];
  for (let at = 1; at < 16; at += 1) streams.push(await open());
  assert.deepEqual([...new Set(streams.map((stream) => stream.status))], [200]);
  const refused = await open();
  assert.equal(refused.status, 429);
  assert.match((await refused.json()).error.message, /16 event streams/);
  assert.equal((await run(name)).json.status, "running", "it can still be read as JSON");
  hold.release();
  await reading;
  assert.match(await streams[0].text(), /run_finished/);
  going.abort();
});

test("a resumed run has the rights that its owner has now", async () => {
  const received = await ask({ question: "Who calls place_order?", approve: true });
  const name = received[0].data.run;
  assert.deepEqual(received.at(-1).data.outcome, { type: "awaiting_approval" });
  const { json: waits } = await run(name);
  const approval = { allowed: waits.calls.map((call) => call.id), note: "" };
  const under = async (tokens, look) => {
    await worker.stop();
    worker = await startWorker({ vars: { ...vars, QUARRY_TOKENS: JSON.stringify(tokens) }, state });
    const call = (token, path = "", more = {}) => worker.call(`/v1/runs/${name}${path}`, { token, headers: json, ...more });
    await look(call, (token) => call(token, "/resume", { method: "POST", body: { approval } }));
  };
  const asker = { name: "asker", scope: "ask", token: ASKER };
  const admin = { name: "ci", scope: "admin", token: ADMIN };
  try {
    await under([{ ...asker, repos: ["other"] }, admin], async (call, resume) => {
      assert.equal((await resume(ASKER)).status, 403);
      assert.equal((await call(ASKER)).status, 403, "nor may what it found be read");
    });
    await under([admin], async (_, resume) => {
      const resumed = (await resume(ADMIN)).json;
      assert.equal(resumed.status, "failed", "an admin's word does not bring the owner's rights back");
      assert.match(resumed.outcome.message, /`asker` .*no longer known/);
    });
  } finally {
    await worker.stop();
    worker = await startWorker({ vars, state });
  }
});

test("a client that disconnects stops a run if the request asked for that", async () => {
  const hold = models.hold("synthesize", { pieces: 2 });
  const going = new AbortController();
  let name;
  const body = { repo: "shop", question: "How are orders placed?", model: "endpoint", cancel_on_disconnect: true };
  const reading = (async () => {
    for await (const event of events(new URL("/v1/ask", worker.url), { token: ASKER, body, signal: going.signal })) name ??= event.data.run;
  })().catch(() => {});
  await hold.reached;
  await until("the run's name", () => name);
  going.abort();
  await reading;
  const shownRun = await until("the end", async () => {
    const { json } = await run(name);
    return json.status !== "running" && json;
  });
  hold.release();
  assert.equal(shownRun.status, "cancelled");
  await until("the model's request to be given up", () => models.chats().at(-1).aborted);
});

test("a run is cancelled, resumed and deleted", async () => {
  const hold = models.hold("synthesize");
  const asking = ask({ question: "How are orders placed?", model: "endpoint", run: "a-run-of-mine" });
  await hold.reached;
  const cancelled = await worker.call("/v1/runs/a-run-of-mine/cancel", { token: ASKER, method: "POST" });
  assert.equal(cancelled.json.status, "cancelled", cancelled.body);
  hold.release();
  assert.deepEqual((await asking).at(-1).data.outcome, { type: "cancelled" });

  const taken = await worker.call("/v1/ask", { token: ASKER, method: "POST", body: { repo: "shop", question: "x y", run: "a-run-of-mine" }, headers: json });
  assert.equal(taken.status, 409, taken.body);

  const resumed = await worker.call("/v1/runs/a-run-of-mine/resume", { token: ASKER, method: "POST", headers: json });
  assert.equal(resumed.json.status, "answered", resumed.body);
  const deleted = await worker.call("/v1/runs/a-run-of-mine", { token: ASKER, method: "DELETE" });
  assert.equal(deleted.status, 200, deleted.body);
  assert.equal((await run("a-run-of-mine")).status, 404);
  const anew = await worker.call("/v1/ask", { token: ASKER, method: "POST", body: { repo: "shop", question: "Where are orders placed?", run: "a-run-of-mine" }, headers: json });
  assert.equal(anew.json.status, "answered", anew.body);
});

test("a run whose object is evicted while it works is resumed when it is read", async () => {
  const { name, seen } = await evictedInTheMiddle();
  const rest = await follow(name, { "last-event-id": String(seen) });
  assert.ok(rest.some((it) => it.event === "run_resumed"), JSON.stringify(rest.map((it) => it.event)));
  assert.ok(rest.every((it, at) => it.id > (at === 0 ? seen : rest[at - 1].id)), "no number is given twice");
  assert.ok(!rest.some((it) => it.event === "plan_made"), "what was done is not done again");
  assert.deepEqual(rest.at(-1).data.outcome, { type: "answered" });
});

test("a run whose object is evicted while it works is resumed by the alarm", { timeout: 120_000 }, async () => {
  const { name } = await evictedInTheMiddle();
  const before = models.chats().length;
  await until("the alarm", () => models.chats().length > before, 60_000);
  const shownRun = await until("the end", async () => {
    const { json } = await run(name);
    return json.status !== "running" && json;
  });
  assert.equal(shownRun.status, "answered");
});

/** Asks, and ends workerd while the model writes the answer. */
async function evictedInTheMiddle() {
  const hold = models.hold("synthesize", { pieces: 2 });
  let name;
  let seen;
  const reading = (async () => {
    for await (const event of events(new URL("/v1/ask", worker.url), { token: ASKER, body: { repo: "shop", question: "How are orders placed?", model: "endpoint" } })) {
      name ??= event.data.run;
      seen = event.id;
    }
  })().catch(() => {});
  await hold.reached;
  await until("a piece of the answer", () => seen > 10);
  await worker.stop();
  await reading;
  hold.release();
  worker = await startWorker({ vars, state });
  return { name, seen };
}
