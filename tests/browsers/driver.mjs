// Starting a driver and what it needs; what was started is ended with the test file.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Longest wait for a driver to answer, in milliseconds. */
const LIMIT_MS = 20_000;

const running = [];
const folders = [];

/** Starts a program in a process group of its own. `output` receives what it prints. */
export function start(program, args, { env = {}, stdio = ["ignore", "pipe", "pipe"] } = {}) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, detached: true, stdio });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (printed = (printed + text).slice(-8000)));
  const failed = new Promise((_, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${program} ended with ${code}: ${printed}`)));
  });
  // Who waits for it sees the failure; an end at the close of the tests is none.
  failed.catch(() => {});
  running.push(child);
  return { child, failed, printed: () => printed };
}

/** A temporary folder that lasts as long as the tests. */
export function folder(name) {
  const made = mkdtempSync(join(tmpdir(), `quarry-${name}-`));
  folders.push(made);
  return made;
}

/** Waits until the driver at this address can start a browser. */
export async function ready(address, program) {
  const end = Date.now() + LIMIT_MS;
  const answers = async () => (await fetch(`${address}/status`)).ok;
  while (!(await Promise.race([answers().catch(() => false), program.failed]))) {
    if (Date.now() > end) throw new Error(`no driver answers at ${address}: ${program.printed()}`);
    await sleep(50);
  }
}

/** A port that nothing listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Ends all that was started, the last first. */
export function endAll() {
  for (const { pid } of running.reverse()) {
    try {
      process.kill(-pid, "SIGKILL");
    } catch (error) {
      // It has ended by itself.
      if (error.code !== "ESRCH") throw error;
    }
  }
  for (const made of folders) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
}
