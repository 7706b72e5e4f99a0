// Pictures of the page in each of its states, in both themes and at three widths: a sheet a state.
//
// Usage: pictures.mjs REPOSITORY FOLDER
//
// The states are those of `tests/e2e/states.mjs`, on the repository of the README's picture.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, PAGE } from "../e2e/chromium.mjs";
import { drop, droppable } from "../e2e/drop.mjs";
import { settled, states } from "../e2e/states.mjs";
import { Workbench } from "../e2e/workbench.mjs";

const FLASK = {
  question: "How does wsgi_app reach process_response?",
  symbol: "full_dispatch_request",
  request: 'replace "full_dispatch_request" with "dispatch_whole_request" in src/flask/app.py',
  words: "session",
};
const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 900 },
  { width: 390, height: 900 },
];
/** How much smaller the pictures are on a sheet. */
const SCALE = 0.5;
const QUALITY = 75;

const [repository, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();
const page = await browser.newPage({ viewport: SIZES[0] });
const workbench = new Workbench(page);
let number = 0;

async function take(state) {
  const pictures = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.mouse.move(0, 0);
      await settled(page);
      const picture = await page.screenshot({ type: "png" });
      pictures.push({ ...size, url: `data:image/png;base64,${picture.toString("base64")}` });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(SIZES[0]);
  number += 1;
  const name = `${String(number).padStart(2, "0")}-${state.replace(/\W+/g, "-")}.jpg`;
  await sheet(pictures, join(folder, name));
  console.log(name);
}

/** A row a theme. */
async function sheet(pictures, path) {
  const image = ({ width, url }) => `<img src="${url}" width="${width * SCALE}">`;
  const row = (from) => `<div>${pictures.slice(from, from + SIZES.length).map(image).join("")}</div>`;
  const sheet = await browser.newPage({ viewport: { width: 1400, height: 940 } });
  await sheet.setContent(`<style>body { margin: 8px; background: #888; width: max-content } img { margin: 4px; vertical-align: top }</style>${row(0)}${row(SIZES.length)}`);
  await sheet.waitForFunction(() => [...document.images].every((image) => image.complete));
  await sheet.locator("body").screenshot({ path, type: "jpeg", quality: QUALITY });
  await sheet.close();
}

await page.goto(PAGE);
await workbench.ready();
await take("the first screen");
await drop(page, workbench.at("drop-target"), droppable(repository));
await workbench.opened();
for (const [state, bring] of states(FLASK)) {
  await bring(workbench, page);
  await take(state);
}
await browser.close();
