// Numbers into Markdown.

export function median(values) {
  return percentile(values, 0.5);
}

/** The value that this share of `values` doesn't exceed. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** A Markdown table; all columns but the first are numbers. */
export function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(4, ...all.map((row) => [...row[column]].length)));
  const line = (row) => `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(" | ")} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(all[0]), rule, ...all.slice(1).map(line)].join("\n");
}
