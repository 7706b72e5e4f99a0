// Engine workers: one for each index, however many elements ask it, ended with the last of them.

import { Failure } from "./failure.js";

/** By the index's address. */
const running = new Map();

/** Longest silence of a worker that is starting, in milliseconds. */
const SILENCE = 30_000;

/** The engine over the index at this absolute address; each taker releases it once. */
export function acquire(index) {
  let engine = running.get(index);
  if (!engine || engine.isOver) running.set(index, (engine = new Engine(index)));
  engine.takers += 1;
  return engine;
}

class Engine {
  takers = 0;
  isOver = false;
  #index;
  #worker;
  #isReady = false;
  #queue = [];
  #pending = new Map();
  #last = 0;
  #watchdog = 0;
  #listening = new Set();

  constructor(index) {
    this.#index = index;
    this.#start();
  }

  /** Ends the worker when nobody is left. */
  release() {
    this.takers -= 1;
    if (this.takers > 0) return;
    this.#end(new Failure("cancelled", "The element was removed."));
  }

  /** Has `hear({done, total})` told how much of the engine has come; returns how to stop. */
  onLoading(hear) {
    this.#listening.add(hear);
    return () => this.#listening.delete(hear);
  }

  /** Sends a request; `onEvent` and `onProgress` hear what comes before its end. */
  request(message, { signal, onEvent, onProgress } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new Failure("cancelled", ""));
      if (this.isOver) return reject(new Failure("internal", "The engine has stopped.", "Close the dialog and open it again."));
      const id = ++this.#last;
      this.#pending.set(id, { resolve, reject, onEvent, onProgress });
      this.#send({ id, ...message });
      signal?.addEventListener("abort", () => this.#send({ id: ++this.#last, type: "cancel", request: id }), { once: true });
    });
  }

  #send(message) {
    if (this.#isReady) this.#worker.postMessage(message);
    else this.#queue.push(message);
  }

  #start() {
    this.#worker = make(new URL("worker.js", import.meta.url));
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      // A fault after the start leaves no message of its own.
      const why = event.message ? ` (${event.message})` : "";
      const advice = "If the page has a Content-Security-Policy, it must allow the script's origin in `script-src`, and `worker-src blob:` where that is another origin.";
      this.#end(new Failure("blocked", `The engine's worker could not start${why}.`, advice));
    };
    this.#wait();
  }

  /** A worker that says nothing is given up: a spinner that hangs helps nobody. */
  #wait() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.#end(new Failure("unreachable", "The engine did not load in time.", "Check the connection and try again."));
    }, SILENCE);
  }

  #hear(data) {
    if (!this.#isReady) this.#wait();
    switch (data.type) {
      case "booting":
        return;
      case "listening":
        return this.#worker.postMessage({ index: this.#index });
      case "loading":
        return this.#listening.forEach((hear) => hear(data));
      case "ready": {
        clearTimeout(this.#watchdog);
        this.#isReady = true;
        for (const message of this.#queue.splice(0)) this.#worker.postMessage(message);
        return;
      }
      case "broken":
        return this.#end(Failure.from(data.failure));
      case "crashed": {
        const advice = "Close the dialog and open it again. If it stays, it is a fault of Quarry.";
        return this.#end(new Failure("internal", `The engine stopped: ${data.message}`, advice));
      }
      default:
        this.#answer(data);
    }
  }

  #answer({ id, type, event, reply, failure, ...progress }) {
    const request = this.#pending.get(id);
    if (!request) return;
    if (type === "event") return request.onEvent?.(event);
    if (type === "progress") return request.onProgress?.(progress);
    this.#pending.delete(id);
    if (type === "done") request.resolve(reply);
    else request.reject(Failure.from(failure));
  }

  #end(failure) {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.#watchdog);
    this.#worker.terminate();
    if (running.get(this.#index) === this) running.delete(this.#index);
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
  }
}

/**
 * A worker may only be made from the page's own origin. From anywhere else (a CDN) it is made from a blob that imports
 * the script by its absolute address.
 */
function make(url) {
  const options = { type: "module", name: "quarry-ask" };
  if (url.origin === location.origin) return new Worker(url, options);
  const failed = `postMessage({ type: "broken", failure: { kind: "blocked", message: "The engine's worker could not load " + ${JSON.stringify(url.href)} + " (" + error.message + ").", advice: "That server must send Access-Control-Allow-Origin, and the page's Content-Security-Policy must name it in script-src." } })`;
  const code = `import(${JSON.stringify(url.href)}).catch((error) => ${failed});`;
  const blob = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(blob, options);
  // The worker has it by the time it says anything.
  worker.addEventListener("message", () => URL.revokeObjectURL(blob), { once: true });
  return worker;
}
