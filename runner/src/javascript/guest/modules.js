// `require`, `import` of what is no ES module, and the modules that come with Node.

import { failure } from "./errors.js";
import { makeFs } from "./fs.js";

const LIBRARY = ["assert", "buffer", "events", "path", "querystring", "string_decoder", "util"];

const ESM = /^\s*(import\s*[\w{*"']|export\s+(default|const|let|var|function|class|async|\{|\*)|export\s*[{*])|\bimport\.meta\b|^\s*(const|let|var)?[^=\n]*=?\s*await\s/m;

export class Modules {
  #cache = new Map();
  #builtins = new Map();
  #library;
  #parts = {};

  constructor(host, process, timers, tests) {
    Object.assign(this, { host, process, timers, tests });
  }

  inspect(value) {
    return this.library("inspect")(value);
  }

  runMain(path) {
    this.main = path;
    if (this.formatOf(path) === "module") return this.host.evalModule(path);
    this.load(path, true);
  }

  runCode(code, isModule, isPrinted) {
    const path = `${this.process.cwd()}/[eval]`;
    // A program given as text may use `require` and the modules of Node by name, as in Node.
    globalThis.require = this.requireFrom(path);
    for (const name of ["fs", "path", "os", "util", "assert", "events", "url"]) {
      Object.defineProperty(globalThis, name, { get: () => this.builtin(name), set: (value) => define(name, value), configurable: true });
    }
    if (isModule || (ESM.test(code) && !this.compiles(code, path))) return this.host.evalModuleCode(`${path}1`, code);
    const value = this.host.evalScript(path, code);
    if (isPrinted) console.log(value);
  }

  compiles(code, path) {
    try {
      this.host.compile(path, code);
      return true;
    } catch (error) {
      // It comes from the host, with the name and the message of the original alone.
      if (error?.name === "SyntaxError") return false;
      throw error;
    }
  }

  /** `module`, `commonjs` or `json`, by the name of the file, the nearest package.json, and else by its syntax, as in Node. */
  formatOf(path) {
    if (/\.m[jt]s$/.test(path)) return "module";
    if (/\.c[jt]s$/.test(path)) return "commonjs";
    if (path.endsWith(".json")) return "json";
    const type = this.packageOf(path)?.type;
    if (type === "module" || type === "commonjs") return type;
    const text = this.host.source(path);
    if (text?.failed) throw failure(text.code, text.message);
    return ESM.test(text) && !this.compiles(text, path) ? "module" : "commonjs";
  }

  packageOf(path) {
    for (let folder = parent(path); ; folder = parent(folder)) {
      const file = `${folder === "/" ? "" : folder}/package.json`;
      if (this.host.kind(file) === "file") return JSON.parse(this.host.read(file));
      if (folder === "/") return undefined;
    }
  }

  load(path, isMain = false) {
    const known = this.#cache.get(path);
    if (known) return known.exports;
    const require = this.requireFrom(path);
    const module = { id: isMain ? "." : path, filename: path, path: parent(path), exports: {}, loaded: false, children: [], require };
    if (isMain) require.main = this.mainModule = module;
    this.#cache.set(path, module);
    try {
      this.evaluate(path, module, require);
    } catch (error) {
      this.#cache.delete(path);
      throw error;
    }
    module.loaded = true;
    return module.exports;
  }

  evaluate(path, module, require) {
    const format = this.formatOf(path);
    if (format === "module") {
      throw failure("ERR_REQUIRE_ESM", `require() of the ES module ${path} is not possible in this tab; use import`);
    }
    const text = this.host.source(path);
    if (text?.failed) throw failure(text.code, text.message);
    if (format === "json") {
      module.exports = JSON.parse(text);
      return;
    }
    const body = this.host.compile(path, text);
    body.call(module.exports, module.exports, require, module, path, parent(path));
  }

  requireFrom(path) {
    const require = (name) => {
      const builtin = this.builtinNamed(name);
      return builtin !== undefined ? builtin : this.load(this.resolve(path, name));
    };
    require.resolve = (name) => (this.isBuiltin(name) ? name : this.resolve(path, name));
    require.cache = {};
    require.main = this.mainModule;
    return require;
  }

  resolve(from, name) {
    const isPath = /^(\.{0,2}\/|\.{1,2}$)/.test(name);
    const found = isPath ? this.file(this.host.resolve(parent(from), name)) : this.inPackages(from, name);
    if (found) return found;
    const reason = isPath ? this.leftOut(this.host.resolve(parent(from), name)) : packages(name);
    throw failure("MODULE_NOT_FOUND", `Cannot find module '${name}'${reason}\nRequire stack:\n- ${from}`);
  }

  leftOut(path) {
    const reason = this.host.read(path)?.message ?? "";
    return /was left out/.test(reason) ? reason.slice(reason.indexOf(" (")).split(", '")[0] : "";
  }

  file(path) {
    const isFile = (each) => this.host.kind(each) === "file";
    const named = ["", ".js", ".json", ".cjs"].map((end) => path + end).find(isFile);
    if (named) return named;
    if (this.host.kind(path) !== "folder") return undefined;
    const main = isFile(`${path}/package.json`) ? JSON.parse(this.host.read(`${path}/package.json`)).main : undefined;
    return (main && this.file(this.host.resolve(path, main))) || ["index.js", "index.json"].map((end) => `${path}/${end}`).find(isFile);
  }

  inPackages(from, name) {
    for (let folder = parent(from); ; folder = parent(folder)) {
      const found = this.file(`${folder === "/" ? "" : folder}/node_modules/${name}`);
      if (found || folder === "/") return found;
    }
  }

  isBuiltin(name) {
    return this.builtinNamed(name, true) !== undefined;
  }

  /** A module of Node by its name; undefined for other names. */
  builtinNamed(name, isOnlyAsked = false) {
    const short = name.replace(/^node:/, "");
    const isKnown = LIBRARY.includes(short) || short in this.own || (short === "test" && name !== short);
    if (isKnown) return isOnlyAsked ? true : this.builtin(short);
    if (name === short && !NOT_HERE.includes(short.split("/")[0])) return undefined;
    throw failure("ERR_NOT_IN_TAB", `the module '${name}' of Node does not exist in this tab`);
  }

  builtin(name) {
    if (!this.#builtins.has(name)) this.#builtins.set(name, this.make(name));
    return this.#builtins.get(name);
  }

  make(name) {
    return LIBRARY.includes(name) ? this.library(name) : this.own[name]();
  }

  /** A part of the library; each is evaluated when it is first asked for. */
  library(name) {
    this.#library ??= this.host.library();
    return (this.#parts[name] ??= this.#library[name]());
  }

  /** What is written here and not taken from a library. */
  own = {
    fs: () => makeFs(this.host, this.process, this),
    "fs/promises": () => this.builtin("fs").promises,
    "path/posix": () => this.builtin("path"),
    "assert/strict": () => this.builtin("assert").strict,
    process: () => this.process,
    console: () => globalThis.console,
    test: () => this.tests.module(),
    timers: () => this.timers.globals(),
    "timers/promises": () => ({
      setTimeout: (ms, value) => new Promise((done) => globalThis.setTimeout(done, ms, value)),
      setImmediate: (value) => new Promise((done) => globalThis.setImmediate(done, value)),
    }),
    os: () => ({ EOL: "\n", tmpdir: () => "/tmp", homedir: () => "/tmp", platform: () => "linux", type: () => "Linux", arch: () => "wasm32", cpus: () => [], hostname: () => "tab" }),
    perf_hooks: () => ({ performance }),
    module: () => ({ createRequire: (from) => this.requireFrom(from?.href || /^file:/.test(from) ? this.builtin("url").fileURLToPath(from) : from) }),
    url: () => ({
      fileURLToPath: (url) => decodeURIComponent(String(url?.href ?? url).replace(/^file:\/\//, "")),
      pathToFileURL: (path) => {
        const href = `file://${encodeURI(this.host.resolve(this.process.cwd(), path))}`;
        return { href, pathname: href.slice("file://".length), protocol: "file:", toString: () => href };
      },
      URL: globalThis.URL,
    }),
  };

  named(from, name) {
    return this.isBuiltin(name) ? `node:${name.replace(/^node:/, "")}` : this.resolve(from, name);
  }

  /** For `import`: the module's value, by the absolute path or `node:` name that the host resolved. */
  imported(path) {
    if (path.startsWith("node:")) return this.builtinNamed(path);
    return this.load(path);
  }

  namesOf(path) {
    const value = this.imported(path);
    const names = value !== null && ["object", "function"].includes(typeof value) ? Object.keys(value) : [];
    return names.filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name));
  }
}

/** Modules of Node that need what a tab does not give to a program. */
const NOT_HERE = ["child_process", "cluster", "crypto", "dgram", "dns", "http", "http2", "https", "net", "readline", "stream", "tls", "tty", "vm", "v8", "worker_threads", "zlib", "async_hooks", "inspector", "diagnostics_channel"];

const RESERVED = new Set("default await break case catch class const continue debugger delete do else enum export extends false finally for function if import in instanceof new null return static super switch this throw true try typeof var void while with yield let package private protected public interface implements arguments eval".split(" "));

const parent = (path) => path.slice(0, Math.max(path.lastIndexOf("/"), 1));

const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

const packages = (name) =>
  name.startsWith("#")
    ? ": names of the package itself (#) are not understood in this tab"
    : `: a run in this tab has the repository's own files and no installed packages`;
