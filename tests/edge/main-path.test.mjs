// The main path: push an index, search it, ask about it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { all } from "./events.mjs";
import { chunksOf, indexOf, push, SHOP } from "./index.mjs";
import { ADMIN, ASKER, READER, startWorker } from "./worker.mjs";

let worker;
let index;

before(async () => {
  index = indexOf(SHOP);
  worker = await startWorker();
});

after(() => worker?.stop());

test("an index is pushed, published and listed", async () => {
  const pushed = await push(worker, "shop", index);
  assert.equal(pushed.id, "shop");
  assert.equal(pushed.public, false);
  assert.ok(pushed.files > 3 && pushed.snapshot.length === 32, JSON.stringify(pushed));
  const { json } = await worker.call("/v1/repos", { token: READER });
  assert.deepEqual(json.repos, [pushed]);
});

test("what is there is not missing, and is not stored twice", async () => {
  const chunks = chunksOf(index);
  const stranger = `${"0".repeat(32)}.bin`;
  const asked = [...chunks, stranger];
  const { json } = await worker.call("/v1/repos/shop/missing", { token: ADMIN, method: "POST", body: { chunks: asked } });
  assert.deepEqual(json.missing, [stranger]);
  const body = readFileSync(join(index, chunks[0]));
  const again = await worker.call(`/v1/repos/shop/chunks/${chunks[0]}`, { token: ADMIN, method: "PUT", body });
  assert.equal(again.status, 200);
});

test("search, callers and callees answer as the command line does", async () => {
  const cli = (...words) => JSON.parse(execFileSync(process.env.QUARRY_CLI, [...words, "--json"], { encoding: "utf8" }));
  const hits = await worker.call("/v1/search?repo=shop&q=place%20order&n=5", { token: READER });
  assert.deepEqual(hits.json.hits, cli("search", index, "place order", "-n", "5"));
  assert.ok(hits.json.hits.length > 0);
  for (const command of ["callers", "callees"]) {
    const calls = await worker.call(`/v1/${command}?repo=shop&symbol=place_order`, { token: READER });
    assert.deepEqual(calls.json, cli(command, index, "place_order"));
  }
  const symbols = await worker.call("/v1/symbols?repo=shop&q=plord", { token: READER });
  assert.ok(symbols.json.symbols.some((it) => it.title === "place_order"), symbols.body);
});

test("a question is answered by the offline model, event by event", async () => {
  const received = await all(new URL("/v1/ask", worker.url), { token: ASKER, body: { repo: "shop", question: "Who calls place_order?" } });
  assert.equal(received[0].event, "run_started");
  assert.match(received[0].data.run, /^run-[0-9a-f]{32}$/);
  assert.deepEqual(received.at(-1).data.outcome, { type: "answered" });
  received.forEach(({ id, event, data }) => assert.deepEqual([data.seq, data.type], [id, event]));
  assert.ok(received.every((it, at) => at === 0 || it.id > received[at - 1].id));
  const answer = received.find((it) => it.event === "answer").data;
  assert.ok(answer.citations.length > 0 && answer.markdown.includes("[[1]]"), answer.markdown);
});

test("a question is answered as one document where JSON is asked for", async () => {
  const body = { repo: "shop", question: "Where is a price calculated?" };
  const asked = await worker.call("/v1/ask", { token: ASKER, method: "POST", body, headers: { accept: "application/json" } });
  assert.equal(asked.status, 200, asked.body);
  assert.equal(asked.headers.get("quarry-run"), asked.json.run);
  assert.equal(asked.json.status, "answered");
  assert.ok(asked.json.answer.citations.length > 0, asked.body);
  const read = await worker.call(`/v1/runs/${asked.json.run}`, { token: ASKER });
  assert.deepEqual(read.json, asked.json);
});
