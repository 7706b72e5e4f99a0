// Builds what runs programs in the tab: `node build.mjs FOLDER PACKAGES`, where PACKAGES is the zip of packages for Python.
// Run after `npm ci`.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [to, packages] = process.argv.slice(2);
if (!packages) throw new Error("usage: node build.mjs FOLDER PACKAGES");
await mkdir(to, { recursive: true });

const bundle = (entry, name, options) =>
  build({ entryPoints: [join(here, entry)], outfile: join(to, name), bundle: true, minify: true, legalComments: "none", logLevel: "warning", absWorkingDir: here, ...options });

await bundle("src/javascript/worker.js", "javascript.js", { format: "esm" });
await bundle("src/javascript/guest/index.js", "guest.js", { format: "iife", globalName: "guest" });
await bundle("src/javascript/library.js", "library.js", { format: "iife", globalName: "library" });
await build({
  stdin: { contents: 'export { transform } from "sucrase"', resolveDir: here },
  outfile: join(to, "sucrase.js"), bundle: true, minify: true, format: "esm", legalComments: "none", logLevel: "warning",
});
const quickjs = join(here, "node_modules/quickjs-wasi");
await copyFile(join(quickjs, "quickjs.wasm"), join(to, "quickjs.wasm"));
for (const name of ["encoding", "structured-clone", "url"]) await copyFile(join(quickjs, "extensions", name, `${name}.so`), join(to, `${name}.so`));

// The licences of what is in the bundles.
const licences = [];
for (const name of ["quickjs-wasi", "sucrase", "@jspm/core", "node-inspect-extracted"]) {
  licences.push(`${name}\n\n${await readFile(join(here, "node_modules", name, "LICENSE"), "utf8")}`);
}
licences.push("pyodide, with CPython and its standard library\n\nMPL-2.0 and PSF-2.0; the source is at https://github.com/pyodide/pyodide\n");
await writeFile(join(to, "LICENSES.txt"), licences.join("\n\n----\n\n"));

// Python: one script with everything, since nothing can be fetched where it runs; and the page of its frame.
const python = join(to, "python");
await mkdir(python, { recursive: true });
const { info } = JSON.parse(await readFile(join(here, "node_modules/pyodide/pyodide-lock.json"), "utf8"));
await bundle("src/python/worker.js", "python/python.js", {
  // A frame of its own origin cannot start module workers.
  format: "iife",
  define: { LOCK_INFO: JSON.stringify(info), "import.meta.url": '"https://python.invalid/python.js"' },
  loader: { ".py": "text" },
  external: ["node:*", "ws"],
});
const frame = await build({ entryPoints: [join(here, "src/python/frame.js")], bundle: true, minify: true, write: false, format: "iife" });
const script = frame.outputFiles[0].text.trim();
const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
const page = await readFile(join(here, "src/python/frame.html"), "utf8");
await writeFile(join(python, "frame.html"), page.replace("SCRIPT-HASH", hash).replace("SCRIPT", () => script));
const pyodide = join(here, "node_modules/pyodide");
for (const name of ["pyodide.asm.wasm", "python_stdlib.zip"]) await copyFile(join(pyodide, name), join(python, name));
await copyFile(packages, join(python, "packages.zip"));

// What is loaded before the first program, with the sizes that progress is shown by.
const parts = { script: "python.js", wasm: "pyodide.asm.wasm", stdlib: "python_stdlib.zip", packages: "packages.zip" };
const sizes = Object.entries(parts).map(async ([part, file]) => [part, { file, bytes: (await stat(join(python, file))).size }]);
await writeFile(join(python, "parts.json"), JSON.stringify(Object.fromEntries(await Promise.all(sizes))));
