// What a program finds around it in QuickJS: a part of Node's globals and modules, written over the functions of the host.
//
// `start(host)` is called once, before the program; `host` is never visible to the program itself.

import { makeConsole } from "./console.js";
import { Modules } from "./modules.js";
import { makeProcess } from "./process.js";
import { TestRun } from "./test.js";
import { Timers } from "./timers.js";
import { uncaught } from "./errors.js";

export function start(host) {
  const timers = new Timers(host);
  const process = makeProcess(host);
  const tests = new TestRun(process);
  const modules = new Modules(host, process, timers, tests);
  const console = makeConsole(process, modules);
  const globals = { process, console, global: globalThis, ...timers.globals() };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
  Object.defineProperty(globalThis, Symbol.for("quarry.imported"), { value: (path) => modules.imported(path) });
  // The library behind `Buffer` is large, and few programs need it.
  Object.defineProperty(globalThis, "Buffer", { get: () => modules.builtin("buffer").Buffer, configurable: true });
  return {
    runFile: (path) => modules.runMain(path),
    runCode: (code, isModule, isPrinted) => modules.runCode(code, isModule, isPrinted),
    /** The names that a module exports, for `import` of what is no ES module, as JSON; loads it. */
    names: (path) => JSON.stringify(modules.namesOf(path)),
    formatOf: (path) => modules.formatOf(path),
    /** The absolute path, or the `node:` name, of a module that is imported by its name alone. */
    named: (from, name) => modules.named(from, name),
    fire: (id) => timers.fire(id),
    uncaught: (error) => uncaught(error, modules),
    /** Starts the tests that were registered; the host waits for `isOver`. */
    finish: () => tests.finish(),
    end: (code) => process.end(code),
  };
}
