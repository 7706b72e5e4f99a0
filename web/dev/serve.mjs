// A static server for looking at the page without the engine: `node web/dev/serve.mjs DIST [PORT]`. The engine worker's
// address answers with the mock beside this file.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const [dist, port = "8090"] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

createServer(async (request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  const file = path === "/engine/engine-worker.js" ? join(here, "mock-engine.js") : join(dist, path === "/" ? "index.html" : path);
  try {
    const body = await readFile(file);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-store" });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(Number(port), () => console.log(`http://localhost:${port}`));
