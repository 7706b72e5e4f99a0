// Chromium and the page, as `cargo xtask` names them.

import { chromium } from "playwright-core";

/** Where the built app is served. */
export const PAGE = process.env.QUARRY_URL;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts Chromium without a window. */
export function launch(flags = []) {
  if (!process.env.QUARRY_CHROMIUM) throw new Error("run this by `cargo xtask e2e`, `sites`, `bench` or `screenshot`");
  return chromium.launch({ executablePath: process.env.QUARRY_CHROMIUM, args: [...FLAGS, ...flags] });
}
