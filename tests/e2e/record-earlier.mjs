// Records what this version stores, for later versions to open: `node tests/e2e/record-earlier.mjs FOLDER SHOP`, with the
// environment that `cargo xtask e2e` sets. SHOP is where the repository is while it is recorded: stored runs name it.
// The folders of tests/fixtures/earlier-* were made so and are never edited.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { launch, PAGE } from "./chromium.mjs";
import { remove, shop } from "./fixture.mjs";
import { readStorage } from "./opfs.mjs";
import { newestIs } from "./runs.mjs";
import { Workbench } from "./workbench.mjs";

const [folder, repository] = process.argv.slice(2).map((path) => resolve(path));
const copy = shop();
cpSync(copy, repository, { recursive: true });
remove(copy);
mkdirSync(folder, { recursive: true });

const env = { ...process.env, QUARRY_RUNS: join(folder, "runs") };
for (const args of [
  ["index", repository, "--out", join(folder, "index")],
  ["ask", repository, "Who calls place_order?"],
  ["ask", repository, "How are orders placed?", "--approve"],
]) {
  const { status, stderr } = spawnSync(process.env.QUARRY_CLI, args, { env, encoding: "utf8", input: "" });
  console.log(args[0], status, stderr.trim().split("\n").at(-1));
}

const browser = await launch();
const page = await browser.newPage();
await page.goto(PAGE);
const workbench = new Workbench(page);
await workbench.importFolder(repository);
await workbench.ask("Who calls place_order?");
await newestIs(workbench, "answered");
writeFileSync(join(folder, "opfs.json.gz"), gzipSync(JSON.stringify(await readStorage(page))));
await browser.close();
rmSync(repository, { recursive: true });
