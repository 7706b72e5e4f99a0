// What agents remember, in workerd: for a token, a repository and a conversation; stored only after an approval; listed, changed and
// deleted by the person; deleted with the repository.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startModelServer } from "../e2e/model-server.mjs";
import { all } from "./events.mjs";
import { indexOf, push, SHOP } from "./index.mjs";
import { ADMIN, ASKER, OTHER, READER, startWorker } from "./worker.mjs";

let models;
let index;
let state;
let worker;

const start = () =>
  startWorker({
    vars: { MODEL_BASE_URL: models.url("rememberer"), MODEL_NAME: "tester", MODEL_API_KEY: "sk-test", ANONYMOUS_ASK: "true" },
    state,
  });

before(async () => {
  index = indexOf(SHOP);
  models = await startModelServer();
  state = mkdtempSync(join(tmpdir(), "quarry-edge-memory-"));
  worker = await start();
  await push(worker, "shop", index);
  await push(worker, "till", index, { query: "?public=true" });
});

after(async () => {
  await worker?.stop();
  await models?.stop();
});

const json = { accept: "application/json" };

/** The events of a run of `plan-review`. */
const ask = (question, { token = ASKER, repo = "shop", ...more } = {}) =>
  all(new URL("/v1/ask", worker.url), { token, body: { repo, question, agent: "plan-review", model: "tester", ...more } });

/** Answers what a run asks. */
const answer = (received, allow, token = ASKER) => {
  const { calls, interrupt } = received.find((it) => it.event === "approval_asked").data;
  const body = { interrupt, approval: { allowed: allow ? calls.map((call) => call.id) : [], note: "" } };
  return all(new URL(`/v1/runs/${received[0].data.run}/resume`, worker.url), { token, body });
};

/** Has an agent store a value, which the person allows. */
const remember = async (what, options) => answer(await ask(`Remember: ${what}`, options), true, options?.token);

/** What an agent reads. */
const recall = async (what, options) => {
  const received = await ask(`Recall: ${what}`, options);
  return received.find((it) => it.event === "tool_finished")?.data.output ?? JSON.stringify(received.at(-1).data);
};

/** A call of the memory's routes. */
const memory = (method, query = "", { repo = "shop", token = ASKER, ...more } = {}) =>
  worker.call(`/v1/repos/${repo}/memory${query}`, { token, method, ...more });

/** The values of a scope by key, as listed. */
const listed = async (scope, query, options) => {
  const { status, body, json } = await memory("GET", query, options);
  assert.equal(status, 200, body);
  const { values, why } = json.scopes.find((it) => it.scope === scope);
  assert.equal(why, null);
  return Object.fromEntries(values.map(({ key, value }) => [key, value]));
};

test("a value is stored once it is approved, and read by later runs about the repository, also after a restart", async () => {
  const asked = await ask("Remember: tests for repository is pytest");
  assert.deepEqual(asked.at(-1).data.outcome, { type: "awaiting_approval" });
  assert.match(await recall("tests for repository"), /^Not found/, "nothing is stored before the approval");
  const resumed = await answer(asked, true);
  assert.ok(resumed.some((it) => it.event === "remembered" && it.data.key === "tests"), JSON.stringify(resumed));
  await worker.stop();
  worker = await start();
  const output = await recall("tests for repository", { token: OTHER });
  assert.match(output, new RegExp(`stored by memory_set of plan-review, run ${asked[0].data.run}`));
  assert.match(output, /pytest$/);
  assert.match(await recall("tests for repository", { repo: "till" }), /^Not found/, "another repository");
});

test("a declined value is not stored", async () => {
  await answer(await ask("Remember: style for repository is loud"), false);
  assert.match(await recall("style for repository"), /^Not found/);
});

test("what is remembered for a person is there in every repository, for the same token alone", async () => {
  await remember("style for person is terse");
  assert.match(await recall("style for person", { repo: "till" }), /terse$/);
  assert.match(await recall("style for person", { token: OTHER }), /^Not found/);
  assert.deepEqual(await listed("person", "", { token: OTHER }), {});
});

test("a conversation has a memory of its own where the question names one", async () => {
  const one = { conversation: "lamps-1" };
  await remember("goal for conversation is lamps", one);
  assert.match(await recall("goal for conversation", one), /lamps$/);
  assert.match(await recall("goal for conversation", { conversation: "lamps-2" }), /^Not found/);
  assert.match(await recall("goal for conversation", { ...one, token: OTHER }), /^Not found/, "of another token");
  assert.match(await recall("goal for conversation", { ...one, repo: "till" }), /^Not found/, "about another repository");
  const nameless = await ask("Recall: goal for conversation");
  assert.match(nameless.find((it) => it.event === "tool_finished").data.output, /nothing is remembered for the conversation here/);
  assert.ok(!nameless.some((it) => it.event === "fallback" && it.data.node === "conversation"), "and the run has no trouble with it");
  const body = { repo: "shop", question: "x", conversation: "a/b" };
  assert.equal((await worker.call("/v1/ask", { token: ASKER, method: "POST", body, headers: json })).status, 400);
});

const REPEATED = { repo: "shop", question: "What does add_tax do?", agent: "intent-router", model: "offline" };

test("runs of a conversation know what was asked before, until the person deletes it", async () => {
  const asks = async (question) => {
    const body = { ...REPEATED, question, conversation: "tax" };
    const asked = await worker.call("/v1/ask", { token: ASKER, method: "POST", headers: json, body });
    assert.equal(asked.json.status, "answered", asked.body);
  };
  const kept = async () => (await memory("GET", "?conversation=tax")).json.conversation;
  assert.deepEqual(await kept(), { kept: { exchanges: 0, outcomes: 0, files: 0 }, why: null });
  await asks(REPEATED.question);
  assert.equal((await kept()).kept.exchanges, 1);
  await asks("Who calls place_order?");
  assert.equal((await kept()).kept.exchanges, 2);
  assert.equal((await memory("GET")).json.conversation, null, "none is named");
  assert.equal((await memory("DELETE", "?scope=conversation&conversation=tax")).status, 200);
  assert.equal((await kept()).kept.exchanges, 0);
});

test("an answer that nothing has changed for is given again, until the person deletes it", async () => {
  const isCached = async () => {
    const received = await all(new URL("/v1/ask", worker.url), { token: ASKER, body: REPEATED });
    assert.deepEqual(received.at(-1).data.outcome, { type: "answered" });
    return received.some((it) => it.event === "cached");
  };
  const count = async () => (await memory("GET")).json.answers.kept;
  await memory("DELETE", "?scope=answers");
  assert.equal(await count(), 0);
  assert.equal(await isCached(), false);
  assert.equal(await count(), 1);
  assert.equal(await isCached(), true);
  await memory("DELETE", "?scope=answers");
  assert.equal(await isCached(), false);
});

test("the person lists what is remembered with where it came from, edits and deletes it", async () => {
  const { json: all } = await memory("GET", "?conversation=lamps-1");
  assert.deepEqual(all.scopes.map(({ scope }) => scope), ["person", "repository", "conversation"]);
  const [{ source, stored_at: storedAt, ...tests }] = all.scopes[1].values;
  assert.deepEqual(tests, { key: "tests", value: "pytest" });
  assert.deepEqual([source.type, source.agent, source.by], ["run", "plan-review", "memory_set"]);
  assert.ok(source.run && Math.abs(Date.now() - storedAt) < 600_000, JSON.stringify({ source, storedAt }));
  const put = (query, body) => memory("PUT", query, { body });
  assert.deepEqual((await put("?scope=repository", { key: "tests", value: "pytest -q" })).json, { stored: "tests" });
  const [edited] = (await memory("GET")).json.scopes[1].values;
  assert.deepEqual([edited.value, edited.source], ["pytest -q", { type: "person" }]);
  assert.match(await recall("tests for repository"), /stored by the person/);
  assert.equal((await memory("DELETE", "?scope=repository&key=tests")).status, 200);
  assert.deepEqual(await listed("repository"), {});
  assert.equal((await memory("DELETE", "?scope=repository&key=tests")).status, 404);
  await put("?scope=conversation&conversation=lamps-1", { key: "second", value: "" });
  assert.deepEqual(await listed("conversation", "?conversation=lamps-1"), { goal: "lamps", second: "" });
  assert.equal((await memory("DELETE", "?scope=conversation&conversation=lamps-1")).status, 200);
  assert.deepEqual(await listed("conversation", "?conversation=lamps-1"), {});
  assert.deepEqual(await listed("person"), { style: "terse" }, "other scopes stay");
});

test("what does not fit is refused with the reason", async () => {
  const put = (key, value, query = "?scope=repository") => memory("PUT", query, { body: { key, value } });
  for (const [answered, status, message] of [
    [await put("", "x"), 400, /a key has 1 to 200 bytes/],
    [await put("k", "x".repeat(21_000)), 400, /at most 20480 are stored/],
    [await put("k", "x".repeat(70_000)), 413, /64 KiB/],
    [await put("k", "x", ""), 400, /`scope` is missing/],
    [await put("k", "x", "?scope=world"), 400, /`person`, `repository` or `conversation`/],
    [await put("k", "x", "?scope=conversation"), 400, /`conversation` is missing/],
    [await put("k", "x", "?scope=conversation&conversation=.."), 400, /letters, digits/],
    [await memory("DELETE"), 400, /`scope` is missing/],
    [await memory("GET", "", { repo: "nowhere" }), 404, /no repository/],
  ]) {
    assert.equal(answered.status, status, answered.body);
    assert.match(answered.json.error.message, message);
  }
  for (let at = 0; at < 200; at += 1) assert.equal((await put(`key ${at}`, "x")).status, 200);
  const full = await put("one more", "x");
  assert.deepEqual([full.status, full.json.error.kind], [409, "conflict"]);
  assert.match(full.json.error.message, /200 keys already/);
  assert.equal((await memory("DELETE", "?scope=repository")).status, 200);
  assert.deepEqual(await listed("repository"), {});
});

test("a caller without a token has no memory, and a token that may only read sees none", async () => {
  const output = await recall("tests for repository", { token: null, repo: "till" });
  assert.match(output, /there is no tool `memory_get`|memory_get.*(unknown|no tool|not there)/i);
  for (const method of ["GET", "PUT", "DELETE"]) {
    const body = method === "PUT" ? { key: "a", value: "b" } : undefined;
    assert.equal((await nobody(method, body)).status, 401, method);
    assert.equal((await memory(method, "?scope=person", { token: READER, body })).status, 403, method);
  }
});

const nobody = (method, body) => worker.call("/v1/repos/till/memory?scope=person", { method, body });

test("what is remembered for a repository goes with it, and what is remembered for a person stays", async () => {
  await remember("tests for repository is pytest");
  await remember("goal for conversation is lamps", { conversation: "lamps-3" });
  await worker.call("/v1/repos/shop", { token: ADMIN, method: "DELETE" });
  await push(worker, "shop", index);
  assert.match(await recall("tests for repository"), /^Not found/);
  assert.deepEqual(await listed("conversation", "?conversation=lamps-3"), {});
  assert.deepEqual(await listed("person"), { style: "terse" });
});

test("a deployment without the binding remembers nothing, and works", async () => {
  const bare = await startWorker({ options: { durableObjects: { RUNS: { className: "RunObject", useSQLite: true } } } });
  try {
    await push(bare, "shop", index);
    const asked = await bare.call("/v1/ask", { token: ASKER, method: "POST", headers: json, body: REPEATED });
    assert.equal(asked.json.status, "answered", asked.body);
    const { status, json: refused } = await bare.call("/v1/repos/shop/memory", { token: ASKER });
    assert.deepEqual([status, refused.error.kind], [503, "unavailable"]);
    assert.equal((await bare.call("/v1/repos/shop", { token: ADMIN, method: "DELETE" })).status, 200);
  } finally {
    await bare.stop();
  }
});
