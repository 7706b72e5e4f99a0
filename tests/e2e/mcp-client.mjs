// Real clients of the Model Context Protocol, over stdio or HTTP, and what every server of Quarry's shows them.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as sdk from "@modelcontextprotocol/client";
import * as stdio from "@modelcontextprotocol/client/stdio";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const WHO = { name: "quarry-tests", version: "1.0.0" };

/** The SDK's two generations: the first begins with a handshake, the second sends its version in each request. */
const GENERATIONS = {
  "2025-11-25": {
    client: () => new FirstClient(WHO),
    stdio: (server) => new FirstStdio(server),
    http: (url, options) => new FirstHttp(url, options),
    call: (client, params, options) => client.callTool(params, undefined, options),
  },
  "2026-07-28": {
    client: () => new sdk.Client(WHO, { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
    stdio: (server) => new stdio.StdioClientTransport(server),
    http: (url, options) => new sdk.StreamableHTTPClientTransport(url, options),
    call: (client, params, options) => client.callTool(params, options),
  },
};

export const VERSIONS = Object.keys(GENERATIONS);

/**
 * Connects a client. `server` is `{ command, args, env }` for stdio, or `{ url, headers }` for streamable HTTP.
 * `call(name, arguments, options)` calls a tool; `messages` are what came since, `errors` what the client could not make
 * sense of.
 */
export async function connect(server, version = VERSIONS[0]) {
  const generation = GENERATIONS[version];
  const client = generation.client();
  const errors = [];
  // The client drops its progress listener before it has passed on what came just before the answer.
  client.onerror = (error) => /progress notification for an unknown token/.test(error.message) || errors.push(error);
  const transport = server.url
    ? generation.http(new URL(server.url), { requestInit: { headers: server.headers ?? {} } })
    : generation.stdio({ ...server, stderr: "pipe" });
  await client.connect(transport);
  const messages = [];
  const onmessage = transport.onmessage;
  transport.onmessage = (message, ...more) => {
    messages.push(message);
    return onmessage(message, ...more);
  };
  const call = (name, given, options) => generation.call(client, { name, arguments: given }, options);
  return { client, messages, errors, call, close: () => client.close() };
}

/** The text of a tool's result that is no error. */
export function textOf(result) {
  assert.ok(!result.isError, JSON.stringify(result));
  assert.equal(result.content.length, 1);
  return result.content[0].text;
}

/**
 * What a client of either generation sees of the shop. `withServer(body)` runs `body` with a server as `connect` takes it.
 */
export function speaksMcp(transport, withServer) {
  for (const version of VERSIONS) {
    const using = (name, body) => {
      test(`MCP ${version} over ${transport}: ${name}`, () =>
        withServer(async (server) => {
          const connected = await connect(server, version);
          try {
            await body(connected);
            assert.deepEqual(connected.errors, []);
          } finally {
            await connected.close();
          }
        }));
    };

    using("the server says what it is and what is served", async ({ client }) => {
      assert.deepEqual(Object.keys(client.getServerCapabilities()), ["tools"]);
      assert.equal(client.getServerVersion().name, "quarry");
      assert.match(client.getInstructions(), /repository `shop`/);
    });

    using("the tools are listed with schemas", async ({ client }) => {
      const { tools } = await client.listTools();
      const names = tools.map((tool) => tool.name);
      assert.deepEqual(names, ["search_codebase", "read_file", "list_directory", "get_callers", "get_callees", "references", "implementations", "supertypes", "impact", "path", "describe_symbol", "survey", "ask"]);
      for (const { name, description, inputSchema, annotations } of tools) {
        assert.ok(description.length > 40, name);
        assert.equal(inputSchema.type, "object");
        assert.equal(annotations.readOnlyHint, true);
        for (const [field, { description }] of Object.entries(inputSchema.properties)) assert.ok(description, `${name}.${field}`);
      }
    });

    using("each tool answers about the shop", async ({ call }) => {
      const found = textOf(await call("search_codebase", { query: "loyalty discount", n_results: 3 }));
      assert.match(found, /server\/pricing\/discount\.py:\d+-\d+/);
      const read = textOf(await call("read_file", { file_path: "server/checkout.py", start_line: 9, end_line: 12 }));
      assert.match(read, /server\/checkout\.py:9-12/);
      assert.match(read, /def handle_checkout\(request: dict\) -> dict:/);
      assert.doesNotMatch(read, /def reorder/);
      const listed = textOf(await call("list_directory", {}));
      assert.match(listed, /server\/ {2}\(\d+ files\)/);
      assert.match(listed, /README\.md/);
      const callers = textOf(await call("get_callers", { function_name: "place_order" }));
      assert.match(callers, /server\.checkout\.handle_checkout at server\/checkout\.py:\d+/);
      assert.match(callers, /server\.checkout\.reorder/);
      const callees = textOf(await call("get_callees", { function_name: "place_order" }));
      assert.match(callees, /server\.orders\.Order\.total/);
      const references = textOf(await call("references", { symbol: "place_order", kind: "call" }));
      assert.match(references, /call in server\.checkout\.handle_checkout at server\/checkout\.py:\d+ \(proven, /);
      const impact = textOf(await call("impact", { symbol: "place_order" }));
      assert.match(impact, /1\. server\.checkout\.handle_checkout calls server\.orders\.place_order at /);
      const path = textOf(await call("path", { from: "handle_checkout", to: "Order.total" }));
      assert.match(path, /1\. server\.checkout\.handle_checkout calls server\.orders\.place_order at .*\n.*2\. server\.orders\.place_order calls server\.orders\.Order\.total at /);
      const below = textOf(await call("implementations", { symbol: "place_order" }));
      assert.match(below, /is no type, and no method of one/);
      // Ids of spans are for Quarry's own agents.
      for (const text of [found, read, callers, callees, references, impact, path, below]) assert.doesNotMatch(text, /\[\[/);
    });

    using("a tool's failure is reported to the model", async ({ call }) => {
      for (const [name, given, why] of [
        ["read_file", { file_path: "server/nothing.py" }, /server\/nothing\.py/],
        ["read_file", {}, /file_path/],
        ["search_codebase", { query: " " }, /empty/],
        ["get_callers", { function_name: "no_such_function" }, /no_such_function/],
        ["ask", { question: "" }, /empty/],
        ["ask", { question: "Who?", agent: "nobody" }, /plan-react/],
      ]) {
        const result = await call(name, given);
        assert.equal(result.isError, true, name);
        assert.match(result.content[0].text, why);
      }
      await assert.rejects(call("write_file", {}), (error) => error.code === -32602 && /write_file/.test(error.message));
    });

    using("what is not offered is no method", async ({ client, errors }) => {
      const anything = { "~standard": { version: 1, vendor: "tests", validate: (value) => ({ value }) } };
      const asked = client.request({ method: "tools/unheard-of", params: {} }, anything);
      // Over HTTP the second generation's client wraps the error in one of the transport.
      const isNoMethod = (error) => error.code === -32601 || /"code":-32601/.test(error.message);
      await assert.rejects(asked, isNoMethod);
      errors.splice(0, errors.length, ...errors.filter((error) => !isNoMethod(error)));
    });

    using("ask answers with citations, and reports its progress", async ({ client, messages, call }) => {
      // The client checks structured content against the schema it has from the list.
      await client.listTools();
      const result = await call("ask", { question: "Who calls place_order?" }, { onprogress: () => {} });
      const text = textOf(result);
      assert.match(text, /^\[1\] server\/\S+:\d+/m);
      assert.match(text, /without a language model/);
      const { answer, citations, dropped_citations, model } = result.structuredContent;
      assert.match(answer, /handle_checkout/);
      assert.match(answer, /\[1\]/);
      assert.doesNotMatch(answer, /\[\[1\]\]/);
      assert.equal(dropped_citations, 0);
      assert.equal(model, "offline");
      assert.ok(citations.length > 0);
      for (const { number, path, start_line, end_line } of citations) {
        assert.ok(answer.includes(`[${number}]`));
        const lines = textOf(await call("read_file", { file_path: path, start_line, end_line }));
        assert.match(lines, new RegExp(`:${start_line}-${end_line}`));
      }
      const progress = messages.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
      assert.ok(progress.length >= 3, JSON.stringify(progress));
      progress.forEach((report, at) => assert.equal(report.progress, at + 1));
      const reports = progress.map((report) => report.message).join("\n");
      assert.match(reports, /^plan: /);
      assert.match(reports, /get_callers `server\.orders\.place_order`: \d+ places?, from \d+ symbols?/);
      assert.match(reports, /writing the answer$/);
    });

    using("ask may be limited to a folder", async ({ call }) => {
      const { structuredContent } = await call("ask", { question: "How does checkout work?", in: "web/src/" });
      assert.match(structuredContent.answer, /^In `web\/src`:/);
      assert.ok(structuredContent.citations.length > 0);
      assert.ok(structuredContent.citations.every(({ path }) => path.startsWith("web/src/")), JSON.stringify(structuredContent.citations));
      const refused = await call("ask", { question: "How does checkout work?", in: "nowhere" });
      assert.ok(refused.isError);
      assert.match(refused.content[0].text, /there is no folder `nowhere`/);
    });

    using("several requests at once are each answered", async ({ call }) => {
      const names = ["place_order", "handle_checkout", "reorder"];
      const answers = await Promise.all(names.map((name) => call("get_callees", { function_name: name })));
      answers.forEach((answer, at) => assert.match(textOf(answer), new RegExp(names[at])));
    });
  }
}
