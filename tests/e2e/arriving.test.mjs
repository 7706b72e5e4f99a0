// A repository that is being imported: what can be used before its calls are linked. The import is held in the engine itself, which
// goes on answering.

import assert from "node:assert/strict";
import { remove, shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";

/** Stops the import after its `count`th report of what can be used, until the page says `go` on a channel; `fail` breaks the engine. */
const hold = (count) => `
  const [post, Channel, orders] = [self.postMessage.bind(self), self.MessageChannel, new BroadcastChannel("import")];
  let [arrivals, isHeld, waiting] = [0, false, []];
  self.postMessage = (message, ...rest) => {
    if (message?.type === "arriving" && ++arrivals === ${count}) isHeld = true;
    return post(message, ...rest);
  };
  self.MessageChannel = class {
    constructor() {
      const { port1, port2 } = new Channel();
      const send = (message) => (isHeld ? waiting.push(() => port2.postMessage(message)) : port2.postMessage(message));
      return { port1, port2: { postMessage: send } };
    }
  };
  orders.onmessage = ({ data }) => {
    if (data === "fail") setTimeout(() => { throw new Error("out of memory"); });
    isHeld = false;
    waiting.splice(0).forEach((go) => go());
  };\n`;

const held = (count) => (context) =>
  context.route(/engine-worker[^/]*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: hold(count) + (await response.text()) });
  });

const order = (page, word) => page.evaluate((word) => new BroadcastChannel("import").postMessage(word), word);

const arriving = (page, reach) => page.locator('[data-state="arriving"] .status').getByText(`${reach} can be searched`).waitFor();

const open = (page) => page.locator('[data-state="open"]').waitFor();

const shows = (page, path) => page.locator(`[data-testid="code-view"][data-path="${path}"]`).waitFor();

const PLACE_ORDER = "Who calls place_order?";

scenario("files are read and searched before anything is linked, and a question waits", { prepare: held(1) }, async (workbench, { page }) => {
  const folder = shop();
  await workbench.chooseFolder(folder);
  await arriving(page, "text");
  assert.equal(await workbench.at("repo-name").innerText(), "shop");
  await workbench.at("import-progress").getByText(/Importing shop/).waitFor();
  await page.getByRole("treeitem", { name: "server" }).click();
  await page.getByRole("treeitem", { name: "orders.py" }).click();
  await shows(page, "server/orders.py");
  await workbench.find("価格", "価格.md");
  await shows(page, "docs/価格.md");
  await workbench.at("palette-open").click();
  await workbench.at("palette-input").fill("def place_order");
  await workbench.at("palette-item").filter({ hasText: "orders.py" }).first().click();
  await shows(page, "server/orders.py");
  assert.ok((await workbench.litLines()).length > 0);
  await workbench.at("palette-open").click();
  await workbench.at("palette-input").fill("no_such_thing_anywhere");
  await page.getByText("Symbols come once the files are parsed").waitFor();
  await page.keyboard.press("Escape");

  await workbench.at("ask-waits").getByText("asked as soon as they are linked").waitFor();
  await workbench.send("What is a lamp?");
  await workbench.at("ask-waits").getByText("What is a lamp?").waitFor();
  assert.equal(await workbench.at("ask-input").inputValue(), "");
  await workbench.at("ask-take-back").click();
  assert.equal(await workbench.at("ask-input").inputValue(), "What is a lamp?");
  await workbench.send(PLACE_ORDER);
  // Only one question waits; the next one stays in the box.
  await workbench.send("And who calls that?");
  assert.equal(await workbench.at("ask-input").inputValue(), "And who calls that?");
  assert.equal(await workbench.at("answer").count(), 0);

  await order(page, "go");
  await open(page);
  assert.match(await workbench.answered(), /handle_checkout/);
  assert.equal(await workbench.at("ask-input").inputValue(), "And who calls that?");
  assert.equal(await workbench.at("ask-waits").count(), 0);
  await page.getByRole("treeitem", { name: "orders.py" }).waitFor();
  await page.locator('[data-testid="code-view"][data-path="server/orders.py"]').waitFor({ state: "attached" });
  remove(folder);
});

scenario("symbols are found before calls are linked, and nothing is said of calls", { prepare: held(2) }, async (workbench, { page }) => {
  const folder = shop();
  await workbench.chooseFolder(folder);
  await arriving(page, "symbols");
  await workbench.at("overview").getByText("The overview comes once the calls are linked").waitFor();
  await workbench.find("place_order");
  await shows(page, "server/orders.py");
  const lines = await workbench.litLines();
  assert.equal(await workbench.at("symbol-page").count(), 0);
  await page.getByRole("treeitem", { name: "README.md" }).click();
  await shows(page, "README.md");
  await workbench.find("orders.py");
  await page.getByRole("region", { name: "Outline" }).getByRole("button", { name: "place_order" }).click();
  assert.deepEqual(await workbench.litLines(), lines);
  await workbench.at("tab-graph").click();
  await page.getByText("The graph comes once the calls are linked").waitFor();
  await order(page, "go");
  await open(page);
  await workbench.openSymbol("place_order");
  assert.match(await workbench.at("symbol-page").innerText(), /handle_checkout/);
  remove(folder);
});

let letParse;
const withoutParsers = (context) => {
  const gate = new Promise((resolve) => (letParse = resolve));
  return context.route(/packs\/[^/]*\.wasm/, (route) => gate.then(() => route.continue()));
};

scenario("an import is stopped at once while its files are read, and its question is kept", { prepare: withoutParsers }, async (workbench, { page }) => {
  const folder = shop();
  await workbench.chooseFolder(folder);
  await arriving(page, "text");
  await page.getByRole("treeitem", { name: "README.md" }).click();
  await shows(page, "README.md");
  await workbench.send(PLACE_ORDER);
  await workbench.at("import-cancel").click();
  await workbench.at("drop-target").waitFor();
  assert.equal(await workbench.at("stored-repo").count(), 0);
  letParse();
  await workbench.importFolder(folder);
  assert.equal(await workbench.at("ask-input").inputValue(), PLACE_ORDER);
  assert.equal(await workbench.at("code-view").count(), 0);
  remove(folder);
});

scenario("an import that fails half-way says so, and its question is kept", { prepare: held(1), mayLog: /out of memory/ }, async (workbench, { page }) => {
  const folder = shop();
  await workbench.chooseFolder(folder);
  await arriving(page, "text");
  await workbench.send(PLACE_ORDER);
  await workbench.at("ask-waits").getByText(PLACE_ORDER).waitFor();
  await order(page, "fail");
  assert.match(await workbench.problem(), /stopped|out of memory/);
  await workbench.at("drop-target").waitFor();
  await page.getByRole("button", { name: "Restart" }).click();
  await workbench.chooseFolder(folder);
  await arriving(page, "text");
  assert.equal(await workbench.at("ask-input").inputValue(), PLACE_ORDER);
  await order(page, "go");
  await open(page);
  remove(folder);
});
