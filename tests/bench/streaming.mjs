// A long answer while it streams, and Stop: what they take on the page's main thread.
//
// Usage: streaming.mjs RUNS with the environment that `cargo xtask bench streaming` sets. Prints Markdown.

import { cpus } from "node:os";
import { launch, PAGE } from "../e2e/chromium.mjs";
import { remove, shop } from "../e2e/fixture.mjs";
import { longAnswer } from "../e2e/long-answer.mjs";
import { startModelServer } from "../e2e/model-server.mjs";
import { Workbench } from "../e2e/workbench.mjs";
import { median, percentile, table } from "./table.mjs";

/** One frame at 60 a second. */
const FRAME_MS = 16;
const QUESTION = "Who calls place_order?";

const runs = Number(process.argv[2]);
const server = await startModelServer();
const browser = await launch();

async function opened(kind) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const bench = new Workbench(page);
  await page.goto(PAGE);
  const folder = shop();
  await bench.importFolder(folder);
  remove(folder);
  await bench.useEndpoint(server.url(kind));
  return [page, bench];
}

/** The durations of the main thread's tasks while the answer is written, in milliseconds. */
async function streaming() {
  const [page, bench] = await opened("answering");
  server.texts = [longAnswer()];
  await bench.send(QUESTION);
  await bench.at("answer").getByText("Part 1", { exact: true }).waitFor();
  await browser.startTracing(page, { categories: ["toplevel"] });
  await page.waitForFunction(() => document.querySelector('[data-testid="answer"]')?.textContent.includes("Part 700"));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await bench.answered();
  const answer = await bench.at("answer").textContent();
  if (!answer.includes("Part 700")) throw new Error("the answer is not whole");
  const renderers = new Set(traceEvents.filter((it) => it.name === "thread_name" && it.args.name === "CrRendererMain").map((it) => `${it.pid} ${it.tid}`));
  const tasks = traceEvents.filter((it) => it.ph === "X" && renderers.has(`${it.pid} ${it.tid}`) && /RunTask/.test(it.name));
  await page.close();
  return tasks.map((it) => it.dur / 1000);
}

/** From the press on Stop until the page shows that it has stopped, in milliseconds. */
async function stopping() {
  const [page, bench] = await opened("slow");
  await bench.send(QUESTION);
  await bench.at("answer").getByText(/Slowly said/).waitFor();
  await page.evaluate(() => {
    const question = document.querySelector('[data-testid="question"]');
    document.querySelector('[data-testid="ask-stop"]').addEventListener("pointerdown", (event) => (window.pressed = event.timeStamp), { capture: true });
    const seen = new MutationObserver(() => {
      if (question.dataset.state === "cancelled") window.stopped ??= performance.now();
    });
    seen.observe(question, { attributes: true });
  });
  await bench.at("ask-stop").click();
  await page.waitForFunction(() => window.stopped);
  const took = await page.evaluate(() => window.stopped - window.pressed);
  await page.close();
  return took;
}

const [p95, longest, over, stops] = [[], [], [], []];
for (let run = 0; run < runs; run += 1) {
  const tasks = await streaming();
  p95.push(percentile(tasks, 0.95));
  longest.push(Math.max(...tasks));
  over.push(tasks.filter((ms) => ms > FRAME_MS).length);
  stops.push(await stopping());
}
console.log(`Chromium ${browser.version()}, headless; ${cpus().length} cores of ${cpus()[0].model}; medians of ${runs} runs.\n`);
const kilobytes = (longAnswer().length / 1000).toFixed(0);
console.log(
  table(
    [`an answer of ${kilobytes} kB, streamed at 400 kB a second`, "ms"],
    [
      ["main thread: a task, 95th percentile", median(p95).toFixed(1)],
      ["main thread: the longest task", median(longest).toFixed(1)],
      [`tasks of more than ${FRAME_MS} ms`, median(over)],
      ["Stop: from the press until the page shows it", median(stops).toFixed(0)],
    ],
  ),
);
await browser.close();
server.stop();
