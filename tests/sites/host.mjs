// A static host for a built site: under a sub-path, with the Content-Security-Policy that the recipes state.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** Where readers find the site: under a sub-path, as on a forge's pages. */
export const SITE = "http://docs.localhost/project/";

const UNDER = new URL(SITE).pathname;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/**
 * The policy for a page: what the ask element needs, and what the generators do. Their inline scripts are allowed by hash,
 * so that an inline script added at run time is a violation; for their inline styles there is no other way.
 */
export function policyOf(html) {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  const hashes = [...new Set(inline)].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(" "),
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join("; ");
}

/**
 * Serves `folder` as the site; resolves to `{ flags, stop() }`. Chromium started with these flags finds it at `SITE`, without
 * a port: generators compare a page's address with the one that they are configured with.
 */
export async function host(folder) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://site").pathname);
    const send = (status, file) => {
      const bytes = readFileSync(file);
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      const policy = type.startsWith("text/html") ? { "Content-Security-Policy": policyOf(bytes.toString("utf8")) } : {};
      response.writeHead(status, { "Content-Type": type, "Content-Length": bytes.length, ...policy });
      response.end(bytes);
    };
    const file = path.startsWith(UNDER) ? join(folder, normalize(path.slice(UNDER.length - 1))) : null;
    // Browsers ask for it unasked.
    if (path === "/favicon.ico") return response.writeHead(204).end();
    if (file && isFolder(file)) {
      if (path.endsWith("/") && isFile(join(file, "index.html"))) return send(200, join(file, "index.html"));
      if (!path.endsWith("/")) return response.writeHead(301, { Location: `${path}/` }).end();
    }
    if (file && isFile(file)) return send(200, file);
    const missing = join(folder, "404.html");
    if (file && isFile(missing)) return send(404, missing);
    response.writeHead(404, { "Content-Type": "text/plain" }).end("not found");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { flags: [`--host-resolver-rules=MAP ${new URL(SITE).hostname} 127.0.0.1:${server.address().port}`], stop };
}

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
