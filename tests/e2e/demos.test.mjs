// What each agent is shown with on the bundled sample: suggested when the agent is chosen, and asked without a key.

import assert from "node:assert/strict";
import { scenario } from "./browser.mjs";
import { folderOf } from "./fixture.mjs";

/** As `quarry agents` prints them. */
const DEMOS = {
  "plan-react": "How does CallRunner.step reach Policy.decide?",
  "three-phase": "Explain crates/agent/src/policy/mod.rs",
  "intent-router": "What does CallRunner.step do?",
  "plan-review": "Rename lower_parts to lower_case_parts",
  "tool-router": "How is a run resumed after its process ended?",
};

/** Chooses the agent; the suggestion that shows it, which is the first. */
async function suggested(workbench, agent) {
  await workbench.at("agent").selectOption(agent);
  const demo = workbench.at("suggestion").filter({ hasText: DEMOS[agent] });
  await demo.waitFor();
  assert.equal((await workbench.at("suggestion").first().innerText()).trim(), DEMOS[agent]);
  return demo;
}

scenario("each agent suggests what shows it, and does it without a key", async (workbench) => {
  await workbench.ready();
  await workbench.at("sample-button").click();
  await workbench.opened();

  await (await suggested(workbench, "plan-react")).click();
  assert.match(await workbench.answered(), / reaches /);
  assert.ok((await workbench.citations()).length > 2);

  await (await suggested(workbench, "three-phase")).click();
  assert.match(await workbench.answered(1), /without a language model/);
  assert.ok((await workbench.citations()).length > 0);

  await (await suggested(workbench, "tool-router")).click();
  await workbench.answered(2);
  assert.ok((await workbench.citations()).length > 2);
  // What was asked is not suggested again.
  await workbench.at("suggestion").filter({ hasText: DEMOS["tool-router"] }).waitFor({ state: "detached" });

  await (await suggested(workbench, "intent-router")).click();
  await workbench.answered(3);
  assert.ok((await workbench.citations()).length > 0);

  // A goal is no question, so the repository's questions are not suggested beside it.
  const rename = await suggested(workbench, "plan-review");
  assert.equal(await workbench.at("suggestion").count(), 1);
  // It needs more than looking, and the switch says so.
  await workbench.at("mode").selectOption("look");
  await rename.click();
  await workbench.at("approval").waitFor();
  assert.equal(await workbench.at("mode").inputValue(), "ask");
  await workbench.at("approval-run").click();
  assert.match(await workbench.answered(4), /^Done: /);
  await workbench.at("see-changes").click();
  await workbench.at("changed-file").nth(2).waitFor();
  const paths = await workbench.at("changed-file").evaluateAll((files) => files.map((file) => file.dataset.path));
  assert.ok(paths.includes("crates/code-words/src/identifier.rs"), paths.join(" "));
});

scenario("another repository has its own questions, and no demo", async (workbench) => {
  await workbench.importFiles(folderOf({ "a.py": "def light_up():\n    pass\n\n\ndef evening():\n    light_up()\n" }));
  await workbench.at("suggestion").first().waitFor();
  await workbench.at("agent").selectOption("plan-review");
  await workbench.at("suggestion").first().waitFor({ state: "detached" });
});
