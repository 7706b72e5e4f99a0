// The git history of an imported folder: asked about, cited, opened; what was left out is said.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zip } from "./archives.mjs";
import { scenario } from "./browser.mjs";
import { drop } from "./drop.mjs";
import { entriesOf, remove, shop } from "./fixture.mjs";

/** The shop with three commits, the second of which says why. */
function history() {
  const folder = shop();
  const git = (hour, ...args) => {
    const date = `2024-05-0${hour}T12:00:00 +0200`;
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_CONFIG_GLOBAL: "/dev/null" };
    const who = ["-c", "user.name=Ada Lovelace", "-c", "user.email=ada@example.org"];
    return execFileSync("git", [...who, ...args], { cwd: folder, env, encoding: "utf8" }).trim();
  };
  git(1, "init", "-q", "-b", "main");
  git(1, "remote", "add", "origin", "https://ada:hunter2@example.org/shop.git");
  git(1, "add", "-A");
  git(1, "commit", "-q", "-m", "Start the shop");
  writeFileSync(join(folder, "server/tips.py"), "def tip(total):\n    return total * 0.1\n");
  git(2, "add", "-A");
  git(2, "commit", "-q", "-m", "Add tips\n\nThe waiters asked for them on the first of May.");
  writeFileSync(join(folder, "server/tips.py"), "def tip(total):\n    return total * 0.2\n");
  git(3, "commit", "-q", "-a", "-m", "Double the tips");
  return { folder, git };
}

/** The commits that the answer cites. */
const commits = (workbench) =>
  workbench.at("citation").evaluateAll((all) => all.map((chip) => chip.dataset.commit).filter(Boolean));

async function asksAndOpens(workbench, git) {
  const answer = await workbench.ask("When and why was server/tips.py changed?");
  assert.match(answer, /was last changed by Ada Lovelace on 2024-05-03 12:00 \+0200/);
  assert.match(answer, /Double the tips/);
  assert.match(answer, /Add tips/);
  const [newest, oldest] = git(4, "log", "--format=%H", "--", "server/tips.py").split("\n");
  assert.deepEqual(await commits(workbench), [newest, oldest]);
  await workbench.page.locator(`[data-testid="citation"][data-commit="${oldest}"]`).first().click();
  const dialog = workbench.at("commit-dialog");
  await workbench.at("commit-subject").waitFor();
  assert.equal(await workbench.at("commit-subject").innerText(), "Add tips");
  assert.match(await workbench.at("commit-body").innerText(), /The waiters asked for them/);
  assert.match(await dialog.innerText(), /server\/tips\.py added \+2/);
  assert.match(await dialog.innerText(), /return total \* 0\.1/);
}

scenario("a dropped folder brings its history, and a cited commit is opened with its difference", async (workbench, { page }) => {
  const { folder, git } = history();
  await workbench.ready();
  await drop(page, workbench.at("drop-target"), folder);
  await workbench.opened();
  assert.match(await workbench.at("status-bar").innerText(), /Git history of branch main at [0-9a-f]{10}\./);
  await asksAndOpens(workbench, git);
  remove(folder);
});

scenario("packed history of a chosen folder answers again after the page was reloaded", async (workbench, { page }) => {
  const { folder, git } = history();
  git(4, "gc", "-q", "--aggressive", "--prune=now");
  assert.ok(readdirSync(join(folder, ".git/objects/pack")).some((name) => name.endsWith(".pack")));
  await workbench.importFolder(folder);
  await workbench.visit();
  await workbench.at("stored-open").click();
  await workbench.opened();
  await asksAndOpens(workbench, git);
  remove(folder);
});

scenario("an archive brings its history too", async (workbench) => {
  const { folder, git } = history();
  git(4, "gc", "-q", "--prune=now");
  await workbench.importArchive("shop.zip", zip(entriesOf(folder, "shop-1.0")));
  await workbench.opened();
  await asksAndOpens(workbench, git);
  remove(folder);
});

scenario("who wrote a line, and what a commit changed", async (workbench) => {
  const { folder, git } = history();
  await workbench.importFolder(folder);
  const range = await workbench.ask("Who wrote lines 1-2 of server/tips.py?");
  assert.match(range, /Lines 1 to 2 of server\/tips\.py were last changed by Ada Lovelace on 2024-05-03/);
  assert.match(range, /Other lines of them are by 1 commit/);
  assert.match(range, /Add tips/);
  const line = await workbench.ask("Why was line 2 of server/tips.py changed?");
  assert.match(line, /Line 2 of server\/tips\.py was last changed by Ada Lovelace/);
  assert.match(line, /It gives no reason beyond its subject\./);
  const name = await workbench.ask("Who wrote the function tip?");
  assert.match(name, /Add tips/);
  const commit = await workbench.ask(`What changed in ${git(4, "rev-parse", "--short=9", "HEAD")}?`);
  assert.match(commit, /It changed 1 file/);
  assert.match(commit, /server\/tips\.py modified, \+1 -1/);
  remove(folder);
});

/** All texts that the page keeps in its file system. */
const kept = (page) =>
  page.evaluate(async () => {
    const texts = [];
    const walk = async (folder) => {
      for await (const handle of folder.values()) {
        if (handle.kind === "directory") await walk(handle);
        else texts.push(await (await handle.getFile()).text());
      }
    };
    await walk(await navigator.storage.getDirectory());
    return texts.join("\n");
  });

for (const [from, bring] of [
  ["a folder", (workbench, folder) => workbench.importFolder(folder)],
  ["an archive", async (workbench, folder) => {
    await workbench.importArchive("shop.zip", zip(entriesOf(folder, "shop-1.0")));
    await workbench.opened();
  }],
]) {
  scenario(`no password of a remote is kept of ${from}`, async (workbench, { page }) => {
    const { folder } = history();
    await bring(workbench, folder);
    const texts = await kept(page);
    assert.match(texts, /refs\/heads\/main/);
    assert.doesNotMatch(texts, /hunter2/);
    assert.doesNotMatch(await page.content(), /hunter2/);
    remove(folder);
  });
}

scenario("where a clone is shallow, the answer says that older commits may be meant", async (workbench) => {
  const { folder, git } = history();
  const clone = join(dirname(folder), "shallow");
  git(4, "clone", "-q", "--depth=1", `file://${folder}`, clone);
  await workbench.importFolder(clone);
  const answer = await workbench.ask("When and why was server/tips.py changed?");
  assert.match(answer, /Double the tips/);
  assert.match(answer, /The history that is here does not reach its beginning/);
  remove(folder);
});

scenario("a repository that came without git data says that its history is not there", async (workbench) => {
  await workbench.importFiles(shop());
  const answer = await workbench.ask("When was server/orders.py changed?");
  assert.match(answer, /^The history of this repository cannot be read here: no git data came with it\./);
  assert.doesNotMatch(await workbench.at("status-bar").innerText(), /Git history/);
});
