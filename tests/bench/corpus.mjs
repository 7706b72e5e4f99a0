// A repository's files, and a hundred queries made from them: the same each time.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const QUERIES = 100;

/** Files with their text, bytes in all, and queries: names, halves of names, and words from comments. */
export function readCorpus(folder) {
  const paths = walk(folder).sort();
  const files = paths.map((path) => ({ path: relative(folder, path), text: readFileSync(path, "utf8") }));
  const bytes = files.reduce((total, file) => total + Buffer.byteLength(file.text), 0);
  return { files, bytes, queries: queriesOf(files) };
}

function queriesOf(files) {
  const names = new Set();
  const phrases = new Set();
  for (const { text } of files) {
    for (const [, name] of text.matchAll(/^\s*(?:def|class)\s+(\w{5,})/gm)) names.add(name);
    for (const [, phrase] of text.matchAll(/"""([A-Z]\w+ \w+ \w+(?: \w+)?)/g)) phrases.add(phrase);
  }
  const whole = spread([...names].sort(), QUERIES / 2);
  const begun = spread([...names].sort().reverse(), QUERIES / 4).map((name) => name.slice(0, Math.ceil(name.length / 2)));
  return [...whole, ...begun, ...spread([...phrases].sort(), QUERIES / 4)];
}

/** `count` of `all`, evenly spread. */
function spread(all, count) {
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]);
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}
