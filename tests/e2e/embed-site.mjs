// A docs site for the tests: pages, the embed's package and an index, served as a static host would, under the strict
// Content-Security-Policy that docs/embed.md publishes.

import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".bin": "application/octet-stream",
};

/** What docs/embed.md says: everything from the site itself. */
export const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** What docs/embed.md says: script and index from another origin. */
export const strictWith = (cdn) =>
  `default-src 'none'; script-src 'self' ${cdn} 'wasm-unsafe-eval'; style-src 'self'; worker-src blob:; connect-src 'self' ${cdn}; img-src 'self'; base-uri 'none'; form-action 'none'`;

/**
 * Starts a server. `folders`: by path (`/ask/`), `pages`: by path, what is in the body (or a whole document). `csp` goes with
 * every answer, `cors` lets other origins read, `compress` sends text and wasm under gzip. Every path asked for is kept in
 * `asked`; `sent` counts the bytes of files that were sent.
 */
export async function startSite({ folders = {}, pages = {}, csp = null, cors = false, compress = false, answer = null } = {}) {
  const site = { asked: [], folders, pages, csp, sent: 0 };
  let sent = {};
  site.sentOf = (prefix) => Object.entries(sent).reduce((sum, [path, bytes]) => (path.startsWith(prefix) ? sum + bytes : sum), 0);
  site.forget = () => {
    sent = {};
  };
  const packed = new Map();
  const http = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://site").pathname);
    if (path === "/favicon.ico") return response.writeHead(204).end();
    site.asked.push(path);
    if (site.csp) response.setHeader("Content-Security-Policy", site.csp);
    if (cors) response.setHeader("Access-Control-Allow-Origin", "*");
    if (answer?.(request, response, path)) return;
    if (path in site.pages) return send(response, 200, "text/html; charset=utf-8", page(site.pages[path]));
    const mount = Object.keys(site.folders).filter((prefix) => path.startsWith(prefix)).sort((a, b) => b.length - a.length)[0];
    const file = mount && join(site.folders[mount], normalize(path.slice(mount.length)));
    const stat = file && statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile()) return send(response, 404, "text/plain", "not found");
    const type = TYPES[extname(file)] ?? "text/plain";
    const isPacked = compress && !file.endsWith(".bin");
    let body = packed.get(file) ?? readFileSync(file);
    if (isPacked && !packed.has(file)) packed.set(file, (body = gzipSync(body, { level: 6 })));
    if (isPacked) response.setHeader("Content-Encoding", "gzip");
    site.sent += body.length;
    sent[path] = (sent[path] ?? 0) + body.length;
    // As docs/embed.md advises.
    const isNamedByContent = /\/parts-\w+\/|\/[0-9a-f]{32}\.bin$/.test(path);
    response.writeHead(200, { "Content-Type": type, "Content-Length": body.length, "Cache-Control": isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache" });
    response.end(body);
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  site.origin = `http://127.0.0.1:${http.address().port}`;
  site.stop = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  return site;
}

function page(body) {
  if (body.startsWith("<!DOCTYPE")) return body;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Docs</title></head><body><main><h1>Docs</h1>${body}</main></body></html>`;
}

function send(response, status, type, text) {
  response.writeHead(status, { "Content-Type": type });
  response.end(text);
}
