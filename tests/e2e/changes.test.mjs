// Agents that act: proposed changes reviewed by hunk and written to the folder, conflicts, approvals, questions.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { scenario } from "./browser.mjs";
import { startModelServer } from "./model-server.mjs";
import { readFiles, writeFiles } from "./opfs.mjs";
import { killAndReopen, newestIs } from "./runs.mjs";

const { QUARRY_REQUESTS, QUARRY_PYTHON, QUARRY_PYTHONPATH } = process.env;

const LAMP = {
  "lamp.py": "def light_up(colour):\n    return colour\n",
  "house.py":
    "from lamp import light_up\n\n\ndef evening():\n    return light_up('red')\n\n\ndef reading():\n    pass\n\n\ndef supper():\n    pass\n\n\ndef night():\n    return light_up('dim')\n",
};
const RENAME = "rename light_up to shine";

const server = await startModelServer();
after(() => server.stop());

/** The picker returns a folder of the origin private file system: it has a handle as any folder. */
const picks = (folder) => ({
  prepare: (context) =>
    context.addInitScript((folder) => {
      window.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
    }, folder),
});

async function choose(workbench, page, folder, files) {
  await writeFiles(page, folder, files);
  await workbench.ready();
  await page.getByRole("button", { name: "Choose a folder" }).click();
  await workbench.opened();
}

async function act(workbench, agent, request) {
  await workbench.at("agent").selectOption(agent);
  return workbench.ask(request);
}

/** The changed files on screen, with the numbers of their hunks. */
const changed = (workbench) =>
  workbench.at("changed-file").evaluateAll((files) =>
    files.map((file) => `${file.dataset.path} ${file.querySelectorAll('[data-testid="hunk"]').length}`),
  );

const hunk = (page, path, number) =>
  page.locator(`[data-testid="changed-file"][data-path="${path}"] [data-testid="hunk"]`).nth(number);

scenario("a function of a real repository is renamed, reviewed and written, and its own tests pass", picks("requests"), async (workbench, { page }) => {
  const files = Object.fromEntries(pythonFiles(QUARRY_REQUESTS).map((path) => [path, readFileSync(join(QUARRY_REQUESTS, path), "utf8")]));
  await choose(workbench, page, "requests", files);
  const answer = await act(workbench, "plan-review", "rename to_key_val_list to as_pairs");
  assert.match(answer, /as_pairs/);
  await workbench.at("see-changes").click();
  await workbench.at("changed-file").first().waitFor();
  const paths = (await changed(workbench)).map((row) => row.split(" ")[0]);
  assert.deepEqual(paths, ["src/requests/models.py", "src/requests/sessions.py", "src/requests/utils.py", "tests/test_utils.py"]);
  assert.deepEqual(await readFiles(page, "requests", paths), paths.map((path) => files[path]), "nothing is written yet");
  // One hunk alone, then the rest.
  await hunk(page, "src/requests/sessions.py", 0).getByTestId("accept-hunk").click();
  await page.locator('[data-testid="changed-file"]').nth(3).waitFor();
  await workbench.at("accept-all").click();
  await workbench.at("changes-none").waitFor({ timeout: 60_000 });
  const written = await readFiles(page, "requests", paths);
  const copy = mkdtempSync(join(tmpdir(), "quarry-requests-"));
  cpSync(QUARRY_REQUESTS, copy, { recursive: true });
  paths.forEach((path, at) => writeFileSync(join(copy, path), written[at]));
  for (const text of written) assert.match(text, /as_pairs/);
  // A line of documentation still shows the old name: text is not renamed.
  const pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_utils.py", "tests/test_structures.py"];
  // Its tests unpack files into the temporary folder, where those of another run would be in their way.
  const env = { ...process.env, TMPDIR: mkdtempSync(join(copy, "tmp-")), PYTHONPATH: `${join(copy, "src")}:${QUARRY_PYTHONPATH}`, PYTHONDONTWRITEBYTECODE: "1" };
  const output = execFileSync(QUARRY_PYTHON, pytest, { cwd: copy, env, encoding: "utf8" });
  assert.match(output, /\d+ passed/);
  rmSync(copy, { recursive: true });
});

function pythonFiles(root) {
  const all = readdirSync(root, { recursive: true, encoding: "utf8" });
  return all.filter((path) => path.endsWith(".py") && /^(src|tests)\//.test(path)).sort();
}

scenario("a hunk is rejected, another edited, the rest accepted", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await act(workbench, "plan-review", RENAME);
  await workbench.at("see-changes").click();
  await workbench.at("changed-file").first().waitFor();
  assert.deepEqual(await changed(workbench), ["house.py 2", "lamp.py 1"]);
  await hunk(page, "house.py", 1).getByTestId("reject-hunk").click();
  await page.waitForFunction(() => document.querySelectorAll('[data-path="house.py"] [data-testid="hunk"]').length === 1);
  await hunk(page, "lamp.py", 0).getByTestId("edit-hunk").click();
  await workbench.at("hunk-text").fill("def shine(colour='white'):\n    return colour\n");
  await workbench.at("hunk-text-save").click();
  await page.getByText("def shine(colour='white'):").waitFor();
  await workbench.at("accept-all").click();
  await workbench.at("changes-none").waitFor();
  const [lamp, house] = await readFiles(page, "lamps", ["lamp.py", "house.py"]);
  assert.equal(lamp, "def shine(colour='white'):\n    return colour\n");
  assert.match(house, /return shine\('red'\)/);
  assert.match(house, /return light_up\('dim'\)/);
  // The next question is about what was written.
  await workbench.at("agent").selectOption("plan-react");
  assert.match(await workbench.ask("Where is shine defined?"), /shine/);
});

scenario("a file that changed meanwhile is a conflict, and nothing is written", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await act(workbench, "plan-review", RENAME);
  await workbench.at("see-changes").click();
  const theirs = LAMP["lamp.py"].replace("return colour", "return colour.upper()");
  await writeFiles(page, "lamps", { "lamp.py": theirs });
  await workbench.at("accept-all").click();
  const conflict = page.locator('[data-testid="conflict"][data-path="lamp.py"]');
  await conflict.waitFor();
  const text = await conflict.innerText();
  for (const part of [/has changed since/, /return colour\.upper\(\)/, /def shine/, /def light_up/]) assert.match(text, part);
  assert.deepEqual(await readFiles(page, "lamps", ["lamp.py", "house.py"]), [theirs, LAMP["house.py"]]);
  assert.deepEqual(await changed(workbench), ["house.py 2", "lamp.py 1"]);
});

scenario("what a person says about a hunk goes to the agent", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await act(workbench, "plan-review", RENAME);
  await workbench.at("see-changes").click();
  await hunk(page, "lamp.py", 0).getByTestId("comment-hunk").click();
  await workbench.at("hunk-comment").fill("Keep the old name here.");
  await workbench.at("hunk-comment-save").click();
  await workbench.answered(1);
  const question = await page.locator("article").last().innerText();
  assert.match(question, /Keep the old name here\./);
  // It goes on with what was proposed.
  await workbench.at("see-changes").first().click();
  assert.deepEqual(await changed(workbench), ["house.py 2", "lamp.py 1"]);
});

scenario("a deletion is asked about with its reason, and declined", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await workbench.useEndpoint(server.url("deleter"));
  await workbench.at("agent").selectOption("plan-review");
  await workbench.send("Tidy up");
  await workbench.at("approval").waitFor();
  assert.match(await workbench.at("approval-why").innerText(), /Deleting a file is always asked about/);
  assert.match(await workbench.at("approval-diff").innerText(), /-def light_up/);
  await workbench.at("approval-note").fill("It is in use.");
  await workbench.at("approval-decline").click();
  assert.match(await workbench.answered(), /Not done/);
  const tool = server.chats().at(-1).body.messages.map((message) => message.content ?? "").join("\n");
  const declined = server.chats().some(({ body }) => JSON.stringify(body).includes("They said: It is in use."));
  assert.ok(declined, tool);
  assert.deepEqual(await readFiles(page, "lamps", ["lamp.py"]), [LAMP["lamp.py"]]);
});

scenario("a question of the agent outlives its tab", picks("lamps"), async (workbench, { page, context }) => {
  await choose(workbench, page, "lamps", LAMP);
  await workbench.useEndpoint(server.url("asker"));
  await workbench.at("agent").selectOption("plan-review");
  await workbench.send("Choose a colour");
  await workbench.at("question-form").waitFor();
  const other = await killAndReopen(page, context);
  await newestIs(other, "awaiting-approval");
  await other.at("run-row").first().click();
  await other.at("question-form").waitFor();
  await other.page.getByTestId("question-option").filter({ hasText: "green" }).click();
  assert.match(await other.answered(), /green it is/);
});
