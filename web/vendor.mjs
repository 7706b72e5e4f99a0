// Copies what the page loads lazily from npm packages into `vendor/`: Mermaid's flowcharts with the dagre layout and
// nothing else of it, Temml, and DOMPurify. Run after `npm ci`, before Trunk.

import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const vendor = join(here, "vendor");
const mermaid = join(here, "node_modules/mermaid/dist");
// The only diagrams drawn here; every other dynamic import of Mermaid stays behind.
const WANTED = /\/(flowDiagram|dagre)-[^/]*\.mjs$/;

async function collect(file, found) {
  if (found.has(file)) return found;
  found.add(file);
  const text = await readFile(file, "utf8");
  const always = [...text.matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)].map((match) => match[1]);
  const lazily = [...text.matchAll(/import\("(\.[^"]+)"\)/g)].map((match) => match[1]).filter((path) => WANTED.test(path));
  for (const path of [...always, ...lazily]) await collect(join(dirname(file), path), found);
  return found;
}

await rm(vendor, { recursive: true, force: true });
await mkdir(vendor, { recursive: true });
const files = await collect(join(mermaid, "mermaid.esm.min.mjs"), new Set());
for (const file of files) await cp(file, join(vendor, "mermaid", relative(mermaid, file)));
await cp(join(here, "static/mermaid-strict.js"), join(vendor, "mermaid-strict.js"));
await cp(join(here, "node_modules/mermaid/LICENSE"), join(vendor, "mermaid/LICENSE"));
await cp(join(here, "node_modules/dompurify/dist/purify.es.mjs"), join(vendor, "purify.es.mjs"));
await cp(join(here, "node_modules/dompurify/LICENSE"), join(vendor, "purify.LICENSE"));
await cp(join(here, "node_modules/temml/dist/temml.mjs"), join(vendor, "temml.mjs"));
await cp(join(here, "node_modules/temml/LICENSE"), join(vendor, "temml.LICENSE"));
// What the service worker keeps for a page without a network.
const scripts = (await readdir(vendor, { recursive: true })).filter((file) => /\.m?js$/.test(file)).sort();
await writeFile(join(vendor, "scripts.json"), JSON.stringify(scripts));
console.log(`vendored ${files.size} Mermaid modules, Temml and DOMPurify`);
