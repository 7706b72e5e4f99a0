// One index format: the bytes that the command line makes and those that a Worker makes are the same.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { entriesOf, manyModules, remove, shop } from "../e2e/fixture.mjs";
import { tarGz } from "../e2e/archives.mjs";
import { chunksOf, indexOf } from "./index.mjs";
import { startModules } from "./worker.mjs";

const ENTRY = `
import { WorkerEntrypoint } from "cloudflare:workers";
import * as quarry from "./quarry.js";
export default class extends WorkerEntrypoint {
  fetch(request) { return quarry.fetch.call(this, request, this.env, this.ctx); }
}`;

let worker;

before(async () => {
  writeFileSync(join(process.env.QUARRY_INDEXER, "worker.js"), ENTRY);
  worker = await startModules(process.env.QUARRY_INDEXER, {});
});

after(() => worker?.stop());

for (const [what, files] of [["the shop, in three languages", {}], ["many modules", manyModules(60)]]) {
  test(`an index of ${what} is the same natively and in workerd`, async () => {
    const folder = shop(files);
    try {
      const archive = join(dirname(folder), "shop.tar.gz");
      writeFileSync(archive, tarGz(entriesOf(folder, "shop")));
      const index = indexOf(archive);
      const made = await worker.call("/shop.tar.gz", { method: "POST", body: readFileSync(archive) });
      assert.equal(made.status, 200, made.body);
      const [manifest, names] = made.json;
      assert.equal(manifest, readFileSync(join(index, "manifest.json"), "utf8"));
      assert.deepEqual(names, chunksOf(index));
      assert.ok(names.length >= 8);
      // And of the folder it was made of, as a build server has it.
      assert.deepEqual(chunksOf(indexOf(folder)), names);
    } finally {
      remove(folder);
    }
  });
}
