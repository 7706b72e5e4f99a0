// The command line, as scripts rely on it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { entriesOf, remove, shop } from "./fixture.mjs";
import { tarGz } from "./archives.mjs";
import { writeFileSync } from "node:fs";

// Runs are not stored among those of the user who runs the tests.
const QUARRY_RUNS = mkdtempSync(join(tmpdir(), "quarry-runs-"));
after(() => rmSync(QUARRY_RUNS, { recursive: true, force: true }));

function quarry(...args) {
  const env = { ...process.env, QUARRY_RUNS };
  const { status, stdout, stderr } = spawnSync(process.env.QUARRY_CLI, args, { encoding: "utf8", env });
  return { status, stdout, stderr };
}

function json(...args) {
  const { status, stdout, stderr } = quarry(...args, "--json");
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

/** Runs with a copy of the shop. */
function inShop(name, body) {
  test(name, () => {
    const folder = shop();
    try {
      body(folder);
    } finally {
      remove(folder);
    }
  });
}

inShop("search gives hits with place, symbol and score", (folder) => {
  const hits = json("search", folder, "loyalty discount", "-n", "3");
  assert.ok(hits.length > 0 && hits.length <= 3);
  const [best] = hits;
  assert.equal(best.path, "server/pricing/discount.py");
  for (const field of ["path", "start_line", "end_line", "symbol", "kind", "score", "snippet"]) assert.ok(field in best, field);
});

inShop("callers and callees name fully qualified symbols", (folder) => {
  const callers = JSON.stringify(json("callers", folder, "place_order"));
  assert.match(callers, /server\.checkout\.handle_checkout/);
  assert.match(callers, /server\.checkout\.reorder/);
  const callees = JSON.stringify(json("callees", folder, "place_order"));
  assert.match(callees, /server\.orders\.Order\.total/);
  assert.match(callees, /server\.storage\.OrderStore\.save_order/);
});

inShop("the call graph is one document: caller to callees with rule and confidence", (folder) => {
  const { status, stdout } = quarry("call-graph", folder);
  assert.equal(status, 0);
  const graph = JSON.parse(stdout);
  const total = graph["server.orders.Order.total"];
  assert.deepEqual(total.map((edge) => edge.callee).sort(), ["server.pricing.discount.apply_discount", "server.pricing.tax.add_tax"]);
  for (const edge of total) {
    assert.equal(edge.path, "server/orders.py");
    assert.ok(edge.line > 0 && edge.rule && edge.confidence > 0 && edge.confidence <= 1);
  }
});

inShop("an index answers as its folder does", (folder) => {
  const index = join(folder, "..", "index");
  assert.equal(quarry("index", folder, "--out", index).status, 0);
  assert.ok(existsSync(index));
  for (const args of [["search", "place_order"], ["callers", "add_tax"]]) {
    const [command, what] = args;
    assert.deepEqual(json(command, index, what), json(command, folder, what));
  }
});

inShop("an archive answers as its folder does", (folder) => {
  const archive = join(folder, "..", "shop.tar.gz");
  writeFileSync(archive, tarGz(entriesOf(folder, "shop-1.0")));
  assert.deepEqual(json("callers", archive, "add_tax"), json("callers", folder, "add_tax"));
});

inShop("ask streams numbered events, the answer among them", (folder) => {
  const { status, stdout } = quarry("ask", folder, "Who calls place_order?", "--json");
  assert.equal(status, 0);
  const events = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(events.map((event) => event.seq), events.map((_, at) => at));
  assert.equal(events[0].type, "run_started");
  assert.equal(events.at(-1).type, "run_finished");
  const answer = events.find((event) => event.type === "answer");
  assert.match(answer.markdown, /handle_checkout/);
  assert.match(answer.markdown, /reorder/);
  assert.ok(answer.citations.some(({ path }) => path === "server/checkout.py"));
  assert.equal(answer.dropped, 0);
});

inShop("the same question gives the same answer", (folder) => {
  const answer = () => {
    const { stdout } = quarry("ask", folder, "How does handle_checkout reach rate_of?", "--json");
    return stdout.split("\n").find((line) => line.includes('"type":"answer"')).replace(/"at_ms":[\d.]+/, "");
  };
  assert.equal(answer(), answer());
});

inShop("people get text, with progress on stderr", (folder) => {
  const { status, stdout, stderr } = quarry("ask", folder, "What does add_tax do?");
  assert.equal(status, 0);
  assert.match(stdout, /value added tax/);
  assert.ok(stderr.length > 0);
});

test("agents' graphs are drawn as Mermaid and as text", () => {
  for (const format of ["mermaid", "ascii"]) {
    const { status, stdout } = quarry("graph", "plan-react", "--format", format);
    assert.equal(status, 0);
    for (const node of ["planner", "executor_llm", "tool_node", "refinery", "synthesizer"]) assert.match(stdout, new RegExp(node));
  }
});

test("exit codes: 1 with one clear line, 2 for wrong usage", () => {
  const missing = quarry("search", "/no/such/folder", "x");
  assert.equal(missing.status, 1);
  assert.equal(missing.stderr.trim().split("\n").length, 1, missing.stderr);
  assert.match(missing.stderr, /no\/such\/folder/);
  assert.equal(quarry("frobnicate").status, 2);
});
