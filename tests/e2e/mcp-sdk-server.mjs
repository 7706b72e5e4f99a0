// A server of tools of the protocol's own SDK over streamable HTTP, whose behaviour a test sets.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST, DELETE",
  "Access-Control-Allow-Headers": "content-type, authorization, mcp-session-id, mcp-protocol-version",
  "Access-Control-Expose-Headers": "Mcp-Session-Id",
};

/**
 * Starts a server with the tools `clock` and `alarm`, which say that they only read. In `state`: what `clock` says of itself and
 * answers, how often it was called, whether the server answers at all, and the `authorization` of each request.
 */
export async function startClock() {
  const state = { description: "Says what time it is.", text: "noon", called: 0, silent: false, tokens: new Set() };
  const sessions = new Map();
  const http = createServer(async (request, response) => {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    state.tokens.add(request.headers.authorization ?? "none");
    if (state.silent) return;
    const known = sessions.get(request.headers["mcp-session-id"]);
    await (known ?? (await opened(state, sessions))).handleRequest(request, response);
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  return { state, url: `http://127.0.0.1:${http.address().port}/mcp`, stop };
}

async function opened(state, sessions) {
  const server = new Server({ name: "clock", version: "1.0.0" }, { capabilities: { tools: {} } });
  const tool = (name, description) => ({ name, description, inputSchema: { type: "object" }, annotations: { readOnlyHint: true } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool("clock", state.description), tool("alarm", "Says when it rings.")] }));
  server.setRequestHandler(CallToolRequestSchema, () => {
    state.called += 1;
    return { content: [{ type: "text", text: state.text }] };
  });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  await server.connect(transport);
  return transport;
}
