// A language pack: a wasm module with no imports that reads one file at a time.

export class Pack {
  #module;
  #instance = null;

  constructor(module) {
    this.#module = module;
  }

  /**
   * Runs operation `op` (0: facts, 1: highlights) over the bytes of a file. The result's bytes are postcard; null where the
   * pack could not read the file.
   */
  async run(op, input) {
    this.#instance ??= (await WebAssembly.instantiate(this.#module, {})).exports;
    try {
      return runOne(this.#instance, op, new Uint8Array(input));
    } catch {
      // A trap (stack or memory used up) leaves the instance in no known state: the next file gets a new one.
      this.#instance = null;
      return null;
    }
  }
}

function runOne(pack, op, input) {
  const length = input.length;
  const pointer = pack.pack_alloc(length);
  new Uint8Array(pack.memory.buffer, pointer, length).set(input);
  // The pack takes the input over; the result is pointer and length in one 64-bit number, 0 where there is none.
  const packed = BigInt.asUintN(64, pack.pack_run(op, pointer, length));
  if (packed === 0n) return null;
  const [start, size] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const result = pack.memory.buffer.slice(start, start + size);
  pack.pack_free(start, size);
  return result;
}
