// The docs embed in Chromium: the element as a visitor meets it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch } from "./chromium.mjs";
import { STRICT, startSite } from "./embed-site.mjs";
import { remove, shop } from "./fixture.mjs";

/** The built package. */
export const PACKAGE = process.env.QUARRY_EMBED;

/** Longest wait for an answer, in milliseconds. */
const LONG = 30_000;

let browser;
/** The folder of the shop's index. */
export let index;
before(async () => {
  if (!PACKAGE) throw new Error("run this by `cargo xtask e2e`");
  browser = await launch();
  index = mkdtempSync(join(tmpdir(), "quarry-embed-index-"));
  indexInto(index);
});
after(async () => {
  rmSync(index, { recursive: true, force: true });
  await browser?.close();
});

/** Indexes the shop, with more files if wanted. */
export function indexInto(out, files = {}) {
  const folder = shop(files);
  const { status, stderr } = spawnSync(process.env.QUARRY_CLI, ["index", folder, "--out", out], { encoding: "utf8" });
  remove(folder);
  assert.equal(status, 0, stderr);
}

/** The script's tag. */
export const SCRIPT = '<script type="module" src="/ask/quarry-ask.js"></script>';

/**
 * One behaviour on one page: script, index and page from one origin, under the strict policy, unless options say otherwise.
 *
 * Options: `body` of the page, `csp`, `pages`, `folders`, `answer` for the site, `context` for Playwright, `mayLog` a pattern
 * of console errors that belong to the behaviour, `mayAsk` origins that may be asked beside the site's.
 */
export function embedded(name, options, body) {
  test(name, async () => {
    const site = await startSite({
      csp: options.csp === undefined ? STRICT : options.csp,
      folders: { "/ask/": PACKAGE, "/quarry/": index, ...options.folders?.() },
      pages: { "/": `${SCRIPT}${options.body ?? '<quarry-ask index="/quarry/"></quarry-ask>'}`, ...options.pages },
      answer: options.answer,
    });
    const more = (await options.start?.(site)) ?? {};
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options.context });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const log = listen(page);
    try {
      await page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`));
      });
      await page.goto(`${site.origin}${options.path ?? "/"}`);
      await body({ page, site, ask: new Ask(page), context, ...more });
      const loud = log.errors.filter((text) => !options.mayLog?.test(text));
      assert.deepEqual(loud, [], "the page logged errors");
      const allowed = [site.origin, ...(more.origins ?? [])];
      assert.deepEqual(log.requests.filter((url) => !allowed.includes(new URL(url).origin)), [], "requests to elsewhere");
    } catch (error) {
      const kept = mkdtempSync(join(tmpdir(), `quarry-embed-${name.replace(/\W+/g, "-").slice(0, 40)}-`));
      writeFileSync(join(kept, "console.log"), log.lines.join("\n"));
      await page.screenshot({ path: join(kept, "page.png") }).catch(() => {});
      console.error(`what "${name}" looked like: ${kept}`);
      throw error;
    } finally {
      await context.close();
      await site.stop();
      await more.stop?.();
    }
  });
}

function listen(page) {
  const log = { lines: [], errors: [], requests: [] };
  const note = (kind, text) => {
    log.lines.push(`${kind}: ${text}`);
    if (kind === "error") log.errors.push(text);
  };
  page.on("console", (message) => note(message.type(), message.text()));
  page.on("pageerror", (error) => note("error", error.stack ?? String(error)));
  page.on("crash", () => note("error", "the page crashed"));
  page.context().on("request", (request) => /^https?:/.test(request.url()) && log.requests.push(request.url()));
  return log;
}

/** What is on screen, in a visitor's terms. */
export class Ask {
  constructor(page, element = page.locator("quarry-ask").first()) {
    this.page = page;
    this.element = element;
  }

  at(hook) {
    return this.element.getByTestId(hook);
  }

  async open() {
    await this.element.locator('[part="button"]').click();
    await this.at("dialog").waitFor();
  }

  /** Types, and waits for results that are about it. */
  async find(query) {
    await this.at("input").fill(query);
    await this.at("result").first().waitFor();
    // Names come first, what is found by words after them.
    await this.element.locator('[data-testid="main"][aria-busy="false"]').waitFor();
  }

  /** Asks, and waits for the end. */
  async ask(question) {
    const before = await this.at("turn").count();
    await this.at("input").fill(question);
    await this.at("input").press("Enter");
    await this.answered(before);
  }

  async answered(before = 0) {
    const turn = this.at("turn").nth(before);
    await turn.locator('[data-testid="answer"][data-state="done"]').waitFor({ state: "attached", timeout: LONG });
    return turn.getByTestId("answer").innerText();
  }

  /** Waits until the line at the bottom shows the text. */
  async waitForStatus(text) {
    await this.at("status").getByText(text).waitFor();
  }

  /** The sentence of a failure. */
  async problem() {
    await this.at("problem").first().waitFor({ timeout: LONG });
    return this.at("problem").first().innerText();
  }

  /** The numbers of the lit lines. */
  async litLines() {
    const lit = this.element.locator('[data-testid="line"].lit');
    await lit.first().waitFor();
    return lit.evaluateAll((lines) => lines.map((line) => Number(line.dataset.line)));
  }
}
