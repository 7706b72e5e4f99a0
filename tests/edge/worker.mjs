// The built Worker in workerd, as `wrangler deploy` would run it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TEMPLATE = new URL("../../edge/package.json", import.meta.url);
const { Miniflare } = createRequire(TEMPLATE)("miniflare");
const DIST = fileURLToPath(new URL("../../edge/dist", import.meta.url));

export const ADMIN = "admin-token-for-tests";
export const ASKER = "asker-token-for-tests";
export const OTHER = "other-asker-for-tests";
export const READER = "reader-token-for-tests";

const TOKENS = [
  { name: "ci", scope: "admin", token: ADMIN },
  { name: "asker", scope: "ask", token: ASKER },
  { name: "other", scope: "ask", token: OTHER },
  { name: "reader", scope: "read", token: READER, repos: ["shop"] },
];

/** Starts the Worker. `vars` are settings beside the tokens; `state` is a folder that outlives it. */
export async function startWorker({ vars = {}, state, options = {} } = {}) {
  const persisted = (name) => (state ? join(state, name) : false);
  return startModules(DIST, {
    r2Buckets: ["INDEXES"],
    r2Persist: persisted("r2"),
    durableObjects: { RUNS: { className: "RunObject", useSQLite: true }, MEMORY: { className: "MemoryObject", useSQLite: true } },
    durableObjectsPersist: persisted("do"),
    bindings: { QUARRY_TOKENS: JSON.stringify(TOKENS), ...vars },
    ...options,
  });
}

/** Starts a folder of modules that `cargo xtask edge` made. */
export async function startModules(folder, options) {
  const worker = new Miniflare({
    cf: false,
    modulesRoot: folder,
    modules: [
      { type: "ESModule", path: join(folder, "worker.js") },
      { type: "ESModule", path: join(folder, "quarry.js") },
      { type: "ESModule", path: join(folder, "state.js") },
      { type: "CompiledWasm", path: join(folder, "quarry_bg.wasm") },
    ],
    ...settings(),
    ...options,
  });
  const url = await worker.ready;
  return { url, stop: () => worker.dispose(), indexes: () => worker.getR2Bucket("INDEXES"), call: (path, call) => request(new URL(path, url), call) };
}

/** Date and flags as the template has them. */
function settings() {
  const toml = readFileSync(new URL("../../edge/wrangler.toml", import.meta.url), "utf8");
  const compatibilityDate = /^compatibility_date = "([^"]+)"/m.exec(toml)[1];
  const flags = /^compatibility_flags = (\[.*\])/m.exec(toml);
  return { compatibilityDate, compatibilityFlags: flags ? JSON.parse(flags[1]) : [] };
}

/** One call: `{status, headers, body, json}`. */
async function request(url, { token, method = "GET", body, headers = {}, ...rest } = {}) {
  const isJson = body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array || body instanceof ReadableStream);
  const response = await fetch(url, {
    method,
    body: isJson ? JSON.stringify(body) : body,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(isJson && { "content-type": "application/json" }), ...headers },
    ...rest,
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, body: text, json };
}
