// The Worker in workerd: cold start, times per endpoint, memory, bytes.
//
//   node tests/bench/edge.mjs <runs> <folder>...
//
// Everything is on this machine, R2 too: the figures are the Worker's own work, without a network.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { events } from "../edge/events.mjs";
import { chunksOf, indexOf, push } from "../edge/index.mjs";
import { ADMIN, startWorker } from "../edge/worker.mjs";
import { readCorpus } from "./corpus.mjs";

const DIST = fileURLToPath(new URL("../../edge/dist", import.meta.url));
const [runs, ...folders] = process.argv.slice(2);

const figures = { bundle: bundle(), repositories: [] };
for (const folder of folders) figures.repositories.push(await measure(folder));
print(figures);
if (process.env.QUARRY_BENCH_JSON) writeFileSync(process.env.QUARRY_BENCH_JSON, JSON.stringify(figures, null, 2));

function bundle() {
  const files = readdirSync(DIST).map((name) => readFileSync(join(DIST, name)));
  const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
  return { bytes: sum(files.map((file) => file.length)), gzip: sum(files.map((file) => gzipSync(file).length)) };
}

async function measure(folder) {
  const { queries } = readCorpus(folder);
  const names = queries.slice(0, 40);
  const index = indexOf(folder);
  const indexBytes = chunksOf(index).reduce((total, name) => total + statSync(join(index, name)).size, 0);
  const first = { start: [], search: [], ask: [] };
  let warm;
  let files;
  for (let at = 0; at < Number(runs); at += 1) {
    const worker = await startWorker({ vars: { MAX_STEPS: "150" } });
    try {
      first.start.push(await timed(() => ok(worker.call("/healthz"))));
      files = (await push(worker, "bench", index)).files;
      await ok(worker.call("/v1/repos", { token: ADMIN }));
      const empty = memory();
      first.search.push(await timed(() => ok(worker.call(search(names[0]), { token: ADMIN }))));
      first.ask.push((await ask(worker, `How does ${names[0]} work?`)).all);
      if (at === 0) {
        warm = await endpoints(worker, names);
        const { memory_bytes: wasm } = (await worker.call("/healthz")).json;
        warm.memory = { empty, after: memory(), wasm };
      }
    } finally {
      await worker.stop();
    }
  }
  return { name: basename(folder), files, indexBytes, chunks: chunksOf(index).length, first, warm };
}

function search(query) {
  return `/v1/search?repo=bench&q=${encodeURIComponent(query)}`;
}

async function endpoints(worker, names) {
  const each = async (path) => {
    const times = [];
    for (const name of names) times.push(await timed(() => ok(worker.call(path(name), { token: ADMIN }), [200, 404])));
    return times;
  };
  const asked = [];
  for (const name of names.slice(0, 20)) asked.push(await ask(worker, `Who calls ${name} and what does it do?`));
  const runsRead = [];
  for (const { run } of asked) runsRead.push(await timed(() => ok(worker.call(`/v1/runs/${run}`, { token: ADMIN }))));
  const symbol = (route) => (name) => `/v1/${route}?repo=bench&symbol=${encodeURIComponent(name)}`;
  return {
    "GET /v1/search": await each(search),
    "GET /v1/symbols": await each((name) => `/v1/symbols?repo=bench&q=${encodeURIComponent(name.slice(0, 6))}`),
    "GET /v1/callers": await each(symbol("callers")),
    "GET /v1/callees": await each(symbol("callees")),
    "POST /v1/ask, first event": asked.map((it) => it.first),
    "POST /v1/ask, whole": asked.map((it) => it.all),
    "GET /v1/runs/{run}": runsRead,
  };
}

async function ask(worker, question) {
  const began = performance.now();
  let first;
  let run;
  let last;
  for await (const event of events(new URL("/v1/ask", worker.url), { token: ADMIN, body: { repo: "bench", question } })) {
    first ??= performance.now() - began;
    run ??= event.data.run;
    last = event;
  }
  if (last.data.outcome.type !== "answered") throw new Error(JSON.stringify(last.data));
  return { first, run, all: performance.now() - began };
}

async function ok(call, statuses = [200]) {
  const { status, body } = await call;
  if (!statuses.includes(status)) throw new Error(`${status}: ${body}`);
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Bytes of workerd's memory: it is a child of this process. */
function memory() {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const field = (name) => new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1];
      if (field("Name") === "workerd" && Number(field("PPid")) === process.pid) return parseInt(field("VmRSS"), 10) * 1024;
    } catch {
      // It has ended.
    }
  }
  return null;
}

function percentile(times, part) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

function print({ bundle, repositories }) {
  const kb = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
  const mb = (bytes) => (bytes === null ? "?" : `${(bytes / 1e6).toFixed(1)} MB`);
  const ms = (time) => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
  console.log(`The Worker: ${kb(bundle.bytes)}, ${kb(bundle.gzip)} gzip\n`);
  console.log(`| | ${repositories.map((it) => `${it.name} (${it.files} files)`).join(" | ")} |`);
  console.log(`|---|${repositories.map(() => "---").join("|")}|`);
  const row = (name, value) => console.log(`| ${name} | ${repositories.map(value).join(" | ")} |`);
  row("index", (it) => `${mb(it.indexBytes)} in ${it.chunks} files`);
  row("first request of an isolate", (it) => ms(percentile(it.first.start, 0.5)));
  row("first search of an isolate", (it) => ms(percentile(it.first.search, 0.5)));
  row("first answer after it", (it) => ms(percentile(it.first.ask, 0.5)));
  for (const name of Object.keys(repositories[0].warm).filter((name) => name !== "memory")) {
    row(`${name}, p50 / p95`, (it) => `${ms(percentile(it.warm[name], 0.5))} / ${ms(percentile(it.warm[name], 0.95))}`);
  }
  row("wasm memory of the isolate after all that", (it) => mb(it.warm.memory.wasm));
  row("memory of workerd before / after", (it) => `${mb(it.warm.memory.empty)} / ${mb(it.warm.memory.after)}`);
}
