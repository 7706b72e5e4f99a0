// One run of the app over a repository: in by a real drop, asked, searched, reloaded, reopened.

import { PAGE } from "../e2e/chromium.mjs";
import { drop } from "../e2e/drop.mjs";
import { Workbench } from "../e2e/workbench.mjs";
import { rendererMegabytes } from "./memory.mjs";
import { percentile } from "./table.mjs";

const QUESTION = "How does the main entry point work?";

export async function measureQuarry(browser, folder, queries) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const workbench = new Workbench(page);
  await page.addInitScript(watch);
  await page.goto(PAGE);
  await workbench.ready();

  await page.evaluate(() => bench.begin("drop"));
  await drop(page, workbench.at("drop-target"), folder);
  await workbench.opened();
  const { took: readyMs, longest: importBlockMs } = await page.evaluate(() => bench.end());
  const memoryMb = await rendererMegabytes(page);

  const search = await page.evaluate((queries) => bench.ask("search", queries), queries);
  const find = await page.evaluate((queries) => bench.ask("find", queries), queries);
  const lines = await page.evaluate((queries) => bench.ask("lines", queries), queries);

  await workbench.at("ask-input").fill(QUESTION);
  await page.evaluate(() => bench.begin("keydown"));
  await workbench.at("ask-input").press("Enter");
  await workbench.answered();
  const { took: answerMs, longest: answerBlockMs } = await page.evaluate(() => bench.end());

  // A reload would open the repository by itself, before the click or during it.
  await page.goto("about:blank");
  await workbench.visit();
  await workbench.at("stored-open").waitFor();
  await page.evaluate(() => bench.begin("click"));
  await workbench.at("stored-open").click();
  await workbench.opened();
  const { took: reopenMs } = await page.evaluate(() => bench.end());
  await context.close();
  return {
    readyMs,
    importBlockMs,
    memoryMb,
    reopenMs,
    searchP50: percentile(search, 0.5),
    searchP95: percentile(search, 0.95),
    findP50: percentile(find, 0.5),
    findP95: percentile(find, 0.95),
    linesP50: percentile(lines, 0.5),
    linesP95: percentile(lines, 0.95),
    answerMs,
    answerBlockMs,
  };
}

/** Runs in the page before its own scripts: a stopwatch, a watch on the main thread, and a line to the engine. */
function watch() {
  let engine;
  const Native = Worker;
  globalThis.Worker = class extends Native {
    constructor(...args) {
      super(...args);
      engine ??= this;
    }
  };

  let longest = 0;
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  const note = (entries) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  observer.observe({ type: "longtask" });

  // A short `Search`, `Find` or `FindLines` as the page would send it: see `crates/protocol/tests/wire.rs`.
  const variants = { search: [10, 10], find: [11, 40], lines: [12, 12] };
  const searchCommand = (type, query) => {
    const text = new TextEncoder().encode(query);
    const [variant, limit] = variants[type];
    return Uint8Array.from([13, variant, text.length, ...text, limit]).buffer;
  };

  // The clock stops with the frame in which the outcome is on screen.
  const outcome = () =>
    document.querySelector("[data-testid=answer][data-state=done]") ? "answer" : document.querySelector("[data-state=open]") ? "open" : "none";
  let started, ended, from;
  globalThis.bench = {
    /** Starts the clock with the next event of this type. */
    begin(type) {
      observer.takeRecords();
      [longest, started, ended, from] = [0, undefined, undefined, outcome()];
      const start = (event) => {
        started = event.timeStamp;
        let last = performance.now();
        const frame = (now) => {
          // A gap between frames is a block too, though not each is a long task.
          if (now - last > 50) longest = Math.max(longest, now - last);
          last = now;
          if (outcome() !== from) ended ??= performance.now();
          if (ended === undefined) requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      };
      addEventListener(type, start, { capture: true, once: true });
    },
    async end() {
      const begun = performance.now();
      while (ended === undefined) {
        if (performance.now() - begun > 180_000) throw new Error(`nothing came after "${from}"; now "${outcome()}"`);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      // Long tasks are reported late.
      await new Promise((resolve) => setTimeout(resolve, 200));
      note(observer.takeRecords());
      return { took: ended - started, longest };
    },
    /** Milliseconds from each command to its reply, as the page would wait. */
    async ask(type, queries) {
      const times = [];
      for (const [at, query] of queries.entries()) {
        const id = 1e9 + at + 1000 * Object.keys(variants).indexOf(type);
        const asked = performance.now();
        await new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error(`no reply to ${type}: has the wire format changed?`)), 30_000);
          const onMessage = ({ data }) => {
            if (data?.id !== id) return;
            // The page never asked for this reply.
            engine.removeEventListener("message", onMessage);
            data.type === "done" ? resolve() : reject(new Error(`the engine answered ${data.type}`));
          };
          engine.addEventListener("message", onMessage);
          engine.postMessage({ id, request: searchCommand(type, query), attachments: [] });
        });
        times.push(performance.now() - asked);
      }
      return times;
    },
  };
}
