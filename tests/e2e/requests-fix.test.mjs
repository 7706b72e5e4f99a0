// On the command line, over a real project: a function is broken; an agent is asked to mend it; the tests that reach it run
// first, then all; what it proposes is written and compared by git.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startModelServer } from "./model-server.mjs";

const { QUARRY_CLI, QUARRY_REQUESTS, QUARRY_PYTHON, QUARRY_PYTHONPATH } = process.env;

const BROKEN = "src/requests/utils.py";
const RIGHT = "    except OSError:\n        return False\n    return True\n\n\ndef is_valid_cidr";
const WRONG = RIGHT.replace("return True", "return False");
// They need a server that the test has not.
const NEED_A_SERVER = ["test_requests.py", "test_lowlevel.py", "test_testserver.py"];

/** A copy of the project as a repository of git, with the broken function committed and a Python environment of its own. */
function project(scratch) {
  const folder = join(scratch, "requests");
  cpSync(QUARRY_REQUESTS, folder, { recursive: true });
  NEED_A_SERVER.forEach((name) => rmSync(join(folder, "tests", name)));
  const file = join(folder, BROKEN);
  const text = readFileSync(file, "utf8");
  assert.ok(text.includes(RIGHT), "`is_ipv4_address` is as it was");
  writeFileSync(file, text.replace(RIGHT, WRONG));
  writeFileSync(join(folder, ".gitignore"), ".venv/\n__pycache__/\n");
  execFileSync(QUARRY_PYTHON, ["-m", "venv", "--without-pip", ".venv"], { cwd: folder });
  const lib = join(folder, ".venv", "lib");
  writeFileSync(join(lib, readdirSync(lib)[0], "site-packages", "packages.pth"), QUARRY_PYTHONPATH);
  const git = (...args) => execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args], { cwd: folder, encoding: "utf8" });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "As it is");
  return { folder, git };
}

/** Runs the command line; not synchronously, because the model's server answers from this process. */
function quarry(scratch, ...args) {
  return new Promise((resolve) => {
    const env = { ...process.env, QUARRY_RUNS: join(scratch, "runs") };
    const child = spawn(QUARRY_CLI, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

const call = (tool, args) => `\`\`\`json\n${JSON.stringify({ tool, args })}\n\`\`\``;

test("requests: a broken function is mended by three-phase, and the tests that reach it run first", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "quarry-requests-"));
  const model = await startModelServer();
  try {
    const { folder, git } = project(scratch);
    const edits = [{ old: WRONG, new: RIGHT }];
    model.texts.push(
      JSON.stringify({ task_type: "code_fix", confidence: 0.7, files: [BROKEN], action: null, reasoning: "It is a fix." }),
      JSON.stringify({ action: "delegate", agent: null, reasoning: "It takes an edit and a check.", response: null, tool_calls: [] }),
      call("edit_file", { path: BROKEN, edits }),
      "Valid addresses are recognised again.",
    );
    const asked = ["ask", folder, `is_ipv4_address in ${BROKEN} is wrong: it is never true. Correct it`, "--agent", "three-phase"];
    const ran = await quarry(scratch, ...asked, "--allow-run", "--json", "--base-url", model.url("written"), "--model", "tester");
    assert.equal(ran.status, 0, ran.stderr);
    const events = ran.stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));

    // A program that checks has run over the broken function or over the edit; the last two over the edit.
    const programs = events.filter(({ type }) => type === "command_started").map(({ argv }) => argv.join(" "));
    const [first, all] = programs.slice(-2);
    assert.match(first, /-m pytest .*tests\/test_utils\.py::TestIsIPv4Address::test_valid/);
    assert.doesNotMatch(first, /test_structures/);
    assert.match(all, /-m pytest/);
    assert.doesNotMatch(all, /::/);
    const ended = events.filter(({ type }) => type === "command_finished").slice(-2);
    assert.deepEqual(ended.map(({ exit }) => exit), [0, 0], JSON.stringify(ended));
    assert.deepEqual(events.filter(({ type }) => type === "verified").at(-1).passed, true);
    const { markdown } = events.findLast(({ type }) => type === "answer");
    assert.match(markdown, /^\*\*Done, and the check passes\.\*\*/);
    assert.match(markdown, /-    return False\n\+    return True\n/);
    assert.match(markdown, /the tests that reach the changes \(.*all tests: .*tests passed/s);

    assert.equal(git("status", "--porcelain"), "", "nothing is written yet");
    const { run } = events.find(({ type }) => type === "run_started");
    const applied = await quarry(scratch, "apply", run);
    assert.equal(applied.status, 0, applied.stderr);
    assert.equal(git("diff", "--stat").trim().split("\n").length, 2);
    assert.match(git("diff"), /^-    return False\n\+    return True$/m);
  } finally {
    await model.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
});
