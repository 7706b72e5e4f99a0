// Chromium for the tests: one browser a test file, one fresh context a scenario.
//
// A scenario fails where the page logs an error or violates its own content security policy, unless `mayLog` allows it. Of
// a failed scenario a screenshot, the page and its console are kept in a temporary folder, whose path is printed.
//
// In a run of all tests, the first scenario of a file that fails is tried once more; what fails twice is broken. What passes
// then has a race, in the page or in the test: its name goes to the file `QUARRY_UNSTABLE`, which the run prints at its end.

import { appendFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { launch, PAGE } from "./chromium.mjs";
import { Workbench } from "./workbench.mjs";

const DESKTOP = { width: 1440, height: 900 };

const UNSTABLE = process.env.QUARRY_UNSTABLE;

let browser;
let triedAgain = false;
const flags = [];

/** Starts the browser of this test file with further flags; called before the first scenario. */
export function withFlags(...more) {
  flags.push(...more);
}
after(() => browser?.close());

/**
 * One behaviour, in a browser that has never seen the page.
 *
 * Options: `context` for Playwright, `prepare(context)` before the page is opened, `mayLog` a pattern of console
 * errors that are expected.
 */
export function scenario(name, ...rest) {
  const body = rest.pop();
  const [options = {}] = rest;
  test(name, async () => {
    try {
      await play(name, options, body);
    } catch (error) {
      if (!UNSTABLE || triedAgain) throw error;
      triedAgain = true;
      console.error(`"${name}" is tried again: ${error.stack}`);
      await play(name, options, body);
      appendFileSync(UNSTABLE, `${name}: ${error.message.split("\n")[0]}\n`);
    }
  });
}

async function play(name, options, body) {
  // Not in a hook: those may run while the file still waits for its servers, and before it has named its flags.
  browser ??= await launch(flags);
  // What a service worker answers, a scenario cannot intercept: only those that are about it have one.
  const context = await browser.newContext({ viewport: DESKTOP, serviceWorkers: "block", ...options.context });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const log = listen(page);
  try {
    await options.prepare?.(context);
    await page.addInitScript(reportViolations);
    await page.goto(PAGE);
    await body(new Workbench(page), { page, context, log });
    log.assertQuiet(options.mayLog);
  } catch (error) {
    await keepEvidence(name, page, log);
    throw error;
  } finally {
    await context.close();
  }
}

/** Violations of the page's policy become console errors with a name. */
function reportViolations() {
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`);
  });
}

function listen(page) {
  const lines = [];
  const errors = [];
  const note = (kind, text) => {
    lines.push(`${kind}: ${text}`);
    if (kind === "error") errors.push(text);
  };
  page.on("console", (message) => note(message.type(), message.text()));
  page.on("pageerror", (error) => note("error", error.stack ?? String(error)));
  page.on("crash", () => note("error", "the page crashed"));
  return {
    lines,
    errors,
    assertQuiet(mayLog) {
      const loud = errors.filter((text) => !mayLog?.test(text));
      if (loud.length > 0) throw new Error(`the page logged errors:\n${loud.join("\n")}`);
    },
  };
}

async function keepEvidence(name, page, log) {
  const folder = mkdtempSync(join(tmpdir(), `quarry-${name.replace(/\W+/g, "-").slice(0, 40)}-`));
  writeFileSync(join(folder, "console.log"), log.lines.join("\n"));
  await page.screenshot({ path: join(folder, "page.png") }).catch(() => {});
  const html = await page.content().catch(() => "");
  writeFileSync(join(folder, "page.html"), html);
  console.error(`what "${name}" looked like: ${folder}`);
}
