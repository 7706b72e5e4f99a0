// Programs that an agent runs on the page: asked for, shown while they run, stopped at their limits.

import assert from "node:assert/strict";
import { after } from "node:test";
import { choose, LAMP, picks } from "./acting.mjs";
import { scenario } from "./browser.mjs";
import { startModelServer } from "./model-server.mjs";

const server = await startModelServer();
after(() => server.stop());

const FILES = { ...LAMP, "lamp.js": "exports.light = (colour) => `${colour} light`;\n" };

/** Has the agent call the tool, and allows it; returns when the run has ended. */
async function run(workbench, name, arguments_) {
  const answers = await workbench.at("answer").count();
  await workbench.at("agent").selectOption("plan-review");
  await workbench.send(`CALL ${JSON.stringify({ name, arguments: arguments_ })} END`);
  await workbench.at("approval").waitFor();
  await workbench.at("approval-run").click();
  return workbench.answered(answers);
}

/** The row of the last program: how it ended, and what it wrote. */
async function lastProgram(workbench) {
  const row = workbench.at("command").last();
  await row.waitFor({ state: "attached" });
  const text = async (testid) => ((await row.getByTestId(testid).count()) > 0 ? row.getByTestId(testid).textContent() : "");
  return {
    ended: await row.getAttribute("data-ended"),
    argv: await row.getByTestId("command-argv").locator("li").allTextContents(),
    out: await text("command-stdout"),
    error: await text("command-stderr"),
  };
}

async function begin(workbench, page) {
  await choose(workbench, page, "lamps", FILES);
  await workbench.useEndpoint(server.url("caller"));
}

scenario("a program of JavaScript is asked for with its words, runs over the repository, and is shown", picks("lamps"), async (workbench, { page }) => {
  await begin(workbench, page);
  const code = "console.log(require('./lamp.js').light('red')); console.error('a warning'); process.exit(4)";
  await workbench.at("agent").selectOption("plan-review");
  await workbench.send(`CALL ${JSON.stringify({ name: "run_command", arguments: { argv: ["node", "-e", code] } })} END`);
  await workbench.at("approval").waitFor();
  assert.deepEqual(await workbench.at("approval-argv").locator("li").allTextContents(), ["node", "-e", code]);
  assert.equal(await workbench.at("approval-folder").textContent(), "the repository's root");
  assert.equal(await workbench.at("command").count(), 0, "nothing runs before it is allowed");
  await workbench.at("approval-run").click();
  await workbench.answered();
  assert.deepEqual(await lastProgram(workbench), { ended: "exit code 4", argv: ["node", "-e", code], out: "red light\n", error: "a warning\n" });
});

scenario("Python is loaded when a program first needs it, in a frame with an origin of its own", picks("lamps"), async (workbench, { page }) => {
  await begin(workbench, page);
  assert.equal(await page.locator("iframe").count(), 0);
  const code = "from lamp import light_up\nprint(light_up('red'))";
  await run(workbench, "run_code", { language: "python", code });
  assert.deepEqual(await lastProgram(workbench), { ended: "exit code 0", argv: ["python", "-c", code], out: "red\n", error: "" });
  const frame = page.locator("iframe");
  assert.deepEqual([await frame.count(), await frame.getAttribute("sandbox"), await frame.isVisible()], [1, "allow-scripts", false]);
  await run(workbench, "run_code", { language: "python", code: "print(1 + 1)" });
  assert.equal((await lastProgram(workbench)).out, "2\n");
  assert.equal(await frame.count(), 1, "the frame stays");
});

scenario("programs without end are stopped with a sentence, and the page stays usable", picks("lamps"), async (workbench, { page }) => {
  await begin(workbench, page);
  const seconds = { timeout_s: 1 };
  for (const [language, code, ended] of [
    ["js", "for (;;);", "stopped after its 1 s"],
    ["js", "for (;;) console.log('x'.repeat(100000));", "stopped at its 1024 kB of output"],
    ["js", "const all = []; for (;;) all.push(new Array(1e6).fill(all.length));", /^stopped at its \d+ MB of memory$/],
    ["js", "for (;;) new Worker('x.js')", "exit code 1"],
    ["python", "while True: pass", "stopped after its 1 s"],
    ["python", "while True: print('x' * 100000)", "stopped at its 1024 kB of output"],
    ["python", "a = []\nwhile True: a.append(bytearray(10_000_000))", /^stopped at its \d+ MB of memory$/],
    ["python", "import js\nwhile True: js.Worker.new('x.js')", "exit code 1"],
  ]) {
    const limits = typeof ended === "string" && ended.includes("after") ? seconds : { timeout_s: 60 };
    await run(workbench, "run_code", { language, code, ...limits });
    const shown = (await lastProgram(workbench)).ended;
    if (typeof ended === "string") assert.equal(shown, ended, code);
    else assert.match(shown, ended, code);
  }
  await workbench.find("light_up");
});
