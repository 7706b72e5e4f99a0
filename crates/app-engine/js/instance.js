// The exports of the engine's first module, for the one that is loaded later. `engine.js` is asked for under the build's name;
// without it, it would be another module with an engine of its own.

let exports;

export function set(first) {
  exports = first;
}

/** As in the script of wasm-bindgen, once it has started. */
export function initSync() {
  return exports;
}
