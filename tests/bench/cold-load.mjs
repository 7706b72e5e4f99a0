// What a first visit downloads until the first screen takes a repository.

import { gzipSync } from "node:zlib";
import { PAGE } from "../e2e/chromium.mjs";

/** Files with their size under gzip, the largest first. */
export async function coldLoad(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const loading = [];
  context.on("response", (response) => loading.push(sizeOf(response)));
  await page.goto(PAGE);
  await page.getByTestId("sample-button").waitFor();
  await page.waitForLoadState("networkidle");
  const files = (await Promise.all(loading)).filter((file) => file.gzip > 0);
  await context.close();
  files.sort((a, b) => b.gzip - a.gzip);
  return { files, gzip: files.reduce((total, file) => total + file.gzip, 0) };
}

async function sizeOf(response) {
  const name = new URL(response.url()).pathname;
  const body = await response.body().catch(() => Buffer.alloc(0));
  return { name, gzip: body.length > 0 ? gzipSync(body, { level: 6 }).length : 0 };
}
