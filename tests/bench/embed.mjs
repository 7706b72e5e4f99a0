// The docs embed on a static host: bytes moved and time to the first search, the first answer and the second.
//
// `node tests/bench/embed.mjs RUNS FOLDER...`, by `cargo xtask bench embed`. The server is on this machine, so times are the
// browser's own work; bytes are what the server sends, scripts and wasm under gzip as hosts do, without headers.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "../e2e/chromium.mjs";
import { startSite } from "../e2e/embed-site.mjs";
import { median, table } from "./table.mjs";

const [runs, ...folders] = process.argv.slice(2);
const LONG = 120_000;
const kilo = (bytes) => (bytes / 1000).toFixed(0);

const browser = await launch();
const rows = [];
for (const folder of folders) rows.push(await measure(folder));
await browser.close();

const head = ["repository", "files", "index, MB", "open, KB", "ms", "first search, KB", "ms", "first answer, KB", "worst", "ms", "second answer, KB", "worst", "ms"];
const cells = ({ name, files, indexBytes, open, search, first, second }) => [
  name, files, (indexBytes / 1e6).toFixed(1), kilo(open.bytes), open.ms.toFixed(0), kilo(search.bytes), search.ms.toFixed(0),
  kilo(first.bytes), kilo(first.worst), first.ms.toFixed(0), kilo(second.bytes), kilo(second.worst), second.ms.toFixed(0),
];
console.log(table(head, rows.map(cells)));
console.log(`\nof each first visit, script, dialog and engine: ${kilo(rows[0].engineBytes)} KB`);
for (const { name, questions } of rows) console.log(`${name}: ${questions.join(" | ")}`);
if (process.env.QUARRY_BENCH_JSON) writeFileSync(process.env.QUARRY_BENCH_JSON, JSON.stringify(rows, null, 2));

/** Measures a repository, or an index that is there already. */
async function measure(folder) {
  const isIndex = existsSync(join(folder, "manifest.json"));
  const out = isIndex ? folder : mkdtempSync(join(tmpdir(), "quarry-bench-index-"));
  if (!isIndex) {
    const { status, stderr } = spawnSync(process.env.QUARRY_CLI, ["index", folder, "--out", out], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  }
  const { files, name } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  const indexBytes = readdirSync(out).reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
  const site = await startSite({
    compress: true,
    folders: { "/ask/": process.env.QUARRY_EMBED, "/quarry/": out },
    pages: { "/": '<script type="module" src="/ask/quarry-ask.js"></script><quarry-ask index="/quarry/"></quarry-ask>' },
  });
  // What to ask: the index's own suggestions, so that no repository is favoured. Each is the first question once.
  const questions = await fresh(site, async ({ at }) => {
    await at("suggestion").first().waitFor({ timeout: LONG });
    return at("suggestion").allInnerTexts();
  });
  const visits = [];
  for (let run = 0; run < Number(runs); run += 1) {
    for (const at of questions.keys()) visits.push(await visit(site, questions[at], questions[(at + 1) % questions.length]));
  }
  await site.stop();
  if (!isIndex) rmSync(out, { recursive: true, force: true });
  const of = (step) => {
    const bytes = visits.map((it) => it[step].bytes);
    return { bytes: median(bytes), worst: Math.max(...bytes), ms: median(visits.map((it) => it[step].ms)) };
  };
  const { engineBytes } = visits[0];
  return { name, files, indexBytes, engineBytes, questions, open: of("open"), search: of("search"), first: of("first"), second: of("second") };
}

/** One reader searches for what the question is about; another asks it, and then a second one. */
async function visit(site, question, next) {
  const [name] = /[\w.]*[._]\w+|[A-Z]\w+(?=[^A-Z]*\?)/.exec(question.replace(/^\w+/, "")) ?? ["main"];
  const search = await fresh(site, ({ at, start, page }) => timed(site, start, async () => {
    await at("input").fill(name.split(".").at(-1));
    await at("result").first().waitFor({ timeout: LONG });
    await page.locator('[data-testid="main"][aria-busy="false"]').waitFor({ timeout: LONG });
  }));
  return fresh(site, async ({ at, start, page }) => {
    const ask = async (text, nth) => {
      await page.evaluate((text) => document.querySelector("quarry-ask").ask(text), text);
      await at("turn").nth(nth).locator('[data-testid="answer"][data-state="done"]').waitFor({ state: "attached", timeout: LONG });
    };
    const open = await timed(site, start, () => at("suggestion").first().waitFor({ timeout: LONG }));
    const first = await timed(site, start, () => ask(question, 0));
    const engineBytes = site.sentOf("/ask/");
    const second = await timed(site, { sent: site.sent, now: performance.now() }, () => ask(next, 1));
    return { open, search, first, second, engineBytes };
  });
}

async function timed(site, { sent, now }, work) {
  await work();
  return { bytes: site.sent - sent, ms: performance.now() - now };
}

/** A reader who has never been here; the clock and the count begin with the page. */
async function fresh(site, body) {
  const context = await browser.newContext();
  const page = await context.newPage();
  site.forget();
  const start = { sent: site.sent, now: performance.now() };
  await page.goto(site.origin);
  const element = page.locator("quarry-ask");
  await element.locator('[part="button"]').click();
  const at = (hook) => element.getByTestId(hook);
  await at("dialog").waitFor();
  const result = await body({ at, start, page });
  await context.close();
  return result;
}
