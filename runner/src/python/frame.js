// The frame's own script: holds the parts of Python, and a worker for each program. It runs in an origin of its own (the
// page's frame has the attribute `sandbox`), under the policy of `frame.html`.
//
// It gets a port once, by a message of the page, and from the engine over that port:
// In:  {parts: {script, wasm, stdlib, packages}}   as ArrayBuffers; once
//      {start: id}        a worker that loads Python
//      {to: id, message}  a message for it
//      {stop: id}         ends it, with its program
// Out: {from: id, message} what it posts; {from: id, failed: why} where it failed
//      {ready: true}      once the parts are there

const workers = new Map();
let parts;

function receive(port, data) {
  if (data.parts) keep(port, data.parts);
  else if (data.start !== undefined) start(port, data.start);
  else if (data.to !== undefined) workers.get(data.to)?.postMessage(data.message);
  else if (data.stop !== undefined) stop(data.stop);
}

async function keep(port, { script, wasm, stdlib, packages }) {
  try {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    parts = { url, load: { wasm: await WebAssembly.compile(wasm), stdlib, packages } };
    port.postMessage({ ready: true });
  } catch (error) {
    port.postMessage({ failed: String(error?.message ?? error) });
  }
}

function start(port, id) {
  const worker = new Worker(parts.url);
  worker.onmessage = ({ data }) => port.postMessage({ from: id, message: data });
  worker.onerror = (event) => port.postMessage({ from: id, failed: event.message || "its script could not be loaded" });
  worker.postMessage(parts.load);
  workers.set(id, worker);
}

function stop(id) {
  workers.get(id)?.terminate();
  workers.delete(id);
}

// Opened as a page of its own it would have the origin of the app, with all that is stored there.
if (self.origin === "null") {
  self.addEventListener(
    "message",
    ({ ports: [port] }) => {
      port.onmessage = ({ data }) => receive(port, data);
      port.postMessage({ listening: true });
    },
    { once: true },
  );
}
