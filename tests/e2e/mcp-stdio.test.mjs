// `quarry mcp`: the Model Context Protocol on stdin and stdout.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { folderOf, manyModules, remove, shop } from "./fixture.mjs";
import { VERSIONS, connect, speaksMcp, textOf } from "./mcp-client.mjs";
import { startModelServer } from "./model-server.mjs";

// Runs are not kept among those of whoever runs the tests.
const QUARRY_RUNS = mkdtempSync(join(tmpdir(), "quarry-runs-"));
const env = { ...process.env, QUARRY_RUNS };
const FOLDER = shop();
after(() => {
  rmSync(QUARRY_RUNS, { recursive: true, force: true });
  remove(FOLDER);
});

const server = (...args) => ({ command: process.env.QUARRY_CLI, args: ["mcp", ...args], env });

speaksMcp("stdio", (body) => body(server(FOLDER)));

/** The run that started last, as `quarry runs` lists it. */
function newestRun() {
  const { status, stdout, stderr } = spawnSync(process.env.QUARRY_CLI, ["runs", "--json"], { encoding: "utf8", env });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout)[0];
}

/** Starts the server without a client; `ended` resolves to its output. */
function start(...args) {
  const child = spawn(process.env.QUARRY_CLI, ["mcp", ...args], { env });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
  }
  const lines = () => output.stdout.split("\n").filter((line) => line).map((line) => JSON.parse(line));
  const ended = new Promise((resolve) => child.on("close", (status) => resolve({ status, lines: lines(), stderr: output.stderr })));
  return { child, output, ended };
}

const line = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const HELLO = line({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: {} } });

test("mcp: a broken line is answered with an error, and the server goes on", async () => {
  const { child, ended } = start(FOLDER);
  child.stdin.end(`${HELLO}this is no JSON\n{"jsonrpc":"2.0","id":7}\n\n${line({ id: 8, method: "ping" })}`);
  const { status, lines, stderr } = await ended;
  assert.equal(status, 0, stderr);
  const codes = lines.map(({ id, error }) => [id, error?.code]);
  assert.deepEqual(codes, [[0, undefined], [null, -32700], [7, -32600], [8, undefined]]);
});

test("mcp: stdout holds messages alone, and everything sent before the end of input is answered", async () => {
  const { child, ended } = start(FOLDER);
  const ask = { name: "ask", arguments: { question: "How are orders placed?" }, _meta: { progressToken: "t" } };
  child.stdin.end(`${HELLO}${line({ id: 1, method: "tools/call", params: ask })}`);
  const { status, lines, stderr } = await ended;
  assert.equal(status, 0, stderr);
  assert.match(stderr, /serving shop/);
  assert.ok(lines.every((message) => message.jsonrpc === "2.0"));
  assert.ok(lines.some((message) => message.method === "notifications/progress" && message.params.progressToken === "t"));
  assert.equal(lines.at(-1).id, 1);
  const { citations, run } = lines.at(-1).result.structuredContent;
  assert.ok(citations.length > 0);
  assert.equal(newestRun().id, run, "it is kept as those of `quarry ask` are");
});

test("mcp: initialize and tools/list are answered while the repository is still indexed; calls wait for it", async () => {
  const folder = folderOf(manyModules(300));
  try {
    const { child, output, ended } = start(folder);
    const call = { name: "get_callers", arguments: { function_name: "step_7_3" } };
    child.stdin.write(HELLO + line({ id: 1, method: "tools/list" }) + line({ id: 2, method: "tools/call", params: call }));
    while (output.stdout.split("\n").length < 3) await new Promise((resolve) => child.stdout.once("data", resolve));
    assert.doesNotMatch(output.stderr, /indexed/);
    child.stdin.end();
    const { status, lines, stderr } = await ended;
    assert.equal(status, 0, stderr);
    assert.match(stderr, /indexed 300 files in \d+ ms/);
    assert.deepEqual(lines.map(({ id }) => id), [0, 1, 2]);
    assert.match(lines[2].result.content[0].text, /step_7_2/);
  } finally {
    remove(folder);
  }
});

test("mcp: a caveat about several symbols of one name is given once", async () => {
  const method = (name) => `class ${name}:\n    def run(self):\n        return 1\n\n`;
  const folder = folderOf({ "jobs.py": `${method("Fast")}${method("Slow")}def go(job):\n    return job.run()\n` });
  const { call, close } = await connect(server(folder));
  try {
    const text = textOf(await call("get_callers", { function_name: "run" }));
    assert.match(text, /jobs\.Fast\.run[^]*jobs\.Slow\.run/);
    assert.equal(text.match(/Not resolved, so these lists may not be complete: 1 call site\n/g)?.length, 1, text);
    assert.equal(text.match(/jobs\.py:10/g)?.length, 1, text);
  } finally {
    await close();
    remove(folder);
  }
});

test("mcp: an index serves as well as its folder", async () => {
  const index = join(mkdtempSync(join(tmpdir(), "quarry-index-")), "index");
  try {
    const made = spawnSync(process.env.QUARRY_CLI, ["index", FOLDER, "--out", index], { encoding: "utf8", env });
    assert.equal(made.status, 0, made.stderr);
    const [ofIndex, ofFolder] = await Promise.all([connect(server(index)), connect(server(FOLDER))]);
    try {
      for (const [name, given] of [
        ["search_codebase", { query: "tax" }],
        ["get_callers", { function_name: "place_order" }],
        ["read_file", { file_path: "README.md" }],
      ]) {
        assert.equal(textOf(await ofIndex.call(name, given)), textOf(await ofFolder.call(name, given)));
      }
      assert.match(ofIndex.client.getInstructions(), /`shop`.* as it was when its index was made/);
      assert.match(ofFolder.client.getInstructions(), /`shop`.* as it was when this server started/);
    } finally {
      await Promise.all([ofIndex.close(), ofFolder.close()]);
    }
  } finally {
    remove(index);
  }
});

test("mcp: a model answers through the same tool", async () => {
  const models = await startModelServer();
  const { call, close, errors } = await connect(server(FOLDER, "--model", "test-model", "--base-url", models.url("agent")));
  try {
    const result = await call("ask", { question: "How are orders placed?" });
    assert.match(textOf(result), /Citations, checked against the repository:\n\[1\] server\//);
    assert.match(result.structuredContent.model, /^test-model at /);
  } finally {
    await close();
    await models.stop();
  }
  assert.deepEqual(errors, []);
});

test("mcp: a model's refusal is reported in words", async () => {
  const models = await startModelServer();
  const { call, close } = await connect(server(FOLDER, "--model", "m", "--base-url", models.url("unauthorised")));
  try {
    const result = await call("ask", { question: "How are orders placed?" });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /127\.0\.0\.1:\d+ wants a key: Incorrect API key provided\./);
    // The other tools need no model.
    textOf(await call("list_directory", {}));
  } finally {
    await close();
    await models.stop();
  }
});

for (const version of VERSIONS) {
  test(`mcp: a question of ${version} can be cancelled while others are answered`, async () => {
    const models = await startModelServer();
    const { call, close, errors } = await connect(server(FOLDER, "--model", "m", "--base-url", models.url("agent")), version);
    try {
      const hold = models.hold("synthesize");
      const stop = new AbortController();
      const asked = call("ask", { question: "How are orders placed?" }, { signal: stop.signal });
      await hold.reached;
      // The run waits for the model, the server for nobody.
      textOf(await call("get_callers", { function_name: "place_order" }));
      stop.abort("enough");
      await assert.rejects(asked);
      textOf(await call("list_directory", {}));
      assert.equal(newestRun().status.type, "cancelled");
    } finally {
      await close();
      await models.stop();
    }
    assert.deepEqual(errors, []);
  });
}

test("mcp: a question that takes longer than the input is stopped soon after its end", async () => {
  const models = await startModelServer();
  try {
    const { child, ended } = start(FOLDER, "--model", "m", "--base-url", models.url("agent"));
    const hold = models.hold("synthesize");
    const ask = { name: "ask", arguments: { question: "How are orders placed?" } };
    child.stdin.end(`${HELLO}${line({ id: 1, method: "tools/call", params: ask })}`);
    await hold.reached;
    const { status, lines, stderr } = await ended;
    assert.equal(status, 0, stderr);
    assert.equal(lines.length, 1, "a cancelled request is not answered");
    assert.equal(newestRun().status.type, "cancelled");
  } finally {
    await models.stop();
  }
});

test("mcp: what is no repository fails at once, with one clear line", () => {
  const { status, stdout, stderr } = spawnSync(process.env.QUARRY_CLI, ["mcp", join(FOLDER, "nothing")], { encoding: "utf8", env });
  assert.equal(status, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /^quarry: .*nothing does not exist\n$/);
  const model = spawnSync(process.env.QUARRY_CLI, ["mcp", FOLDER, "--model", "other"], { encoding: "utf8", env });
  assert.equal(model.status, 1);
  assert.match(model.stderr, /--base-url/);
});
