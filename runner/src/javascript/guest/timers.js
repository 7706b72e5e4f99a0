// Timers: the host waits, and calls `fire` when one is due.

export class Timers {
  #calls = new Map();
  #next = 1;

  constructor(host) {
    this.host = host;
  }

  globals() {
    const clear = (timer) => {
      const id = typeof timer === "object" && timer !== null ? timer.id : timer;
      if (this.#calls.delete(id)) this.host.clearTimer(id);
    };
    return {
      setTimeout: (call, ms, ...parts) => this.#set(call, ms, parts, false),
      setInterval: (call, ms, ...parts) => this.#set(call, ms, parts, true),
      setImmediate: (call, ...parts) => this.#set(call, 0, parts, false),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    };
  }

  fire(id) {
    const timer = this.#calls.get(id);
    if (!timer) return;
    if (timer.repeats) this.host.setTimer(id, timer.ms, true);
    else this.#calls.delete(id);
    timer.call(...timer.parts);
  }

  #set(call, ms, parts, repeats) {
    if (typeof call !== "function") throw new TypeError("The first argument of a timer must be a function");
    const id = this.#next++;
    ms = Math.max(1, Number(ms) || 0);
    this.#calls.set(id, { call, ms, parts, repeats });
    this.host.setTimer(id, ms, true);
    const timer = { id, hasRef: () => true, refresh: () => (this.host.setTimer(id, ms, true), timer), [Symbol.toPrimitive]: () => id };
    timer.ref = () => (this.host.setTimer(id, ms, true), timer);
    timer.unref = () => (this.host.setTimer(id, ms, false), timer);
    return timer;
  }
}
