// The benchmarks: the built app in Chromium, on real repositories, beside a peer in the same browser.
//
// Usage: bench.mjs RUNS NAME=FOLDER... with the environment that `cargo xtask bench` sets. Prints Markdown, and writes
// the figures as JSON to QUARRY_BENCH_JSON.

import { rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, dirname } from "node:path";
import { launch } from "../e2e/chromium.mjs";
import { droppable } from "../e2e/drop.mjs";
import { coldLoad } from "./cold-load.mjs";
import { readCorpus } from "./corpus.mjs";
import { measureMiniSearch } from "./minisearch.mjs";
import { measureQuarry } from "./quarry.mjs";
import { median, table } from "./table.mjs";

const [runs, ...folders] = process.argv.slice(2);
const browser = await launch(["--enable-precise-memory-info"]);
const report = { chromium: browser.version(), cpus: cpus().length, cpu: cpus()[0].model, runs: Number(runs), repositories: {} };

console.log(`Chromium ${report.chromium}, headless; ${report.cpus} cores of ${report.cpu}; medians of ${runs} runs.\n`);

report.coldLoad = await coldLoad(browser);
const kilobytes = (bytes) => (bytes / 1000).toFixed(0);
const [large, small] = [true, false].map((wanted) => report.coldLoad.files.filter(({ gzip }) => gzip > 5000 === wanted));
const rest = small.reduce((total, { gzip }) => total + gzip, 0);
console.log("Cold page load, before grammars and diagrams\n");
console.log(
  table(["file", "KB gzip"], [
    ...large.map(({ name, gzip }) => [name.replace(/-[0-9a-f]{16}/, ""), kilobytes(gzip)]),
    [`${small.length} smaller files`, kilobytes(rest)],
    ["in all", kilobytes(report.coldLoad.gzip)],
  ]),
);

for (const folder of folders) {
  const corpus = readCorpus(folder);
  const copy = droppable(folder);
  const name = basename(folder);
  const samples = [];
  const peers = [];
  for (let run = 0; run < Number(runs); run += 1) {
    samples.push(await measureQuarry(browser, copy, corpus.queries));
    peers.push(await measureMiniSearch(browser, corpus));
  }
  rmSync(dirname(copy), { recursive: true });
  const of = (list, key) => median(list.map((sample) => sample[key]));
  const result = Object.fromEntries(Object.keys(samples[0]).map((key) => [key, of(samples, key)]));
  const peer = Object.fromEntries(Object.keys(peers[0]).map((key) => [key, of(peers, key)]));
  report.repositories[name] = { files: corpus.files.length, bytes: corpus.bytes, quarry: result, miniSearch: peer };

  const ms = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
  console.log(`\n${name}: ${corpus.files.length} files, ${(corpus.bytes / 1e6).toFixed(1)} MB\n`);
  console.log(
    table(
      ["", "Quarry", "MiniSearch 7.2"],
      [
        ["drop to first question possible, ms", ms(result.readyMs), "-"],
        ["index for search alone, ms", "-", ms(peer.indexMs)],
        ["reopen from storage, ms", ms(result.reopenMs), "-"],
        ["ranked search, p50 / p95 of 100, ms", `${ms(result.searchP50)} / ${ms(result.searchP95)}`, `${ms(peer.searchP50)} / ${ms(peer.searchP95)}`],
        ["palette: symbols and files, p50 / p95 of 100, ms", `${ms(result.findP50)} / ${ms(result.findP95)}`, "-"],
        ["palette: then lines of text, p50 / p95 of 100, ms", `${ms(result.linesP50)} / ${ms(result.linesP95)}`, "-"],
        ["question to whole answer (offline model), ms", ms(result.answerMs), "-"],
        ["longest main-thread task, import, ms", ms(result.importBlockMs), ms(peer.indexMs)],
        ["longest main-thread task, answer, ms", ms(result.answerBlockMs), "-"],
        ["memory of the tab once ready, MB", ms(result.memoryMb), ms(peer.memoryMb)],
      ],
    ),
  );
}

if (process.env.QUARRY_BENCH_JSON) writeFileSync(process.env.QUARRY_BENCH_JSON, JSON.stringify(report, null, 2));
await browser.close();
