// A patch that is dropped: proposed changes that are reviewed, accepted and gone on from as an agent's; and why one is refused.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changed, choose, hunk, LAMP, picks } from "./acting.mjs";
import { scenario } from "./browser.mjs";
import { drop, droppable } from "./drop.mjs";
import { folderOf } from "./fixture.mjs";
import { readFiles } from "./opfs.mjs";

/** The patch that `git diff` writes where these files are edited; the path of a file that holds it. */
function gitDiff(files, edits, name = "fix.patch") {
  const folder = folderOf(files, "repository");
  const git = (...words) => execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: folder, encoding: "utf8" });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "before");
  for (const [path, text] of Object.entries(edits)) writeFileSync(join(folder, path), text);
  git("add", "--intent-to-add", "--all");
  return join(droppable(folderOf({ [name]: git("diff") }, "patches")), name);
}

const WARM = {
  "lamp.py": LAMP["lamp.py"].replace("return colour", "return f'warm {colour}'"),
  "moon.py": "def shine():\n    return 'pale'\n",
};

scenario("a dropped patch is proposed, reviewed, accepted in part, written and exported", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await drop(page, workbench.at("ask-input"), gitDiff(LAMP, WARM));
  await workbench.at("changed-file").first().waitFor();
  assert.deepEqual(await changed(workbench), ["lamp.py 1", "moon.py 1"]);
  assert.match(await hunk(page, "lamp.py", 0).innerText(), /return f'warm \{colour\}'/);
  assert.match(await workbench.at("changes-summary").innerText(), /2 files \+3 −1/);
  const said = await page.locator("article").last().innerText();
  assert.match(said, /fix\.patch/);
  assert.match(said, /fits, and is proposed: 2 files/);
  assert.match(said, /no model was asked/);
  assert.deepEqual(await readFiles(page, "lamps", ["lamp.py"]), [LAMP["lamp.py"]], "nothing is written yet");
  const download = page.waitForEvent("download");
  await workbench.at("changes-patch").click();
  assert.match(readFileSync(await (await download).path(), "utf8"), /^\+ {4}return f'warm \{colour\}'$/m);
  const moon = page.locator('[data-testid="changed-file"][data-path="moon.py"]');
  // A new file is taken or rejected as a whole.
  await moon.getByTestId("reject-file").click();
  await moon.waitFor({ state: "detached" });
  await workbench.at("accept-all").click();
  await workbench.at("changes-none").waitFor({ timeout: 60_000 });
  assert.deepEqual(await readFiles(page, "lamps", ["lamp.py"]), [WARM["lamp.py"]]);
});

scenario("a patch outlives its tab, and the next one goes on with it", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await drop(page, workbench.at("ask-input"), gitDiff(LAMP, WARM));
  await workbench.at("changed-file").first().waitFor();
  await page.reload();
  await workbench.opened();
  await workbench.at("see-changes").first().click();
  await workbench.at("changed-file").first().waitFor();
  assert.deepEqual(await changed(workbench), ["lamp.py 1", "moon.py 1"]);
  const warm = { ...LAMP, ...WARM };
  const next = gitDiff(warm, { "house.py": LAMP["house.py"].replace("'dim'", "'off'") }, "night.diff");
  await drop(page, workbench.at("ask-input"), next);
  await page.locator('[data-testid="changed-file"][data-path="house.py"]').waitFor();
  assert.deepEqual(await changed(workbench), ["house.py 1", "lamp.py 1", "moon.py 1"]);
});

scenario("a patch that does not fit is refused with its file, hunk and line, and nothing is changed", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  const other = { ...LAMP, "lamp.py": "def light_up(tone):\n    return tone\n" };
  const patch = gitDiff(other, { "lamp.py": "def light_up(tone):\n    return tone.lower()\n" });
  await drop(page, workbench.at("ask-input"), patch);
  const problem = await workbench.problem();
  assert.match(problem, /fix\.patch.* does not fit: .*lamp\.py.*, hunk 1 of 1 \(line 1\): line \d of the file is not .*tone/);
  assert.match(problem, /Nothing is changed/);
  assert.equal(await workbench.at("question").count(), 0, "there is no run of it");
  await workbench.at("tab-changes").click();
  await workbench.at("changes-none").waitFor();
  // What is no patch is said to be none. It is chosen by the button here.
  const text = join(folderOf({ "notes.diff": "Dear all,\n" }, "notes"), "notes.diff");
  await workbench.at("patch-input").setInputFiles(text);
  await page.getByText("There is no patch in").waitFor();
});
