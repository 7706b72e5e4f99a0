// The shop: a small repository in three languages, with every kind of file that is skipped.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const SHOP = fileURLToPath(new URL("../fixtures/shop", import.meta.url));

/** Files that Quarry skips, with the reason of each; they are made here, because git would not keep them either. */
export const LEFT_OUT = {
  "build/out.js": /ignored by \.gitignore/,
  "debug.log": /ignored by \.gitignore/,
  "assets/logo.png": /binary/,
  "web/vendor.min.js": /minified/,
  "node_modules/left-pad/index.js": /dependencies or build output/,
};

/** A new copy of the shop in a temporary folder; `files` are added to it as `{path: text or bytes}`. */
export function shop(files = {}) {
  const folder = join(mkdtempSync(join(tmpdir(), "quarry-shop-")), "shop");
  cpSync(SHOP, folder, { recursive: true });
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const minified = "function a(b){return b+1};".repeat(400);
  write(folder, {
    "build/out.js": "compiled()",
    "debug.log": "nothing",
    "keep.log": "this one is kept",
    "assets/logo.png": png,
    "web/vendor.min.js": minified,
    "node_modules/left-pad/index.js": "module.exports = 1",
    ...files,
  });
  return folder;
}

/** A folder of this name with exactly these files. */
export function folderOf(files, name = "repository") {
  const folder = join(mkdtempSync(join(tmpdir(), "quarry-folder-")), name);
  mkdirSync(folder);
  write(folder, files);
  return folder;
}

/** The files of a folder as entries of an archive, below `top`. */
export function entriesOf(folder, top) {
  return walk(folder).map((path) => [`${top}/${relative(folder, path)}`, readFileSync(path)]);
}

/** `count` modules that call each other: enough that an import can be stopped half-way. */
export function manyModules(count) {
  const files = {};
  for (let at = 0; at < count; at += 1) {
    const functions = Array.from({ length: 40 }, (_, n) => {
      return `def step_${at}_${n}(value):\n    """Step ${n} of module ${at}."""\n    return step_${at}_${(n + 1) % 40}(value + ${n})\n`;
    });
    files[`package/module_${at}.py`] = functions.join("\n\n");
  }
  return files;
}

export function remove(folder) {
  rmSync(dirname(folder), { recursive: true, force: true });
}

function write(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}
