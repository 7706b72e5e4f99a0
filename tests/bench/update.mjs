// Bringing a repository up to date after an edit of one file on disk, in the tab.
//
//   node tests/bench/update.mjs RUNS FOLDER... with the environment that `cargo xtask bench` sets
//
// From the click on "Update" to the frame in which the repository is open again. Beside it what an update was before it started
// from the open repository: the folder dropped anew with nothing open, so that files whose text is known are not parsed again, and
// everything else is made anew.

import { appendFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { launch, PAGE } from "../e2e/chromium.mjs";
import { drop, droppable } from "../e2e/drop.mjs";
import { Workbench } from "../e2e/workbench.mjs";
import { median, table } from "./table.mjs";

const [runs, ...folders] = process.argv.slice(2);
const EDITS = { "a comment": (n) => `\n# Edit ${n}.\n`, "a call": (n) => `\nprint(${n})\n` };
const figures = {};
const browser = await launch();
for (const folder of folders) figures[basename(folder)] = await measure(droppable(folder));
await browser.close();

for (const [name, { files, ...times }] of Object.entries(figures)) {
  console.log(`\n${name}: ${files}\n`);
  console.log(table(["", "ms"], Object.entries(times).map(([what, ms]) => [what, ms.map((ms) => ms.toFixed(0)).join(", ")]).map(([what, all]) => [`${what} (${all})`, median(times[what]).toFixed(0)])));
}
if (process.env.QUARRY_BENCH_JSON) writeFileSync(process.env.QUARRY_BENCH_JSON, JSON.stringify(figures, null, 2));

async function measure(folder) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const workbench = new Workbench(page);
  const file = middle(folder);
  const times = { "dropped anew": [] };
  await page.goto(PAGE);
  await workbench.ready();
  await dropped(page, workbench, folder);
  for (let run = 0; run < Number(runs); run += 1) {
    appendFileSync(file, EDITS["a call"](`${run} * 3`));
    await page.goto("about:blank");
    await page.goto(PAGE);
    await workbench.ready();
    times["dropped anew"].push(await dropped(page, workbench, folder));
  }
  for (const [what, text] of Object.entries(EDITS)) {
    times[what] = [];
    for (let run = 0; run < Number(runs); run += 1) {
      appendFileSync(file, text(run));
      times[what].push(await updated(page, workbench));
    }
  }
  const files = await workbench.at("status-bar").innerText().catch(() => "");
  await context.close();
  rmSync(dirname(folder), { recursive: true });
  return { files: files.replace(/\s+/g, " "), ...times };
}

/** Milliseconds from the drop until the ask box is there. */
async function dropped(page, workbench, folder) {
  const started = performance.now();
  await drop(page, workbench.at("drop-target"), folder);
  await workbench.at("ask-input").waitFor({ timeout: 120_000 });
  return performance.now() - started;
}

/** Milliseconds from the click until the progress is gone. */
async function updated(page, workbench) {
  // The page looks at the folder no more often than every two seconds.
  await page.waitForTimeout(2500);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await workbench.at("folder-update").waitFor({ timeout: 60_000 });
  return page.evaluate(async () => {
    const shown = () => document.querySelector("[data-testid=import-progress]");
    document.querySelector("[data-testid=folder-update]").click();
    const started = performance.now();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!shown()) await frame();
    while (shown()) await frame();
    return performance.now() - started;
  });
}

/** The file of Python that is in the middle by path. */
function middle(folder) {
  const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".py")).sort();
  return join(folder, paths[Math.floor(paths.length / 2)]);
}
