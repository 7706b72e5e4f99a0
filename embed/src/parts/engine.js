// Engine workers: one for each index, shared by all elements and terminated with the last of them.

import { Failure } from "./failure.js";
import { Requests } from "./requests.js";

/** Engines by the address of their index. */
const running = new Map();

/** Longest time between two messages of a worker that is starting, in milliseconds. */
const START_TIMEOUT = 30_000;

/** The engine for the index at this absolute address. Each caller must release it once. */
export function acquire(index) {
  let engine = running.get(index);
  if (!engine || engine.isOver) running.set(index, (engine = new Engine(index)));
  engine.users += 1;
  return engine;
}

class Engine {
  users = 0;
  isOver = false;
  #index;
  #worker;
  #isReady = false;
  #queue = [];
  #requests = new Requests((message) => this.#send(message));
  #watchdog = 0;
  #loadingListeners = new Set();

  constructor(index) {
    this.#index = index;
    this.#start();
  }

  /** Terminates the worker when its last user releases it. */
  release() {
    this.users -= 1;
    if (this.users > 0) return;
    this.#end(new Failure("cancelled", "The element was removed."));
  }

  /** Calls `listener({done, total})` with the bytes of the engine that have loaded; returns a function that stops this. */
  onLoading(listener) {
    this.#loadingListeners.add(listener);
    return () => this.#loadingListeners.delete(listener);
  }

  /** See `Requests.request`. */
  async request(message, options) {
    if (this.isOver && !options?.signal?.aborted) throw new Failure("internal", "The engine has stopped.", "Close the dialog and open it again.");
    return this.#requests.request(message, options);
  }

  #send(message) {
    if (this.#isReady) this.#worker.postMessage(message);
    else this.#queue.push(message);
  }

  #start() {
    this.#worker = make(new URL("worker.js", import.meta.url));
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      // A failure after the start has no message of its own.
      const why = event.message ? ` (${event.message})` : "";
      const advice = "If the page has a Content-Security-Policy, it must allow the script's origin in `script-src`, and `worker-src blob:` where that is another origin.";
      this.#end(new Failure("blocked", `The engine's worker could not start${why}.`, advice));
    };
    this.#restartWatchdog();
  }

  /** Terminates a worker that sends nothing while it starts, so that nothing waits for ever. */
  #restartWatchdog() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.#end(new Failure("unreachable", "The engine did not load in time.", "Check the connection and try again."));
    }, START_TIMEOUT);
  }

  #receive(data) {
    if (!this.#isReady) this.#restartWatchdog();
    switch (data.type) {
      case "booting":
        return;
      case "listening":
        return this.#worker.postMessage({ index: this.#index });
      case "loading":
        return this.#loadingListeners.forEach((listener) => listener(data));
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
        this.#requests.receive(data);
    }
  }

  #end(failure) {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.#watchdog);
    this.#worker.terminate();
    if (running.get(this.#index) === this) running.delete(this.#index);
    this.#requests.fail(failure);
  }
}

/**
 * A worker's script must be of the page's own origin. For a script from elsewhere (a CDN) the worker is started from a blob
 * that imports the script by its absolute address.
 */
function make(url) {
  const options = { type: "module", name: "quarry-ask" };
  if (url.origin === location.origin) return new Worker(url, options);
  const failed = `postMessage({ type: "broken", failure: { kind: "blocked", message: "The engine's worker could not load " + ${JSON.stringify(url.href)} + " (" + error.message + ").", advice: "That server must send Access-Control-Allow-Origin, and the page's Content-Security-Policy must name it in script-src." } })`;
  const code = `import(${JSON.stringify(url.href)}).catch((error) => ${failed});`;
  const blob = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(blob, options);
  // The worker has loaded the blob before its first message.
  worker.addEventListener("message", () => URL.revokeObjectURL(blob), { once: true });
  return worker;
}
