// The Worker's entry: hands requests, calls and alarms to the wasm, and restarts it after a panic.
//
// After a panic the wasm's memory cannot be used any more. The isolate is shared by many requests, so all requests in
// flight are answered with an error at once, and the next call gets a fresh instance. Runs resume from their checkpoints.

import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";
import * as quarry from "./quarry.js";

const state = quarry.__worker_init_state();
const waiting = new Set();
let panicked = false;

// The panic hook sets this property of the state.
Object.defineProperty(state, "criticalError", {
  get: () => panicked,
  set(value) {
    panicked = value;
    if (!value) return;
    for (const fail of waiting) fail(new Error("the Worker's wasm panicked"));
    waiting.clear();
  },
});

function startAnewAfterPanic() {
  if (!panicked) return;
  quarry.__wbg_reset_state();
  state.criticalError = false;
}

/** The promise of `call`, or a failure if the wasm panics meanwhile. */
async function guarded(call) {
  startAnewAfterPanic();
  let fail;
  const panic = new Promise((_, reject) => {
    fail = reject;
    waiting.add(fail);
  });
  try {
    return await Promise.race([call(), panic]);
  } finally {
    waiting.delete(fail);
  }
}

function refused() {
  const error = { kind: "internal", message: "Something failed inside the Worker; try again. Its log says what it was." };
  return Response.json({ error }, { status: 500, headers: { "cache-control": "no-store" } });
}

export default class extends WorkerEntrypoint {
  async fetch(request) {
    try {
      return await guarded(() => quarry.fetch.call(this, request, this.env, this.ctx));
    } catch (error) {
      console.error(error);
      return refused();
    }
  }
}

/** A Durable Object whose wasm side is made anew after a panic. */
class Restarted extends DurableObject {
  #inner;
  #instance;

  get inner() {
    if (this.#instance !== state.instanceId) {
      this.#inner = this.make();
      this.#instance = state.instanceId;
    }
    return this.#inner;
  }

  async fetch(request) {
    try {
      return await guarded(() => this.inner.fetch(request));
    } catch (error) {
      console.error(error);
      return refused();
    }
  }
}

export class RunObject extends Restarted {
  make() {
    return new quarry.RunObject(this.ctx, this.env);
  }

  alarm() {
    return guarded(() => this.inner.alarm());
  }
}

export class MemoryObject extends Restarted {
  make() {
    return new quarry.MemoryObject(this.ctx, this.env);
  }
}
