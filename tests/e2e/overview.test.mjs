// The overview: what opens, what it says of the repository, the map of its parts.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { violations } from "./axe.mjs";
import { scenario } from "./browser.mjs";
import { folderOf, shop } from "./fixture.mjs";

/** A server of two packages, with all that an overview shows. */
function parcels() {
  return folderOf({
    "package.json": JSON.stringify(
      { name: "parcels", description: "Sends parcels <b>today</b>", scripts: { build: "node build.js", test: "node --test" }, workspaces: ["packages/*"] },
      null,
      2,
    ),
    "README.md": "# Parcels\n\nParcels brings what people order to their door <script>alert(1)</script> in the evening.\n",
    "packages/api/package.json": JSON.stringify({ name: "api" }),
    "packages/api/server.js": [
      'const app = require("express")();',
      'const { price } = require("../core/price");',
      'app.get("/parcels", (request, response) => response.json(price(1)));',
      'app.post("/parcels", (request, response) => response.json(price(2)));',
      "",
    ].join("\n"),
    "packages/core/package.json": JSON.stringify({ name: "core" }),
    "packages/core/price.js": "function price(weight) { return round(weight); }\nfunction round(value) { return value; }\nmodule.exports = { price };\n",
    "packages/core/rates.js": "function rate(weight) { return weight; }\nmodule.exports = { rate };\n",
    "packages/core/test/price.test.js": 'const { test } = require("node:test");\nconst { price } = require("../price");\ntest("a price", () => price(1));\n',
  });
}

scenario("the overview opens with a repository, and each of its lines leads to its place", async (workbench, { page }) => {
  await workbench.importFiles(parcels());
  assert.equal(await workbench.at("tab-overview").getAttribute("aria-selected"), "true");
  await workbench.at("overview-description").waitFor();
  assert.match(await workbench.at("overview-description").innerText(), /Sends parcels <b>today<\/b>/, "text, not HTML");
  assert.match(await workbench.at("overview-readme").innerText(), /what people order/);
  assert.match(await workbench.at("overview-languages").innerText(), /JavaScript \d+ lines in 4 files/);
  const routes = workbench.at("overview-routes");
  assert.match(await routes.innerText(), /Routes\s*2[\s\S]*GET \/parcels[\s\S]*POST \/parcels/);
  assert.match(await workbench.at("overview-tests").innerText(), /packages\/core\/test\/[\s\S]*1 test\b/);
  assert.match(await workbench.at("overview-scripts").innerText(), /build[\s\S]*test/);
  await routes.getByRole("button", { name: /POST \/parcels/ }).click();
  await page.locator('[data-testid="code-view"][data-path="packages/api/server.js"]').waitFor();
  assert.deepEqual(await workbench.litLines(), [4]);
  await workbench.at("tab-overview").click();
  await workbench.at("overview-most-called").getByRole("button").first().click();
  await workbench.at("symbol-page").waitFor();
});

scenario("the map of parts is gone into and out of, by pointer and by keyboard", async (workbench, { page }) => {
  await workbench.importFiles(parcels());
  const boxes = workbench.at("parts-box");
  await boxes.first().waitFor();
  const paths = () => boxes.evaluateAll((all) => all.map((box) => box.dataset.path).sort());
  assert.deepEqual(await paths(), ["packages/api", "packages/core"]);
  await workbench.at("parts-list-open").click();
  assert.match(await workbench.at("parts-map").innerText(), /uses core \(2 calls, 1 file imports it\)/);
  await page.locator('[data-testid="parts-box"][data-path="packages/core"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-testid="parts-box"][data-path="packages/core/price.js"]').waitFor();
  assert.deepEqual(await paths(), ["packages/core/price.js", "packages/core/rates.js"], "tests are left out");
  await workbench.at("parts-all").click();
  await page.locator('[data-testid="parts-box"][data-path="packages/api"]').click();
  await page.locator('[data-testid="parts-box"][data-path="packages/api/server.js"]').click();
  await page.locator('[data-testid="code-view"][data-path="packages/api/server.js"]').waitFor();
});

scenario("plain questions are suggested first, and are answered", async (workbench) => {
  await workbench.importFiles(parcels());
  const suggested = await workbench.at("suggestion").allInnerTexts();
  assert.deepEqual(suggested.slice(0, 2).map((it) => it.trim()), ["What is this project?", "Which routes are there?"]);
  await workbench.at("suggestion").nth(1).click();
  assert.match(await workbench.answered(), /\/parcels/);
  assert.ok((await workbench.citations()).some((it) => it.path === "packages/api/server.js"));
});

/** The parcels with a history of two commits; returns the folder and what runs git in it. */
function withHistory() {
  const folder = parcels();
  const git = (...args) => {
    const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    return execFileSync("git", [...who, ...args], { cwd: folder, env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" }, encoding: "utf8" });
  };
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "Send parcels");
  writeFileSync(join(folder, "packages/core/rates.js"), "function rate(weight) { return weight * 2; }\nmodule.exports = { rate };\n");
  git("commit", "-q", "-a", "-m", "Double the rates");
  return [folder, git];
}

scenario("a history that cannot be read is said to be unknown", async (workbench) => {
  const [folder, git] = withHistory();
  const commit = git("rev-parse", "HEAD~1").trim();
  const object = join(folder, ".git/objects", commit.slice(0, 2), commit.slice(2));
  chmodSync(object, 0o644);
  writeFileSync(object, "no object");
  await workbench.importFiles(folder);
  assert.match(await workbench.at("overview-history").innerText(), /^What changed most is not known: /);
  assert.equal(await workbench.at("overview-changed").count(), 0);
});

scenario("with a git history, the files that were changed most are listed", async (workbench) => {
  const [folder] = withHistory();
  await workbench.importFiles(folder);
  const changed = workbench.at("overview-changed");
  await changed.waitFor();
  assert.match(await changed.innerText(), /in the last 2 commits[\s\S]*packages\/core\/rates\.js[\s\S]*2 commits/);
});

scenario("the overview is that of the repository that is open", async (workbench, { page }) => {
  await workbench.importFiles(parcels());
  await workbench.at("overview-routes").waitFor();
  await workbench.at("tab-code").click();
  await page.getByRole("button", { name: "Import another" }).click();
  await workbench.importFiles(folderOf({ "notes.md": "# Notes\n\nOnly words about a garden and what grows there.\n" }));
  assert.equal(await workbench.at("tab-overview").getAttribute("aria-selected"), "true");
  await workbench.at("overview-readme").or(page.getByText("There is no code of a known language")).first().waitFor();
  assert.equal(await workbench.at("overview-routes").count(), 0);
  assert.equal(await workbench.at("parts-box").count(), 0);
});

for (const colorScheme of ["light", "dark"]) {
  scenario(`no serious accessibility violation in the overview, ${colorScheme}`, { context: { colorScheme } }, async (workbench, { page }) => {
    await workbench.importFiles(shop());
    await workbench.at("parts-box").first().waitFor();
    await workbench.at("parts-list-open").click();
    assert.deepEqual(await violations(page), []);
  });
}

scenario("on a phone the overview is in the bar", { context: { viewport: { width: 320, height: 640 } } }, async (workbench, { page }) => {
  await workbench.importFiles(parcels());
  await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Overview" }).click();
  await workbench.at("parts-box").first().waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 320, `the page is ${wide} px wide`);
});
