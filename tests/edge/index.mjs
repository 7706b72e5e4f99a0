// Indexes for the tests, made by the command line, and pushed call by call as any client of the API would.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ADMIN } from "./worker.mjs";

export const SHOP = fileURLToPath(new URL("../fixtures/shop", import.meta.url));

/** Names that the API takes in one call. */
const AT_ONCE = 1000;

/** An index of a folder, in a temporary folder. */
export function indexOf(folder) {
  const out = join(mkdtempSync(join(tmpdir(), "quarry-index-")), "index");
  execFileSync(process.env.QUARRY_CLI, ["index", folder, "--out", out], { stdio: ["ignore", "ignore", "inherit"] });
  return out;
}

/** The names of an index's chunk files. */
export const chunksOf = (index) => readdirSync(index).filter((name) => name.endsWith(".bin")).sort();

/** Pushes an index: asks what is missing, puts that, publishes. */
export async function push(worker, id, index, { token = ADMIN, query = "" } = {}) {
  const names = chunksOf(index);
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const chunks = names.slice(at, at + AT_ONCE);
    const { json } = await worker.call(`/v1/repos/${id}/missing`, { token, method: "POST", body: { chunks } });
    for (const name of json.missing) {
      const put = await worker.call(`/v1/repos/${id}/chunks/${name}`, { token, method: "PUT", body: readFileSync(join(index, name)) });
      assert.equal(put.status, 201, put.body);
    }
  }
  const body = readFileSync(join(index, "manifest.json"));
  const published = await worker.call(`/v1/repos/${id}/manifest${query}`, { token, method: "PUT", body });
  assert.equal(published.status, 200, published.body);
  return published.json;
}
