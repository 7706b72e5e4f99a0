// What is refused, with which status, kind and advice.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chunksOf, indexOf, push, SHOP } from "./index.mjs";
import { ADMIN, ASKER, OTHER, READER, startWorker } from "./worker.mjs";

let worker;
let index;

before(async () => {
  index = indexOf(SHOP);
  worker = await startWorker({ vars: { ALLOWED_ORIGINS: "https://docs.example.com", ANONYMOUS_ASK: "true" } });
  await push(worker, "shop", index);
  await push(worker, "open", index, { query: "?public=true" });
});

after(() => worker?.stop());

async function refused(path, call, status, kind, message = /./) {
  const answer = await worker.call(path, call);
  assert.equal(answer.status, status, `${call?.method ?? "GET"} ${path}: ${answer.body}`);
  assert.equal(answer.json?.error.kind, kind, answer.body);
  assert.match(answer.json.error.message, message);
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  return answer;
}

test("401: a private repository, without a token or with an unknown one", async () => {
  const search = "/v1/search?repo=shop&q=order";
  const answer = await refused(search, {}, 401, "unauthorized", /scope `read`/);
  assert.equal(answer.headers.get("www-authenticate"), "Bearer");
  await refused(search, { token: "wrong-token-for-tests" }, 401, "unauthorized", /not known/);
  await refused(search, { headers: { authorization: "Basic abc" } }, 401, "unauthorized");
  // A wrong token is refused even where none is needed.
  await refused("/v1/search?repo=open&q=order", { token: "wrong-token-for-tests" }, 401, "unauthorized");
  await refused("/v1/ask", { method: "POST", body: { repo: "shop", question: "x" } }, 401, "unauthorized", /scope `ask`/);
  // The response does not reveal whether a repository exists.
  await refused("/v1/search?repo=nowhere&q=order", {}, 401, "unauthorized");
});

test("403: a token for something else", async () => {
  const put = (token) => ({ token, method: "PUT", body: "{}" });
  await refused("/v1/repos/shop/manifest", put(ASKER), 403, "forbidden", /`admin`/);
  await refused("/v1/ask", { token: READER, method: "POST", body: { repo: "shop", question: "x" } }, 403, "forbidden", /`ask`/);
  await refused("/v1/search?repo=other&q=x", { token: READER }, 403, "forbidden");
  await refused("/v1/repos/shop", { token: READER, method: "DELETE" }, 403, "forbidden");
});

test("404: repositories, paths, symbols, agents and runs that are not there", async () => {
  await refused("/v1/search?repo=nowhere&q=order", { token: ASKER }, 404, "not_found", /push its index/);
  await refused("/v1/nothing", { token: ASKER }, 404, "not_found", /openapi/);
  await refused("/v1/callers?repo=shop&symbol=no_such_symbol_at_all", { token: READER }, 404, "not_found");
  await refused("/v1/graph/nobody", {}, 404, "not_found", /plan-react/);
  await refused("/v1/runs/run-that-never-was", { token: ASKER }, 404, "not_found");
  await refused("/v1/runs/run-that-never-was/cancel", { token: ASKER, method: "POST" }, 404, "not_found");
  await refused("/v1/repos/nowhere", { token: ADMIN, method: "DELETE" }, 404, "not_found");
});

test("405: a path with another method names those that it takes", async () => {
  const answer = await refused("/v1/ask", { token: ASKER }, 405, "bad_request", /POST/);
  assert.equal(answer.headers.get("allow"), "POST");
  await refused("/mcp", { token: ASKER }, 405, "bad_request");
});

test("409: a manifest whose files are not there names them", async () => {
  const manifest = readFileSync(join(index, "manifest.json"));
  const answer = await refused("/v1/repos/empty/manifest", { token: ADMIN, method: "PUT", body: manifest }, 409, "conflict", /push/);
  assert.ok(answer.json.error.missing.length > 0, answer.body);
  assert.ok(answer.json.error.missing.every((name) => chunksOf(index).includes(name)), answer.body);
  await refused("/v1/search?repo=empty&q=x", { token: ADMIN }, 404, "not_found");
});

test("413: bodies over their limits, announced or not", async () => {
  const name = `${"0".repeat(32)}.bin`;
  const big = new Uint8Array(8 * 1024 * 1024 + 1);
  await refused(`/v1/repos/shop/chunks/${name}`, { token: ADMIN, method: "PUT", body: big }, 413, "too_large", /8 MiB/);
  let pieces = 40;
  const unannounced = new ReadableStream({
    pull: (to) => (pieces-- > 0 ? to.enqueue(new Uint8Array(64 * 1024).fill(32)) : to.close()),
  });
  const streamed = { token: ADMIN, method: "PUT", body: unannounced, duplex: "half" };
  await refused("/v1/repos/shop/manifest", streamed, 413, "too_large", /1 MiB/);
  const question = "x".repeat(300 * 1024);
  await refused("/v1/ask", { token: ASKER, method: "POST", body: { repo: "shop", question } }, 413, "too_large", /256 KiB/);
});

test("400: invalid bodies and queries", async () => {
  const post = (path, body, message) => refused(path, { token: ADMIN, method: "POST", body, headers: { "content-type": "application/json" } }, 400, "bad_request", message);
  await post("/v1/ask", "{", /EOF/);
  await post("/v1/ask", "", /expected/);
  await post("/v1/ask", '{"repo":"shop"}', /question/);
  await post("/v1/ask", '{"repo":"shop","question":"  "}', /empty/);
  await post("/v1/ask", '{"repo":"shop","question":"x","steps":3}', /unknown field/);
  await post("/v1/ask", '{"repo":"shop","question":"x","agent":"nobody"}', /plan-react/);
  await post("/v1/ask", '{"repo":"shop","question":"x","model":"huge"}', /offline/);
  await post("/v1/ask", '{"repo":"../shop","question":"x"}', /letters, digits/);
  await post("/v1/ask", '{"repo":"shop","question":"x","run":"a/b"}', /no name for a run/);
  await post("/v1/ask", JSON.stringify({ repo: "shop", question: "y".repeat(9000) }), /longer than 8000/);
  await post("/v1/repos/shop/missing", '{"chunks":["../manifest.json"]}', /32 hex digits/);
  await post("/v1/repos/shop/missing", JSON.stringify({ chunks: Array(1001).fill(`${"0".repeat(32)}.bin`) }), /1000/);
  for (const path of ["/v1/search?repo=shop", "/v1/search?q=x", "/v1/search?repo=shop&q=x&n=0", "/v1/search?repo=shop&q=x&n=many", "/v1/graph/plan-react?format=png"]) {
    await refused(path, { token: ADMIN }, 400, "bad_request");
  }
});

test("400: files whose hash is not their name, and manifests that are not valid", async () => {
  const name = `${createHash("md5").update("x").digest("hex")}.bin`;
  const put = (path, body, message) => refused(path, { token: ADMIN, method: "PUT", body }, 400, "bad_request", message);
  await put(`/v1/repos/shop/chunks/${name}`, randomBytes(20), /push the file again/);
  await put("/v1/repos/shop/chunks/manifest.json", "{}", /32 hex digits/);
  await put("/v1/repos/shop/manifest", "not json", /not a Quarry index/);
  await put("/v1/repos/shop/manifest", "{}", /not a Quarry index/);
  const newer = JSON.stringify({ ...JSON.parse(readFileSync(join(index, "manifest.json"), "utf8")), version: 99 });
  await put("/v1/repos/shop/manifest", newer, /newer Quarry/);
  await put("/v1/repos/shop/manifest?public=perhaps", readFileSync(join(index, "manifest.json")), /`public`/);
});

test("a public repository is read by everyone, and asked about where that is allowed", async () => {
  const found = await worker.call("/v1/search?repo=open&q=order");
  assert.ok(found.json.hits.length > 0, found.body);
  const listed = await worker.call("/v1/repos");
  assert.deepEqual(listed.json.repos.map((repo) => repo.id), ["open"]);
  const asked = await worker.call("/v1/ask", { method: "POST", body: { repo: "open", question: "Where are orders placed?" }, headers: { accept: "application/json" } });
  assert.equal(asked.json.status, "answered", asked.body);
  await refused("/v1/repos/open", { method: "DELETE" }, 401, "unauthorized");
  // Published again without `public`, it stays as public as it was.
  assert.equal((await push(worker, "open", index)).public, true);
});

test("a run can be read by its owner and by admins", async () => {
  const asked = await worker.call("/v1/ask", { token: ASKER, method: "POST", body: { repo: "shop", question: "Where are orders placed?" }, headers: { accept: "application/json" } });
  const path = `/v1/runs/${asked.json.run}`;
  await refused(path, { token: OTHER }, 404, "not_found");
  await refused(path, {}, 404, "not_found");
  await refused(path, { token: OTHER, method: "DELETE" }, 404, "not_found");
  assert.equal((await worker.call(path, { token: ADMIN })).status, 200);
  assert.equal((await worker.call(path, { token: ASKER })).status, 200);
});

test("pages of listed origins may call, others may not", async () => {
  const from = (origin) => ({ token: READER, headers: { origin } });
  const search = "/v1/search?repo=shop&q=order";
  const listed = await worker.call(search, from("https://docs.example.com"));
  assert.equal(listed.status, 200);
  assert.equal(listed.headers.get("access-control-allow-origin"), "https://docs.example.com");
  assert.match(listed.headers.get("access-control-expose-headers"), /quarry-run/);
  assert.match(listed.headers.get("vary"), /origin/);
  const other = await refused(search, from("https://evil.example"), 403, "forbidden", /ALLOWED_ORIGINS/);
  assert.equal(other.headers.get("access-control-allow-origin"), null);
  const own = await worker.call(search, from(worker.url.origin));
  assert.equal(own.status, 200);
  const preflight = await worker.call("/v1/ask", { method: "OPTIONS", headers: { origin: "https://docs.example.com", "access-control-request-method": "POST" } });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get("access-control-allow-headers"), /authorization.*last-event-id/);
  assert.match(preflight.headers.get("access-control-allow-methods"), /DELETE/);
});

test("429: a caller who calls too often, counted by token", async () => {
  const limited = await startWorker({ options: { ratelimits: { RATE_LIMIT: { simple: { limit: 3, period: 60 } } } } });
  try {
    const call = (token) => limited.call("/v1/search?repo=shop&q=x", { token });
    for (let at = 0; at < 3; at += 1) assert.equal((await call(READER)).status, 404);
    const answer = await call(READER);
    assert.equal(answer.status, 429, answer.body);
    assert.equal(answer.json.error.kind, "rate_limited");
    assert.ok(Number(answer.headers.get("retry-after")) > 0);
    assert.equal((await call(ASKER)).status, 404);
    // Pushing an index, which is many calls, is not counted.
    for (let at = 0; at < 5; at += 1) assert.equal((await call(ADMIN)).status, 404);
  } finally {
    await limited.stop();
  }
});

test("429: calls of public routes, wrong tokens and paths that do not exist count too", async () => {
  const anonymous = ["/healthz", "/v1/openapi.json", "/v1/repos", "/v1/graph/plan-react", "/v1/nothing"];
  for (const path of anonymous) {
    const limited = await startWorker({ options: { ratelimits: { RATE_LIMIT: { simple: { limit: 2, period: 60 } } } } });
    try {
      for (let at = 0; at < 2; at += 1) assert.notEqual((await limited.call(path)).status, 429, path);
      assert.equal((await limited.call(path)).status, 429, path);
      assert.equal((await limited.call(path, { token: "wrong-token-for-tests" })).status, 429, `a guess on ${path}`);
    } finally {
      await limited.stop();
    }
  }
});

test("429: each request of an MCP batch counts", async () => {
  const limited = await startWorker({ options: { ratelimits: { RATE_LIMIT: { simple: { limit: 5, period: 60 } } } } });
  try {
    await push(limited, "shop", index);
    const body = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    const headers = { "mcp-protocol-version": "2025-03-26" };
    const answers = (await limited.call("/mcp?repo=shop", { token: READER, method: "POST", body, headers })).json;
    assert.equal(answers.length, 100);
    assert.equal(answers.filter((answer) => answer.result).length, 5);
    assert.match(answers[5].error.message, /Too many calls/);
    assert.equal((await limited.call("/v1/repos", { token: READER })).status, 429);
  } finally {
    await limited.stop();
  }
});

test("403: over http only names that cannot be rebound are the Worker's own", async () => {
  const named = (host) => new Promise((resolve, reject) => {
    const headers = { host, origin: `http://${host}`, authorization: `Bearer ${READER}` };
    get(new URL("/v1/search?repo=shop&q=order", worker.url), { headers }, (response) => resolve(response.resume().statusCode)).on("error", reject);
  });
  const port = worker.url.port;
  assert.equal(await named(`localhost:${port}`), 200);
  assert.equal(await named(`127.0.0.1:${port}`), 200);
  assert.equal(await named(`rebound.evil.example:${port}`), 403);
});

test("nothing is shown in a frame of another page", async () => {
  for (const path of ["/healthz", "/v1/graph/plan-react?format=svg", "/v1/nothing"]) {
    const answer = await worker.call(path);
    assert.match(answer.headers.get("content-security-policy"), /frame-ancestors 'none'/, path);
  }
});

test("wrong settings are named, without secrets", async () => {
  const broken = await startWorker({ vars: { MAX_STEPS: "many" } });
  try {
    const answer = await broken.call("/healthz");
    assert.equal(answer.status, 503);
    assert.match(answer.json.error.message, /MAX_STEPS is `many`/);
    assert.ok(!answer.body.includes(ADMIN));
  } finally {
    await broken.stop();
  }
});

test("a repository that is deleted is gone", async () => {
  await push(worker, "brief", index);
  const deleted = await worker.call("/v1/repos/brief", { token: ADMIN, method: "DELETE" });
  assert.equal(deleted.status, 200);
  await refused("/v1/search?repo=brief&q=x", { token: ADMIN }, 404, "not_found");
  const { json } = await worker.call("/v1/repos/brief/missing", { token: ADMIN, method: "POST", body: { chunks: chunksOf(index) } });
  assert.deepEqual(json.missing, chunksOf(index));
});
