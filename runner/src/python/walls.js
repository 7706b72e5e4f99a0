// What is taken out of a worker's reach before a program of Python runs in it, in addition to what its frame forbids: a
// program can call into JavaScript.

// Pyodide tries by this whether it runs in a classic worker, which it refuses without need; the frame's policy forbids it anyway.
delete Object.getPrototypeOf(self).importScripts;
delete self.importScripts;

/** Makes memory of wasm grow no further than a limit, which is set later. */
export function bounded(WebAssembly) {
  const { grow } = WebAssembly.Memory.prototype;
  let most = Infinity;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65536 > most) throw new RangeError("the limit of memory is reached");
    return grow.call(this, pages);
  };
  return { limit: (bytes) => (most = bytes) };
}

/** Ways out of a worker, and to more workers. Their frame refuses each of them too. */
const DOORS = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts", "Worker", "SharedWorker",
  "BroadcastChannel", "MessageChannel", "indexedDB", "caches", "navigator", "WorkerNavigator", "FontFace", "Request", "RTCPeerConnection",
  "Notification", "postMessage", "close", "onmessage", "createImageBitmap", "requestAnimationFrame", "webkitRequestFileSystem",
  "webkitRequestFileSystemSync", "webkitResolveLocalFileSystemURL", "webkitResolveLocalFileSystemSyncURL", "showOpenFilePicker",
];

/** Deletes them from the worker; returns the function that posts, for the worker's own script. */
export function withoutDoors(scope) {
  const post = scope.postMessage.bind(scope);
  for (let holder = scope; holder && holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const name of DOORS) {
      if (Object.hasOwn(holder, name)) delete holder[name];
    }
  }
  return post;
}
