// Without a key: faults are found by trying small changes and checked in the tab's own interpreters; tests are run; changes are
// taken back; preferences are kept.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scenario } from "./browser.mjs";
import { folderOf } from "./fixture.mjs";

/** The files of a fixture of the crates' tests: `//- path`, then the text. */
function fixture(name) {
  const text = readFileSync(new URL(`../../crates/fixtures/src/${name}.txt`, import.meta.url), "utf8");
  const files = text.split(/^\/\/- /m).slice(1);
  return Object.fromEntries(files.map((file) => [file.slice(0, file.indexOf("\n")), file.slice(file.indexOf("\n") + 1)]));
}

/** Sends a request and allows every program until there is an answer; how often was asked, and the answer. */
async function allowing(workbench, request) {
  const before = await workbench.at("answer").count();
  await workbench.send(request);
  const answer = workbench.answered(before);
  for (let times = 0; ; times += 1) {
    const asked = workbench.at("approval-run").waitFor({ timeout: 60_000 }).then(() => null);
    // Whichever comes second is of no interest any more.
    asked.catch(() => {});
    const ended = await Promise.race([answer, asked]);
    if (ended !== null) return [times, ended];
    await workbench.approve();
  }
}

async function begin(workbench, files, agent) {
  await workbench.importFiles(folderOf(files));
  await workbench.at("agent").selectOption(agent);
  await workbench.at("mode").selectOption("edit");
}

const FAULTS = [
  ["bug", "main.js", ["for (let i = start; i <= end; i++) {"]],
  ["bug_python", "main.py", ["for i in range(start, end + 1):"]],
  ["discount", "main.js", ["return amount * (1 - share);"]],
  ["discount_python", "main.py", ["return amount * (1 - share)", "pass"]],
];

for (const agent of ["three-phase", "intent-router"]) {
  for (const [name, main, lines] of FAULTS) {
    scenario(`${agent} fixes ${name} without a key, checked in the tab`, async (workbench) => {
      await begin(workbench, fixture(name), agent);
      const [times, answer] = await allowing(workbench, `fix the bug in ${main}`);
      assert.ok(times >= 1, "it is asked before programs run");
      assert.match(answer, /A trial fix, found by trying small changes and not by understanding the code/);
      // The difference is drawn as the page draws differences.
      const added = await workbench.at("answer").getByTestId("answer-diff").locator(".diff-row.new code").allInnerTexts();
      for (const line of lines) assert.ok(added.some((row) => row.trim() === line), `${line} in ${added.join("\n")}`);
      assert.match(await workbench.at("answer-caveat").innerText(), /It rests on the proposed changes and on the check that ran and passed/);
      const ended = await workbench.at("command").evaluateAll((rows) => rows.map((row) => row.dataset.ended));
      assert.ok(ended.length > 0 && ended.every((end) => end === "exit code 0"), ended.join(", "));
      await workbench.at("see-changes").click();
      assert.equal(await workbench.at("changed-file").getAttribute("data-path"), main);
    });
  }
}

const TESTED = {
  javascript: {
    "sums.mjs": "export const add = (a, b) => a + b;\n",
    "sums.test.mjs":
      "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { add } from './sums.mjs';\ntest('adds', () => assert.equal(add(1, 2), 3));\ntest('adds nothing', () => assert.equal(add(1, 0), 2));\n",
  },
  python: {
    "sums.py": "def add(a, b):\n    return a + b\n",
    "tests/__init__.py": "",
    "tests/test_sums.py":
      "import unittest\nfrom sums import add\n\n\nclass Sums(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_adds_nothing(self):\n        self.assertEqual(add(1, 0), 2)\n",
  },
};

for (const [language, files] of Object.entries(TESTED)) {
  scenario(`the tests of ${language} are run without a key`, async (workbench) => {
    await begin(workbench, files, "intent-router");
    const [times, answer] = await allowing(workbench, "run the tests");
    assert.equal(times, 1);
    assert.match(answer, /exit code 1/);
    assert.match(answer, language === "python" ? /FAILED \(failures=1\)/ : /not ok .*adds nothing/);
    assert.match(await workbench.at("answer-caveat").innerText(), /It rests on the program that ran/);
  });
}

scenario("an edit is taken back, and preferences are kept, without a key", async (workbench, { page }) => {
  await begin(workbench, { "lamp.py": "def light_up(colour):\n    return colour\n" }, "intent-router");
  const [, edited] = await allowing(workbench, 'replace "colour" with "shade" in lamp.py');
  assert.match(edited, /### Proposed changes|Proposed changes/);
  await workbench.at("see-changes").click();
  await workbench.at("changed-file").waitFor();
  const [, undone] = await allowing(workbench, "undo that");
  assert.match(undone, /is undone: lamp\.py/);
  const [, again] = await allowing(workbench, "undo");
  assert.match(again, /^Nothing was taken back/);

  const [, remembered] = await allowing(workbench, "Always add docstrings");
  assert.match(remembered, /add_docstrings: yes/);
  await workbench.visit();
  await workbench.at("stored-open").first().click();
  await workbench.opened();
  await workbench.at("agent").selectOption("intent-router");
  const [, known] = await allowing(workbench, "What are my preferences?");
  assert.match(known, /add_docstrings: yes/);
});
