// axe-core on the page in its current state.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Violations of WCAG 2.2 A and AA, whatever their weight, and serious ones of good practice, each as a text. */
export async function violations(page) {
  // Evaluated by the debugger: the page's policy forbids a foreign script element.
  await page.evaluate(readFileSync(AXE, "utf8"));
  const found = await page.evaluate(() =>
    axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }).then((it) => it.violations),
  );
  return found
    .filter(({ impact, tags }) => !tags.includes("best-practice") || impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html} (${node.failureSummary})`).join("; ")}`);
}
