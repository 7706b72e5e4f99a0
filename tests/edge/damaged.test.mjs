// A published index of which a chunk is gone or changed in the bucket: every answer is that of the whole index, or a failure
// that names the chunk. An inconsistent index is not published.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { all } from "./events.mjs";
import { chunksOf, indexOf, push, SHOP } from "./index.mjs";
import { ADMIN, ASKER, startWorker } from "./worker.mjs";

let worker;
let index;

before(async () => {
  index = indexOf(SHOP);
  worker = await startWorker();
});

after(() => worker?.stop());

/** The results of the routes, the agent and MCP: answers as text, failures as `{failed}`. */
async function asked(repo) {
  const answers = [];
  for (const path of ["search?q=place%20order", "callers?symbol=place_order", "callees?symbol=place_order", "symbols?q=place_order"]) {
    const { status, body, json } = await worker.call(`/v1/${path}&repo=${repo}`, { token: ADMIN });
    answers.push(status === 200 ? body : { failed: json.error.message, status });
  }
  const events = await all(new URL("/v1/ask", worker.url), { token: ASKER, body: { repo, question: "Who calls place_order?" } });
  const { outcome } = events.at(-1).data;
  const answer = events.find(({ event }) => event === "answer")?.data;
  answers.push(outcome.type === "answered" ? JSON.stringify([answer.markdown, answer.citations]) : { failed: outcome.message, status: outcome.type });
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_callers", arguments: { function_name: "place_order" } } };
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  const mcp = (await worker.call(`/mcp?repo=${repo}`, { token: ADMIN, method: "POST", body: call, headers })).json;
  answers.push(mcp.error ? { failed: mcp.error.message, status: "rpc" } : JSON.stringify(mcp.result));
  return answers;
}

test("with any chunk gone or changed, the Worker answers as with the whole index, or fails and names it", async () => {
  await push(worker, "whole", index);
  const whole = await asked("whole");
  assert.ok(whole.every((answer) => typeof answer === "string"), JSON.stringify(whole));
  const bucket = await worker.indexes();
  let failed = 0;
  const check = async (repo, name) => {
    (await asked(repo)).forEach((answer, at) => {
      if (typeof answer === "string") return assert.equal(answer, whole[at], `${at} with ${name}`);
      failed += 1;
      assert.ok(answer.failed.includes(name), `${answer.status}: ${answer.failed}`);
    });
  };
  for (const [at, name] of chunksOf(index).entries()) {
    await push(worker, `gone-${at}`, index);
    await bucket.delete(`chunks/gone-${at}/${name}`);
    await check(`gone-${at}`, name);
    await push(worker, `changed-${at}`, index);
    const bytes = new Uint8Array(readFileSync(join(index, name)));
    bytes[bytes.length >> 1] ^= 1;
    await bucket.put(`chunks/changed-${at}/${name}`, bytes);
    await check(`changed-${at}`, name);
  }
  assert.ok(failed > chunksOf(index).length, `${failed} failed`);
});

test("an index whose manifest does not fit its files is not published", async () => {
  await push(worker, "honest", index);
  const manifest = JSON.parse(readFileSync(join(index, "manifest.json"), "utf8"));
  for (const change of [{ symbols: 4294967295 }, { bytes: manifest.bytes + 1 }, { files: 1 }, { chunks: 1 }, { index_bytes: 1 }, { name: "other" }]) {
    const body = JSON.stringify({ ...manifest, ...change });
    const { status, json } = await worker.call("/v1/repos/honest/manifest", { token: ADMIN, method: "PUT", body });
    assert.equal(status, 400, JSON.stringify(change));
    assert.match(json.error.message, /cannot be published.*damaged/);
  }
});
