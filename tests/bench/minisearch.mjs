// The peer: MiniSearch, the usual full-text search in a browser, over the same files and queries. It knows no symbols
// and no calls; only index time, search time and memory are comparable.

import { fileURLToPath } from "node:url";
import { rendererMegabytes } from "./memory.mjs";
import { percentile } from "./table.mjs";

const LIBRARY = fileURLToPath(new URL("../node_modules/minisearch/dist/umd/index.js", import.meta.url));

export async function measureMiniSearch(browser, { files, queries }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addScriptTag({ path: LIBRARY });
  const { indexMs, times } = await page.evaluate(
    ({ files, queries }) => {
      const started = performance.now();
      const index = new MiniSearch({ fields: ["path", "text"], storeFields: ["path"], idField: "path" });
      index.addAll(files);
      const indexMs = performance.now() - started;
      globalThis.kept = index;
      const times = queries.map((query) => {
        const asked = performance.now();
        index.search(query, { prefix: true });
        return performance.now() - asked;
      });
      return { indexMs, times };
    },
    { files, queries },
  );
  const memoryMb = await rendererMegabytes(page);
  await context.close();
  return { indexMs, searchP50: percentile(times, 0.5), searchP95: percentile(times, 0.95), memoryMb };
}
