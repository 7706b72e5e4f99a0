// Pictures of the page's states on a real repository: one sheet a state, both themes at three widths.
//
// Usage: pictures.mjs FOLDER OUTPUT

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, PAGE } from "../e2e/chromium.mjs";
import { drop, droppable } from "../e2e/drop.mjs";
import { resize } from "../e2e/fits.mjs";
import { folderOf, manyModules, remove } from "../e2e/fixture.mjs";
import { Workbench } from "../e2e/workbench.mjs";

const [folder, output] = process.argv.slice(2);
const WIDTHS = [1440, 820, 390];
const THEMES = ["light", "dark"];
const QUESTION = "How does wsgi_app reach process_response?";

const browser = await launch();

/** Shows a pane by its tab, or on a phone by the bar at the bottom. */
async function pane(page, name) {
  const bar = page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: new RegExp(`^${name}`) });
  const tab = page.getByRole("tab", { name: new RegExp(`^${name}`) });
  await bar.or(tab).locator("visible=true").first().click();
}

async function dialog(page, button) {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "hidden" });
  await button.click();
  await page.locator("dialog[open]").waitFor();
}

/** Each state follows from the one before, at the first width; `at` brings it to the front at another width. */
const STATES = [
  { name: "first-screen", bring: (bench) => bench.ready() },
  {
    name: "import",
    bring: async (bench, page) => {
      const modules = folderOf(manyModules(3000), "many-modules");
      await bench.chooseFolder(modules);
      await page.getByText(/Parsing [\d,]+ of 3,000 files/).waitFor();
      remove(modules);
    },
  },
  {
    name: "overview",
    bring: async (bench, page) => {
      await bench.visit();
      await bench.ready();
      await drop(page, bench.at("drop-target"), droppable(folder));
      await bench.opened();
    },
    at: (page) => pane(page, "Overview"),
  },
  { name: "answer", bring: (bench) => bench.ask(QUESTION), at: ask },
  {
    name: "steps-and-places",
    bring: (bench) => bench.at("work-line").last().click(),
    at: ask,
  },
  {
    name: "cited-lines",
    bring: async (bench) => {
      await bench.at("work-line").last().click();
      await bench.at("citation").first().click();
      await bench.litLines();
    },
    at: (page) => pane(page, "Code"),
  },
  { name: "symbol", bring: (bench) => bench.openSymbol("full_dispatch_request"), at: (page) => pane(page, "Code") },
  {
    name: "references",
    bring: async (bench) => {
      await bench.at("symbol-page").getByRole("button", { name: "References" }).click();
      await bench.at("references").waitFor();
    },
    at: (page) => pane(page, "Code"),
  },
  {
    name: "graph",
    bring: async (bench) => {
      await bench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
      await bench.at("neighbourhood-svg").waitFor();
    },
    at: (page) => pane(page, "Graph"),
  },
  { name: "run", bring: (_, page) => pane(page, "Run"), at: (page) => pane(page, "Run") },
  {
    name: "changes",
    bring: async (bench) => {
      await bench.at("agent").selectOption("intent-router");
      await bench.at("mode").selectOption("edit");
      await bench.ask('replace "full_dispatch_request" with "dispatch_whole_request" in src/flask/app.py');
      await bench.at("see-changes").click();
      await bench.at("changed-file").first().waitFor();
    },
    at: (page) => pane(page, "Changes"),
  },
  {
    name: "palette",
    bring: async (bench) => {
      await bench.at("palette-open").click();
      await bench.at("palette-input").fill("session open");
      await bench.at("palette-item").first().waitFor();
    },
  },
  { name: "model", bring: (bench, page) => dialog(page, bench.at("model-open")) },
  {
    name: "failure",
    bring: async (bench, page) => {
      await page.keyboard.press("Escape");
      await bench.useEndpoint("http://127.0.0.1:9/v1");
      await bench.send("What does a blueprint do?");
      await bench.problem();
    },
    at: ask,
  },
];

function ask(page) {
  const bar = page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Ask", exact: true });
  return bar.isVisible().then((visible) => (visible ? bar.click() : undefined));
}

/** The pictures of one theme, by state: a JPEG for each width. */
async function walk(colorScheme) {
  const context = await browser.newContext({ colorScheme, viewport: { width: WIDTHS[0], height: 900 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const bench = new Workbench(page);
  await page.goto(PAGE);
  const taken = {};
  for (const { name, bring, at = () => {} } of STATES) {
    await resize(page, WIDTHS[0]);
    await bring(bench, page);
    taken[name] = [];
    for (const width of WIDTHS) {
      await resize(page, width);
      await at(page);
      await page.mouse.move(0, 0);
      await page.waitForTimeout(300);
      taken[name].push(await page.screenshot({ type: "jpeg", quality: 90 }));
    }
    console.log(`${colorScheme}: ${name}`);
  }
  await context.close();
  return taken;
}

/** One picture of a state: a row for each theme. */
async function sheet(rows) {
  const images = rows.map((row) => row.map((bytes) => `<img src="data:image/jpeg;base64,${bytes.toString("base64")}">`).join(""));
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.setContent(`<style>body{margin:0;display:inline-block}div{display:flex;gap:8px;padding:8px;background:#888}img{height:520px}</style>${images.map((row) => `<div>${row}</div>`).join("")}`);
  const picture = await page.locator("body").screenshot({ type: "jpeg", quality: 72 });
  await page.close();
  return picture;
}

mkdirSync(output, { recursive: true });
const themes = [];
for (const theme of THEMES) themes.push(await walk(theme));
for (const [place, { name }] of STATES.entries()) {
  const number = String(place + 1).padStart(2, "0");
  writeFileSync(join(output, `${number}-${name}.jpg`), await sheet(themes.map((taken) => taken[name])));
}
await browser.close();
