// Memory of a tab: what its renderer process holds, workers and wasm included.

import { readFileSync } from "node:fs";

/** Resident megabytes of the page's process. Every other page of the browser is closed, so it is the largest one. */
export async function rendererMegabytes(page) {
  const session = await page.context().browser().newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return Math.max(...processInfo.filter(({ type }) => type === "renderer").map(({ id }) => residentMegabytes(id)));
}

/** 0 where the system does not say, or the process has just ended. */
function residentMegabytes(pid) {
  try {
    const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/) ?? [];
    return Number(kilobytes ?? 0) / 1000;
  } catch {
    return 0;
  }
}
