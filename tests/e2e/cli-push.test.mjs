// quarry push against a server that speaks the Worker's API on the wire, with failures in between.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { manyModules, folderOf, remove, shop } from "./fixture.mjs";
import { ADMIN, READER, startWorkerServer } from "./worker-server.mjs";

const MANIFEST = "manifest.json";
const chunksOf = (index) => readdirSync(index).filter((name) => name.endsWith(".bin")).sort();

class Push {
  constructor(server, folder, index) {
    Object.assign(this, { server, folder, index });
  }

  start(args, { token = ADMIN, variable = "QUARRY_TOKEN" } = {}) {
    const env = { ...process.env, ...(token && { [variable]: token }), HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };
    const child = spawn(process.env.QUARRY_CLI, ["push", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
    const ended = new Promise((resolve) => child.on("close", (status, signal) => resolve({ status, signal, ...output })));
    return { child, ended };
  }

  arguments(...more) {
    return [this.index, "--to", this.server.url, "--repo", "shop", ...more];
  }

  run(args = this.arguments(), options) {
    return this.start(args, options).ended;
  }

  async json(...more) {
    const { status, stdout, stderr } = await this.run(this.arguments("--json", ...more));
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  }

  /** Exit code 1 and one clear line at the end of stderr, without the token anywhere. */
  async fails(args, options) {
    const { status, stdout, stderr } = await this.run(args, options);
    assert.equal(status, 1, stderr);
    assert.equal(stdout, "");
    assert.ok(!stderr.includes(ADMIN) && !stderr.includes(READER) && !stderr.includes("token-of-nobody"), stderr);
    const lines = stderr.trim().split("\n");
    assert.ok(lines.at(-1).startsWith("quarry: "), stderr);
    return lines.at(-1);
  }

  /** The server holds exactly this index. */
  assertPublished(id = "shop") {
    const repo = this.server.repo(id);
    assert.equal(repo.manifest, readFileSync(join(this.index, MANIFEST), "utf8"));
    for (const name of chunksOf(this.index)) assert.deepEqual(repo.chunks.get(name), readFileSync(join(this.index, name)), name);
  }
}

function indexOf(folder) {
  const index = join(dirname(folder), "index");
  const { status, stderr } = spawnSync(process.env.QUARRY_CLI, ["index", folder, "--out", index, "--prune"], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return index;
}

function withIndex(name, body, folderFor = shop) {
  test(name, async () => {
    const folder = folderFor();
    const server = await startWorkerServer();
    try {
      await body(new Push(server, folder, indexOf(folder)), server);
    } finally {
      await server.close();
      remove(folder);
    }
  });
}

withIndex("sends what is missing and publishes the manifest last", async (push, server) => {
  const first = await push.json("--public");
  const all = chunksOf(push.index);
  const bytes = all.reduce((sum, name) => sum + readFileSync(join(push.index, name)).length, 0);
  assert.deepEqual(first.chunks, { files: all.length, bytes });
  assert.deepEqual(first.sent, first.chunks);
  assert.deepEqual(first.present, { files: 0, bytes: 0 });
  const { to, repo, public: isPublic, name, snapshot, retries } = first;
  const manifest = JSON.parse(readFileSync(join(push.index, MANIFEST), "utf8"));
  assert.deepEqual([to, repo, isPublic, name, snapshot, retries], [server.url, "shop", true, manifest.name, manifest.snapshot, 0]);
  assert.equal(server.repo("shop").public, true);
  push.assertPublished();
  assert.match(server.requests.at(-1).path, /\/manifest$/);
  assert.ok(server.requests.every(({ headers }) => headers.authorization === `Bearer ${ADMIN}`));

  // Again: nothing is sent but the manifest, which is private without --public.
  server.requests.length = 0;
  const second = await push.json();
  assert.deepEqual([second.sent.files, second.present.files, second.public], [0, all.length, false]);
  assert.deepEqual(server.requests.map(({ method }) => method), ["POST", "PUT"]);
  assert.equal(server.repo("shop").public, false);
});

withIndex("push prints what was sent, and never the token", async (push) => {
  const { status, stdout, stderr } = await push.run();
  assert.equal(status, 0, stderr);
  assert.match(stdout, /shop: (\d+) of \1 chunks sent \(.+\), 0 were there/);
  assert.match(stdout, /published as shop on http:.* \(private, snapshot [0-9a-f]{32}\)/);
  assert.ok(stderr.trim().split("\n").length < 10, stderr);
  assert.ok(!(stdout + stderr).includes(ADMIN));
});

withIndex("requests are retried while a server is busy, fails or closes the connection", async (push, server) => {
  const left = ["drop", { status: 503, body: "<html>down</html>" }, { status: 429, headers: { "retry-after": "1" } }, { status: 500 }];
  server.fail = () => left.pop();
  const started = Date.now();
  const { status, stdout, stderr } = await push.run(push.arguments("--json"));
  assert.equal(status, 0, stderr);
  assert.equal(left.length, 0);
  assert.equal(JSON.parse(stdout).retries, 4);
  assert.ok(Date.now() - started >= 1000, "Retry-After is honoured");
  assert.match(stderr, /status 503; attempt \d in/);
  push.assertPublished();
});

withIndex("a server that keeps failing ends the push, and what was sent is not sent again", async (push, server) => {
  const all = chunksOf(push.index);
  const last = all.at(-1);
  server.fail = ({ path }) => (path.endsWith(last) ? { status: 503 } : undefined);
  const line = await push.fails();
  assert.match(line, /cannot take it now \(status 503\); push again later, what was sent stays there/);
  assert.equal(server.repo("shop").manifest, null);
  server.fail = () => undefined;
  server.requests.length = 0;
  const { sent, present } = await push.json();
  assert.ok(sent.files >= 1 && present.files >= 1, JSON.stringify({ sent, present }));
  assert.equal(server.puts().length, sent.files);
  push.assertPublished();
});

withIndex(
  "a push that is killed in the middle goes on where it was",
  async (push, server) => {
    const all = chunksOf(push.index);
    let stop;
    const reached = new Promise((resolve) => (stop = resolve));
    // From the third chunk on nothing is answered, and the client is killed.
    let puts = 0;
    server.fail = ({ path }) => {
      if (!path.includes("/chunks/")) return undefined;
      puts += 1;
      if (puts <= 2) return undefined;
      stop();
      return "drop";
    };
    const { child, ended } = push.start(push.arguments());
    await reached;
    child.kill("SIGKILL");
    await ended;
    await server.quiet();
    server.fail = () => undefined;
    const stored = server.repo("shop").chunks.size;
    assert.ok(stored >= 2 && stored < all.length);
    assert.equal(server.repo("shop").manifest, null);
    server.requests.length = 0;
    const { sent, present } = await push.json();
    assert.deepEqual([sent.files, present.files], [all.length - stored, stored]);
    assert.equal(server.puts().length, all.length - stored);
    push.assertPublished();
  },
  () => folderOf(manyModules(30)),
);

withIndex("chunks that the server swept in between are sent again, once more", async (push, server) => {
  const [first] = chunksOf(push.index);
  let swept = false;
  server.fail = ({ path }) => {
    if (!path.endsWith("/manifest") || swept) return undefined;
    swept = true;
    server.repo("shop").chunks.delete(first);
    return { status: 409, body: { error: { kind: "conflict", message: "not there", missing: [first, "../../etc/passwd"] } } };
  };
  await push.json();
  push.assertPublished();
  server.fail = ({ path }) => (path.endsWith("/manifest") ? { status: 409, body: { error: { kind: "conflict", message: "x", missing: [first] } } } : undefined);
  assert.match(await push.fails(), /loses chunks/);
});

withIndex("refusals say what to do and are not repeated", async (push, server) => {
  const once = async (expected, options) => {
    server.requests.length = 0;
    assert.match(await push.fails(push.arguments(), options), expected);
    assert.equal(server.requests.length, 1);
  };
  await once(/does not accept the token \(status 401: unknown token \[key\]\); it needs one with the scope admin/, { token: "token-of-nobody" });
  await once(/may not publish `shop` .*\(status 403: this token may only read\)/, { token: READER });
  server.fail = () => ({ status: 404, body: "<html>no</html>" });
  await once(/there is no Quarry Worker at .* \(status 404\); check --to/);
  server.fail = () => ({ status: 413, body: { error: { kind: "too_large", message: "8 MiB at most" } } });
  await once(/takes no files of this size \(status 413: 8 MiB at most\)/);
  server.fail = () => ({ status: 409, body: { error: { kind: "conflict", message: "newer format" } } });
  await once(/did not publish `shop` \(status 409: newer format\)/);
  server.fail = () => ({ status: 200, body: "<html>a page</html>" });
  await once(/does not answer as a Quarry Worker does; check --to/);
  server.fail = () => ({ status: 429, headers: { "retry-after": "9999" } });
  await once(/has had enough requests for now/);
  server.fail = () => ({ status: 302, headers: { location: "http://other.invalid/" } });
  await once(/sends elsewhere \(status 302\); give the Worker's own address/);
});

withIndex("the token comes from a named variable or a file, and goes over https or to this machine only", async (push, server) => {
  const file = join(dirname(push.folder), "token");
  writeFileSync(file, `${ADMIN}\n`);
  assert.equal((await push.run(push.arguments("--token-env", "OTHER"), { variable: "OTHER" })).status, 0);
  assert.equal((await push.run(push.arguments("--token-file", file), { token: null })).status, 0);
  server.requests.length = 0;
  assert.match(await push.fails(push.arguments(), { token: null }), /there is no token: set QUARRY_TOKEN/);
  const to = (url) => [push.index, "--to", url, "--repo", "shop"];
  assert.match(await push.fails(to("http://quarry.example.dev")), /not sent over http to quarry\.example\.dev; use https/);
  assert.match(await push.fails(to("quarry.example.dev")), /is no address of a Worker/);
  assert.match(await push.fails([push.index, "--to", server.url, "--repo", "../x"]), /is no id/);
  assert.match(await push.fails(push.arguments("--token-env", "OTHER"), { variable: "OTHER", token: "two words" }), /OTHER: this is no token/);
  assert.equal(server.requests.length, 0);
});

withIndex("a damaged or foreign folder is not published", async (push, server) => {
  const [chunk] = chunksOf(push.index);
  const path = join(push.index, chunk);
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.concat([bytes.subarray(1), Buffer.from([bytes[0] ^ 1])]));
  assert.match(await push.fails(), /index/);
  assert.equal(server.repo("shop").manifest, null);
  assert.match(await push.fails(["/no/such/index", "--to", server.url, "--repo", "shop"]), /does not exist/);
});

withIndex("a repository is indexed for the push", async (push, server) => {
  const args = [push.folder, "--to", server.url, "--repo", "fresh", "--json"];
  const { status, stdout, stderr } = await push.run(args);
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).name, "shop");
  push.assertPublished("fresh");
});
