// The ports' adapters in workerd, by a Worker that exercises them (crates/host-edge/examples/conformance.rs).

import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startModules } from "./worker.mjs";

let worker;
let server;
let endless;

before(async () => {
  const folder = process.env.QUARRY_ADAPTERS;
  // The entry of the real Worker, which is tested too.
  copyFileSync(new URL("../../crates/app-edge/js/worker.js", import.meta.url), join(folder, "worker.js"));
  worker = await startModules(folder, {
    r2Buckets: ["BUCKET"],
    durableObjects: { RUNS: { className: "RunObject", useSQLite: true } },
  });
  server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});

after(async () => {
  await worker?.stop();
  server?.closeAllConnections();
  server?.close();
});

async function answer(request, response) {
  const body = [];
  for await (const piece of request) body.push(piece);
  const paths = {
    "/stream": async () => {
      assert.equal(request.headers["x-key"], "secret");
      for (const word of [Buffer.concat(body), " one", " two", " three"]) {
        response.write(word);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      response.end();
    },
    "/here": () => response.writeHead(307, { location: "/stream" }).end(),
    "/elsewhere": () => response.writeHead(307, { location: "http://localhost:9/stream" }).end(),
    "/endless": () => {
      endless = new Promise((resolve) => response.on("close", resolve));
      response.write("first");
    },
  };
  await paths[request.url]();
}

async function tried(path) {
  const { status, body } = await worker.call(path);
  assert.equal(status, 200, body);
  return body;
}

test("the checkpoint store over a Durable Object's SQLite conforms", async () => {
  assert.equal(await tried("/store"), "conforms");
});

test("texts of a memory are replaced only as they were read, and forgotten by the group", async () => {
  assert.equal(await tried("/memory"), "remembers");
});

test("the index source reads R2 through the cache", async () => {
  assert.equal(await tried("/index"), "reads");
});

test("the HTTP client streams, follows redirects within an origin only, and gives up what is dropped", async () => {
  const { port } = server.address();
  assert.equal(await tried(`/fetch?server=${encodeURIComponent(`http://127.0.0.1:${port}`)}`), "fetches");
  await endless;
});

test("timer, clock and ids", async () => {
  assert.equal(await tried("/time"), "waits");
});

test("after a panic requests in flight fail at once, and the next call gets a fresh wasm instance", async () => {
  assert.equal(await tried("/time"), "waits");
  for (const path of ["/panic", "/store/panic"]) {
    const began = Date.now();
    const waiting = worker.call("/wait");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const panicked = await worker.call(path);
    const waited = await waiting;
    assert.ok(Date.now() - began < 10_000);
    assert.deepEqual([panicked.status, waited.status], [500, 500], `${path}: ${panicked.body} ${waited.body}`);
    // A panic in an object does not reach concurrent requests; the runtime ends them, as nothing can complete them any more.
    if (path === "/panic") assert.deepEqual([panicked.json.error.kind, waited.json.error.kind], ["internal", "internal"]);
    assert.equal(await tried("/time"), "waits");
    assert.equal(await tried("/store"), "conforms");
  }
});
