// The runs of runs.json, for the tests of the hosts that JavaScript drives.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const { runs, rule } = JSON.parse(readFileSync(new URL("runs.json", import.meta.url), "utf8"));

/** `{agent, question, mode, decline}` each. */
export { runs };

/** The events of a run as all hosts have them. `crates/app-cli/tests/golden.rs` applies the same rule. */
export function comparable(events) {
  const leftOut = (event) => rule.left_out.some((pattern) => Object.entries(pattern).every(([name, value]) => event[name] === value));
  const without = (event) => Object.fromEntries(Object.entries(event).filter(([name]) => !rule.taken_out.includes(name)));
  return events.filter((event) => !leftOut(event)).map(without);
}

/** Numbers of single precision as such, at any depth. */
function rounded(events) {
  return JSON.parse(JSON.stringify(events, (name, value) => (rule.single.includes(name) && typeof value === "number" ? Math.fround(value) : value)));
}

/** Fails where the events of a run differ from those of the golden file. */
export function assertGolden({ agent }, events) {
  const lines = readFileSync(new URL(`${agent}.ndjson`, import.meta.url), "utf8").trim().split("\n");
  const expected = rounded(lines.map((line) => JSON.parse(line)));
  const found = rounded(comparable(events));
  // One by one, so that the first difference is what a failure shows.
  found.forEach((event, at) => assert.deepEqual(event, expected[at], `event ${at} of ${agent}`));
  assert.equal(found.length, expected.length, `${agent} has further events`);
}
