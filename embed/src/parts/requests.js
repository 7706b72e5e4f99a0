// Requests to an engine by their ids: each is answered by any number of events and progress messages and one end.

import { Failure } from "./failure.js";

export class Requests {
  #send;
  #pending = new Map();
  #last = 0;

  /** `send(message)` posts a message to the engine. */
  constructor(send) {
    this.#send = send;
  }

  /** Sends a request and resolves to its reply. `onEvent` and `onProgress` are called until then; `signal` cancels it. */
  request(message, { signal, onEvent, onProgress } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new Failure("cancelled", "Stopped."));
      const id = ++this.#last;
      this.#pending.set(id, { resolve, reject, onEvent, onProgress });
      this.#send({ id, ...message });
      signal?.addEventListener("abort", () => this.#send({ id: ++this.#last, type: "cancel", request: id }), { once: true });
    });
  }

  /** Handles a message of the engine. */
  receive({ id, type, event, reply, failure, ...progress }) {
    const request = this.#pending.get(id);
    if (!request) return;
    if (type === "event") return request.onEvent?.(event);
    if (type === "progress") return request.onProgress?.(progress);
    this.#pending.delete(id);
    if (type === "done") request.resolve(reply);
    else request.reject(Failure.from(failure));
  }

  /** Fails every pending request. */
  fail(failure) {
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
  }
}
