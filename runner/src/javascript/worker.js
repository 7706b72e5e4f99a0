// Runs one program of JavaScript or TypeScript in QuickJS, an interpreter in wasm, and is then of no more use.
//
// The program has no way out of the interpreter: what it sees is written over the few functions of `program.js`, and none of
// them reaches the network, storage or the page.
//
// Out: "ready" once the interpreter is loaded
// In:  {argv, folder, stdin, paths, texts, leftOut, memory, output}   argv without `node`; limits in bytes
// Out: {started: true}                      the program begins; time counts from here
//      {stream: 0 | 1, text}                what the program writes
//      {end: "exit", code} | {end: "memory"} | {end: "output"} | {end: "failed", why}

import { run } from "./run.js";

const { search } = new URL(self.location.href);
const beside = (name) => new URL(`${name}${search}`, self.location.href);

async function load(name) {
  const response = await fetch(beside(name));
  if (!response.ok) throw new Error(`${name} could not be loaded: status ${response.status}`);
  return response;
}
const text = async (name) => (await load(name)).text();
const wasm = async (name) => WebAssembly.compile(await (await load(name)).arrayBuffer());

async function loadAll() {
  const names = ["quickjs.wasm", "encoding.so", "structured-clone.so"].map(wasm);
  const [engine, encoding, clone, guest, library] = await Promise.all([...names, text("guest.js"), text("library.js")]);
  const extensions = [{ name: "encoding", wasm: encoding }, { name: "structured-clone", wasm: clone }];
  const loadUrl = async () => ({ name: "url", wasm: await wasm("url.so") });
  const loadTransform = async () => (await import(beside("sucrase.js").href)).transform;
  return { wasm: engine, extensions, guest, library, loadTransform, loadUrl };
}

const parts = loadAll();
// Where it failed, that is reported for the program that wants it. One that comes earlier waits.
const ready = () => self.postMessage("ready");
parts.then(ready, ready);
self.onmessage = ({ data }) => run(data, parts, (message) => self.postMessage(message));

