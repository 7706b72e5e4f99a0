// Run by Trunk after each build: moves inline scripts of index.html into files, so that `script-src 'self'` holds.

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const staging = process.env.TRUNK_STAGING_DIR;
const page = join(staging, "index.html");
let html = await readFile(page, "utf8");

for (const [whole, attributes, script] of [...html.matchAll(/<script\b((?:(?!src=)[^>])*)>([\s\S]*?)<\/script>/g)]) {
  if (!script.trim()) continue;
  const name = `boot-${createHash("sha256").update(script).digest("hex").slice(0, 16)}.js`;
  await writeFile(join(staging, name), script);
  const kept = attributes.replace(/\s*nonce=("[^"]*"|\S+)/, "");
  html = html.replace(whole, `<script${kept} src="./${name}"></script>`);
}
await writeFile(page, html);
