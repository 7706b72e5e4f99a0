// The language of the page: chosen, taken from the browser, kept, and not to be had.

import assert from "node:assert/strict";
import { scenario } from "./browser.mjs";
import { shop } from "./fixture.mjs";

const german = { locale: "de-AT" };
const LANGUAGE_FILE = "**/strings/de.json*";

/** Waits until the page is in a language. */
const isIn = (page, language) => page.locator(`html[lang="${language}"]`).waitFor({ state: "attached" });

scenario("a language that is chosen is the page's from then on, with the place and counts of one and many", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  const [, skipped] = /^(\d+) entries were skipped$/.exec(await workbench.at("skipped-open").innerText());
  await workbench.at("language").selectOption("de");
  await isIn(page, "de");
  await workbench.opened();
  assert.match(await workbench.at("ask-input").getAttribute("placeholder"), /^Wie funktioniert das\?/);
  assert.match(await workbench.at("ask-send").innerText(), /^Fragen/);
  assert.deepEqual(
    await Promise.all(["overview", "code", "graph", "run", "changes"].map((tab) => workbench.at(`tab-${tab}`).innerText())),
    ["Überblick", "Code", "Graph", "Lauf", "Änderungen"],
  );
  assert.equal(await workbench.at("skipped-open").innerText(), `${skipped} Einträge wurden übersprungen`);
  const row = workbench.at("conversation-row");
  assert.match(await workbench.ask("Who calls place_order?"), /handle_checkout/, "questions and answers stay as they are");
  await row.filter({ hasText: "1 Frage," }).waitFor();
  await workbench.ask("Who calls handle_checkout?");
  await row.filter({ hasText: "2 Fragen," }).waitFor();

  await page.reload();
  await workbench.opened();
  await isIn(page, "de");
  assert.equal(await workbench.at("language").inputValue(), "de");
  assert.equal(await workbench.at("language").getAttribute("title"), "Sprache: Deutsch");
  await workbench.at("language").selectOption("en");
  await isIn(page, "en");
  await workbench.opened();
  assert.match(await workbench.at("ask-send").innerText(), /^Ask/);
});

scenario("without a choice the page is in the browser's language", { context: german }, async (workbench, { page }) => {
  await workbench.ready();
  await isIn(page, "de");
  assert.equal(await workbench.at("language").inputValue(), "");
  assert.equal(await workbench.at("language").getAttribute("aria-label"), "Sprache");
  await workbench.at("language").selectOption("en");
  await isIn(page, "en");
  await workbench.ready();
  assert.equal(await workbench.at("language").getAttribute("aria-label"), "Language");
});

scenario("a language of the browser that the page has not got leaves it in English", { context: { locale: "fr-FR" } }, async (workbench, { page }) => {
  await workbench.ready();
  await isIn(page, "en");
  assert.equal(await workbench.at("error-message").count(), 0);
});

scenario("on a phone the language is chosen in the status bar", { context: { viewport: { width: 390, height: 844 } } }, async (workbench, { page }) => {
  await workbench.ready();
  assert.ok(!(await workbench.at("language").isVisible()));
  await workbench.at("language-phone").selectOption("de");
  await isIn(page, "de");
  await workbench.ready();
});

/** The page in English, with a notice that has this reason, and that works. */
async function inEnglishBecause(workbench, page, reason) {
  await isIn(page, "en");
  const problem = await workbench.problem();
  assert.match(problem, /^The page is in English: the language you chose could not be loaded/);
  assert.match(problem, reason);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await workbench.importFiles(shop());
  assert.match(await workbench.at("ask-send").innerText(), /^Ask/);
  assert.equal(await workbench.at("error-message").count(), 0, "the notice comes once");
}

scenario("a language that cannot be loaded leaves the page in English, with a notice",
  { context: german, mayLog: /404/, prepare: (context) => context.route(LANGUAGE_FILE, (route) => route.fulfill({ status: 404, body: "" })) },
  (workbench, { page }) => inEnglishBecause(workbench, page, /the server answered 404/));

scenario("a language of another build is not mixed with this one",
  { context: german, prepare: (context) => context.route(LANGUAGE_FILE, (route) => route.fulfill({ json: { of: "0", texts: ["Fragen"] } })) },
  (workbench, { page }) => inEnglishBecause(workbench, page, /it is of another build/));
