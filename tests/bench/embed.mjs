// The docs embed on a static host: bytes moved and time to the first search, the first answer and the second.
//
// `node tests/bench/embed.mjs RUNS FOLDER...`, by `cargo xtask bench embed`. The server is on this machine, so times are the
// browser's own work; bytes are what the server sends, scripts and wasm under gzip as hosts do, without headers.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
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

const head = ["repository", "files", "index, MB", "first search, KB", "ms", "first answer, KB", "ms", "second answer, KB", "ms"];
console.log(table(head, rows.map((row) => [row.name, row.files, (row.indexBytes / 1e6).toFixed(1), kilo(row.search.bytes), row.search.ms.toFixed(0), kilo(row.first.bytes), row.first.ms.toFixed(0), kilo(row.second.bytes), row.second.ms.toFixed(0)])));
console.log(`\nof each first visit, script, dialog and engine: ${kilo(rows[0].engineBytes)} KB. Asked: ${rows.map((row) => row.questions.join(" / ")).join("; ")}`);
if (process.env.QUARRY_BENCH_JSON) writeFileSync(process.env.QUARRY_BENCH_JSON, JSON.stringify(rows, null, 2));

async function measure(folder) {
  const out = mkdtempSync(join(tmpdir(), "quarry-bench-index-"));
  const { status, stderr } = spawnSync(process.env.QUARRY_CLI, ["index", folder, "--out", out], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const files = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")).files;
  const indexBytes = readdirSync(out).reduce((sum, name) => sum + statSync(join(out, name)).size, 0);
  const site = await startSite({
    compress: true,
    folders: { "/ask/": process.env.QUARRY_EMBED, "/quarry/": out },
    pages: { "/": '<script type="module" src="/ask/quarry-ask.js"></script><quarry-ask index="/quarry/"></quarry-ask>' },
  });
  const all = [];
  for (let run = 0; run < Number(runs); run += 1) all.push(await visit(site));
  await site.stop();
  rmSync(out, { recursive: true, force: true });
  const of = (step) => ({ bytes: median(all.map((it) => it[step].bytes)), ms: median(all.map((it) => it[step].ms)) });
  const { engineBytes, questions } = all[0];
  return { name: basename(folder), files, indexBytes, engineBytes, questions, search: of("search"), first: of("first"), second: of("second") };
}

/** One visit that searches, and one by another reader that asks twice. */
async function visit(site) {
  // What to ask: the index's own suggestions, so that no repository is favoured.
  const questions = await fresh(site, async ({ at }) => {
    await at("suggestion").first().waitFor({ timeout: LONG });
    return at("suggestion").allInnerTexts();
  });
  const who = questions.find((question) => /^Who calls/.test(question)) ?? questions[0];
  const how = questions.find((question) => /^How does .* work/.test(question)) ?? questions.at(-1);
  const name = /Who calls (.+)\?/.exec(who)?.[1].split(".").at(-1) ?? "main";

  const search = await fresh(site, ({ at, start, page }) => timed(site, start, async () => {
    await at("input").fill(name);
    await at("result").first().waitFor({ timeout: LONG });
    await page.locator('[data-testid="main"][aria-busy="false"]').waitFor({ timeout: LONG });
  }));
  return fresh(site, async ({ at, start }) => {
    const ask = async (question, nth) => {
      await at("input").fill(question);
      await at("input").press("Enter");
      await at("turn").nth(nth).locator('[data-testid="answer"][data-state="done"]').waitFor({ state: "attached", timeout: LONG });
    };
    const first = await timed(site, start, () => ask(who, 0));
    const engineBytes = site.sentOf("/ask/");
    const second = await timed(site, { sent: site.sent, now: performance.now() }, () => ask(how, 1));
    return { questions: [name, who, how], search, first, second, engineBytes };
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
