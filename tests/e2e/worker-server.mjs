// A server that takes pushed indexes as a Quarry Worker does, in memory, with failures on demand.

import { createServer } from "node:http";

export const ADMIN = "token-of-an-admin";
const READER = "token-of-a-reader";
const CHUNK = /^[0-9a-f]{32}\.bin$/;

export { READER };

/**
 * Starts one. `requests` lists what came, as `{method, path, headers, length}`; `repos` maps ids to
 * `{chunks: Map, manifest, public}`. What `fail` returns for a request happens instead: `{status, headers?, body?}`, or
 * "drop" to cut the connection.
 */
export async function startWorkerServer() {
  const state = { repos: new Map(), requests: [], fail: () => undefined };
  const server = createServer((request, response) => void answer(state, request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.url = `http://127.0.0.1:${server.address().port}`;
  state.repo = (id) => state.repos.get(id) ?? { chunks: new Map(), manifest: null, public: false };
  state.puts = () => state.requests.filter(({ method, path }) => method === "PUT" && path.includes("/chunks/"));
  // What a killed client had sent is still to be read: its connections close once that is done.
  state.quiet = async () => {
    const open = () => new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
    for (let calm = 0; calm < 3; calm = (await open()) === 0 ? calm + 1 : 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  state.close = () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)));
  return state;
}

async function answer(state, request, response) {
  const pieces = [];
  try {
    for await (const piece of request) pieces.push(piece);
  } catch {
    return; // The client was killed.
  }
  const body = Buffer.concat(pieces);
  const url = new URL(request.url, state.url);
  const seen = { method: request.method, path: url.pathname, headers: request.headers, length: body.length };
  state.requests.push(seen);
  const failure = state.fail(seen, state.requests.length);
  if (failure === "drop") return void request.socket.destroy();
  const { status, headers = {}, body: reply } = failure ?? take(state, seen, url, body);
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof reply === "string" ? reply : JSON.stringify(reply ?? {}));
}

const refuse = (status, kind, message, more = {}) => ({ status, body: { error: { kind, message, ...more } } });

function take(state, { method, path, headers }, url, body) {
  const token = headers.authorization?.replace(/^Bearer /, "");
  const [, id, what] = path.match(/^\/v1\/repos\/([\w.-]+)\/(.+)$/) ?? [];
  if (!id) return refuse(404, "not_found", "there is nothing here");
  if (token === READER) return refuse(403, "forbidden", "this token may only read");
  if (token !== ADMIN) return refuse(401, "unauthorized", `unknown token ${token}`);
  const repo = state.repo(id);
  state.repos.set(id, repo);
  if (method === "POST" && what === "missing") {
    const { chunks } = JSON.parse(body);
    if (chunks.length > 1000) return refuse(400, "bad_request", "more than 1000 names");
    return { status: 200, body: { missing: chunks.filter((name) => !repo.chunks.has(name)) } };
  }
  const name = what.replace(/^chunks\//, "");
  if (method === "PUT" && what !== name && CHUNK.test(name)) {
    const status = repo.chunks.has(name) ? 200 : 201;
    repo.chunks.set(name, body);
    return { status };
  }
  if (method === "PUT" && what === "manifest") {
    repo.manifest = body.toString("utf8");
    repo.public = url.searchParams.get("public") === "true";
    return { status: 200 };
  }
  return refuse(404, "not_found", "there is nothing here");
}
