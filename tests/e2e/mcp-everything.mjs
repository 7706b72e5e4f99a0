// The reference server "everything" over streamable HTTP, as its package starts it.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url));

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts the server; `stop()` ends it. */
export async function startEverything() {
  const port = await freePort();
  const child = spawn(process.execPath, [PACKAGE, "streamableHttp"], { env: { ...process.env, PORT: String(port) } });
  let said = "";
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
        if (said.includes("listening on port")) resolve();
      });
    }
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  await ready;
  const stop = () => new Promise((resolve) => child.removeAllListeners("exit").on("exit", resolve).kill());
  return { url: `http://127.0.0.1:${port}/mcp`, stop };
}
