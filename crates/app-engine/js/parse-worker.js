// A parse worker: runs language packs over batches of files, one batch after the other.
//
// Out: "ready" once it can take messages
// In:  {id, language, module, op, inputs: [ArrayBuffer]}   module: the pack as a compiled WebAssembly.Module
// Out: {id, result: [ArrayBuffer | null]}                  null where the pack could not read that file
//      {id, error}                                         the pack itself is unusable
//
// `pack.js` keeps its name from build to build, so it is asked for under the build's name, as this script was. Messages can
// come while it loads, so they are listened for before it is waited for.
const loading = import(`./pack.js${new URL(import.meta.url).search}`);

/** By language. */
const packs = new Map();

async function answer({ id, language, module, op, inputs }) {
  try {
    const { Pack } = await loading;
    if (!packs.has(language)) packs.set(language, new Pack(module));
    const result = [];
    for (const input of inputs) result.push(await packs.get(language).run(op, input));
    self.postMessage({ id, result }, result.filter(Boolean));
  } catch (error) {
    self.postMessage({ id, error });
  }
}

let last = Promise.resolve();
self.onmessage = ({ data }) => {
  last = last.then(() => answer(data));
};
await loading;
self.postMessage("ready");
