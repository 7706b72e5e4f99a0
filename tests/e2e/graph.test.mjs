// The graph pane beside its drawing: the path between two symbols, full screen, saving as a picture and as DOT.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scenario } from "./browser.mjs";
import { folderOf, shop } from "./fixture.mjs";

/** The graph around a symbol of the shop. */
async function graphOf(workbench, name) {
  await workbench.importFiles(shop());
  await workbench.openSymbol(name);
  await workbench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
  await workbench.at("neighbourhood-svg").waitFor();
}

async function saved(page, click) {
  const [file] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Names of the steps of the path on screen, without their modules. */
async function steps(page) {
  const names = await page.getByTestId("path-step").locator(".edge-name").allInnerTexts();
  return names.map((name) => name.split(".").at(-1));
}

scenario("the calls by which one symbol reaches another are listed, and open their lines", async (workbench, { page }) => {
  await graphOf(workbench, "place_order");
  await workbench.at("path-to").fill("add_tax");
  await workbench.at("path-to").press("Enter");
  await page.getByRole("region", { name: "Path" }).getByText("2 calls from server.orders.place_order").waitFor();
  assert.deepEqual(await steps(page), ["total", "add_tax"]);
  await workbench.at("path-step").nth(1).locator(".place").click();
  await page.locator('[data-testid="code-view"][data-path="server/orders.py"]').waitFor();
  assert.deepEqual(await workbench.litLines(), [23]);
});

scenario("a path is also found in the other direction, and that there is none is said", async (workbench, { page }) => {
  await graphOf(workbench, "add_tax");
  await workbench.at("path-to").fill("place_order");
  await page.getByRole("button", { name: "Show the path" }).click();
  await page.getByRole("region", { name: "Path" }).getByText("2 calls from server.orders.place_order").waitFor();
  assert.deepEqual(await steps(page), ["total", "add_tax"]);
  await workbench.at("path-to").fill("is_loyal");
  await page.getByRole("button", { name: "Show the path" }).click();
  await page.getByText("No known calls lead from here to is_loyal, or back.").waitFor();
  assert.equal(await workbench.at("path-step").count(), 0, "the path from before is gone");
  await workbench.at("path-to").fill("no_such_name_anywhere");
  await page.getByRole("button", { name: "Show the path" }).click();
  await page.getByText("There is no symbol no_such_name_anywhere.").waitFor();
});

scenario("the graph fills the screen, and leaves it again", async (workbench, { page }) => {
  await graphOf(workbench, "place_order");
  const full = () => page.evaluate(() => document.fullscreenElement?.id ?? null);
  const button = page.getByRole("button", { name: "Full screen" });
  await button.click();
  await page.waitForFunction(() => document.fullscreenElement);
  assert.equal(await full(), "tab-graph-panel");
  assert.ok(await workbench.at("neighbourhood-svg").isVisible());
  // The button follows the browser's event, which comes after the change.
  const pressed = (is) => page.getByRole("button", { name: "Full screen", pressed: is }).waitFor();
  await pressed(true);
  await button.click();
  await page.waitForFunction(() => !document.fullscreenElement);
  await pressed(false);
});

scenario("the graph is saved as a picture and as DOT, with what the filters leave", async (workbench, { page }) => {
  await graphOf(workbench, "place_order");
  const png = await saved(page, () => workbench.at("graph-png").click());
  assert.equal(png.name, "neighbourhood.png");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
  assert.ok(width > 200 && height > 100, `${width} by ${height}`);
  const colours = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
    return new Set(new Uint32Array(pixels.buffer)).size;
  }, png.bytes.toString("base64"));
  assert.ok(colours > 5, `a picture of ${colours} colours is empty`);

  const dot = (await saved(page, () => workbench.at("graph-dot").click())).bytes.toString();
  assert.match(dot, /^digraph /);
  for (const name of ["place_order", "handle_checkout", "save_order", "total"]) assert.match(dot, new RegExp(name));
  assert.match(dot, /->/);
  await workbench.at("graph-collapse").selectOption("files");
  const files = (await saved(page, () => workbench.at("graph-dot").click())).bytes.toString();
  assert.match(files, /orders\.py/);
  assert.doesNotMatch(files, /save_order/);
});

/** A function that calls forty others, which are called by forty more. */
function crowd() {
  const each = (text) => Array.from({ length: 40 }, (_, at) => text(at)).join("");
  const steps = each((at) => `def step_of_the_work_${at}():\n    pass\n\n`);
  const hub = `def hub():\n${each((at) => `    step_of_the_work_${at}()\n`)}\n`;
  const callers = each((at) => `def caller_of_the_hub_${at}():\n    hub()\n\n`);
  return folderOf({ "work.py": steps + hub + callers }, "crowd");
}

/** Pixels of the screen for one of the drawing, and whether the middle and all nodes are inside of the pane. */
function seen(page) {
  return page.getByTestId("neighbourhood-svg").evaluate((svg) => {
    const host = svg.parentElement.getBoundingClientRect();
    const isIn = ({ x, y, right, bottom }) => x >= host.x - 1 && y >= host.y - 1 && right <= host.right + 1 && bottom <= host.bottom + 1;
    const nodes = [...svg.querySelectorAll("g.node")];
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    return {
      scale: host.width / svg.viewBox.baseVal.width,
      middle: isIn(svg.querySelector("g.node.running").getBoundingClientRect()),
      all: boxes.every(isIn),
      host: { x: host.x + host.width / 2, y: host.y + host.height / 2 },
    };
  });
}

const phone = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

scenario("a graph too large for a phone is shown around its middle, readable; two fingers zoom it", phone, async (workbench, { page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await workbench.importFiles(crowd());
  await workbench.openSymbol("hub");
  await page.setViewportSize({ width: 390, height: 844 });
  await workbench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
  await workbench.at("neighbourhood-svg").locator("g.node.running").waitFor();
  const first = await seen(page);
  assert.ok(first.scale > 0.7 && first.middle && !first.all, JSON.stringify(first));

  const touch = await page.context().newCDPSession(page);
  const fingers = (type, apart) => {
    const at = (side) => ({ x: first.host.x + side * apart, y: first.host.y, id: side + 1 });
    return touch.send("Input.dispatchTouchEvent", { type, touchPoints: apart ? [at(-1), at(1)] : [] });
  };
  await fingers("touchStart", 30);
  await fingers("touchMove", 45);
  await fingers("touchMove", 60);
  await fingers("touchEnd", 0);
  const near = await seen(page);
  assert.ok(near.scale > first.scale * 1.5, `${near.scale} after ${first.scale}`);

  await page.getByRole("button", { name: "Fit", exact: true }).click();
  assert.ok((await seen(page)).all, "all of it is shown when asked for");
});
