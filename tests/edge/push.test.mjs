// `quarry push` against the Worker.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { remove, shop } from "../e2e/fixture.mjs";
import { ADMIN, READER, startWorker } from "./worker.mjs";

let worker;
let folder;

before(async () => {
  folder = shop();
  worker = await startWorker();
});

after(async () => {
  await worker?.stop();
  remove(folder);
});

async function push(token = ADMIN, ...more) {
  const words = ["push", folder, "--to", worker.url.origin, "--repo", "shop", "--json", ...more];
  const { stdout } = await promisify(execFile)(process.env.QUARRY_CLI, words, { env: { ...process.env, QUARRY_TOKEN: token } });
  return JSON.parse(stdout);
}

test("a folder is indexed and published, and only what changed is sent again", async () => {
  const first = await push();
  assert.equal(first.sent.files, first.chunks.files);
  const again = await push();
  assert.deepEqual([again.sent.files, again.snapshot], [0, first.snapshot]);
  appendFileSync(join(folder, "server/checkout.py"), "\n\ndef brand_new_function():\n    return handle_checkout({})\n");
  const changed = await push();
  assert.ok(changed.sent.files > 0 && changed.snapshot !== first.snapshot, JSON.stringify(changed));
  const callers = await worker.call("/v1/callers?repo=shop&symbol=handle_checkout", { token: READER });
  assert.ok(callers.json[0].calls.some((call) => call.caller.endsWith("brand_new_function")), callers.body);
});

test("each push sets whether the repository is public", async () => {
  assert.equal((await worker.call("/v1/search?repo=shop&q=order")).status, 401);
  await push(ADMIN, "--public");
  assert.equal((await worker.call("/v1/search?repo=shop&q=order")).status, 200);
});

test("a push with a token that lacks the scope is refused with the reason", async () => {
  await assert.rejects(push(READER), (error) => /admin/.test(error.stderr));
});
