// A repository with a failing test is fixed by `three-phase` and checked in the tab: the model is a server that speaks Chat
// Completions, the programs run in the tab's own interpreters.

import assert from "node:assert/strict";
import { after } from "node:test";
import { scenario } from "./browser.mjs";
import { folderOf } from "./fixture.mjs";
import { startModelServer } from "./model-server.mjs";

const server = await startModelServer();
after(() => server.stop());

const JAVASCRIPT = {
  "sums.mjs": "export function total(start, end) {\n  let sum = 0;\n  for (let i = start; i < end; i++) sum += i;\n  return sum;\n}\n",
  "test/sums.test.mjs":
    "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { total } from '../sums.mjs';\n\ntest('the end counts', () => assert.equal(total(1, 5), 15));\n",
};

const PYTHON = {
  "sums.py": "def total(start, end):\n    return sum(range(start, end))\n",
  "tests/__init__.py": "",
  "tests/test_sums.py":
    "import unittest\nfrom sums import total\n\n\nclass Sums(unittest.TestCase):\n    def test_the_end_counts(self):\n        self.assertEqual(total(1, 5), 15)\n",
};

/** Allows programs until there is an answer; how often it was asked. */
async function allowed(workbench) {
  for (let times = 0; ; times += 1) {
    const answer = workbench.answered();
    const asked = workbench.at("approval-run").waitFor({ timeout: 120_000 }).then(() => null);
    const ended = await Promise.race([answer, asked]);
    if (ended !== null) return [times, ended];
    await workbench.approve();
  }
}

async function fixed(workbench, files, request, scenarioOfServer) {
  await workbench.importFiles(folderOf(files));
  await workbench.useEndpoint(server.url(scenarioOfServer));
  await workbench.at("agent").selectOption("three-phase");
  await workbench.at("mode").selectOption("edit");
  await workbench.send(request);
  const [times, answer] = await allowed(workbench);
  assert.ok(times >= 2, "it is asked before programs run");
  assert.match(answer, /^Done, and the check passes\./);
  return answer;
}

scenario("a failing test of JavaScript is fixed and checked in the tab", async (workbench) => {
  const answer = await fixed(workbench, JAVASCRIPT, "fix sums.mjs, its test fails", "fixer");
  assert.match(answer, /i <= end/);
});

scenario("a failing test of Python is fixed and checked in the tab", async (workbench) => {
  const answer = await fixed(workbench, PYTHON, "fix sums.py, its test fails", "fixer");
  assert.match(answer, /end \+ 1/);
});
