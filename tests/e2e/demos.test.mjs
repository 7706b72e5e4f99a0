// What each agent is shown with on the bundled sample: suggested when the agent is chosen, and asked without a key.

import assert from "node:assert/strict";
import { scenario } from "./browser.mjs";
import { folderOf } from "./fixture.mjs";

const suggestions = (workbench) => workbench.at("suggestion").allInnerTexts();

/** Chooses the agent and clicks what it suggests first; the answer. */
async function demonstrate(workbench, agent) {
  const answers = await workbench.at("answer").count();
  await workbench.at("agent").selectOption(agent);
  await workbench.at("suggestion").first().click();
  return workbench.answered(answers);
}

scenario("each agent suggests what shows it, and does it without a key", async (workbench) => {
  await workbench.ready();
  await workbench.at("sample-button").click();
  await workbench.opened();

  const first = {};
  for (const agent of ["plan-react", "plan-review", "tool-router"]) {
    await workbench.at("agent").selectOption(agent);
    first[agent] = (await suggestions(workbench))[0];
  }
  assert.equal(new Set(Object.values(first)).size, 3, JSON.stringify(first));
  await workbench.at("agent").selectOption("plan-review");
  assert.deepEqual(await suggestions(workbench), [first["plan-review"]], "questions are no goals");

  assert.match(await demonstrate(workbench, "plan-react"), / reaches /);
  assert.ok((await workbench.citations()).length > 2);

  await demonstrate(workbench, "tool-router");
  assert.ok((await workbench.citations()).length > 2);
  // The chosen agent's own request is not suggested again.
  assert.ok(!(await suggestions(workbench)).includes(first["tool-router"]));

  // The goal needs more than looking, and the switch says so.
  await workbench.at("agent").selectOption("plan-review");
  await workbench.at("mode").selectOption("look");
  await workbench.at("suggestion").first().click();
  await workbench.at("approval").waitFor();
  assert.equal(await workbench.at("mode").inputValue(), "ask");
  await workbench.at("approval-run").click();
  assert.match(await workbench.answered(2), /^Done: /);
  await workbench.at("see-changes").click();
  await workbench.at("changed-file").nth(2).waitFor();
  const paths = await workbench.at("changed-file").evaluateAll((files) => files.map((file) => file.dataset.path));
  assert.ok(paths.includes("crates/code-words/src/identifier.rs"), paths.join(" "));
});

scenario("another repository has its own questions, and no demo", async (workbench) => {
  await workbench.importFiles(folderOf({ "a.py": "def light_up():\n    pass\n\n\ndef evening():\n    light_up()\n" }));
  await workbench.at("agent").selectOption("plan-review");
  assert.deepEqual(await suggestions(workbench), []);
});
