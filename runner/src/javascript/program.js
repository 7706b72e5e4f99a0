// One program in QuickJS: its own wasm instance, its event loop, and how it ends.

import { EvalFlags, JSException, QuickJS } from "quickjs-wasi";
import { FileError, resolve } from "./files.js";
import { typescript } from "./typescript.js";

/** The program was ended at its limit of memory, or found none. */
export class OutOfMemory extends Error {}

/** Native stack of QuickJS, in bytes: about 5,000 calls deep, after which the program gets a RangeError. */
const STACK = 480 * 1024;

/** The code with which Node ends where an `await` at the top level never ends. */
const UNSETTLED = 13;

export class Program {
  #exit;
  #timers = new Map();
  #rejected = new Map();
  #main;

  /**
   * `setting`: `wasm` and `extensions` of QuickJS, `guest` and `library` as source text, `files`, `output`, `memory` in bytes,
   * `cwd`, `stdin`, and `strip` for TypeScript where the repository has any.
   */
  static async start(setting, argv) {
    const program = new Program();
    Object.assign(program, setting);
    program.vm = await QuickJS.create({
      wasm: setting.wasm,
      extensions: setting.extensions,
      memoryLimit: setting.memory,
      maxStackSize: STACK,
      interruptHandler: () => program.#exit !== undefined || program.output.isFull,
      onUnhandledRejection: (promise, reason, isHandled) => program.#noteRejection(promise, reason, isHandled),
      moduleLoader: {
        normalize: (from, name) => program.#moduleNamed(from, name),
        load: (name) => program.#moduleText(name),
      },
    });
    const start = program.vm.evalCode(`(() => { ${setting.guest}\nreturn guest.start; })()`, "node:start");
    program.guest = program.vm.callFunction(start, program.vm.undefined, program.#host(argv));
    return program;
  }

  /** Runs a file or a code, and everything that it waits for; gives the exit code. */
  async run(entry) {
    const { kind, file, code, isModule, isPrinted } = entry;
    this.#attempt(() => {
      const main = kind === "code" ? this.#call("runCode", code, isModule, isPrinted) : this.#call("runFile", resolve(this.cwd, file));
      if (main.isPromise) this.#main = main;
    });
    await this.#loop();
    // The tests that were registered run once the program is loaded.
    if (this.#exit === undefined) {
      this.#attempt(() => this.#call("finish"));
      await this.#loop();
    }
    if (this.#exit === undefined && this.#main?.promiseState === 0) {
      this.output.write(1, "Warning: Detected unsettled top-level await\n");
      this.#exit = UNSETTLED;
    }
    if (this.#exit === undefined) {
      const code = this.#attempt(() => this.vm.dump(this.#call("end", this.#exitCode())));
      this.#exit ??= code;
    }
    return this.#exit ?? 1;
  }

  dispose() {
    this.vm.dispose();
  }

  #exitCode() {
    const code = this.vm.dump(this.vm.evalCode("process.exitCode"));
    return Number(code ?? 0);
  }

  async #loop() {
    while (this.#exit === undefined && !this.output.isFull) {
      this.#attempt(() => this.vm.executePendingJobs());
      this.#endForRejection();
      if (this.#exit !== undefined || ![...this.#timers.values()].some((timer) => timer.holds)) return;
      const [id, { due }] = [...this.#timers].reduce((first, timer) => (timer[1].due < first[1].due ? timer : first));
      const wait = due - performance.now();
      if (wait > 0) {
        this.output.flush();
        await new Promise((done) => setTimeout(done, wait));
      }
      this.#timers.delete(id);
      this.#attempt(() => this.#call("fire", id));
    }
  }

  /** Runs a part of the program; what it throws ends it, as nothing has caught it. */
  #attempt(part) {
    try {
      return part();
    } catch (error) {
      if (this.#exit !== undefined || this.output.isFull) return undefined;
      if (!(error instanceof JSException)) throw trapped(error);
      if (error.name === "InternalError" && error.message === "out of memory") throw new OutOfMemory();
      this.#endFor(error.handle);
      return undefined;
    }
  }

  #endFor(reason) {
    let text;
    try {
      text = this.vm.dump(this.#call("uncaught", reason));
    } catch {
      text = "Uncaught error, which could not be shown\n";
    }
    this.output.write(1, text);
    this.#exit = 1;
  }

  #noteRejection(promise, reason, isHandled) {
    if (isHandled) this.#rejected.delete(promise.identity);
    else this.#rejected.set(promise.identity, reason.dup());
  }

  #endForRejection() {
    const [reason] = this.#rejected.values();
    if (reason === undefined || this.#exit !== undefined) return;
    if (reason.isError && reason.getProp("message").toString() === "out of memory") throw new OutOfMemory();
    this.#endFor(reason);
  }

  #call(name, ...parts) {
    const handles = parts.map((part) => (part?.vm || part?.ptr !== undefined ? part : this.vm.hostToHandle(part)));
    return this.vm.callFunction(this.guest.getProp(name), this.vm.undefined, ...handles);
  }

  /** The functions that the globals and modules of the program are written with. */
  #host(argv) {
    const { vm, files } = this;
    const host = vm.hostToHandle({ argv, cwd: this.cwd, stdin: this.stdin, engine: vm.version ?? "ng" });
    const give = (name, call) => vm.setProp(host, name, vm.newFunction(`host.${name}`, (...parts) => call(...parts)));
    /** Values in, a value out. An error of the file system goes back as a value that is thrown inside. */
    const plain = (name, call) =>
      give(name, (...parts) => {
        try {
          return vm.hostToHandle(call(...parts.map((part) => vm.dump(part))));
        } catch (error) {
          if (!(error instanceof FileError)) throw error;
          return vm.hostToHandle({ failed: true, code: error.code, message: error.message, path: error.path });
        }
      });
    plain("write", (stream, text) => void this.output.write(stream, text));
    plain("exit", (code) => void (this.#exit = code & 255));
    plain("setTimer", (id, ms, holds) => void this.#timers.set(id, { due: performance.now() + ms, holds }));
    plain("clearTimer", (id) => void this.#timers.delete(id));
    plain("resolve", resolve);
    plain("kind", (path) => files.kind(path));
    plain("read", (path) => files.read(path));
    plain("list", (path) => files.list(path));
    plain("store", (path, content) => files.write(path, content));
    plain("makeFolder", (path) => files.makeFolder(path));
    plain("remove", (path) => files.remove(path));
    plain("source", (path) => this.#source(path));
    // On the first line, so that lines keep their numbers.
    const wrapped = (text) => `(function (exports, require, module, __filename, __dirname) {${withoutHashBang(text)}\n})`;
    give("compile", (path, text) => vm.evalCode(wrapped(text.toString()), path.toString()));
    give("evalScript", (path, code) => vm.evalCode(code.toString(), path.toString()));
    give("evalModule", (path) => this.#evalModule(path.toString(), this.#source(path.toString())));
    give("evalModuleCode", (path, code) => this.#evalModule(path.toString(), code.toString()));
    give("library", () => vm.evalCode(`(() => { const navigator = {}, URL = globalThis.URL ?? class {}; ${this.library}\nreturn library; })()`, "node:library"));
    return host;
  }

  #evalModule(path, text) {
    return this.vm.evalCode(withUrl(path, text), path, EvalFlags.TYPE_MODULE);
  }

  /** A file as JavaScript. */
  #source(path) {
    const content = this.files.read(path);
    const text = typeof content === "string" ? content : new TextDecoder().decode(content);
    return typescript.isNamed(path) ? typescript.strip(this.strip, path, text) : text;
  }

  /** The absolute path, or the `node:` name, of what a module imports. */
  #moduleNamed(from, name) {
    if (name.startsWith("file://")) name = decodeURIComponent(name.slice("file://".length));
    const folder = from.slice(0, Math.max(from.lastIndexOf("/"), 1));
    if (/^\.{0,2}\//.test(name)) {
      const path = resolve(folder, name);
      if (this.files.kind(path) === "file") return path;
      if (this.files.kind(path) === "folder") throw new Error(`Directory import '${path}' is not supported, imported from ${from}`);
      throw new Error(`Cannot find module '${path}' imported from ${from}${this.#leftOut(path)}`);
    }
    return this.#call("named", from, name).toString();
  }

  #leftOut(path) {
    try {
      this.files.read(path);
      return "";
    } catch (error) {
      return /\(.* was left out .*\)/.exec(error.message)?.[0].replace(/^/, " ") ?? "";
    }
  }

  /** The text of a module. What is no ES module becomes one that exports what the other gave. */
  #moduleText(name) {
    const isModule = !name.startsWith("node:") && this.#call("formatOf", name).toString() === "module";
    if (isModule) return withUrl(name, this.#source(name));
    const names = JSON.parse(this.#call("names", name).toString()).filter((each) => each !== "default");
    const path = JSON.stringify(name);
    // A name that no module exports, since what is exported is named beside it.
    const exported = names.map((each) => `export const ${each} = imported$.${each};`).join("\n");
    return `const imported$ = globalThis[Symbol.for("quarry.imported")](${path});\nexport default imported$;\n${exported}`;
  }
}

const withoutHashBang = (text) => (text.startsWith("#!") ? `//${text}` : text);

/** The text, with `import.meta` as Node fills it, on its first line. */
function withUrl(path, text) {
  const folder = path.slice(0, Math.max(path.lastIndexOf("/"), 1));
  const meta = { url: `file://${encodeURI(path)}`, filename: path, dirname: folder };
  return `Object.assign(import.meta, ${JSON.stringify(meta)});${withoutHashBang(text)}`;
}

/** The interpreter itself stopped: out of its stack or its memory. */
function trapped(error) {
  if (error instanceof RangeError || /unreachable|memory/i.test(String(error?.message))) return new OutOfMemory();
  return error;
}
