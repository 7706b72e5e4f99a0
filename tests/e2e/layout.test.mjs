// The page at every width: nothing overflows, no control is outside the window or cut off. A page at 200% or 400% is laid out
// as one of half or a quarter of the width.

import assert from "node:assert/strict";
import { folderOf, manyModules, remove, shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";
import { misfits, resize, WIDTHS } from "./fits.mjs";

/** What does not fit at any width; `before()` brings the state back where the width hides it. */
async function misfitsOf(page, state, before = async () => {}) {
  const found = [];
  for (const width of WIDTHS) {
    await resize(page, width);
    await before();
    found.push(...(await misfits(page)).map((text) => `${state}, ${width} px: ${text}`));
  }
  return found;
}

async function fitsEverywhere(page, state) {
  assert.deepEqual(await misfitsOf(page, state), []);
}

/** Shows a pane by its tab, or on a phone by the bar at the bottom. */
async function pane(page, name) {
  const bar = page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: new RegExp(`^${name}`) });
  const tab = page.getByRole("tab", { name: new RegExp(`^${name}`) });
  await bar.or(tab).locator("visible=true").first().click();
}

/** On a phone and a small screen the conversation may be behind another pane. */
async function conversation(page) {
  const bar = page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Ask", exact: true });
  if (await bar.isVisible()) await bar.click();
}

scenario("the first screen fits at every width", async (workbench, { page }) => {
  await workbench.ready();
  await fitsEverywhere(page, "welcome");
});

scenario("the first screen with a long list of stored repositories fits at every width", async (workbench, { page }) => {
  const folder = folderOf({ "lamp.py": "def light_up():\n    return 'on'\n" }, "a-repository-with-a-rather-long-name-that-has-no-place-to-break");
  await workbench.importFiles(folder);
  await fitsEverywhere(page, "a long name");
  await workbench.visit();
  await workbench.at("stored-repo").waitFor();
  await fitsEverywhere(page, "stored repositories");
});

scenario("an import under way fits at every width", async (workbench, { page }) => {
  const folder = folderOf(manyModules(1500));
  await workbench.chooseFolder(folder);
  await page.getByText(/Parsing [\d,]+ of 1,500 files|Storing/).waitFor({ timeout: 60_000 });
  await fitsEverywhere(page, "import");
  remove(folder);
});

scenario("every pane fits at every width", async (workbench, { page }) => {
  const found = [];
  const look = async (state, before) => found.push(...(await misfitsOf(page, state, before)));
  await workbench.importFiles(shop());
  await look("conversation without a question", () => conversation(page));
  await workbench.ask("What does place_order do?");
  await look("conversation", () => conversation(page));
  await resize(page, 1440);
  await workbench.openSymbol("place_order");
  await look("code", () => pane(page, "Code"));
  await resize(page, 1440);
  await workbench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
  await workbench.at("neighbourhood-svg").waitFor();
  await look("graph", () => pane(page, "Graph"));
  await look("run", () => pane(page, "Run"));
  await resize(page, 1440);
  await workbench.at("agent").selectOption("intent-router");
  await workbench.at("mode").selectOption("edit");
  await workbench.ask('replace "place_order" with "take_order" in server/orders.py');
  await look("conversation with an edit", () => conversation(page));
  await look("changes", async () => {
    await pane(page, "Changes");
    await workbench.at("changed-file").first().waitFor();
  });
  assert.deepEqual(found, []);
});

/** What of the bars is outside the window, below another part or covered. */
function hiddenBars(page) {
  return page.evaluate(() => {
    const parts = [".top", ".panes", ".phone-bar", ".status"].map((name) => [name, document.querySelector(name)]);
    const found = [];
    let above = 0;
    for (const [name, part] of parts) {
      const { top, bottom, left } = part.getBoundingClientRect();
      if (top < above - 1) found.push(`${name} begins at ${top}, above the end of what is before it, ${above}`);
      if (bottom > window.innerHeight + 1) found.push(`${name} ends at ${bottom} of ${window.innerHeight}`);
      const there = document.elementFromPoint(left + 2, (top + bottom) / 2);
      if (!part.contains(there)) found.push(`${name} is covered by ${there?.className}`);
      above = bottom;
    }
    return found;
  });
}

scenario("on a phone the bars stay in sight, whichever pane is open", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await workbench.ask("What does place_order do?");
  for (const height of [844, 660]) {
    await page.setViewportSize({ width: 390, height });
    for (const name of ["Ask", "Overview", "Code", "Graph", "Run", "Changes"]) {
      await pane(page, name);
      assert.deepEqual(await hiddenBars(page), [], `${name}, ${height} px high`);
    }
    await page.getByRole("button", { name: "Files and repositories" }).click();
    assert.deepEqual(await hiddenBars(page), [], `files, ${height} px high`);
  }
});

const LONG_NAME = "a_module_whose_name_is_longer_than_any_window_and_has_no_place_to_break".repeat(3);

scenario("long names, long lines and long words fit at every width", async (workbench, { page }) => {
  const line = `def ${LONG_NAME.slice(0, 180)}(value):\n    return "${"x".repeat(3000)}"\n`;
  const deep = `${"deep/".repeat(12)}${LONG_NAME}.py`;
  const found = [];
  const look = async (state, before) => found.push(...(await misfitsOf(page, state, before)));
  await workbench.importFiles(folderOf({ [deep]: line, "README.md": `# ${LONG_NAME}\n` }, LONG_NAME.slice(0, 120)));
  await workbench.ask(`What does ${LONG_NAME.slice(0, 180)} do?`);
  await look("conversation", () => conversation(page));
  await resize(page, 1440);
  await workbench.find(LONG_NAME.slice(0, 180));
  await workbench.at("code-line").first().waitFor();
  await look("code", () => pane(page, "Code"));
  await look("run", () => pane(page, "Run"));
  await resize(page, 1440);
  await workbench.at("palette-open").click();
  await workbench.at("palette-input").fill("a_module");
  await workbench.at("palette-item").first().waitFor();
  await look("palette");
  assert.deepEqual(found, []);
});

const DIALOGS = {
  palette: (page, workbench) => workbench.at("palette-open").click(),
  model: (page, workbench) => workbench.at("model-open").click(),
  keys: (page) => page.getByRole("button", { name: /Keys|Keyboard|shortcuts/i }).first().click(),
  skipped: (page) => page.getByRole("button", { name: /skipped/ }).locator("visible=true").first().click(),
  memory: (page) => page.getByRole("button", { name: "Memory", exact: true }).click(),
  tools: (page) => page.getByRole("button", { name: "Tools", exact: true }).click(),
  storage: (page) => page.getByRole("button", { name: "stored in this browser" }).click(),
};

for (const [name, open] of Object.entries(DIALOGS)) {
  scenario(`the dialog ${name} fits at every width`, async (workbench, { page }) => {
    await workbench.importFiles(shop());
    await open(page, workbench);
    await page.locator("dialog[open]").waitFor();
    if (name === "palette") {
      await workbench.at("palette-input").fill("order");
      await workbench.at("palette-item").first().waitFor();
    }
    await fitsEverywhere(page, name);
  });
}
