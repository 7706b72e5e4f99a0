// Forged run files: each line of a log is a checksum and JSON.

import { readFileSync, writeFileSync } from "node:fs";

/** Replaces `from` by `to` in every line of a run file, with valid checksums. */
export function edit(path, from, to) {
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`the run file has no ${from}`);
  const lines = text.trimEnd().split("\n").map((line) => {
    const json = line.slice(9).replaceAll(from, to);
    return `${crc32(Buffer.from(json)).toString(16).padStart(8, "0")} ${json}\n`;
  });
  writeFileSync(path, lines.join(""));
}

function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
