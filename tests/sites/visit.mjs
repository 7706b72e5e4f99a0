// One browser and one static host a test file; a fresh context for each visit.
//
// A visit fails where a page logs an error, breaks its policy, or asks another origin for anything.

import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch } from "../e2e/chromium.mjs";
import { host, SITE } from "./host.mjs";
import { Reader } from "./reader.mjs";

/**
 * Sets up the tests of a generator's site; returns how to add one: `visit(name, body)`. `ofTheSite`: errors that the site
 * logs without the ask element too.
 */
export function visitsOf(generator, { ofTheSite } = {}) {
  let browser;
  let site;
  before(async () => {
    if (!process.env.QUARRY_SITES) throw new Error("run this by `cargo xtask sites`");
    site = await host(join(process.env.QUARRY_SITES, generator, "built"));
    browser = await launch(site.flags);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });
  return (name, body) =>
    test(`${generator}: ${name}`, async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      const log = listen(page);
      try {
        await page.addInitScript(listenInPage);
        await body(new Reader(page, SITE), page);
        assert.deepEqual(log.errors.filter((text) => !ofTheSite?.test(text)), [], "the pages logged errors");
        const elsewhere = log.asked.filter((url) => new URL(url).origin !== new URL(SITE).origin);
        assert.deepEqual(elsewhere, [], "requests to other origins");
      } catch (error) {
        const kept = mkdtempSync(join(tmpdir(), `quarry-site-${generator}-`));
        writeFileSync(join(kept, "console.log"), log.lines.join("\n"));
        await page.screenshot({ path: join(kept, "page.png") }).catch(() => {});
        console.error(`what "${name}" looked like: ${kept}`);
        throw error;
      } finally {
        await context.close();
      }
    });
}

/** Violations of the policy become errors with a name; the element's events are kept, as for a site's analytics. */
function listenInPage() {
  window.searches = [];
  document.addEventListener("quarry-search", ({ detail }) => window.searches.push(detail));
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI} in ${event.sourceFile}`);
  });
}

function listen(page) {
  const log = { lines: [], errors: [], asked: [] };
  const note = (kind, text) => {
    log.lines.push(`${kind}: ${text}`);
    if (kind === "error") log.errors.push(text);
  };
  page.on("console", (message) => note(message.type(), `${message.text()} (${message.location().url})`));
  page.on("pageerror", (error) => note("error", error.stack ?? String(error)));
  page.on("crash", () => note("error", "the page crashed"));
  page.context().on("request", (request) => /^https?:/.test(request.url()) && log.asked.push(request.url()));
  return log;
}
