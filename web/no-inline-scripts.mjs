// Run by Trunk after each build: moves inline scripts of index.html into files, so that `script-src 'self'` holds, and
// writes the build's name where the page looks for it when it loads files that keep their names.

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const staging = process.env.TRUNK_STAGING_DIR;
const page = join(staging, "index.html");
let html = await readFile(page, "utf8");
let build = "";

for (const [whole, attributes, script] of [...html.matchAll(/<script\b((?:(?!src=)[^>])*)>([\s\S]*?)<\/script>/g)]) {
  if (!script.trim()) continue;
  build = createHash("sha256").update(build + script).digest("hex").slice(0, 16);
  await writeFile(join(staging, `boot-${build}.js`), script);
  const kept = attributes.replace(/\s*nonce=("[^"]*"|\S+)/, "");
  html = html.replace(whole, `<script${kept} src="./boot-${build}.js"></script>`);
}
html = html.replace(/(<meta name="?quarry-build"? content=)("[^"]*"|[^\s>]*)/, `$1"${build}"`);
await writeFile(page, html);
