// The engine's worker: loads the engine, then passes messages to it. Messages sent before "ready" are lost.

/** The size of the engine in bytes, uncompressed, for the progress. The build writes it. */
const ENGINE_BYTES = 0;

const post = (message) => self.postMessage(message);
post({ type: "booting" });

class StartError extends Error {
  constructor(kind, message, advice) {
    super(message);
    Object.assign(this, { kind, advice });
  }
}

async function compile(url) {
  const response = await fetch(url).catch(() => {
    throw new StartError("unreachable", `${url} could not be fetched.`, "Check the connection, and that the page's Content-Security-Policy names this address in `connect-src`.");
  });
  if (!response.ok) {
    throw new StartError("missing", `The engine could not be fetched: the server answered with ${response.status} for ${url}.`, "The site's owner has to publish the whole folder of the embed.");
  }
  // Counted on a copy of the stream, so that the browser can cache the compiled code.
  const counted = count(response.clone());
  const isWasm = response.headers.get("content-type")?.startsWith("application/wasm");
  const module = isWasm ? WebAssembly.compileStreaming(response) : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
  await counted;
  return module;
}

async function count(response) {
  let done = 0;
  let reported = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done: isOver, value } = await reader.read();
    if (isOver) return;
    done += value.length;
    if (done - reported > 50_000) post({ type: "loading", done: (reported = done), total: ENGINE_BYTES });
  }
}

async function start(index) {
  const [glue, module] = await Promise.all([
    import(new URL("wasm/engine.js", import.meta.url)),
    compile(new URL("wasm/engine_bg.wasm", import.meta.url).href),
  ]);
  await glue.default({ module_or_path: module });
  const engine = new glue.AskEngine(index, post);
  return (message) => {
    try {
      engine.handle(message);
    } catch (error) {
      post({ type: "crashed", message: String(error?.message ?? error) });
    }
  };
}

function failureOf(error) {
  if (error instanceof StartError) return { kind: error.kind, message: error.message, advice: error.advice };
  if (error instanceof WebAssembly.CompileError && /Content Security Policy|unsafe-eval/i.test(error.message)) {
    return { kind: "blocked", message: "This page's Content-Security-Policy does not let WebAssembly run.", advice: "The site's owner can add 'wasm-unsafe-eval' to `script-src`." };
  }
  const advice = "Reload the page. If it stays, the site's owner should publish the embed's folder anew.";
  return { kind: "internal", message: `The engine could not start (${error?.message ?? error}).`, advice };
}

self.addEventListener("message", ({ data }) => {
  start(data.index).then(
    (handle) => {
      self.addEventListener("message", (event) => handle(event.data));
      post({ type: "ready" });
    },
    (error) => post({ type: "broken", failure: failureOf(error) }),
  );
}, { once: true });
post({ type: "listening" });
