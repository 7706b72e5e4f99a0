// The element's life: several on a page, moved, removed, put back; other origins and paths.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Ask, embedded, index, PACKAGE, SCRIPT } from "./embed.mjs";
import { startSite, STRICT, strictWith } from "./embed-site.mjs";

const TWO = '<div id="a"><quarry-ask id="one" index="/quarry/"></quarry-ask></div><div id="b"><quarry-ask id="two" index="./quarry"></quarry-ask></div>';

/** Waits until so many workers run. */
async function workers(page, count) {
  for (let tries = 0; tries < 50 && page.workers().length !== count; tries += 1) await page.waitForTimeout(50);
  assert.equal(page.workers().length, count, "workers");
}

embedded("two on one page share an engine, which ends with the last of them", { body: TWO }, async ({ page, site }) => {
  const [one, two] = ["one", "two"].map((id) => new Ask(page, page.locator(`#${id}`)));
  await one.open();
  await one.find("place_order");
  await one.at("close").click();
  await two.open();
  await two.ask("Who calls add_tax?");
  assert.match(await two.answered(), /total/);
  assert.equal(await one.at("turn").count(), 0, "each has its own conversation");
  await two.at("close").click();
  await workers(page, 1);
  assert.equal(site.asked.filter((path) => path.endsWith("engine_bg.wasm")).length, 1);
  await page.evaluate(() => document.getElementById("one").remove());
  await page.waitForTimeout(200);
  await workers(page, 1);
  await page.evaluate(() => document.getElementById("two").remove());
  await workers(page, 0);
});

embedded("another index has an engine of its own", { body: TWO.replace("./quarry", "/other/"), folders: () => ({ "/other/": index }) }, async ({ page }) => {
  for (const id of ["one", "two"]) {
    const ask = new Ask(page, page.locator(`#${id}`));
    await ask.open();
    await ask.find("add_tax");
    await ask.at("close").click();
  }
  await workers(page, 2);
  await page.evaluate(() => document.getElementById("two").setAttribute("index", "/quarry/"));
  await workers(page, 1);
});

embedded("a move keeps the conversation; navigation within the page ends it and starts anew", {}, async ({ page, ask }) => {
  await ask.open();
  await ask.ask("What does add_tax do?");
  await ask.at("close").click();
  await page.evaluate(() => {
    const aside = document.createElement("aside");
    document.body.append(aside);
    aside.append(document.querySelector("quarry-ask"));
  });
  await workers(page, 1);
  await ask.open();
  assert.equal(await ask.at("turn").count(), 1);
  await ask.at("close").click();
  for (let visit = 0; visit < 3; visit += 1) {
    await page.evaluate(() => {
      history.pushState({}, "", "/next");
      document.querySelector("main").replaceChildren();
      document.querySelector("aside")?.remove();
    });
    await workers(page, 0);
    await page.evaluate(() => {
      const again = document.createElement("quarry-ask");
      again.setAttribute("index", "/quarry/");
      document.querySelector("main").append(again);
    });
    await ask.open();
    await ask.find("place_order");
    await ask.at("close").click();
    await workers(page, 1);
  }
});

embedded("removed while it loads and while it answers, nothing is left and nothing is logged", {}, async ({ page, ask }) => {
  await page.evaluate(() => {
    const element = document.querySelector("quarry-ask");
    element.show();
    element.remove();
  });
  await page.waitForTimeout(500);
  await workers(page, 0);
  await page.evaluate(() => {
    const element = document.createElement("quarry-ask");
    element.setAttribute("index", "/quarry/");
    document.querySelector("main").append(element);
    element.ask("Who calls place_order?");
  });
  await ask.at("turn").waitFor();
  await page.evaluate(() => document.querySelector("quarry-ask").remove());
  await workers(page, 0);
});

embedded("the page's own globals stay as they are", {}, async ({ page, ask }) => {
  const names = () => page.evaluate(() => Object.getOwnPropertyNames(window).filter((name) => !/^\d+$|^__/.test(name)));
  const before = await names();
  await ask.open();
  await ask.ask("What does add_tax do?");
  assert.deepEqual((await names()).filter((name) => !before.includes(name)), []);
  const left = await page.evaluate(() => [...document.head.children, ...document.body.children].map((node) => node.localName));
  assert.deepEqual(left, ["meta", "meta", "title", "main"]);
  assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length + localStorage.length + sessionStorage.length), 0);
});

embedded(
  "the script and the index come from another origin, under a strict policy",
  {
    csp: "set below",
    async start(site) {
      const cdn = await startSite({ cors: true, folders: { "/npm/@quarry/ask/": PACKAGE, "/indexes/shop/": index } });
      site.csp = strictWith(cdn.origin);
      site.pages["/"] = `<script type="module" src="${cdn.origin}/npm/@quarry/ask/quarry-ask.js"></script><quarry-ask index="${cdn.origin}/indexes/shop"></quarry-ask>`;
      return { cdn, origins: [cdn.origin], stop: () => cdn.stop() };
    },
  },
  async ({ page, ask, site }) => {
    await ask.open();
    await ask.find("place_order");
    await ask.ask("Who calls place_order?");
    assert.match(await ask.answered(), /handle_checkout/);
    await ask.at("answer").getByTestId("citation").first().click();
    assert.ok((await ask.litLines()).length > 0);
    assert.deepEqual(site.asked, ["/"]);
    await workers(page, 1);
    await page.evaluate(() => document.querySelector("quarry-ask").remove());
    await workers(page, 0);
  },
);

embedded(
  "everything below a path of the site, the page two folders deeper",
  {
    path: "/project/guide/start/",
    pages: { "/project/guide/start/": '<script type="module" src="../../_static/ask/quarry-ask.js"></script><quarry-ask index="../../quarry"></quarry-ask>' },
    folders: () => ({ "/project/_static/ask/": PACKAGE, "/project/quarry/": index }),
  },
  async ({ ask, site }) => {
    await ask.open();
    await ask.find("add_tax");
    assert.ok(site.asked.every((path) => path.startsWith("/project/")), site.asked.join());
  },
);

embedded("the script may be loaded twice", { body: `${SCRIPT.replace(".js", ".js?again")}<quarry-ask index="/quarry/"></quarry-ask>` }, async ({ ask }) => {
  await ask.open();
  await ask.find("add_tax");
});

embedded("an element is shown once a late script is loaded", { body: '<quarry-ask index="/quarry/" label="Find it"></quarry-ask>' }, async ({ page, ask }) => {
  await page.getByRole("button", { name: "Find it" }).waitFor();
  await page.evaluate(() => document.querySelector("quarry-ask").setAttribute("label", "Search the source"));
  await page.getByRole("button", { name: "Search the source" }).click();
  await ask.at("dialog").waitFor();
});

embedded("the built package: its size and its files", {}, async () => {
  const parts = readdirSync(PACKAGE).filter((name) => name.startsWith("parts-"));
  assert.equal(parts.length, 1);
  const { gzipSync } = await import("node:zlib");
  const weight = gzipSync(readFileSync(`${PACKAGE}/quarry-ask.js`)).length;
  assert.ok(weight < 6_000, `quarry-ask.js is ${weight} bytes under gzip`);
  const { spawnSync } = await import("node:child_process");
  const packed = spawnSync("npm", ["pack", "--dry-run", "--json", "--offline"], { cwd: PACKAGE, encoding: "utf8" });
  assert.equal(packed.status, 0, packed.stderr);
  const [{ files, name }] = JSON.parse(packed.stdout);
  assert.equal(name, "@quarry/ask");
  const paths = files.map(({ path }) => path);
  for (const path of ["quarry-ask.js", "index.d.ts", "package.json", "README.md", "LICENSE-MIT", "LICENSE-APACHE", `${parts[0]}/wasm/engine_bg.wasm`, `${parts[0]}/dialog.js`]) {
    assert.ok(paths.includes(path), `${path} is not in the package`);
  }
  assert.deepEqual(paths.filter((path) => /\.(map|tgz|rs|test\.)|node_modules|snippets/.test(path)), []);
});

test("the policies under which all this is tested are those that docs/embed.md publishes, and it names every part and attribute", () => {
  const text = readFileSync(new URL("../../docs/embed.md", import.meta.url), "utf8");
  assert.ok(text.includes(STRICT));
  assert.ok(text.includes(strictWith("https://cdn.example")));
  const sources = ["../../embed/src/quarry-ask.js", ...readdirSync(new URL("../../embed/src/parts", import.meta.url)).map((name) => `../../embed/src/parts/${name}`)].map((path) => readFileSync(new URL(path, import.meta.url), "utf8")).join("\n");
  const named = (pattern) => [...new Set([...sources.matchAll(pattern)].map(([, name]) => name))];
  const missing = [...named(/\bpart: "([a-z]+)"/g), ...named(/var\((--quarry-[a-z-]+)/g), ...named(/#host\.getAttribute\("([a-z-]+)"\)/g), ...named(/"(quarry-(?:open|close|search|ask|answer|citation|error))"/g)].filter((name) => !text.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});
