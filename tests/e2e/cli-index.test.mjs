// quarry index: what it takes, what it writes, what it prints, and what it leaves alone.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tarGz } from "./archives.mjs";
import { entriesOf, folderOf, LEFT_OUT, manyModules, remove, shop } from "./fixture.mjs";

const MANIFEST = "manifest.json";

function quarry(...args) {
  return spawnSync(process.env.QUARRY_CLI, args, { encoding: "utf8" });
}

function json(...args) {
  const { status, stdout, stderr } = quarry(...args, "--json");
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

/** Exit code 1 and one clear line. */
function fails(...args) {
  const { status, stdout, stderr } = quarry(...args);
  assert.equal(status, 1, stderr + stdout);
  assert.equal(stdout, "");
  const lines = stderr.trim().split("\n").filter((line) => !/^\w+: \d+|^quarry: reading the index of /.test(line));
  assert.deepEqual([lines.length, lines[0].startsWith("quarry: ")], [1, true], stderr);
  return lines[0];
}

function withFolder(name, body, make = shop) {
  test(name, () => {
    const folder = make();
    try {
      body(folder, join(dirname(folder), "index"));
    } finally {
      remove(folder);
    }
  });
}

const chunksOf = (index) => readdirSync(index).filter((name) => name.endsWith(".bin")).sort();
const bytesOf = (index, names) => names.reduce((sum, name) => sum + statSync(join(index, name)).size, 0);

/** Paths that a question finds, to see what an index or a folder holds. */
const pathsOf = (where, query) => new Set(json("search", where, query, "-n", "50").map(({ path }) => path));

/** Every file of a folder with its time and content. */
function stateOf(folder) {
  return readdirSync(folder).sort().map((name) => [name, statSync(join(folder, name)).mtimeMs, readFileSync(join(folder, name), "base64")]);
}

withFolder("the summary is one JSON document with sizes, chunks and what was skipped", (folder, index) => {
  const summary = json("index", folder, "--out", index);
  const chunks = chunksOf(index);
  for (const name of chunks) assert.match(name, /^[0-9a-f]{32}\.bin$/);
  const manifest = JSON.parse(readFileSync(join(index, MANIFEST), "utf8"));
  assert.deepEqual([summary.name, summary.snapshot, summary.files], ["shop", manifest.snapshot, manifest.files]);
  const bytes = bytesOf(index, chunks);
  assert.equal(summary.index_bytes, bytes + statSync(join(index, MANIFEST)).size);
  const { sections, ...rest } = summary.index;
  assert.deepEqual(rest, {
    path: index,
    bytes: summary.index_bytes,
    manifest_changed: true,
    chunks: { files: chunks.length, bytes },
    written: { files: chunks.length, bytes },
    reused: { files: 0, bytes: 0 },
    stale: { files: 0, bytes: 0 },
    removed: { files: 0, bytes: 0 },
  });
  for (const part of Object.values(sections)) assert.ok(part.chunks > 0 && part.bytes > 0 && part.uncompressed > 0, JSON.stringify(sections));
  assert.ok("source text" in sections && Object.values(sections).reduce((sum, part) => sum + part.bytes, 0) >= bytes);
  for (const field of ["bytes", "symbols", "languages", "calls", "syntax_errors", "skipped", "ms"]) assert.ok(field in summary, field);
  assert.ok(!("skipped_entries" in summary));
  // Nothing else lies there: no locks, no unfinished files.
  assert.equal(readdirSync(index).length, chunks.length + 1);
});

withFolder("without --out nothing is written", (folder) => {
  const before = readdirSync(folder);
  const { index, index_bytes } = json("index", folder);
  assert.deepEqual([index, index_bytes], [null, null]);
  assert.deepEqual(readdirSync(folder), before);
});

withFolder("what was skipped is counted by reason, and listed on demand", (folder) => {
  const { skipped, skipped_entries } = json("index", folder, "--skipped", "--exclude", "web/");
  assert.equal(Object.values(skipped).reduce((sum, count) => sum + count, 0), skipped_entries.length);
  const reason = new Map(skipped_entries.map(({ path, reason, detail }) => [path, `${reason}|${detail}`]));
  assert.equal(reason.get("web"), "excluded|excluded by web/");
  assert.match(reason.get("node_modules"), LEFT_OUT["node_modules/left-pad/index.js"]);
  assert.match(reason.get("assets/logo.png"), /binary/);
  assert.equal(reason.get("debug.log"), "ignored by .gitignore|ignored by .gitignore");

  const text = quarry("index", folder, "--exclude", "web/").stdout;
  assert.match(text, /skipped \d+ \(--skipped lists all\):/);
  assert.match(text, / 1 excluded: web/);
  assert.ok(!text.includes("excluded by"));
  assert.match(quarry("index", folder, "--exclude", "web/", "--skipped").stdout, /^ {2}web: excluded by web\/$/m);
});

withFolder("include and exclude narrow what is indexed; exclude wins, whatever the order of flags", (folder, index) => {
  const summary = json("index", folder, "--out", index, "--exclude", "discount.py", "--include", "/server", "--include", "*.md", "--exclude", "!x");
  const paths = pathsOf(index, "order price tax discount total readme");
  assert.ok(paths.has("server/orders.py") && paths.has("README.md"), [...paths].join());
  assert.ok([...paths].every((path) => path.startsWith("server/") || path.endsWith(".md")), [...paths].join());
  assert.ok(!paths.has("server/pricing/discount.py"));
  assert.ok(summary.skipped.excluded > 1);
  assert.match(fails("index", folder, "--include", "nothing-is-called-so"), /no source file was found .* excluded/);
});

withFolder("patterns hold for an archive as for a folder", (folder, index) => {
  const archive = join(folder, "..", "shop.tar.gz");
  writeFileSync(archive, tarGz(entriesOf(folder, "shop-1.0")));
  const patterns = ["--include", "/server", "--exclude", "pricing/"];
  const [a, b] = [json("index", archive, "--out", index, ...patterns), json("index", folder, ...patterns)];
  assert.deepEqual([a.snapshot, a.files, a.name], [b.snapshot, b.files, "shop-1.0"]);
});

withFolder("quarry.toml sets what is indexed, where to, and under which name; questions about the folder agree", (folder) => {
  writeFileSync(join(folder, "quarry.toml"), "[index]\nexclude = ['/web', 'quarry.toml']\nout = 'site/quarry'\nname = 'The shop'\n");
  const summary = json("index", folder);
  const index = join(folder, "site/quarry");
  assert.deepEqual([summary.name, summary.index.path], ["The shop", index]);
  assert.ok(existsSync(join(index, MANIFEST)));
  // From three words on, learned words also sort what a folder has; an index that is read in pages has none.
  for (const query of ["place_order", "checkout total"]) assert.deepEqual(json("search", folder, query), json("search", index, query));
  assert.ok([...pathsOf(index, "cart checkout")].every((path) => !path.startsWith("web/")));
});

withFolder("a flag replaces the value of the same name in quarry.toml", (folder, index) => {
  writeFileSync(join(folder, "quarry.toml"), "[index]\ninclude = ['/web']\nexclude = ['/server/pricing']\nout = 'site'\nname = 'A'\n");
  const summary = json("index", folder, "--include", "/server", "--exclude", "orders.py", "--out", index, "--name", "B");
  assert.deepEqual([summary.name, summary.index.path, existsSync(join(folder, "site"))], ["B", index, false]);
  const paths = pathsOf(index, "order price tax discount total");
  assert.ok(paths.has("server/pricing/discount.py") && !paths.has("server/orders.py"), [...paths].join());
  assert.ok([...paths].every((path) => path.startsWith("server/")));
});

withFolder("mistakes in quarry.toml are reported in one line, with the keys or the position", (folder) => {
  const wrong = (text) => {
    writeFileSync(join(folder, "quarry.toml"), text);
    return fails("index", folder);
  };
  assert.match(wrong("[index]\nexcludes = []\nincl = []\n"), /quarry\.toml: unknown keys `index\.excludes`, `index\.incl`; known are/);
  assert.match(wrong("[index]\ninclude = 'src'\n"), /quarry\.toml: line 2: invalid type/);
  assert.match(wrong("[index\n"), /quarry\.toml: line 1: /);
  assert.match(wrong("[index]\nexclude = ['[a']\n"), /quarry\.toml: `\[a` is no pattern/);
  for (const out of ["../elsewhere", "/tmp/elsewhere"]) assert.match(wrong(`[index]\nout = '${out}'\n`), /`out` must be a folder in the repository/);
  symlinkSync(dirname(folder), join(folder, "link"));
  assert.match(wrong("[index]\nout = 'link/elsewhere'\n"), /`out` must be a folder in the repository/);
  assert.deepEqual(readdirSync(dirname(folder)), ["shop"]);
  wrong("[lookup]\n");
  assert.match(fails("search", folder, "order"), /quarry\.toml: unknown key `lookup`/);
});

withFolder("a second run writes nothing, and leaves every file as it was", (folder, index) => {
  json("index", folder, "--out", index);
  const past = new Date(Date.now() - 60_000);
  for (const name of readdirSync(index)) utimesSync(join(index, name), past, past);
  const before = stateOf(index);
  const { index: again } = json("index", folder, "--out", index);
  assert.deepEqual([again.written, again.manifest_changed], [{ files: 0, bytes: 0 }, false]);
  assert.deepEqual(again.reused, again.chunks);
  assert.deepEqual(stateOf(index), before);
});

withFolder(
  "a change to one file writes few chunks; old ones stay until --prune, which touches nothing else",
  (folder, index) => {
    const first = json("index", folder, "--out", index);
    const before = chunksOf(index);
    appendFileSync(join(folder, "package/module_7.py"), "\n\ndef entirely_new(value):\n    return value\n");
    const second = json("index", folder, "--out", index).index;
    assert.ok(second.written.files > 0 && second.reused.files > 0, JSON.stringify(second));
    assert.ok(second.written.bytes < first.index.chunks.bytes / 2, `${second.written.bytes} of ${first.index.chunks.bytes}`);
    assert.ok(second.stale.files > 0 && second.removed.files === 0);
    for (const name of before) assert.ok(existsSync(join(index, name)), `${name} is kept for readers`);

    const others = ["CNAME", ".nojekyll", "app.bin", `${"A".repeat(32)}.bin`];
    for (const name of others) writeFileSync(join(index, name), "keep");
    writeFileSync(join(index, `${"0".repeat(32)}.bin`), "stale");
    const third = json("index", folder, "--out", index, "--prune").index;
    assert.equal(third.removed.files, second.stale.files + 1);
    assert.equal(third.stale.files, 0);
    const left = readdirSync(index).filter((name) => !others.includes(name) && name !== MANIFEST);
    assert.equal(left.length, third.chunks.files);
    for (const name of others) assert.equal(readFileSync(join(index, name), "utf8"), "keep");
    // Beside other files it is read as an index only with --index.
    assert.ok(new Set(json("search", index, "entirely_new", "--index").map(({ path }) => path)).has("package/module_7.py"));
    assert.match(fails("index", folder, "--prune"), /--prune needs an index/);
    assert.equal(quarry("index", folder, "--out", index, "--prune=some").status, 2);
  },
  () => folderOf(manyModules(60)),
);

withFolder("--prune=older keeps one generation, for readers of the manifest before", (folder, index) => {
  const generation = (text) => {
    writeFileSync(join(folder, "note.md"), text);
    return json("index", folder, "--out", index, "--prune=older").index;
  };
  generation("one\n");
  const first = chunksOf(index);
  const second = generation("two\n");
  assert.ok(second.stale.files > 0 && second.removed.files === 0);
  for (const name of first) assert.ok(existsSync(join(index, name)));
  const third = generation("three\n");
  assert.ok(third.removed.files > 0 && third.stale.files > 0, JSON.stringify(third));
  assert.equal(chunksOf(index).length, third.chunks.files + third.stale.files);
});

withFolder("what a killed process left does no harm, and is swept or used", (folder, index) => {
  json("index", folder, "--out", index);
  const whole = stateOf(index).map(([name, , bytes]) => [name, bytes]);
  const chunks = chunksOf(index);
  // Killed before the manifest was in place: some chunks, one of them cut off, and unfinished files.
  rmSync(join(index, MANIFEST));
  rmSync(join(index, chunks[0]));
  writeFileSync(join(index, chunks[1]), readFileSync(join(index, chunks[1])).subarray(1));
  writeFileSync(join(index, `.${chunks[0]}.4711.partial`), "half");
  writeFileSync(join(index, `.${MANIFEST}.4711.partial`), "{");
  const { index: again } = json("index", folder, "--out", index);
  assert.deepEqual([again.written.files, again.reused.files, again.manifest_changed], [2, chunks.length - 2, true]);
  assert.deepEqual(stateOf(index).map(([name, , bytes]) => [name, bytes]), whole);

  // A damaged chunk of the right length: a question asks to index again, and that repairs it.
  const head = JSON.parse(readFileSync(join(index, MANIFEST), "utf8")).head.file;
  const bytes = readFileSync(join(index, head));
  bytes[bytes.length - 1] ^= 1;
  writeFileSync(join(index, head), bytes);
  assert.match(fails("search", index, "order"), /damaged .*index again/);
  assert.equal(json("index", folder, "--out", index).index.written.files, 1);
  assert.ok(json("search", index, "order").length > 0);
});

test("killed at any moment, the index in place stays readable", async () => {
  const folder = folderOf(manyModules(40));
  const index = join(dirname(folder), "index");
  try {
    json("index", folder, "--out", index);
    for (let at = 0; at < 6; at += 1) {
      appendFileSync(join(folder, `package/module_${at}.py`), `\n\ndef added_${at}():\n    pass\n`);
      const child = spawn(process.env.QUARRY_CLI, ["index", folder, "--out", index], { stdio: ["ignore", "ignore", "pipe"] });
      const ended = new Promise((resolve) => child.on("close", resolve));
      // Some while after writing has begun.
      child.stderr.on("data", (text) => String(text).includes("linking") && setTimeout(() => child.kill("SIGKILL"), at * 3));
      await ended;
      assert.ok(json("search", index, "step_3_4").length > 0);
    }
    json("index", folder, "--out", index, "--prune");
    assert.ok(pathsOf(index, "added_5").has("package/module_5.py"));
    assert.equal(readdirSync(index).filter((name) => name.startsWith(".")).length, 0);
  } finally {
    remove(folder);
  }
});

withFolder("an index within the repository does not index itself, also where git ignores it", (folder) => {
  for (const out of ["site/quarry", "build/quarry"]) {
    const index = join(folder, out);
    const first = json("index", folder, "--out", index, "--skipped");
    const second = json("index", folder, "--out", index, "--skipped");
    assert.equal(second.snapshot, first.snapshot);
    assert.deepEqual([second.index.written.files, second.index.manifest_changed], [0, false]);
    assert.deepEqual(second.skipped_entries, first.skipped_entries);
    assert.ok(!JSON.stringify(second.skipped_entries).includes("quarry"));
    // One of another name is named as a whole and not entered.
    const elsewhere = join(dirname(folder), `elsewhere-${out.split("/")[0]}`);
    const { snapshot, skipped_entries } = json("index", folder, "--out", elsewhere, "--skipped");
    assert.equal(snapshot, first.snapshot);
    if (out.startsWith("site")) assert.ok(skipped_entries.some(({ path }) => path === "site/quarry"));
    rmSync(join(folder, out.split("/")[0]), { recursive: true });
  }
  assert.match(fails("index", folder, "--out", folder), /choose another folder/);
});

test("the commands and the configuration in docs/index.md do what it describes", () => {
  const text = readFileSync(fileURLToPath(new URL("../../docs/index.md", import.meta.url)), "utf8");
  const files = { "src/a.py": "def a():\n    pass\n", "src/testdata/b.py": "x = 1\n", "README.md": "# Read me\n", "docs/c.md": "C\n", "site/d.md": "D\n", "e.txt": "E\n" };
  const narrowed = ["README.md", "docs/c.md", "site/d.md", "src/a.py"];
  const inNewFolder = (body) => {
    const folder = folderOf(files);
    try {
      body(folder, (command) => execFileSync("sh", ["-c", command.replace(/^quarry/, '"$QUARRY_CLI"')], { cwd: folder, stdio: "pipe" }));
    } finally {
      remove(folder);
    }
  };
  const indexed = (index) => [...new Set(["a", "x", "read", "c", "d", "e"].flatMap((query) => [...pathsOf(index, query)]))].sort();
  const commands = [...text.matchAll(/^ +(quarry index .*)$/gm)].map(([, command]) => command);
  assert.equal(commands.length, 3);
  for (const command of commands) {
    inNewFolder((folder, run) => {
      run(command);
      const index = join(folder, /--out (\S+)/.exec(command)[1]);
      const { name, files: count } = JSON.parse(readFileSync(join(index, MANIFEST), "utf8"));
      if (command.includes("--include")) assert.deepEqual([name, indexed(index)], ["My project", narrowed]);
      else assert.equal(count, command.includes("/site") ? 5 : 6);
    });
  }
  const [, config] = /```toml\n([^`]+)```/.exec(text);
  inNewFolder((folder, run) => {
    writeFileSync(join(folder, "quarry.toml"), config);
    run("quarry index .");
    assert.deepEqual(indexed(join(folder, "site/quarry")), narrowed);
  });
});

withFolder("wrong places and patterns are refused before anything is read or written", (folder, index) => {
  assert.match(fails("index", "/no/such/folder", "--out", index), /\/no\/such\/folder does not exist/);
  assert.match(fails("index", folder, "--out", join(folder, "README.md")), /README\.md is a file; an index is a folder/);
  assert.match(fails("index", folder, "--out", join(folder, "server")), /server is not empty and holds no index/);
  const app = join(dirname(folder), "app");
  mkdirSync(app);
  writeFileSync(join(app, MANIFEST), '{"name": "a web app"}');
  assert.match(fails("index", folder, "--out", app), /manifest\.json that is not of an index/);
  assert.equal(readFileSync(join(app, MANIFEST), "utf8"), '{"name": "a web app"}');
  for (const [pattern, why] of [["[a-z", "has no `]`"], ["../x", "leaves the repository"], ["", "names nothing"], ["a\\", "ends in a backslash"]]) {
    assert.ok(fails("index", folder, "--exclude", pattern, "--out", index).includes(why), pattern);
  }
  assert.match(fails("index", folder, "--include", "!a"), /exclude it instead/);
  assert.match(fails("index", folder, "--name", " "), /name is one line of text/);
  assert.match(fails("index", folder, "--include", "nowhere", "--out", join(index, "deep")), /no source file/);
  assert.ok(!existsSync(index), "folders made for nothing are gone");
  assert.equal(quarry("index", folder, "--frobnicate").status, 2);
});

withFolder("an index has one writer at a time", (folder, index) => {
  mkdirSync(index);
  const hold = `exec 9<"$0"; flock -x 9; "$1" index "$2" --out "$0"`;
  const { status, stderr } = spawnSync("sh", ["-c", hold, index, process.env.QUARRY_CLI, folder], { encoding: "utf8" });
  assert.deepEqual([status, /another quarry writes .*; wait for it/.test(stderr)], [1, true], stderr);
});

withFolder("progress is a few lines without a terminal, and none of it on stdout", (folder, index) => {
  const { stdout, stderr } = quarry("index", folder, "--out", index, "--json");
  JSON.parse(stdout);
  const lines = stderr.trim().split("\n");
  assert.deepEqual(lines.map((line) => line.split(":")[0]), ["reading", "parsing", "indexing", "linking", "writing"]);
  assert.match(lines[1], /^parsing: (\d+) of \1 files$/);
  assert.match(lines.at(-1), /^writing: \d+ chunks$/);
  assert.ok(!stderr.includes("\x1b") && !stderr.includes("\r"));
});

withFolder("a terminal sees one line that changes, and nothing of it stays", (folder, index) => {
  const command = `${process.env.QUARRY_CLI} index ${folder} --out ${index}`;
  const { stdout, status } = spawnSync("script", ["-qec", command, "/dev/null"], { encoding: "utf8" });
  assert.equal(status, 0);
  const stays = stdout.replace(/\r\x1b\[K[^\r\n]*(?=\r\x1b\[K)/g, "").replaceAll("\r\x1b[K", "");
  assert.ok(stays.startsWith("shop: "), JSON.stringify(stays.slice(0, 200)));
});

withFolder("the same repository gives the same bytes, wherever it is and whatever the index held before", (folder, index) => {
  json("index", folder, "--out", index);
  const copy = join(dirname(folder), "elsewhere/shop");
  cpSync(folder, copy, { recursive: true });
  json("index", copy, "--out", `${index}-2`);
  const contents = (place) => stateOf(place).map(([name, , bytes]) => [name, bytes]);
  assert.deepEqual(contents(`${index}-2`), contents(index));
});

withFolder("a repository that holds an index is read as its files; the index only with --index", (folder, index) => {
  json("index", folder, "--out", index);
  const repository = join(dirname(folder), "clone");
  cpSync(index, repository, { recursive: true });
  mkdirSync(join(repository, "src"));
  writeFileSync(join(repository, "src/real.py"), "def place_order(basket):\n    return really_there(basket)\n\n\ndef really_there(basket):\n    return basket\n");
  const pathsBy = (...args) => [...new Set(json(...args).map(({ path }) => path))];
  assert.deepEqual(pathsBy("search", repository, "place_order"), ["src/real.py"]);
  assert.deepEqual(pathsBy("callees", repository, "place_order"), ["src/real.py"]);
  assert.ok(!pathsBy("search", repository, "place_order", "--index").includes("src/real.py"));
  const { status, stdout, stderr } = quarry("ask", repository, "Who calls really_there?");
  assert.equal(status, 0, stderr);
  assert.match(stdout, /src\/real\.py/);
  assert.match(stderr, /^quarry: reading the files of .*clone; the index among them is read with --index$/m);
  assert.match(quarry("ask", repository, "Who calls place_order?", "--index").stdout, /server\//);
  assert.match(fails("search", folder, "order", "--index"), /shop holds no index; leave --index out/);

  // An answer names its index and the time at which that was made.
  const time = new Date(Date.UTC(2026, 2, 9, 14, 5));
  utimesSync(join(index, MANIFEST), time, time);
  for (const args of [["search", index, "order"], ["callers", index, "place_order"], ["callees", index, "place_order"], ["call-graph", index], ["ask", index, "Who calls place_order?"]]) {
    const { status, stderr } = quarry(...args);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^quarry: reading the index of shop made at 2026-03-09 14:05 UTC$/m, args[0]);
  }
});

withFolder("with any chunk gone or changed, a command answers as with the whole index, or fails and names it", (folder, index) => {
  json("index", folder, "--out", index);
  const runs = join(dirname(folder), "runs");
  const commands = [
    ["search", index, "place_order", "--json"],
    ["callers", index, "place_order", "--json"],
    ["callees", index, "place_order", "--json"],
    ["call-graph", index],
    ["ask", index, "Who calls place_order?", "--runs", runs],
  ];
  const whole = commands.map((args) => quarry(...args).stdout);
  let failed = 0;
  const check = (name, damage) => {
    commands.forEach((args, at) => {
      const { status, stdout, stderr } = quarry(...args);
      if (status === 0) return assert.equal(stdout, whole[at], `${args[0]} with ${name} ${damage}`);
      failed += 1;
      assert.deepEqual([status, stdout], [1, ""], stderr);
      const last = stderr.trim().split("\n").at(-1);
      assert.ok(last.startsWith("quarry: ") && last.includes(name) && /index again/.test(last), stderr);
    });
  };
  for (const name of chunksOf(index)) {
    const path = join(index, name);
    const bytes = readFileSync(path);
    rmSync(path);
    check(name, "gone");
    const changed = Buffer.from(bytes);
    changed[changed.length >> 1] ^= 1;
    writeFileSync(path, changed);
    check(name, "changed");
    writeFileSync(path, bytes);
  }
  assert.ok(failed > chunksOf(index).length, `${failed} failed`);
  assert.deepEqual(commands.map((args) => quarry(...args).stdout), whole);
});
