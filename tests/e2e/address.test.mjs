// Places have addresses: written, reloaded, gone back to, copied.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { scenario } from "./browser.mjs";
import { PAGE } from "./chromium.mjs";
import { folderOf, remove, shop } from "./fixture.mjs";
import { newestIs } from "./runs.mjs";

/** The page's fragment once it matches. */
async function at(page, pattern) {
  await page.waitForFunction((source) => new RegExp(source).test(location.hash), pattern.source);
  return page.evaluate(() => location.hash);
}

const titled = (page, title) => page.waitForFunction((title) => document.title === title, title);
const shown = (page, path) => page.locator(`[data-testid="code-view"][data-path="${path}"]`).waitFor();
const clipboard = { context: { permissions: ["clipboard-read", "clipboard-write"] } };
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

scenario("a citation, a symbol, its graph and a run each have an address, and Back and Forward go through them", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await at(page, /^#\/repo\/[0-9a-f]+$/);
  await workbench.ask("What does place_order do?");
  await newestIs(workbench, "answered");
  await at(page, /^#\/repo\/[0-9a-f]+\/conversation\/\w/);
  await titled(page, "What does place_order do? - shop - Quarry");
  const chip = workbench.at("citation").first();
  const [path, start, end] = await Promise.all(["path", "start", "end"].map((name) => chip.getAttribute(`data-${name}`)));
  await chip.click();
  const lines = start === end ? start : `${start}-${end}`;
  const file = await at(page, new RegExp(`/file/${path}:${lines}$`));
  await titled(page, `${path.split("/").pop()}:${lines} - shop - Quarry`);
  await workbench.openSymbol("add_tax");
  const symbol = await at(page, /\/symbol\/.*add_tax$/);
  await workbench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
  const graph = await at(page, /\/graph\/.*add_tax$/);
  await workbench.at("question-run").click();
  const run = await at(page, /\/run\/\w/);

  for (const before of [graph, symbol, file]) {
    await page.goBack();
    await at(page, new RegExp(`^${before.replace(/[.?+*]/g, "\\$&")}$`));
  }
  await shown(page, path);
  assert.equal(await workbench.at("symbol-page").count(), 0);
  await page.goBack();
  await at(page, /\/conversation\//);
  await workbench.at("code-view").waitFor({ state: "hidden" });
  for (let times = 0; times < 4; times += 1) await page.goForward();
  await at(page, new RegExp(`^${run}$`));
  assert.equal(await workbench.at("tab-run").getAttribute("aria-selected"), "true");
  assert.equal(await workbench.at("question").count(), 1, "going back changes no conversation");
});

scenario("a reload returns to the place and to the conversation as it was", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  const first = await workbench.ask("Who calls place_order?");
  await workbench.ask("What does add_tax do?");
  await newestIs(workbench, "answered");
  await workbench.openSymbol("total");
  const before = await at(page, /\/symbol\/.*total$/);
  await page.reload();
  await workbench.opened();
  await page.locator('[data-testid="symbol-page"][aria-label$="total"]').waitFor();
  await page.locator('[data-testid="answer"][data-state="done"]').nth(1).waitFor();
  assert.equal(await workbench.at("answer").first().innerText(), first);
  const asked = await page.locator(".question-text").allInnerTexts();
  assert.deepEqual(asked, ["Who calls place_order?", "What does add_tax do?"]);
  assert.equal(await page.evaluate(() => location.hash), before);
  await workbench.ask("Who calls it?").catch(() => {});
  await workbench.at("question").nth(2).waitFor();
});

/** Run in the page: requests without a parameter, such as that for the list of runs, wait from the opening of a repository on
 * until `release()` is called. */
function holdBareRequests() {
  const send = Worker.prototype.postMessage;
  const held = [];
  let isOpening = false;
  window.release = () => held.splice(0).forEach((go) => go());
  Worker.prototype.postMessage = function (message, transferred) {
    const size = message?.request?.byteLength;
    isOpening ||= size > 2;
    if (isOpening && size <= 2) held.push(() => send.call(this, message, transferred));
    else send.call(this, message, transferred);
  };
}

scenario("a symbol chosen before the place of the address is reached stays", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.openSymbol("add_tax");
  await workbench.at("symbol-page").getByRole("button", { name: "Close the symbol page" }).click();
  const file = await at(page, /\/file\/.*pricing/);
  await page.addInitScript(holdBareRequests);
  await page.reload();
  await workbench.opened();
  assert.equal(await page.evaluate(() => location.hash), file, "the place is still to be gone to");
  await workbench.openSymbol("total");
  await page.evaluate(() => window.release());
  await at(page, /\/symbol\/.*total$/);
  await workbench.ask("Who calls it?").catch(() => {});
  assert.match(await page.evaluate(() => location.hash), /\/symbol\/.*total$/);
  await page.locator('[data-testid="symbol-page"][aria-label$="total"]').waitFor();
});

scenario("an address opens its place in another tab, also after the folder was imported again", async (workbench, { page, context }) => {
  const files = { "a.py": "def one():\n    return 1\n", "b/c d.py": "class Lamp:\n    def light(self):\n        return 1\n" };
  await workbench.importFiles(folderOf(files, "lamps"));
  await workbench.openSymbol("light");
  const address = await at(page, /\/symbol\/b\/c%20d\.py:.*light$/);
  await workbench.visit();
  // The same files: it is the same repository, with other numbers of symbols.
  await workbench.importFiles(folderOf(files, "lamps"));
  const other = await context.newPage();
  await other.goto(`${PAGE}${address}`);
  await other.locator('[data-testid="symbol-page"][aria-label$="light"]').waitFor();
  await shown(other, "b/c d.py");
});

scenario("an answer's address shows it in its conversation, and a run's its run", clipboard, async (workbench, { page, context }) => {
  await workbench.importFiles(shop());
  await workbench.ask("Who calls place_order?");
  const words = (text) => text.split(/\s+/).join(" ");
  await workbench.ask("What does add_tax do?");
  await newestIs(workbench, "answered");
  await workbench.at("answer-link").nth(1).click();
  await page.getByText("Link copied.").waitFor({ state: "attached" });
  const answer = words(await workbench.at("answer").nth(1).innerText());
  const link = await copied(page);
  assert.match(link, /#\/repo\/[0-9a-f]+\/answer\/\w/);
  const other = await context.newPage();
  await other.goto(link);
  await other.locator('[data-testid="answer"][data-state="done"]').nth(1).waitFor();
  assert.equal(words(await other.getByTestId("answer").nth(1).innerText()), answer);
  await other.waitForFunction(() => document.title === "What does add_tax do? - shop - Quarry");
  await other.goto(link.replace("/answer/", "/run/"));
  await other.getByTestId("run-svg").waitFor();
});

for (const [what, fragment, says] of [
  ["of a repository that is not stored", "#/repo/0123456789abcdef/file/a.py:3", "The repository of this address is not stored in this browser."],
  ["with lines that are none", "#/repo/0123456789abcdef/file/a.py:9-3", "This address cannot be opened: its lines are no lines."],
  ["with damaged encoding", "#/repo/0123456789abcdef/file/%FF%", "This address cannot be opened: its encoding is damaged."],
  ["of another kind", "#/repo/a/what/is/this", "This address cannot be opened: this version does not know such places."],
]) {
  scenario(`an address ${what} is answered with one sentence`, async (workbench, { page }) => {
    await page.goto(`${PAGE}${fragment}`);
    await page.reload();
    assert.equal((await workbench.problem()).split("\n")[0], says);
    assert.equal(await workbench.at("error-message").count(), 1);
    await workbench.importFiles(shop());
    await workbench.ask("Who calls place_order?");
  });
}

scenario("an address of a file, a symbol or a run that is gone says so, and the repository is open", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  const root = await at(page, /^#\/repo\/[0-9a-f]+$/);
  const go = (rest) => page.evaluate((fragment) => (location.hash = fragment), `${root}/${rest}`);
  await go("file/no/such.py:3");
  await page.getByText(/no\/such\.py/).first().waitFor();
  await go("symbol/server/orders.py:no.such");
  await page.getByText("There is no `no.such` in `server/orders.py` of this repository.").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await go("run/nothing");
  await page.getByText("The run of this address is no longer stored.").waitFor();
});

scenario("Back from a repository leads to the first screen", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await at(page, /^#\/repo\//);
  await page.goBack();
  await workbench.ready();
  await titled(page, "Quarry");
  await page.goForward();
  await workbench.opened();
  await titled(page, "shop - Quarry");
});

scenario("link, path, editor and permanent link of lines", clipboard, async (workbench, { page }) => {
  const folder = shop();
  const git = (...args) => execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], { cwd: folder, encoding: "utf8", env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" } }).trim();
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", "https://ada:hunter2@github.com/acme/shop.git");
  git("add", "-A");
  git("commit", "-q", "-m", "Start");
  await workbench.importFolder(folder);
  await workbench.openSymbol("place_order");
  await workbench.at("place-menu").click();
  await workbench.at("copy-path").click();
  await page.getByText("Path copied.").waitFor({ state: "attached" });
  const [, path, start, end] = /^(.+):(\d+)-(\d+)$/.exec(await copied(page));
  assert.equal(path, "server/orders.py");
  await workbench.at("copy-link").click();
  await page.getByText("Link copied.").waitFor({ state: "attached" });
  assert.match(await copied(page), new RegExp(`#/repo/[0-9a-f]+/file/server/orders\\.py:${start}-${end}$`));
  const commit = git("rev-parse", "HEAD");
  assert.equal(await workbench.at("permalink").getAttribute("href"), `https://github.com/acme/shop/blob/${commit}/server/orders.py#L${start}-L${end}`);

  await workbench.at("editor-setup").click();
  await workbench.at("links-root").fill("shop");
  await page.getByText("Enter the whole path").waitFor();
  assert.ok(await workbench.at("links-save").isDisabled());
  await workbench.at("links-root").fill("/home/ada/shop");
  await workbench.at("links-save").click();
  assert.equal(await workbench.at("open-editor").getAttribute("href"), `vscode://file/home/ada/shop/server/orders.py:${start}`);
  await page.reload();
  await workbench.opened();
  await workbench.at("place-menu").click();
  assert.equal(await workbench.at("open-editor").getAttribute("href"), `vscode://file/home/ada/shop/server/orders.py:${start}`);
  remove(folder);
});

scenario("without git data the person names the host once", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.openSymbol("place_order");
  await workbench.at("place-menu").click();
  await workbench.at("permalink-setup").click();
  await workbench.at("links-page").fill("http://github.com/acme/shop");
  await page.getByText("Enter the repository's page").waitFor();
  await workbench.at("links-page").fill("https://gitlab.com/acme/shop");
  await workbench.at("links-commit").fill("main");
  await workbench.at("links-save").click();
  assert.match(await workbench.at("permalink").getAttribute("href"), /^https:\/\/gitlab\.com\/acme\/shop\/-\/blob\/main\/server\/orders\.py#L\d+-\d+$/);
});

const phone = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true };
scenario("the menu of a place fits 320 pixels", { context: phone }, async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.openSymbol("place_order");
  await workbench.at("place-menu").click();
  const box = await page.locator("details[open] > .place-menu-items").boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box));
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 321);
});
