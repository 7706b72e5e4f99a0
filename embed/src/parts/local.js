// Answers from the engine in this page: an index on a static host, the offline model or the visitor's own.

import { acquire } from "./engine.js";

export class LocalBackend {
  /** Files can be read. */
  hasFiles = true;
  /** No server answers. */
  host = null;
  #index;
  #engine = null;

  constructor(index) {
    this.#index = index;
  }

  /** Opens the index; `onStatus(name, values)` is called with progress, as names of strings. */
  async open(onStatus, signal) {
    const engine = this.#running();
    const kilo = (bytes) => Math.round(bytes / 1000);
    const stop = engine.onLoading(({ done, total }) => onStatus("loadingEngine", { done: kilo(done), total: kilo(Math.max(done, total)) }));
    try {
      return await engine.request({ type: "open" }, { signal, onProgress: ({ bytes }) => onStatus("openingIndex", { done: kilo(bytes) }) });
    } finally {
      stop();
    }
  }

  async suggest(signal) {
    return (await this.#running().request({ type: "suggest" }, { signal })).questions;
  }

  /** Searches names: fast, and reads little of the index. */
  async names(query, signal) {
    return (await this.#running().request({ type: "search", query, names_only: true }, { signal })).items;
  }

  async search(query, signal) {
    return (await this.#running().request({ type: "search", query }, { signal })).items;
  }

  symbol({ symbol, qualified_name: name }, signal) {
    const wanted = symbol === null || symbol === undefined ? { type: "symbol_named", name } : { type: "symbol", symbol };
    return this.#running().request(wanted, { signal });
  }

  around(page, signal) {
    return this.#running().request({ type: "around", symbol: page.symbol.symbol }, { signal });
  }

  lines(path, start, end, signal) {
    return this.#running().request({ type: "lines", path, start, end }, { signal });
  }

  async ask({ question, history, model }, { signal, onEvent }) {
    await this.#running().request({ type: "ask", question, history, model }, { signal, onEvent });
  }

  release() {
    this.#engine?.release();
    this.#engine = null;
  }

  /** Starts the engine again if its worker failed. */
  #running() {
    if (!this.#engine || this.#engine.isOver) this.#engine = acquire(this.#index);
    return this.#engine;
  }
}
