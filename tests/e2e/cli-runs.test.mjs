// Stored runs on the command line: stored while they run, resumed, approved, forked, replayed, exported and imported.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { remove, shop } from "./fixture.mjs";
import { startModelServer } from "./model-server.mjs";
import { edit } from "./run-file.mjs";
import { assertNothingTwice } from "./runs.mjs";

const QUESTION = "How are orders placed?";
const KEY = "sk-never-written-down";

/** The command with runs of its own. The model server lives in this process, so nothing here may block it. */
class Cli {
  constructor(folder) {
    this.folder = folder;
    this.runs = join(dirname(folder), "runs");
  }

  start(...args) {
    const env = { ...process.env, QUARRY_RUNS: this.runs, QUARRY_API_KEY: KEY };
    const child = spawn(process.env.QUARRY_CLI, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
    const ended = new Promise((resolve) => child.on("close", (status, signal) => resolve({ status, signal, ...output })));
    return { child, ended };
  }

  run(...args) {
    return this.start(...args).ended;
  }

  /** What it prints when all goes well. */
  async output(...args) {
    const { status, stdout, stderr } = await this.run(...args);
    assert.equal(status, 0, stderr);
    return stdout;
  }

  async json(...args) {
    return JSON.parse(await this.output(...args, "--json"));
  }

  async events(...args) {
    return eventsOf(await this.output(...args, "--json"));
  }

  /** One line on stderr and exit code 1. */
  async fails(...args) {
    const { status, stderr } = await this.run(...args);
    assert.equal(status, 1, stderr);
    const lines = stderr.trim().split("\n");
    assert.ok(lines.at(-1).startsWith("quarry: "), stderr);
    return lines.at(-1);
  }

  ask(...args) {
    return ["ask", this.folder, QUESTION, ...args];
  }

  async newest() {
    return (await this.json("runs"))[0];
  }

  file(id) {
    return join(this.runs, `${id}.run`);
  }
}

/** Runs with a copy of the shop, and a model server. */
function inShop(name, body) {
  test(name, async () => {
    const folder = shop();
    const server = await startModelServer();
    try {
      await body(new Cli(folder), server, ["--base-url", server.url("agent"), "--model", "tester"]);
    } finally {
      await server.stop();
      remove(folder);
    }
  });
}

const eventsOf = (stdout) => stdout.trim().split("\n").map((line) => JSON.parse(line));
const answerOf = (events) => events.find((event) => event.type === "answer");
const lastLines = (text, count) => text.trim().split("\n").slice(-count).join("\n");

/** The checkpoint after which `node` runs next. */
async function before(cli, id, node) {
  const { checkpoints } = await cli.json("runs", "show", id);
  return checkpoints.find(({ next }) => next.includes(node)).id;
}

inShop("a run is kept as it goes, and listed with what it is about", async (cli) => {
  await cli.output(...cli.ask());
  const first = await cli.newest();
  assert.match(first.id, /^\d{8}-\d{6}-[0-9a-f]{4}$/);
  assert.deepEqual([first.question, first.status.type, first.forked_from], [QUESTION, "answered", null]);
  assert.ok(first.steps > 3 && first.repository.endsWith("/shop"));
  const [started] = await cli.events("ask", cli.folder, "What does add_tax do?");
  const list = await cli.json("runs");
  assert.deepEqual(list.map(({ id }) => id), [started.run, first.id]);
  assert.deepEqual(await cli.json("runs", cli.folder), list);
  assert.deepEqual(await cli.json("runs", "/"), []);
  const text = await cli.output("runs");
  assert.match(text.split("\n")[1], new RegExp(`^${first.id} +answered +${first.steps} steps +\\d+ s ago +${QUESTION.slice(0, -1)}`));
  assert.deepEqual(readdirSync(cli.runs).sort(), [`${first.id}.run`, `${started.run}.run`].sort(), "no lock stays");
});

inShop("the checkpoints of a run, the state at one, and what differs between two", async (cli) => {
  await cli.output(...cli.ask());
  const { id, steps } = await cli.newest();
  const { run, checkpoints } = await cli.json("runs", "show", id);
  assert.equal(run.id, id);
  assert.deepEqual(checkpoints.map((checkpoint) => checkpoint.step), Array.from({ length: steps + 1 }, (_, at) => at));
  assert.deepEqual([checkpoints[1].parent, checkpoints[1].ran[0].node], [0, "planner"]);
  const state = await cli.json("runs", "show", id, "--checkpoint", "1");
  const plan = state.fields.find(({ name }) => name === "plan");
  assert.ok(plan.changed && plan.value.length > 0);
  const changes = await cli.json("runs", "show", id, "--diff", "0", "1");
  assert.deepEqual(changes.find(({ name }) => name === "plan"), { name: "plan", before: [], after: plan.value });
  assert.match(await cli.output("runs", "show", id), /planner +plan, current_step/);
  assert.match(await cli.output("runs", "show", id, "--checkpoint", "1"), /\* plan/);
  assert.match(await cli.output("runs", "show", id, "--diff", "0", "1"), /^plan\n- \[\]\n\+ \[/m);
});

inShop("a run over time, and its agent's graph, are drawn without a browser", async (cli) => {
  await cli.output(...cli.ask());
  const { id } = await cli.newest();
  const marks = { ascii: /planner.* ms/, svg: /^<svg [\s\S]*planner[\s\S]*<\/svg>$/, mermaid: /^gantt/, sequence: /^sequenceDiagram/ };
  for (const [format, mark] of Object.entries(marks)) {
    const drawn = (await cli.output("runs", "show", id, "--timeline", format)).trim();
    assert.match(drawn, mark);
    assert.match(drawn, /executor_llm/, format);
    if (format !== "ascii") assert.match(drawn, /search_codebase/, format);
  }
  const graph = await cli.output("graph", "plan-react", "--format", "svg");
  assert.match(graph.trim(), /^<svg [\s\S]*executor_llm[\s\S]*<\/svg>$/);
});

for (const kind of ["plan", "executor", "refine", "synthesize"]) {
  inShop(`killed while the model answers (${kind}), a run goes on and repeats nothing`, async (cli, server, model) => {
    const hold = server.hold(kind);
    const { child, ended } = cli.start(...cli.ask(...model));
    await hold.reached;
    child.kill("SIGKILL");
    assert.equal((await ended).signal, "SIGKILL");
    hold.release();
    const { id, status } = await cli.newest();
    assert.equal(status.type, "interrupted");
    const events = await cli.events("resume", id);
    assert.equal(events[0].type, "run_resumed");
    assert.match(answerOf(events).markdown, /How orders are placed/);
    assertNothingTwice(server.chats());
    assert.equal((await cli.newest()).status.type, "answered");
    assert.ok(!readFileSync(cli.file(id), "utf8").includes(KEY), "the key is in no log");
    assert.ok(server.chats().every(({ headers }) => headers.authorization === `Bearer ${KEY}`));
  });
}

inShop("a run is worked on by one process at a time", async (cli, server, model) => {
  const hold = server.hold("refine");
  const { ended } = cli.start(...cli.ask(...model));
  await hold.reached;
  const { id, status } = await cli.newest();
  assert.equal(status.type, "running");
  for (const args of [["resume", id], ["runs", "rm", id]]) {
    assert.equal(await cli.fails(...args), `quarry: another process works on the run ${id}`);
  }
  hold.release();
  assert.equal((await ended).status, 0);
  assert.equal((await cli.newest()).status.type, "answered");
});

inShop("Ctrl-C stops a run in good order, and it can be resumed", async (cli, server, model) => {
  const hold = server.hold("synthesize", { pieces: 2 });
  const { child, ended } = cli.start(...cli.ask(...model));
  await hold.reached;
  child.kill("SIGINT");
  const { status, stdout, stderr } = await ended;
  hold.release();
  assert.deepEqual([status, stdout], [1, ""]);
  const { id, status: state } = await cli.newest();
  assert.equal(state.type, "cancelled");
  assert.ok(stderr.trim().endsWith(`run ${id} is kept: quarry resume ${id}`), stderr);
  assert.match(await cli.output("resume", id), /How orders are placed/);
  assertNothingTwice(server.chats());
});

inShop("without a terminal a run waits for an approval on the command line", async (cli, server, model) => {
  const { status, stderr, stdout } = await cli.run(...cli.ask("--approve", ...model));
  const { id, status: state } = await cli.newest();
  assert.deepEqual([status, stdout, state.type], [1, "", "awaiting_approval"]);
  const waits = `quarry: run ${id} waits for approval: quarry resume ${id} --approve-all | --decline [REASON] | --allow ID,...`;
  assert.equal(lastLines(stderr, 1), waits);
  assert.match(stderr, /1\. search_codebase .*\n.*2\. get_callers/);
  assert.equal(await cli.fails("resume", id), waits);
  const { proposed } = await cli.json("runs", "show", id);
  assert.deepEqual(proposed.map(({ name }) => name), ["search_codebase", "get_callers"]);
  assert.match(await cli.fails("resume", id, "--allow", "call_9"), /no call `call_9` waits .* are call_0, call_1$/);
  assert.equal((await cli.run("resume", id, "--allow", "call_0", "--approve-all")).status, 2);

  const events = await cli.events("resume", id, "--allow", "call_0", "--decline", "Search is enough.");
  const tools = events.filter(({ type }) => type === "tool_finished");
  assert.deepEqual(tools.map(({ name, ok }) => [name, ok]), [["search_codebase", true], ["get_callers", false]]);
  assert.match(tools[1].output, /They said: Search is enough\.$/);
  const toolResults = server.chats().flatMap(({ body }) => body.messages).filter(({ role }) => role === "tool");
  assert.ok(toolResults.some(({ content }) => content.includes("Search is enough.")), "the reason is sent to the model");
  assert.ok(answerOf(events));
  assert.equal(await cli.fails("resume", id, "--approve-all"), "quarry: the run does not wait for approval");
});

inShop("a run whose calls are declined continues, and every call may be approved", async (cli, server, model) => {
  for (const [word, ran] of [["--decline", 0], ["--approve-all", 2]]) {
    await cli.run(...cli.ask("--approve", ...model));
    const { id } = await cli.newest();
    const events = await cli.events("resume", id, word);
    assert.equal(events.filter(({ type, ok }) => type === "tool_finished" && ok).length, ran, word);
    assert.equal((await cli.newest()).status.type, "answered");
  }
});

inShop("a fork asks something else, and the run it comes from stays as it is", async (cli, server, model) => {
  await cli.output(...cli.ask(...model));
  const { id } = await cli.newest();
  const log = readFileSync(cli.file(id));
  const events = await cli.events("fork", id, "--checkpoint", "0", "--question", "Who pays the tax?");
  assert.deepEqual(events.map(({ seq }) => seq), events.map((_, at) => at));
  const fork = await cli.newest();
  assert.deepEqual([fork.question, fork.forked_from], ["Who pays the tax?", { run: id, checkpoint: 0 }]);
  assert.equal(events[0].run, fork.id);
  assert.ok(server.chats().some(({ body }) => JSON.stringify(body).includes("Who pays the tax?")));
  assert.match(await cli.output("runs"), new RegExp(`^${fork.id} .*\\(fork of ${id} at 0\\)`));
  assert.deepEqual(readFileSync(cli.file(id)), log);
});

inShop("a fork with a plan of its own does not plan", async (cli, server, model) => {
  await cli.output(...cli.ask(...model));
  const { id } = await cli.newest();
  const asked = server.chats().length;
  const planned = String(await before(cli, id, "setup_executor"));
  const events = await cli.events("fork", id, "--checkpoint", planned, "--plan", "Find add_tax", "--plan", "Find the rates");
  const resumed = events.findLastIndex(({ type }) => type === "plan_made");
  const steps = events.slice(resumed).filter(({ type }) => type === "step_started").map(({ description }) => description);
  assert.equal(steps[0], "Find add_tax");
  const calls = server.chats().slice(asked);
  assert.ok(!calls.some(({ body }) => JSON.stringify(body).includes("JSON array of strings")), "nobody plans again");
  assert.ok(answerOf(events));
  for (const node of ["planner", "executor_llm", "refinery"]) {
    const place = String(await before(cli, id, node));
    const elsewhere = await cli.events("fork", id, "--checkpoint", place, "--plan", "Find the rates");
    const started = elsewhere.findLast(({ type }) => type === "step_started");
    assert.equal(started.description, "Find the rates", `before ${node}`);
    assert.ok(answerOf(elsewhere), `before ${node}`);
  }
  const last = (await cli.json("runs", "show", id)).checkpoints.at(-1).id;
  assert.match(await cli.fails("fork", id, "--checkpoint", String(last)), /nothing is left to do/);
  assert.match(await cli.fails("fork", id, "--checkpoint", "99"), /has no checkpoint 99/);
});

/** What is printed, without the notes on citations that could not be checked. */
const withoutDoubt = (text) => text.replaceAll(": not checked]", "]").replaceAll(/ {2}\(not checked: [^)]*\)/g, "");

inShop("a run is replayed without model and tools, and its citations are checked where the repository is", async (cli, server, model) => {
  const live = await cli.run(...cli.ask(...model));
  const { id } = await cli.newest();
  const asked = server.requests.length;
  const file = join(dirname(cli.folder), "orders.run");
  await cli.output("runs", "export", id, file);
  const again = await cli.run("replay", id);
  assert.deepEqual([again.status, again.stdout], [0, live.stdout]);
  const withoutTime = (text) => text.replace(/[\d.]+ ms/g, "ms");
  assert.equal(withoutTime(again.stderr), withoutTime(live.stderr));

  const moved = `${cli.folder}-moved`;
  renameSync(cli.folder, moved);
  const gone = await cli.run("replay", id);
  assert.match(gone.stderr, /^citations are not checked: the repository .*shop is gone; say where it is now: --repository DIR$/m);
  assert.match(gone.stdout, /\[1: not checked\]/);
  assert.match(gone.stdout, /^\[1\] server\/orders\.py:.*\(not checked: /m);
  assert.deepEqual([gone.status, withoutDoubt(gone.stdout)], [0, live.stdout]);
  assert.equal(await cli.output("replay", id, "--repository", moved), live.stdout);
  const resumed = await cli.output("resume", id, "--repository", moved);
  assert.equal(resumed, live.stdout, "an answered run is not continued");
  await cli.output("runs", "rm", id);
  const doubted = await cli.run("replay", file);
  assert.match(doubted.stderr, /not checked: the run came from a file; say where its repository/);
  assert.equal(withoutDoubt(doubted.stdout), live.stdout);
  assert.equal(await cli.output("replay", file, "--repository", moved), live.stdout);
  const events = await cli.events("replay", file);
  assert.deepEqual(events.map(({ seq }) => seq), events.map((_, at) => at));
  assert.deepEqual([events[0].run, events.at(-1).outcome.type], [id, "answered"]);
  assert.ok(answerOf(events).citations.every(({ check }) => check === "unchecked"));
  assert.equal(server.requests.length, asked, "nothing was asked");
});

inShop("citations of a stored run are stale where the repository or the run was changed since", async (cli, server, model) => {
  await cli.output(...cli.ask(...model));
  const { id } = await cli.newest();
  const verified = answerOf(await cli.events("replay", id)).citations;
  assert.ok(verified.length > 1 && verified.every(({ check }) => check === "verified"));
  assert.match(await cli.output("runs", "show", id), new RegExp(`^cites +${verified.length} verified$`, "m"));

  const file = join(dirname(cli.folder), "orders.run");
  await cli.output("runs", "export", id, file);
  edit(file, "if not order.lines:", "if leak(order.lines):");
  const edited = await cli.events("replay", file, "--repository", cli.folder);
  const shown = edited.flatMap(({ evidence }) => evidence ?? []);
  assert.ok(shown.some(({ excerpt }) => excerpt.includes("leak(")), "it is shown");
  assert.ok(shown.every(({ excerpt, check }) => check === (excerpt.includes("leak(") ? "stale" : "verified")));
  assert.ok(answerOf(edited).citations.some(({ check }) => check === "stale"));

  const path = join(cli.folder, verified[0].path);
  writeFileSync(path, `# One line more.\n${readFileSync(path, "utf8")}`);
  const text = await cli.output("replay", id);
  assert.match(text, /\[1: stale\]/);
  assert.match(text, /^\[1\] .*\(stale: the repository does not hold this as the run cites it\)$/m);
  assert.match(await cli.output("runs", "show", id), /^cites +.*\d+ stale$/m);
  const { citations } = await cli.json("runs", "show", id);
  assert.equal(citations[0].check, "stale");
});

inShop("the person who resumes a run chooses its model; a file does not", async (cli, server, model) => {
  const stranger = await startModelServer();
  try {
    await cli.fails(...cli.ask("--base-url", stranger.url("unauthorised"), "--model", "tester"));
    const { id } = await cli.newest();
    const file = join(dirname(cli.folder), "orders.run");
    await cli.output("runs", "export", id, file);
    const refused = stranger.requests.length;
    const here = await cli.run("resume", id, ...model);
    assert.match(here.stderr, /^continues from checkpoint \d+, tester \(127\.0\.0\.1:\d+\)$/m);
    assert.match(here.stdout, /How orders are placed/);

    const other = new Cli(cli.folder);
    other.runs = join(dirname(cli.folder), "other");
    await other.output("runs", "import", file);
    const place = ["--repository", cli.folder];
    for (const command of [["resume", id], ["fork", id, "--checkpoint", "0"]]) {
      assert.match(await other.fails(...command, ...place), /came from a file; if the model at http.* say so: --base-url/);
      assert.match(await other.fails(...command, ...place, "--model", "mine"), /say so: --base-url/);
    }
    assert.match(await other.output("fork", id, "--checkpoint", "0", ...place, "--model", "offline"), /place_order/);
    assert.match(await other.output("resume", id, ...place, ...model), /How orders are placed/);
    assert.equal(stranger.requests.length, refused, "the file's own address was asked");
  } finally {
    await stranger.stop();
  }
});

inShop("a run moves to another machine, where its repository and its model are named anew", async (cli, server, model) => {
  const hold = server.hold("refine");
  const { child, ended } = cli.start(...cli.ask(...model));
  await hold.reached;
  child.kill("SIGKILL");
  await ended;
  hold.release();
  const { id } = await cli.newest();
  const file = join(dirname(cli.folder), "orders.run");
  await cli.output("runs", "export", id, file);
  assert.deepEqual(readFileSync(file), readFileSync(cli.file(id)));
  assert.equal(await cli.output("runs", "import", file), `${id}\n`, "it is here already");
  assert.equal((await cli.json("runs")).length, 1);

  const other = new Cli(cli.folder);
  other.runs = join(dirname(cli.folder), "other");
  assert.equal(await other.output("runs", "import", file), `${id}\n`);
  assert.equal(await other.output("runs", "import", file), `${id}\n`);
  const [imported] = await other.json("runs");
  assert.deepEqual([imported.repository, imported.status.type], ["shop", "interrupted"]);
  assert.match(await other.fails("resume", id), /came from a file; if the model at http.* say so: --base-url http/);
  const base = ["--base-url", server.url("agent")];
  assert.match(await other.fails("resume", id, ...base), /came from a file; say where its repository `shop` is: --repo/);
  assert.match(await other.output("resume", id, ...base, "--repository", cli.folder), /How orders are placed/);
  assertNothingTwice(server.chats());

  // Another run of the same name gets its own.
  assert.equal(await other.output("runs", "import", file), `${id}-2\n`);
  assert.deepEqual((await other.json("runs", "show", `${id}-2`)).run.status.type, "interrupted");
});

inShop("a missing repository is reported, and can be named at its new place", async (cli) => {
  await cli.run(...cli.ask("--approve"));
  const { id } = await cli.newest();
  renameSync(cli.folder, `${cli.folder}-moved`);
  assert.match(await cli.fails("resume", id, "--decline"), /shop is gone; say where it is now: --repository DIR$/);
  assert.match(await cli.fails("fork", id, "--checkpoint", "1"), /shop is gone/);
  const { status, stderr } = await cli.run("resume", id, "--decline", "--repository", `${cli.folder}-moved`);
  assert.ok(status === 0 || stderr.includes("waits for approval"), stderr);
});

inShop("what can't be read is listed with its reason and hides nothing", async (cli) => {
  await cli.output(...cli.ask());
  const { id } = await cli.newest();
  const damaged = readFileSync(cli.file(id));
  damaged[damaged.indexOf("\n") + 40] ^= 1;
  writeFileSync(cli.file("damaged"), damaged);
  writeFileSync(cli.file("foreign"), "This is a letter.\n");
  writeFileSync(cli.file("empty"), "");
  copyFileSync(cli.file(id), cli.file("copied"));
  writeFileSync(join(cli.runs, "notes.txt"), "not a run");
  const list = await cli.json("runs");
  assert.deepEqual(list.slice(0, 2).map((run) => run.id).sort(), [id, "copied"].sort());
  const errors = Object.fromEntries(list.slice(2).map((run) => [run.id, run.error]));
  assert.deepEqual(Object.keys(errors).sort(), ["damaged", "empty", "foreign"]);
  assert.match(errors.damaged, /^the log is damaged at line 2/);
  const text = await cli.output("runs");
  for (const name of ["damaged", "foreign", "empty"]) assert.match(text, new RegExp(`^${name} +can't be read: `, "m"));

  for (const command of [["resume"], ["replay"], ["runs", "show"], ["fork", "--checkpoint", "0"]]) {
    assert.match(await cli.fails(...command, "damaged"), /the log is damaged at line 2/, command.join(" "));
  }
  assert.deepEqual(readFileSync(cli.file("damaged")), damaged, "it stays as it is");
  assert.match(await cli.fails("runs", "import", cli.file("damaged")), /damaged/);
  assert.match(await cli.fails("replay", join(cli.runs, "notes.txt")), /./);
  assert.match(await cli.fails("resume", "copied"), new RegExp(`holds the run ${id}; take it in with .quarry runs import`));
  await cli.output("runs", "rm", "damaged", "foreign", "empty", "copied");
  assert.deepEqual((await cli.json("runs")).map((run) => run.id), [id]);
});

inShop("runs that do not exist, and wrong usage", async (cli) => {
  const missing = "20200101-000000-0000";
  for (const args of [["resume"], ["replay"], ["runs", "show"], ["runs", "rm"], ["fork", "--checkpoint", "1"]]) {
    const { status, stdout, stderr } = await cli.run(...args, missing);
    const expected = `quarry: there is no stored run \`${missing}\`; \`quarry runs\` lists them\n`;
    assert.deepEqual([status, stdout, stderr], [1, "", expected], args.join(" "));
  }
  assert.match(await cli.fails("resume", "../../etc/passwd"), /there is no stored run/);
  assert.match(await cli.fails("runs", "import", "/no/such/file"), /\/no\/such\/file can't be read/);
  assert.deepEqual(await cli.json("runs"), []);
  assert.ok(!existsSync(cli.runs), "looking makes no folder");
  await cli.output(...cli.ask());
  const { id } = await cli.newest();
  assert.match(await cli.fails("runs", "show", id, "--checkpoint", "99"), /no checkpoint 99/);
  for (const wrong of [["runs", "show"], ["fork", id], ["resume"], ["runs", "show", id, "--checkpoint", "x"]]) {
    assert.equal((await cli.run(...wrong)).status, 2, wrong.join(" "));
  }
  assert.match(await cli.fails("ask", cli.folder, " "), /the question is empty/);
  assert.equal((await cli.json("runs")).length, 1);
});

inShop("a run that failed names the command that resumes it", async (cli, server) => {
  const refused = await cli.fails(...cli.ask("--base-url", server.url("unauthorised"), "--model", "tester"));
  const { id, status } = await cli.newest();
  assert.equal(status.type, "failed");
  assert.ok(refused.endsWith(`(run ${id} is kept: quarry resume ${id})`), refused);
  assert.match(await cli.output("resume", id, "--base-url", server.url("agent")), /How orders are placed/);
});

inShop("the folder of runs may be named, and a wrong one is reported", async (cli) => {
  const named = join(dirname(cli.folder), "named", "runs");
  await cli.output(...cli.ask(), "--runs", named);
  assert.equal(readdirSync(named).length, 1);
  assert.equal((await cli.json("runs", "--runs", named)).length, 1);
  assert.equal((await cli.json("runs")).length, 0);
  const file = join(dirname(cli.folder), "file");
  writeFileSync(file, "");
  assert.match(await cli.fails(...cli.ask(), "--runs", file), new RegExp(file));
});
