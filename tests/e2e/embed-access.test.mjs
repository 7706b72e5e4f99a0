// The embed for everyone: keyboard alone, screen readers, phones, both themes, other words.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { embedded, SCRIPT } from "./embed.mjs";

const MODEL = '<quarry-ask index="/quarry/" model-endpoint="" source-url="https://example.org/{path}#L{start}"></quarry-ask><quarry-ask mode="inline" index="/quarry/"></quarry-ask>';

for (const colorScheme of ["light", "dark"]) {
  const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Docs</title></head><body><main><h1>Docs</h1>${SCRIPT}${MODEL}</main></body></html>`;
  embedded(`no serious accessibility violation, ${colorScheme}`, { context: { colorScheme }, pages: { "/": page } }, async ({ page, ask }) => {
    const clean = async (where) => assert.deepEqual(await violations(page), [], where);
    await ask.at("dialog").waitFor({ state: "detached" });
    await clean("closed");
    await ask.open();
    await ask.at("suggestion").first().waitFor();
    assert.equal(await ask.element.locator(".host").getAttribute("data-theme"), colorScheme);
    await clean("first screen");
    await ask.find("discount");
    await page.keyboard.press("ArrowDown");
    await clean("results");
    await ask.at("result").first().click();
    await ask.at("side").getByTestId("callers").waitFor();
    await clean("symbol");
    if (await ask.at("picture-open").count()) {
      await ask.at("picture-open").click();
      await ask.at("picture").waitFor();
      await clean("picture");
    }
    await ask.ask("Who calls place_order?");
    await ask.at("source-view").first().click();
    await ask.litLines();
    await clean("answer and code");
    await ask.at("model-open").click();
    await ask.at("model-own").check();
    await clean("model");
  });
}

embedded("everything works by keyboard", {}, async ({ page, ask }) => {
  const focused = () => page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.dataset.testid ?? at?.className ?? at?.localName;
  });
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "open");
  await page.keyboard.press("Enter");
  await ask.at("dialog").waitFor();
  assert.equal(await focused(), "input");
  await page.keyboard.type("place_order");
  await ask.at("result").first().waitFor();
  assert.equal(await ask.at("input").getAttribute("aria-expanded"), "true");
  await page.keyboard.press("ArrowDown");
  assert.equal(await ask.at("input").getAttribute("aria-activedescendant"), "option-0", "the offer to ask comes first");
  await page.keyboard.press("ArrowDown");
  const active = await ask.at("input").getAttribute("aria-activedescendant");
  assert.equal(await ask.element.locator(`#${active}`).getAttribute("aria-selected"), "true");
  await page.keyboard.press("Enter");
  await ask.at("caller").first().waitFor();
  assert.equal(await focused(), "side-title", "focus follows to what was opened");
  for (let stop = 0; stop < 12 && (await focused()) !== "caller"; stop += 1) await page.keyboard.press("Tab");
  assert.equal(await focused(), "caller");
  await page.keyboard.press("Enter");
  await ask.at("side").getByRole("heading", { name: "server.checkout" }).waitFor();
  for (let stop = 0; stop < 4 && (await focused()) !== "back"; stop += 1) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await ask.at("side").getByRole("heading", { name: "server.orders.place_order" }).waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await ask.at("side").waitFor({ state: "hidden" });
  assert.equal(await focused(), "input", "closing the side brings focus back");

  await page.keyboard.press("Control+a");
  await page.keyboard.type("Who calls place_order?");
  await page.keyboard.press("Enter");
  await ask.answered();
  await page.waitForFunction(() => /Answer ready/.test(document.querySelector("quarry-ask").shadowRoot.querySelector('[data-testid="live"]').textContent));
  for (let stop = 0; stop < 8 && (await focused()) !== "citation"; stop += 1) await page.keyboard.press("Tab");
  assert.equal(await focused(), "citation");
  await page.keyboard.press("Enter");
  assert.ok((await ask.litLines()).length > 0);
  await page.keyboard.press("Escape");
  await ask.at("dialog").waitFor({ state: "hidden" });
  assert.equal(await focused(), "open", "focus is back on the button");
});

embedded("Tab stays in the dialog, and keys typed there do not reach the page's shortcuts", {}, async ({ page, ask }) => {
  await page.evaluate(() => {
    window.keys = [];
    document.addEventListener("keydown", (event) => window.keys.push(event.key));
  });
  await ask.open();
  await page.keyboard.type("s/k");
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => document.activeElement !== document.body && !document.activeElement.matches("quarry-ask"));
    assert.ok(!outside);
  }
  // Past the last control Tab goes to the browser's own, as in every modal dialog.
  assert.deepEqual(await page.evaluate(() => window.keys.filter((key) => key !== "Tab")), []);
});

for (const width of [390, 320]) {
  const context = { viewport: { width, height: 760 }, hasTouch: true, isMobile: true };
  embedded(`a phone ${width} pixels wide: one pane at a time, no horizontal scrolling`, { context, body: MODEL }, async ({ page, ask }) => {
    const fits = async (where) => {
      const wide = await page.evaluate(() => [document.querySelector("quarry-ask").shadowRoot.querySelector("dialog"), document.querySelector("quarry-ask").shadowRoot.querySelector(".main")].map((it) => [it.scrollWidth, it.clientWidth]));
      for (const [scroll, client] of wide) assert.ok(scroll <= client + 1, `${where}: ${scroll} in ${client}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width + 1, where);
    };
    await ask.open();
    await fits("first screen");
    await ask.find("place_order");
    await fits("results");
    await ask.at("result").first().click();
    await ask.at("caller").first().waitFor();
    // The side has the screen to itself.
    await ask.at("main").waitFor({ state: "hidden" });
    await ask.at("back").click();
    await ask.at("main").waitFor({ state: "visible" });
    await ask.ask("Who calls place_order?");
    await fits("answer");
    await ask.at("source-view").first().click();
    await ask.litLines();
    await ask.at("side-close").click();
    await ask.at("model-open").click();
    await fits("model");
  });
}

const THEMES = {
  "a page that declares dark": ['<html lang="en" style="color-scheme: dark"><body>', "dark"],
  "a dark background without a declaration": ['<html lang="en"><body style="background: #123; color: #eee">', "dark"],
  "a light page on a dark system": ['<html lang="en"><body>', "light"],
  "a meta tag that declares dark": ['<html lang="en"><head><meta name="color-scheme" content="dark"></head><body>', "dark"],
};
for (const [name, [head, theme]] of Object.entries(THEMES)) {
  embedded(`the theme follows ${name}`, { csp: null, context: { colorScheme: "dark" }, pages: { "/": `<!DOCTYPE html>${head}${SCRIPT}<quarry-ask index="/quarry/"></quarry-ask></body></html>` } }, async ({ page, ask }) => {
    await ask.element.locator(".open").waitFor();
    const shown = () => ask.element.locator(".host").getAttribute("data-theme");
    assert.equal(await shown(), theme);
    await page.evaluate((theme) => document.documentElement.style.setProperty("color-scheme", theme), theme === "dark" ? "light" : "dark");
    await page.waitForFunction((theme) => document.querySelector("quarry-ask").shadowRoot.querySelector(".host").dataset.theme !== theme, theme);
    await page.evaluate((theme) => document.querySelector("quarry-ask").setAttribute("theme", theme), theme);
    assert.equal(await shown(), theme, "the attribute has the last word");
  });
}

const GERMAN = { label: "Code fragen", placeholder: "Suchen oder fragen", symbols: "Symbole", close: "Schließen", box: "Frage zum Code" };
embedded("the site's own texts, by attribute and by property", { body: `<quarry-ask lang="de" index="/quarry/" strings='${JSON.stringify(GERMAN)}'></quarry-ask>` }, async ({ page, ask }) => {
  await page.getByRole("button", { name: "Code fragen" }).click();
  await ask.element.getByPlaceholder("Suchen oder fragen").waitFor();
  await ask.find("place_order");
  assert.match(await ask.at("results").innerText(), /Symbole/);
  await page.evaluate(() => (document.querySelector("quarry-ask").strings = { symbols: "Zeichen", placeholder: "Los" }));
  await ask.element.getByPlaceholder("Los").waitFor();
  await ask.find("place_order");
  assert.match(await ask.at("results").innerText(), /Zeichen/);
});

embedded("looks can be changed by variables and parts", {
  pages: { "/look.css": "" },
  body: '<link rel="stylesheet" href="/site.css"><quarry-ask index="/quarry/"></quarry-ask>',
  answer: (request, response, path) => path === "/site.css" && (response.writeHead(200, { "Content-Type": "text/css" }), response.end("quarry-ask { --quarry-accent: rgb(200, 0, 100); --quarry-surface-raised: rgb(255, 250, 240) } quarry-ask::part(button) { border-radius: 20px } quarry-ask::part(dialog) { border-width: 5px }"), true),
}, async ({ page, ask }) => {
  await ask.open();
  const looks = await page.evaluate(() => {
    const root = document.querySelector("quarry-ask").shadowRoot;
    const style = (selector) => getComputedStyle(root.querySelector(selector));
    return [style(".open").borderRadius, style("dialog").borderTopWidth, style("dialog").backgroundColor];
  });
  assert.deepEqual(looks, ["20px", "5px", "rgb(255, 250, 240)"]);
});

embedded("the page's own styles do not apply inside", { csp: null, body: '<style>* { font-size: 40px !important } button { display: none } dialog { color: red; background: lime } :root { --text: red; --border: red; --accent: red }</style><quarry-ask index="/quarry/"></quarry-ask>' }, async ({ page, ask }) => {
  await ask.open();
  const [size, colour] = await page.evaluate(() => {
    const style = getComputedStyle(document.querySelector("quarry-ask").shadowRoot.querySelector("dialog"));
    return [style.fontSize, style.color];
  });
  assert.deepEqual([size, colour], ["15px", "rgb(26, 33, 38)"]);
});

embedded("a question can be asked in a box on the page", { body: '<quarry-ask mode="inline" index="/quarry/" label="Ask"></quarry-ask>' }, async ({ page, ask }) => {
  await page.getByPlaceholder("Ask a question about the code").fill("Who calls place_order?");
  await page.keyboard.press("Enter");
  assert.match(await ask.answered(), /handle_checkout/);
});
