// `@quarry/core`: questions to a repository, from an index directory on a static host or from its files.

import { load, read } from "./assets.js";
import { Failure } from "./failure.js";
import { Pack } from "./pack.js";
import { Requests } from "./requests.js";
import init, { AskEngine, indexFiles } from "./wasm/engine.js";

export { Failure as QuarryError };

/** Opens a repository: see `index.d.ts`. */
export async function open(source, options = {}) {
  await loadEngine();
  const isAddress = typeof source === "string" || source instanceof URL;
  return isAddress ? openIndex(source, options) : openFiles(source, options);
}

let engineLoaded = null;

/** Loads the engine once; after a failure the next call tries again. */
function loadEngine() {
  engineLoaded ??= read("wasm/engine_bg.wasm")
    .then((bytes) => init({ module_or_path: bytes }))
    .catch((error) => {
      engineLoaded = null;
      throw error;
    });
  return engineLoaded;
}

async function openIndex(address, { signal, onProgress }) {
  const session = new Session();
  const index = new URL(address, globalThis.document?.baseURI ?? globalThis.location?.href).href;
  session.engine = new AskEngine(index, session.receive);
  const report = onProgress && (({ files, bytes }) => onProgress({ phase: "fetching", files, bytes }));
  return new Repository(session, await session.request({ type: "open" }, { signal, onProgress: report }));
}

async function openFiles(source, { name = "files", signal, onProgress }) {
  const packs = new Packs(JSON.parse(new TextDecoder().decode(await read("packs/packs.json"))));
  const parse = (language, bytes) => {
    signal?.throwIfAborted();
    return packs.facts(language, bytes);
  };
  const session = new Session();
  try {
    signal?.throwIfAborted();
    const files = { name, files: await entriesOf(source) };
    session.engine = await indexFiles(files, packs.languages, parse, (progress) => onProgress?.(progress), session.receive);
  } catch (error) {
    if (signal?.aborted) throw new Failure("cancelled", "Stopped.");
    throw error?.kind ? Failure.from(error) : error;
  }
  return new Repository(session, await session.request({ type: "open" }, { signal }));
}

/** `[path, bytes]` of every file. */
async function entriesOf(source) {
  const isIterable = Symbol.iterator in source || Symbol.asyncIterator in source;
  const files = [];
  for await (const [path, content] of isIterable ? source : Object.entries(source)) {
    files.push([path, typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content)]);
  }
  return files;
}

/** Language packs, each compiled when the first file needs it. */
class Packs {
  #files;
  #compiled = new Map();

  /** `files`: the pack's file by language id. */
  constructor(files) {
    this.#files = files;
    this.languages = Object.keys(files);
  }

  async facts(language, bytes) {
    if (!this.#compiled.has(language)) {
      this.#compiled.set(language, load(`packs/${this.#files[language]}`).then((module) => new Pack(module)));
    }
    return (await this.#compiled.get(language)).run(0, bytes);
  }
}

/** An engine and the requests to it. */
class Session {
  engine = null;
  #requests = new Requests((message) => this.engine.handle(message));

  receive = (message) => {
    if (message.type === "crashed") this.end(new Failure("internal", `The engine stopped: ${message.message}`));
    else this.#requests.receive(message);
  };

  async request(message, options) {
    if (!this.engine) throw new Failure("internal", "The repository is closed.");
    return this.#requests.request(message, options);
  }

  end(failure) {
    this.engine = null;
    this.#requests.fail(failure);
  }
}

/** An open repository: see `index.d.ts`. */
class Repository {
  #session;

  constructor(session, { name, snapshot, files }) {
    this.#session = session;
    Object.assign(this, { name, snapshot, files });
  }

  async search(query, { namesOnly = false, signal } = {}) {
    return (await this.#session.request({ type: "search", query, names_only: namesOnly }, { signal })).items;
  }

  symbol(symbol, { signal } = {}) {
    const message = typeof symbol === "number" ? { type: "symbol", symbol } : { type: "symbol_named", name: symbol };
    return this.#session.request(message, { signal });
  }

  async callers(symbol, options) {
    return (await this.symbol(symbol, options)).callers;
  }

  lines(path, start = 1, end = 0xffffffff, { signal } = {}) {
    return this.#session.request({ type: "lines", path, start, end }, { signal });
  }

  async suggestions({ signal } = {}) {
    return (await this.#session.request({ type: "suggest" }, { signal })).questions;
  }

  async *ask(question, { history = [], model = null, signal } = {}) {
    const own = model && { base_url: model.baseUrl, model: model.model, key: model.key ?? "" };
    const events = new Queue();
    const stop = new AbortController();
    const message = { type: "ask", question, history, model: own };
    const aborted = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    this.#session.request(message, { signal: aborted, onEvent: (event) => events.push(event) }).then(
      () => events.end(),
      (error) => events.end(error),
    );
    try {
      yield* events.drain();
    } finally {
      // A loop that is left early stops the run.
      stop.abort();
    }
  }

  close() {
    this.#session.end(new Failure("cancelled", "The repository was closed."));
  }
}

/** From callbacks to an async iterator. */
class Queue {
  #items = [];
  #end = null;
  #wake = () => {};

  push(item) {
    this.#items.push(item);
    this.#wake();
  }

  end(error = null) {
    this.#end = { error };
    this.#wake();
  }

  async *drain() {
    while (true) {
      while (this.#items.length > 0) yield this.#items.shift();
      if (this.#end?.error) throw this.#end.error;
      if (this.#end) return;
      await new Promise((resolve) => (this.#wake = resolve));
    }
  }
}
