// The page for everyone: keyboard, screen readers, phones, both themes.

import assert from "node:assert/strict";
import { shop } from "./fixture.mjs";
import { violations } from "./axe.mjs";
import { scenario } from "./browser.mjs";

async function answered(workbench) {
  await workbench.importFiles(shop());
  await workbench.ask("What does place_order do?");
  await workbench.at("citation").first().click();
  await workbench.at("code-line").first().waitFor();
}

for (const colorScheme of ["light", "dark"]) {
  scenario(`no serious accessibility violation on the first screen, ${colorScheme}`, { context: { colorScheme } }, async (workbench, { page }) => {
    await workbench.ready();
    assert.deepEqual(await violations(page), []);
  });

  scenario(`no serious accessibility violation on a screen with an answer, ${colorScheme}`, { context: { colorScheme } }, async (workbench, { page }) => {
    await answered(workbench);
    assert.deepEqual(await violations(page), []);
    await workbench.openSymbol("place_order");
    assert.deepEqual(await violations(page), []);
    await workbench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
    await workbench.at("neighbourhood-svg").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Control+k");
    await workbench.at("palette-input").fill("order");
    await workbench.at("palette-item").first().waitFor();
    assert.deepEqual(await violations(page), []);
  });
}

scenario("everything works by keyboard", async (workbench, { page }) => {
  await workbench.importFiles(shop());
  await page.keyboard.press("Control+k");
  await workbench.at("palette-input").waitFor();
  await page.keyboard.type("place_order");
  await workbench.at("palette-item").first().waitFor();
  await page.keyboard.press("Enter");
  await workbench.at("symbol-page").waitFor();
  await page.keyboard.press("Control+k");
  await workbench.at("palette-input").waitFor();
  await page.keyboard.press("Escape");
  await workbench.at("palette-input").waitFor({ state: "detached" });
  // In the ask box a slash is a letter.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "ask-input");
  await page.keyboard.type("Who calls place_order?");
  await page.keyboard.press("Enter");
  await workbench.answered();
  const chip = workbench.at("citation").first();
  await chip.focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-testid="code-line"].lit').first().waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  assert.equal(await workbench.at("tab-run").getAttribute("aria-selected"), "true");
});

scenario("Tab goes through the first screen in reading order", async (workbench, { page }) => {
  await workbench.ready();
  const stops = [];
  for (let at = 0; at < 12; at += 1) {
    await page.keyboard.press("Tab");
    stops.push(await page.evaluate(() => {
      const { top, left } = document.activeElement.getBoundingClientRect();
      const style = getComputedStyle(document.activeElement);
      const ring = style.outlineStyle !== "none" || style.boxShadow !== "none";
      return { name: document.activeElement.textContent.trim() || document.activeElement.ariaLabel, top, left, ring, tag: document.activeElement.tagName };
    }));
  }
  const names = stops.map((stop) => stop.name).join(" | ");
  assert.match(names, /Choose a folder.*Choose an archive.*own source/s);
  const controls = stops.filter((stop) => stop.tag === "BUTTON");
  assert.ok(controls.every((stop) => stop.ring), `no visible focus: ${JSON.stringify(controls.filter((it) => !it.ring))}`);
});

for (const width of [390, 320]) {
  const context = { viewport: { width, height: 800 }, hasTouch: true, isMobile: true };
  scenario(`the main steps work ${width} pixels wide, without horizontal scrolling`, { context }, async (workbench, { page }) => {
    const fits = async (where) => {
      const { inner, scroll } = await page.evaluate(() => ({ inner: document.documentElement.clientWidth, scroll: document.documentElement.scrollWidth }));
      assert.ok(scroll <= inner + 1, `${where} is ${scroll} wide in ${inner}`);
      assert.ok(inner <= width + 1, `${where}: the viewport grew to ${inner}`);
    };
    await workbench.ready();
    await fits("the first screen");
    await workbench.importFiles(shop());
    await fits("the conversation");
    await workbench.ask("What does place_order do?");
    await fits("the answer");
    await workbench.at("citation").first().click();
    await workbench.at("code-line").first().waitFor();
    await fits("the code");
    const lit = await workbench.litLines();
    assert.ok(lit.length > 0);
  });
}

scenario("the chosen theme is kept after a reload", async (workbench, { page }) => {
  await workbench.ready();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await background();
  await workbench.at("theme-toggle").click();
  const dark = await background();
  assert.notEqual(dark, before);
  await workbench.visit();
  await workbench.ready();
  assert.equal(await background(), dark);
});
