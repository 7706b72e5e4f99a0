// `process`, as far as a run has one.

import { failure } from "./errors.js";

export function makeProcess(host) {
  const listeners = new Map();
  const stream = (number) => ({
    write: (text) => (host.write(number, String(text)), true),
    isTTY: false,
    columns: 80,
    on: () => {},
    once: () => {},
    end: () => {},
  });
  let folder = host.cwd;
  const process = {
    argv: host.argv,
    argv0: "node",
    execPath: "/usr/bin/node",
    execArgv: [],
    env: {},
    pid: 1,
    platform: "linux",
    arch: "wasm32",
    version: "v22.0.0",
    versions: { node: "22.0.0", quickjs: host.engine },
    exitCode: undefined,
    stdout: stream(0),
    stderr: stream(1),
    stdin: { fd: 0, isTTY: false, setEncoding: () => {}, [Symbol.asyncIterator]: async function* () { if (host.stdin) yield host.stdin; } },
    cwd: () => folder,
    chdir: (path) => {
      const to = host.resolve(folder, path);
      if (host.kind(to) !== "folder") throw failure("ENOENT", `ENOENT: no such file or directory, chdir '${path}'`);
      folder = to;
    },
    exit(code = process.exitCode ?? 0) {
      host.exit(process.end(Number(code)));
      // The host interrupts the program here; no `catch` or `finally` runs after that.
      for (;;);
    },
    abort: () => process.exit(134),
    uptime: () => performance.now() / 1000,
    hrtime: Object.assign(
      (since) => {
        const now = performance.now();
        const [s, n] = [Math.floor(now / 1000), Math.floor((now % 1000) * 1e6)];
        return since ? [s - since[0] - (n < since[1] ? 1 : 0), n - since[1] + (n < since[1] ? 1e9 : 0)] : [s, n];
      },
      { bigint: () => BigInt(Math.floor(performance.now() * 1e6)) },
    ),
    memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
    nextTick: (call, ...parts) => queueMicrotask(() => call(...parts)),
    emitWarning: (warning) => process.stderr.write(`(node) ${warning}\n`),
    umask: () => 0o022,
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      return process;
    },
    off(event, listener) {
      listeners.set(event, (listeners.get(event) ?? []).filter((each) => each !== listener));
      return process;
    },
    emit(event, ...parts) {
      for (const listener of listeners.get(event) ?? []) listener(...parts);
      return listeners.has(event);
    },
    listenerCount: (event) => (listeners.get(event) ?? []).length,
  };
  Object.assign(process, { once: process.on, addListener: process.on, removeListener: process.off });
  let isEnding = false;
  /** Has `exit` listeners run, once; gives the exit code. Not for the program. */
  const end = (code) => {
    if (!isEnding) {
      isEnding = true;
      process.exitCode = code;
      process.emit("exit", code);
    }
    return Number(process.exitCode ?? code);
  };
  Object.defineProperty(process, "end", { value: end, enumerable: false });
  return process;
}
