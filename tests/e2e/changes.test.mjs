// Agents that act: proposed changes reviewed by hunk, written to the folder or downloaded, conflicts, approvals, questions,
// messages to a run that works.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { act, changed, choose, hunk, LAMP, picks } from "./acting.mjs";
import { scenario } from "./browser.mjs";
import { startModelServer } from "./model-server.mjs";
import { readBytes, readFiles, writeFiles } from "./opfs.mjs";
import { killAndReopen, newestIs } from "./runs.mjs";

const { QUARRY_REQUESTS, QUARRY_PYTHON, QUARRY_PYTHONPATH } = process.env;

const RENAME = "rename light_up to shine";

const server = await startModelServer();
after(() => server.stop());

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
  const removed = workbench.at("approval-diff").locator(".diff-row.gone code");
  assert.deepEqual(await removed.allInnerTexts(), ["def light_up(colour):", "    return colour"]);
  const background = (row) => getComputedStyle(row.parentElement).backgroundColor;
  assert.notEqual(await removed.first().evaluate(background), "rgba(0, 0, 0, 0)", "it is coloured");
  await workbench.at("approval-note").fill("It is in use.");
  await workbench.at("approval-decline").click();
  assert.match(await workbench.answered(), /Not done/);
  const tool = server.chats().at(-1).body.messages.map((message) => message.content ?? "").join("\n");
  const declined = server.chats().some(({ body }) => JSON.stringify(body).includes("They said: It is in use."));
  assert.ok(declined, tool);
  assert.deepEqual(await readFiles(page, "lamps", ["lamp.py"]), [LAMP["lamp.py"]]);
  await workbench.at("tab-changes").click();
  await workbench.at("changes-none").waitFor();
});

scenario("a question of the agent outlives its tab", picks("lamps"), async (workbench, { page, context }) => {
  await choose(workbench, page, "lamps", LAMP);
  await workbench.useEndpoint(server.url("asker"));
  await workbench.at("agent").selectOption("plan-review");
  await workbench.send("Choose a colour");
  await workbench.at("question-form").waitFor();
  const other = await killAndReopen(page, context);
  await newestIs(other, "awaiting-approval");
  await other.at("conversation-open").first().click();
  await other.at("question-form").waitFor();
  await other.page.getByTestId("question-option").filter({ hasText: "green" }).click();
  assert.match(await other.answered(), /green it is/);
});

scenario("the changed files are downloaded with the bytes that accepting them writes", picks("lamps"), async (workbench, { page }) => {
  const lamp = `\ufeff${LAMP["lamp.py"].replaceAll("\n", "\r\n")}# the end`;
  await choose(workbench, page, "lamps", { ...LAMP, "lamp.py": lamp, "same.py": "pass\n" });
  await act(workbench, "plan-review", RENAME);
  await workbench.at("see-changes").click();
  const download = page.waitForEvent("download");
  await workbench.at("changes-zip").click();
  const file = await download;
  assert.equal(file.suggestedFilename(), "lamps-changes.zip");
  const files = unzipped(await file.path());
  assert.deepEqual(Object.keys(files).sort(), ["house.py", "lamp.py"]);
  assert.equal(files["lamp.py"].toString("utf8"), lamp.replace("light_up", "shine"));
  await workbench.at("accept-all").click();
  await workbench.at("changes-none").waitFor({ timeout: 60_000 });
  const written = await readBytes(page, "lamps", ["house.py", "lamp.py"]);
  assert.deepEqual([files["house.py"], files["lamp.py"]], written);
});

/** The files of an archive, as Python reads them. */
function unzipped(path) {
  const script = `
import base64, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({name: base64.b64encode(archive.read(name)).decode() for name in archive.namelist()}))`;
  const files = JSON.parse(execFileSync(QUARRY_PYTHON, ["-c", script, path], { encoding: "utf8" }));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes, "base64")]));
}

scenario("a comment on a hunk reaches the model with the lines that it is about", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await act(workbench, "plan-review", RENAME);
  await workbench.at("see-changes").click();
  await hunk(page, "house.py", 1).getByTestId("reject-hunk").click();
  await page.waitForFunction(() => document.querySelectorAll('[data-path="house.py"] [data-testid="hunk"]').length === 1);
  await workbench.useEndpoint(server.url("looker"));
  const before = server.chats().length;
  // What was proposed stays on screen while the next run begins, although nothing of that run is stored yet.
  await page.evaluate(() => {
    globalThis.problems = [];
    const pane = document.querySelector('[data-testid="changes"]');
    const look = () => {
      for (const it of pane.querySelectorAll('[data-testid="error-message"], [data-testid="changes-none"]')) problems.push(it.innerText);
    };
    new MutationObserver(look).observe(pane, { childList: true, subtree: true });
  });
  await hunk(page, "lamp.py", 0).getByTestId("comment-hunk").click();
  await workbench.at("hunk-comment").fill("Call it glow instead.");
  await workbench.at("hunk-comment-save").click();
  await workbench.answered(1);
  assert.deepEqual(await page.evaluate(() => problems), []);
  const first = textOf(server.chats()[before]);
  for (const part of ["Call it glow instead.", "About your change of lamp.py", "- def light_up(colour):", "+ def shine(colour):"]) {
    assert.ok(first.includes(part), `${part}:\n${first}`);
  }
  // What was rejected stays rejected.
  assert.deepEqual(await changed(workbench), ["house.py 1", "lamp.py 1"]);
});

scenario("a message to a run that works is shown until it is taken, and reaches the next request", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await workbench.useEndpoint(server.url("looker"));
  await workbench.at("agent").selectOption("plan-review");
  const before = server.chats().length;
  const hold = server.hold("executor");
  await workbench.send("What is in lamp.py?");
  await hold.reached;
  const sent = server.chats().length;
  await workbench.send("Leave the tests alone");
  const message = workbench.at("message");
  await message.and(page.locator('[data-state="waiting"]')).waitFor();
  assert.match(await message.innerText(), /Leave the tests alone.*waits for the run/s);
  assert.equal(await workbench.at("ask-input").inputValue(), "");
  hold.release();
  await workbench.answered();
  await message.and(page.locator('[data-state="taken"]')).waitFor();
  const said = "The person said meanwhile: Leave the tests alone";
  const chats = server.chats().slice(before).map((chat) => textOf(chat).includes(said));
  assert.deepEqual(chats.slice(0, sent - before), Array(sent - before).fill(false));
  assert.equal(chats[sent - before], true, "the next request has it");
});

scenario("a message that a run did not take is back in the box", picks("lamps"), async (workbench, { page }) => {
  await choose(workbench, page, "lamps", LAMP);
  await workbench.useEndpoint(server.url("looker"));
  await workbench.at("agent").selectOption("plan-review");
  const hold = server.hold("executor");
  await workbench.send("What is in lamp.py?");
  await hold.reached;
  await workbench.send("Leave the tests alone");
  await workbench.at("message").and(page.locator('[data-state="waiting"]')).waitFor();
  await workbench.at("ask-input").fill("And the docs");
  await workbench.at("ask-stop").click();
  await workbench.at("message").and(page.locator('[data-state="returned"]')).waitFor();
  assert.match(await workbench.at("message").innerText(), /not taken in: the run stopped first/);
  assert.equal(await workbench.at("ask-input").inputValue(), "Leave the tests alone\n\nAnd the docs");
  hold.release();
});

const textOf = (chat) => chat.body.messages.map((message) => message.content ?? "").join("\n");
