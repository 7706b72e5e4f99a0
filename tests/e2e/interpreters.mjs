// The interpreters of programs without an agent around them: started on the page as the engine starts them.

/**
 * Runs `node` with these arguments over `{path: text}`; gives what it wrote, how it ended, and the milliseconds until the
 * interpreter could take a program and from there to the end.
 */
export function node(page, argv, files = {}, options = {}) {
  return page.evaluate(
    ([job, limit]) =>
      new Promise((done) => {
        const worker = new Worker("runner/javascript.js", { type: "module" });
        const ended = { out: "", error: "" };
        const began = performance.now();
        let ready = began;
        const end = (how) => (worker.terminate(), done({ ...ended, end: how, loadMs: ready - began, runMs: performance.now() - ready }));
        worker.onmessage = ({ data }) => {
          if (data === "ready") {
            ready = performance.now();
            worker.postMessage(job);
          }
          else if (data.started) setTimeout(end, limit, "time");
          else if (data.end) end(data);
          else ended[data.stream === 0 ? "out" : "error"] += data.text;
        };
        worker.onerror = (event) => end(`failed: ${event.message}`);
      }),
    [jobOf(argv, files, options), options.time ?? 20_000],
  );
}

function jobOf(argv, files, { memory = 256 << 20, output = 1 << 20, leftOut = [], stdin = "", folder = "" }) {
  return { argv, folder, stdin, paths: Object.keys(files), texts: Object.values(files), leftOut, memory, output };
}

/** Opens Python's frame with its parts; `python` can run after that. Returns the frame, for looking at it from outside. */
export async function openPython(page) {
  await page.evaluate(async () => {
    const load = async (name) => (await fetch(`runner/python/${name}`)).arrayBuffer();
    const list = JSON.parse(new TextDecoder().decode(await load("parts.json")));
    const parts = {};
    for (const [part, { file }] of Object.entries(list)) parts[part] = await load(file);
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-scripts";
    const { port1, port2 } = new MessageChannel();
    const listeners = new Set();
    port2.onmessage = ({ data }) => listeners.forEach((listener) => listener(data));
    const until = (is) =>
      new Promise((done) => {
        const listener = (data) => is(data) && (listeners.delete(listener), done(data));
        listeners.add(listener);
      });
    const listening = until((data) => data.listening);
    frame.onload = () => frame.contentWindow.postMessage("port", "*", [port1]);
    frame.src = "runner/python/frame.html";
    document.body.append(frame);
    await listening;
    const ready = until((data) => data.ready || data.failed);
    port2.postMessage({ parts }, Object.values(parts));
    const { failed } = await ready;
    if (failed) throw new Error(failed);
    window.python = { port: port2, listeners, next: 0 };
  });
  return page.frames().find((frame) => frame.url().includes("runner/python/frame.html"));
}

/** The same for `python`. */
export function python(page, argv, files = {}, options = {}) {
  return page.evaluate(
    ([job, limit]) =>
      new Promise((done) => {
        const { port, listeners } = window.python;
        const id = window.python.next++;
        const ended = { out: "", error: "" };
        const began = performance.now();
        let ready = began;
        const end = (how) => {
          port.postMessage({ stop: id });
          listeners.delete(listener);
          done({ ...ended, end: how, loadMs: ready - began, runMs: performance.now() - ready });
        };
        const listener = ({ from, message, failed }) => {
          if (from !== id) return;
          if (failed) end(`failed: ${failed}`);
          else if (message === "ready") {
            ready = performance.now();
            port.postMessage({ to: id, message: job });
          }
          else if (message.started) setTimeout(end, limit, "time");
          else if (message.end) end(message);
          else ended[message.stream === 0 ? "out" : "error"] += message.text;
        };
        listeners.add(listener);
        port.postMessage({ start: id });
      }),
    [jobOf(argv, files, options), options.time ?? 20_000],
  );
}
