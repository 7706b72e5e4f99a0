// Coding agents over MCP: real clients of both generations, against the deployed Worker.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, speaksMcp, textOf, VERSIONS } from "../e2e/mcp-client.mjs";
import { indexOf, push, SHOP } from "./index.mjs";
import { ASKER, READER, startWorker } from "./worker.mjs";

let worker;
const bearer = (token) => ({ authorization: `Bearer ${token}` });

before(async () => {
  worker = await startWorker();
  await push(worker, "shop", indexOf(SHOP));
});

after(() => worker?.stop());

const address = () => new URL("/mcp?repo=shop", worker.url).href;

speaksMcp("streamable HTTP of the Worker", (body) => body({ url: address(), headers: bearer(ASKER) }));

for (const version of VERSIONS) {
  test(`MCP ${version}: a token that may only read is not offered \`ask\``, async () => {
    const url = new URL("/mcp", worker.url).href;
    const offered = async (token) => {
      const connected = await connect({ url, headers: { ...bearer(token), "quarry-repo": "shop" } }, version);
      const { tools } = await connected.client.listTools();
      return { connected, names: tools.map((tool) => tool.name) };
    };
    const asker = await offered(ASKER);
    await asker.connected.close();
    assert.ok(asker.names.includes("ask"), asker.names.join());
    const { connected, names } = await offered(READER);
    try {
      assert.deepEqual(names, asker.names.filter((name) => name !== "ask"));
      assert.match(textOf(await connected.call("get_callers", { function_name: "place_order" })), /handle_checkout/);
    } finally {
      await connected.close();
    }
  });
}

test("without a token, a repository or a body there is no protocol", async () => {
  const post = (path, call) => worker.call(path, { method: "POST", headers: { "content-type": "application/json", ...call.headers }, body: call.body ?? "{}" });
  assert.equal((await post("/mcp?repo=shop", {})).status, 401);
  assert.equal((await post("/mcp", { headers: bearer(ASKER) })).status, 400);
  assert.equal((await post("/mcp?repo=nowhere", { headers: bearer(ASKER) })).status, 404);
  assert.equal((await post("/mcp?repo=shop", { headers: { ...bearer(ASKER), origin: "https://evil.example" } })).status, 403);
  const broken = await post("/mcp?repo=shop", { headers: bearer(ASKER), body: "{" });
  assert.equal(broken.status, 400);
  assert.equal(broken.json.error.code, -32700);
  const get = await worker.call("/mcp?repo=shop", { token: ASKER });
  assert.deepEqual([get.status, get.headers.get("allow")], [405, "POST"]);
});
