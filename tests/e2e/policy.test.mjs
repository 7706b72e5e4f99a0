// The page's content security policy, and its requests.

import assert from "node:assert/strict";
import { shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";
import { PAGE } from "./chromium.mjs";

scenario("the main steps violate no policy, log no error and request nothing from other origins", async (workbench, { page, log }) => {
  const asked = [];
  page.context().on("request", (request) => asked.push(request.url()));
  await workbench.importFiles(shop());
  await workbench.ask("Who calls place_order?");
  await workbench.at("citation").first().click();
  await workbench.openSymbol("place_order");
  await workbench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
  await workbench.at("neighbourhood-svg").waitFor();
  await workbench.at("tab-run").click();
  await workbench.at("run-svg").waitFor();
  const origin = new URL(PAGE).origin;
  assert.deepEqual(asked.filter((url) => !url.startsWith(origin) && !url.startsWith("blob:") && !url.startsWith("data:")), []);
  assert.deepEqual(log.errors, []);
  assert.deepEqual(asked.filter((url) => url.includes("/runner/")), [], "what runs programs is loaded when one runs");
});

scenario("scripts that are not the page's own are refused", { mayLog: /policy violated|Content Security Policy|Refused/ }, async (workbench, { page }) => {
  await workbench.ready();
  // In a task of the page's own: what the debugger evaluates is above the policy.
  const attempt = (resolve) => {
    const script = document.createElement("script");
    script.textContent = "window.inline = true";
    document.body.append(script);
    let evaluated = false;
    try {
      evaluated = new Function("return true")();
    } catch {}
    resolve({ inline: window.inline === true, evaluated });
  };
  const ran = await page.evaluate(`new Promise((resolve) => setTimeout(${attempt}, 0, resolve))`);
  assert.deepEqual(ran, { inline: false, evaluated: false });
});

scenario("no other page may put this one in a frame", async (workbench) => {
  await workbench.ready();
  const { headers } = await fetch(PAGE);
  assert.equal(headers.get("content-security-policy"), "frame-ancestors 'none'");
  assert.equal(headers.get("x-frame-options"), "DENY");
});

scenario("the one document that the page frames has an origin of its own and no connections, wherever it is opened", async (workbench) => {
  await workbench.ready();
  const answer = await fetch(new URL("runner/python/frame.html", PAGE));
  assert.equal(answer.headers.get("content-security-policy"), "sandbox allow-scripts; frame-ancestors 'self'");
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(await answer.text())[1];
  const directives = Object.fromEntries(policy.split("; ").map((directive) => directive.split(/ (.*)/)));
  assert.match(directives["script-src"], /^'sha256-[A-Za-z0-9+/=]{44}' 'wasm-unsafe-eval'$/);
  delete directives["script-src"];
  assert.deepEqual(directives, { "default-src": "'none'", "connect-src": "'none'", "worker-src": "blob:", "base-uri": "'none'", "form-action": "'none'" });
});
