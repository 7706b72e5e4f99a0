// Runs one program of Python in Pyodide (CPython as wasm), and is then of no more use. Lives in the frame of `frame.html`,
// whose policy allows no connection; everything that it loads is handed in.
//
// In:  {wasm: WebAssembly.Module, stdlib, packages: ArrayBuffer}     loads Python
// Out: "ready" once it can take a program
// In:  {argv, folder, stdin, paths, texts, leftOut, memory, output}   argv without `python`; limits in bytes
// Out: the messages that `../javascript/worker.js` lists

// Before Pyodide, which looks for what this takes away.
import { bounded, withoutDoors } from "./walls.js";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import driver from "./driver.py";

/* global LOCK_INFO -- which build of Pyodide this is; set where this is bundled */

/** The exit code of a process that ended by SIGABRT. */
const ABORTED = 134;

const PACKAGES = "/packages";

let loading;
self.onmessage = ({ data }) => {
  if (data.wasm) loading = load(data).then((python) => (self.postMessage("ready"), python));
  else loading.then((python) => run(python, data));
  loading.catch((error) => self.postMessage({ end: "failed", why: `Python could not be loaded: ${error?.message ?? error}` }));
};

async function load({ wasm, stdlib, packages }) {
  // What Pyodide would fetch is here already.
  const { fetch, WebAssembly: { instantiateStreaming } } = self;
  self.fetch = async (url) => (String(url).endsWith(".zip") ? new Response(stdlib) : new Response());
  WebAssembly.instantiateStreaming = async (_, imports) => ({ instance: await WebAssembly.instantiate(wasm, imports), module: wasm });
  const memory = bounded(WebAssembly);
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: "https://python.invalid/",
    // No packages to be offered: there is no network to get them by.
    lockFileContents: { info: LOCK_INFO, packages: {} },
    jsglobals: Object.create(null),
    _sysExecutable: "/usr/bin/python",
    env: { HOME: "/tmp", PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0" },
  });
  Object.assign(self, { fetch });
  WebAssembly.instantiateStreaming = instantiateStreaming;
  python.unpackArchive(packages, "zip", { extractDir: PACKAGES });
  python.runPython(`import sys; sys.path.append(${JSON.stringify(PACKAGES)}); sys.path = [path for path in sys.path if path]`);
  const scope = python.globals.get("dict")();
  scope.set("__file__", "<driver>");
  python.runPython(driver, { globals: scope, filename: "<driver>" });
  return { python, scope, memory };
}

async function run({ python, scope, memory }, job) {
  const post = withoutDoors(self);
  const output = new Output(job.output, post);
  try {
    layOut(python.FS, job.paths, job.texts);
    python.setStdin({ stdin: once(job.stdin) });
    python.setStdout({ write: (bytes) => output.write(0, bytes), isatty: false });
    python.setStderr({ write: (bytes) => output.write(1, bytes), isatty: false });
    memory.limit(job.memory);
    post({ started: true });
    const start = scope.get("run");
    const parts = [python.toPy(job.argv), job.folder, python.toPy(job.leftOut)];
    // Where the browser can switch stacks, `asyncio.run` works in the program.
    const code = await (start.callPromising ? start.callPromising(...parts) : start(...parts));
    output.flush();
    post({ end: "exit", code });
  } catch (error) {
    output.flush();
    post(ended(error, output));
  }
}

function ended(error, output) {
  const text = String(error?.message ?? error);
  if (error?.type === "OutOfMemory" || /OutOfMemory|out of memory/i.test(text.slice(-200))) return { end: "memory" };
  output.write(1, new TextEncoder().encode(`Python itself crashed: ${text.slice(0, 500)}\n`));
  output.flush();
  return { end: "exit", code: ABORTED };
}

/** Writes the repository's texts under /repo. */
function layOut(FS, paths, texts) {
  const made = new Set();
  FS.mkdirTree("/repo");
  paths.forEach((path, at) => {
    const folder = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
    if (folder && !made.has(folder)) FS.mkdirTree(`/repo/${folder}`);
    made.add(folder);
    FS.writeFile(`/repo/${path}`, texts[at]);
  });
}

/** Standard input: the text, then its end. */
function once(text) {
  let isRead = text === "";
  return () => {
    if (isRead) return null;
    isRead = true;
    return text;
  };
}

/** What the program writes, in pieces of whole characters, up to a limit. */
class Output {
  #decoders = [new TextDecoder(), new TextDecoder()];
  #waiting = ["", ""];
  #left;

  constructor(limit, post) {
    this.#left = limit;
    this.post = post;
  }

  write(stream, bytes) {
    if (this.#left < 0) return bytes.length;
    this.#waiting[stream] += this.#decoders[stream].decode(bytes, { stream: true });
    this.#left -= bytes.length;
    if (this.#waiting[stream].length > 8192 || bytes.includes(10)) this.flush();
    if (this.#left < 0) this.post({ end: "output" });
    return bytes.length;
  }

  flush() {
    this.#waiting.forEach((text, stream) => text && this.post({ stream, text }));
    this.#waiting = ["", ""];
  }
}
