// A parse worker: runs language packs over batches of files, one batch after the other.
//
// Out: "ready" once it can take messages
// In:  {id, language, module, op, inputs: [ArrayBuffer]}   module: the pack as a compiled WebAssembly.Module
// Out: {id, result: [ArrayBuffer | null]}                  null where the pack could not read that file
//      {id, error}                                         the pack itself is unusable
const instances = new Map();

async function instance(language, module) {
  let known = instances.get(language);
  if (!known) {
    known = (await WebAssembly.instantiate(module, {})).exports;
    instances.set(language, known);
  }
  return known;
}

function runOne(pack, op, input) {
  const length = input.byteLength;
  const pointer = pack.pack_alloc(length);
  new Uint8Array(pack.memory.buffer, pointer, length).set(new Uint8Array(input));
  // The pack takes the input over; the result is pointer and length in one 64-bit number, 0 where there is none.
  const packed = BigInt.asUintN(64, pack.pack_run(op, pointer, length));
  if (packed === 0n) return null;
  const [start, size] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const result = pack.memory.buffer.slice(start, start + size);
  pack.pack_free(start, size);
  return result;
}

async function answer({ id, language, module, op, inputs }) {
  try {
    const result = [];
    for (const input of inputs) {
      const pack = await instance(language, module);
      try {
        result.push(runOne(pack, op, input));
      } catch {
        // A trap (stack or memory used up) leaves the instance in no known state: the next file gets a new one.
        instances.delete(language);
        result.push(null);
      }
    }
    self.postMessage({ id, result }, result.filter(Boolean));
  } catch (error) {
    self.postMessage({ id, error });
  }
}

let last = Promise.resolve();
self.onmessage = ({ data }) => {
  last = last.then(() => answer(data));
};
self.postMessage("ready");
