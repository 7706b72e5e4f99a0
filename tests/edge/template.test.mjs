// The template as `wrangler deploy` reads it, and the Worker behind static assets.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startWorker } from "./worker.mjs";

const TEMPLATE = fileURLToPath(new URL("../../edge", import.meta.url));

test("wrangler takes the template, with every binding and within the size that Cloudflare takes", async () => {
  const out = mkdtempSync(join(tmpdir(), "quarry-wrangler-"));
  const wrangler = join(TEMPLATE, "node_modules/wrangler/bin/wrangler.js");
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" };
  const { stdout, stderr } = await promisify(execFile)("node", [wrangler, "deploy", "--dry-run", "--outdir", out], { cwd: TEMPLATE, env });
  for (const binding of ["env.RUNS (RunObject)", "env.MEMORY (MemoryObject)", "env.INDEXES (quarry-indexes)", "env.RATE_LIMIT", "env.ASSETS", "env.MAX_RUN_TOKENS"]) {
    assert.ok(stdout.includes(binding), `${binding} in ${stdout}`);
  }
  assert.doesNotMatch(stdout + stderr, /WARNING|ERROR/);
  const kib = Number(/Total Upload: ([\d.]+) KiB/.exec(stdout)[1]);
  assert.ok(kib > 500 && kib < 64 * 1024, `${kib} KiB`);
  for (const name of ["worker.js", "quarry.js", "quarry_bg.wasm", "state.js"]) assert.ok(readdirSync(out).includes(name), name);
});

test("what is not the API is the page", async () => {
  const page = mkdtempSync(join(tmpdir(), "quarry-page-"));
  writeFileSync(join(page, "index.html"), "<title>Quarry</title>");
  const routerConfig = { invoke_user_worker_ahead_of_assets: true, has_user_worker: true };
  const worker = await startWorker({ options: { assets: { directory: page, binding: "ASSETS", routerConfig } } });
  try {
    assert.match((await worker.call("/")).body, /<title>Quarry/);
    assert.equal((await worker.call("/nothing.js")).status, 404);
    assert.equal((await worker.call("/healthz")).json.ok, true);
    assert.equal((await worker.call("/v1/nothing")).json.error.kind, "not_found");
  } finally {
    await worker.stop();
  }
  const bare = await startWorker();
  try {
    const { status, json } = await bare.call("/");
    assert.deepEqual([status, json.error.kind], [404, "not_found"]);
  } finally {
    await bare.stop();
  }
});
