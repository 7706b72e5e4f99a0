// The page without a network, and after a deploy: the service worker.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after } from "node:test";
import { shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";
import { PAGE } from "./chromium.mjs";

const context = { serviceWorkers: "allow" };
const FIRST = "1111111111111111";
const SECOND = "2222222222222222";

const host = await startHost();
after(() => host.unplug());

/** A host of the built app whose build has a name of the test's, and that can be unplugged. */
async function startHost() {
  const state = { build: FIRST, about: "Ask" };
  const answer = async (request, response) => {
    const got = await fetch(new URL(request.url, PAGE), { method: request.method });
    let body = Buffer.from(await got.arrayBuffer());
    if (request.url === "/") {
      const served = body.toString("utf8");
      const [, build] = /<meta [^>]*quarry-build[^>]*>/.exec(served)[0].match(/(unnamed-build|[0-9a-f]{16})/);
      const html = served.replace(build, state.build);
      body = Buffer.from(html.replace('content="Ask', `content="${state.about}`));
    }
    const length = request.method === "HEAD" ? got.headers.get("content-length") : body.length;
    response.writeHead(got.status, { "content-type": got.headers.get("content-type"), "content-length": length, "cache-control": "no-cache" });
    response.end(body);
  };
  let server;
  const plug = (port) =>
    new Promise((resolve) => {
      server = createServer((request, response) => answer(request, response).catch((error) => response.destroy(error)));
      server.listen(port, "127.0.0.1", () => resolve(server.address().port));
    });
  const port = await plug(0);
  return {
    state,
    url: `http://localhost:${port}/`,
    unplug: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
    plug: () => plug(port),
  };
}

/** Opens the page and waits until the service worker of this build has kept it. */
async function kept(page, build) {
  await page.goto(host.url);
  const isKept = async (build) => {
    const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return active?.state === "activated" && active.scriptURL.endsWith(build) && navigator.serviceWorker.controller === active;
  };
  await until(page, isKept, build);
}

/** Closes the page and opens it anew, until the browser has had the moment without a tab in which it takes the new worker. */
async function reopened(page, build) {
  const context = page.context();
  for (let pause = 100; ; pause *= 2) {
    await page.close();
    await new Promise((resolve) => setTimeout(resolve, pause));
    page = await context.newPage();
    await page.goto(host.url);
    const active = await page.evaluate(async () => (await navigator.serviceWorker.ready).active.scriptURL);
    if (active.endsWith(build)) return page;
    assert.ok(pause < 10_000, `still ${active}`);
  }
}

/** Waits until a promise of the page is of true. */
async function until(page, holds, argument) {
  const end = Date.now() + 60_000;
  while (!(await page.evaluate(holds, argument))) {
    assert.ok(Date.now() < end, `never: ${holds}`);
    await page.waitForTimeout(50);
  }
}

scenario("without a network the page opens, with the stored repository, and answers", { context, mayLog: /ERR_CONNECTION|ERR_FAILED|Failed to load/ }, async (workbench, { page }) => {
  await kept(page, FIRST);
  await workbench.importFiles(shop());
  await host.unplug();
  try {
    await page.goto(host.url);
    await workbench.at("stored-open").click();
    await workbench.opened();
    assert.match(await workbench.ask("Who calls place_order?"), /handle_checkout/);
    await workbench.at("citation").first().click();
    await workbench.at("code-line").first().waitFor();
    await workbench.openSymbol("place_order");
    await workbench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
    await workbench.at("neighbourhood-svg").waitFor();
  } finally {
    await host.plug();
  }
});

scenario("without a network the page is in its language, after one visit alone", { context: { ...context, locale: "de-DE" }, mayLog: /ERR_CONNECTION|ERR_FAILED|Failed to load/ }, async (_, { page }) => {
  await kept(page, FIRST);
  await until(page, async (name) => {
    const keys = await (await caches.open(name)).keys();
    return keys.some(({ url }) => url.includes("strings/de.json"));
  }, `quarry-build-${FIRST}`);
  await host.unplug();
  try {
    await page.goto(host.url);
    await page.locator('html[lang="de"]').waitFor({ state: "attached" });
    // The sample is not kept, so its button is not there.
    await page.getByRole("button", { name: "Ordner wählen" }).waitFor();
  } finally {
    await host.plug();
  }
});

scenario("after a deploy the next visit is the new page, and the old build is deleted once no tab has it open", { context }, async (workbench, { page, context }) => {
  await kept(page, FIRST);
  assert.deepEqual(await page.evaluate(() => caches.keys()), [`quarry-build-${FIRST}`]);
  Object.assign(host.state, { build: SECOND, about: "Deployed" });
  try {
    // The page asks for files all the while, also in the moment in which the new worker is ready.
    await page.addInitScript(() => setInterval(() => fetch("manifest.webmanifest"), 20));
    await page.goto(host.url);
    const about = await page.locator('meta[name="description"]').getAttribute("content");
    assert.match(about, /^Deployed/, "at the first visit");
    await workbench.ready();
    await until(page, async (build) => {
      const { active, waiting } = await navigator.serviceWorker.getRegistration();
      return active.scriptURL.endsWith(build[0]) && waiting?.state === "installed" && waiting.scriptURL.endsWith(build[1]);
    }, [FIRST, SECOND]);
    await page.reload();
    await workbench.ready();
    const next = await reopened(page, SECOND);
    await until(next, async (name) => (await caches.keys()).join() === name, `quarry-build-${SECOND}`);
    const engines = await next.evaluate(async (name) => {
      const keys = await (await caches.open(name)).keys();
      return keys.map(({ url }) => url).filter((url) => url.includes("engine_bg.wasm"));
    }, `quarry-build-${SECOND}`);
    assert.deepEqual(engines.map((url) => new URL(url).search), [`?v=${SECOND}`]);
  } finally {
    Object.assign(host.state, { build: FIRST, about: "Ask" });
  }
});

scenario("the page can be installed", { context }, async (workbench, { page }) => {
  await kept(page, FIRST);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A window without a profile is never offered it; nothing else may be in the way.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  const { errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).display, "standalone");
});
