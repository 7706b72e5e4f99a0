// A repository on a git host: by its address, by `?repo=`, with a token, within limits, brought up to date. The hosts are
// played by git-server.mjs under their own names.

import assert from "node:assert/strict";
import { after } from "node:test";
import { violations } from "./axe.mjs";
import { scenario, withFlags } from "./browser.mjs";
import { PAGE } from "./chromium.mjs";
import { startGitServer } from "./git-server.mjs";
import { readStorage } from "./opfs.mjs";

const LAMP = "def light_up():\n    return 'on'\n\n\ndef evening():\n    return light_up()\n";
const FILES = {
  ".gitignore": "*.log\n",
  "README.md": "# Lamps\n",
  "lamps/lamp.py": LAMP,
  "lamps/配線 図.md": "# Wiring\n",
  "tests/test_lamp.py": "from lamps.lamp import light_up\n\n\ndef test_lamp():\n    assert light_up() == 'on'\n",
  "debug.log": "nothing",
  "node_modules/left-pad/index.js": "module.exports = 1",
  "logo.png": "PNG",
  "latest": "-> lamps/lamp.py",
};

const git = await startGitServer();
withFlags(...git.flags);
after(() => git.stop());
/** Failed requests are logged by the browser itself. */
const mayLog = /Failed to load resource/;

function fresh() {
  Object.assign(git, { repositories: {}, requests: [], instead: [], held: null });
  git.add("lights/lamps", { main: FILES, "fix/dim": { ...FILES, "lamps/dim.py": "def dim():\n    return 'low'\n" } }, { requests: { 7: "fix/dim" } });
}

async function load(workbench, address) {
  await workbench.ready();
  await workbench.at("host-address").fill(address);
  await workbench.at("host-load").click();
}

const problem = async (workbench) => {
  await workbench.at("host-problem").waitFor();
  return workbench.at("host-problem").innerText();
};

/** What the key vault holds: each entry's name and bytes as text. */
const vaultEntries = (page) =>
  page.evaluate(async () => {
    const wait = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
    const store = (await wait(indexedDB.open("quarry-keys", 1))).transaction("vault").objectStore("vault");
    const [names, values] = await Promise.all([wait(store.getAllKeys()), wait(store.getAll())]);
    const text = ({ data }) => (data ? String.fromCharCode(...new Uint8Array(data)) : "");
    return names.map((name, at) => `${name} ${text(values[at])}`);
  });

const origin = (workbench) => workbench.at("host-origin").innerText();

scenario("a repository on GitHub is loaded by owner and name, without what is left out", async (workbench, { page }) => {
  fresh();
  await workbench.ready();
  await workbench.at("host-address").fill("lights/lamps");
  await workbench.at("host-contacts").getByText("contacts api.github.com and raw.githubusercontent.com").waitFor();
  assert.equal(git.requests.length, 0, "nothing is sent before the button is pressed");
  assert.deepEqual(await violations(page), []);
  await workbench.at("host-load").click();
  await workbench.opened();
  assert.match(await origin(workbench), /From github\.com\/lights\/lamps, main at [0-9a-f]{7}\./);
  await workbench.openSymbol("light_up");
  assert.match(await workbench.ask("Who calls light_up?"), /evening/);
  await workbench.find("配線 図.md");
  const raw = git.asked("raw.githubusercontent.com").map((path) => decodeURIComponent(path.split("/").slice(4).join("/")));
  const rules = raw.filter((path) => path === ".gitignore").length;
  assert.deepEqual([...new Set(raw)].sort(), [".gitignore", "README.md", "lamps/lamp.py", "lamps/配線 図.md", "tests/test_lamp.py"]);
  assert.ok(rules <= 2, "what is left out is not loaded");
  await workbench.at("skipped-open").click();
  const skipped = (await workbench.at("skipped-row").allTextContents()).join("\n");
  for (const path of ["debug.log", "node_modules", "logo.png", "latest"]) assert.match(skipped, new RegExp(path));
});

scenario("a pull request, a branch with a slash and a folder of it are found", async (workbench, { page }) => {
  fresh();
  await load(workbench, "https://github.com/lights/lamps/pull/7");
  await workbench.opened();
  assert.match(await origin(workbench), /pull request 7 at/);
  await workbench.openSymbol("dim");
  await page.goto(PAGE);
  await load(workbench, "https://github.com/lights/lamps/tree/fix/dim/lamps");
  await workbench.opened();
  assert.match(await origin(workbench), /fix\/dim at [0-9a-f]{7}, folder lamps/);
  assert.match(await page.locator(".facts").innerText(), /3 files/);
});

scenario("repositories on GitLab and Codeberg come in pages, one of their own by its address", async (workbench, { page }) => {
  fresh();
  git.add("lights/indoor/lamps", { main: FILES }, { most: 3 });
  await load(workbench, "https://gitlab.com/lights/indoor/lamps");
  await workbench.opened();
  assert.match(await origin(workbench), /From gitlab\.com\/lights\/indoor\/lamps, main at/);
  await workbench.openSymbol("light_up");
  assert.ok(git.asked("gitlab.com").filter((path) => path.includes("page_token")).length >= 2);
  for (const host of ["codeberg.org", "git.example.org"]) {
    git.add("lights/lamps", { main: FILES }, { most: 3 });
    await page.goto(PAGE);
    await load(workbench, `https://${host}/lights/lamps`);
    await workbench.opened();
    assert.match(await origin(workbench), new RegExp(`From ${host}/lights/lamps`));
    await workbench.openSymbol("light_up");
  }
});

scenario("a listing that GitHub cuts is put together, and nothing is missing", async (workbench, { page }) => {
  fresh();
  git.add("lights/lamps", { main: FILES }, { most: 6 });
  await load(workbench, "lights/lamps");
  await workbench.opened();
  assert.match(await page.locator(".facts").innerText(), /5 files/);
  assert.ok(!git.asked("api.github.com").some((path) => path.includes("left-pad")));
});

scenario("a private repository asks for a token, which goes to the host's API alone and is kept encrypted", { mayLog }, async (workbench, { page }) => {
  fresh();
  git.add("lights/lamps", { main: FILES }, { isPrivate: true, token: "ghp_secret" });
  await load(workbench, "lights/lamps");
  assert.match(await problem(workbench), /api\.github\.com knows no repository `lights\/lamps`, or it is private/i);
  await workbench.at("host-token").fill("ghp_wrong");
  await workbench.at("host-retry").click();
  await workbench.at("host-problem").getByText("the token may not read it").waitFor();
  await workbench.at("host-token").fill("ghp_secret");
  await workbench.at("host-remember").check();
  await workbench.at("host-retry").click();
  // The refusal before goes only with the answer.
  await page.locator('[data-state="open"]').waitFor();
  await workbench.openSymbol("light_up");
  const withToken = git.requests.filter((request) => request.token?.includes("ghp_secret"));
  assert.ok(withToken.length > 5);
  assert.ok(withToken.every((request) => request.host === "api.github.com"), "no other host sees it");
  const files = Object.values(await readStorage(page)).map((content) => Buffer.from(content, "base64").toString("latin1"));
  const kept = [...files, ...(await vaultEntries(page))];
  assert.ok(kept.some((text) => text.startsWith("secret:git host https://api.github.com")), "it is kept under that origin");
  assert.ok(!kept.some((text) => text.includes("ghp_secret")), "nowhere in plain");
  // Remembered over a reload, and forgotten by hand.
  await workbench.visit();
  await workbench.ready();
  await workbench.at("host-address").fill("lights/lamps");
  await workbench.at("host-forget").click();
  await workbench.at("host-forget").waitFor({ state: "detached" });
});

scenario("a used-up allowance is said in words, with when it ends and what a token does", { mayLog }, async (workbench) => {
  fresh();
  const reset = String(Math.floor(Date.now() / 1000) + 12 * 60 - 10);
  const headers = { "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset };
  git.instead.push(["/repos/lights/lamps", 403, headers, JSON.stringify({ message: "API rate limit exceeded" })]);
  await load(workbench, "lights/lamps");
  const words = await problem(workbench);
  assert.match(words, /60 requests an hour without a token, and they are used up; it allows more in 12 minutes/);
  await workbench.at("host-token").waitFor();
});

scenario("a host that asks to slow down is waited for; one that has no such repository is an error", { mayLog }, async (workbench, { page }) => {
  fresh();
  git.instead.push(["lamp.py", 429, { "Retry-After": "1" }, ""]);
  await load(workbench, "lights/lamps");
  await workbench.opened();
  await workbench.openSymbol("light_up");
  await page.goto(PAGE);
  for (const [address, words] of [
    ["nobody/nothing", /knows no repository `nobody\/nothing`/],
    ["lights/lamps@nowhere", /knows no branch, tag or commit `nowhere`/],
    ["https://github.com/lights/lamps/tree/main/nowhere", /There is no folder `nowhere` in `main`/],
    ["https://me:secret@github.com/a/b", /leave it out/],
    ["just-a-word", /no address of a repository/],
  ]) {
    await load(workbench, address);
    const message = workbench.at("error-message").filter({ hasText: words });
    await message.first().waitFor();
    await workbench.at("host-address").fill("");
  }
});

scenario("stopping a download acts at once, while the host does not answer", { mayLog }, async (workbench) => {
  fresh();
  let release;
  git.held = new Promise((resolve) => (release = resolve));
  await load(workbench, "lights/lamps");
  await workbench.at("import-progress").getByText(/Reading/).waitFor();
  await workbench.at("import-cancel").click();
  await workbench.at("host-address").waitFor({ timeout: 3000 });
  release();
  assert.equal(await workbench.at("stored-repo").count(), 0);
});

scenario("a link with ?repo= asks once, and opens what is stored without asking a host", async (workbench, { page }) => {
  fresh();
  await page.goto(`${PAGE}?repo=${encodeURIComponent("lights/lamps@fix/dim")}`);
  await workbench.at("host-linked").getByText(/This link opens lights\/lamps.*\(fix\/dim\).*contacts api\.github\.com/).waitFor();
  assert.equal(git.requests.length, 0, "a link alone contacts nobody");
  await workbench.at("host-confirm").click();
  await workbench.opened();
  await workbench.openSymbol("dim");
  const before = git.requests.length;
  await page.reload();
  await workbench.opened();
  assert.match(await origin(workbench), /fix\/dim at/);
  assert.equal(git.requests.length, before);
});

scenario("a repository from a host is brought up to date, as the same one with its runs", async (workbench, { page }) => {
  fresh();
  await load(workbench, "lights/lamps");
  await workbench.opened();
  await workbench.ask("Who calls light_up?");
  const first = await origin(workbench);
  git.add("lights/lamps", { main: { ...FILES, "lamps/lamp.py": `${LAMP}\n\ndef night():\n    return light_up()\n` } });
  await workbench.at("host-update").click();
  await page.waitForFunction((text) => document.querySelector("[data-testid=host-origin]")?.innerText !== text, first);
  await workbench.openSymbol("night");
  assert.equal(await workbench.at("answer").count(), 1, "the conversation stays");
  await page.goto(PAGE);
  await workbench.ready();
  assert.equal(await workbench.at("stored-repo").count(), 1);
});
