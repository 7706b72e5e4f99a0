// The package's own files: from disk in Node, by `fetch` elsewhere.

const isNode = typeof process === "object" && process.versions?.node !== undefined;

/** The bytes of a file of the package. */
export async function read(path) {
  const url = new URL(path, import.meta.url);
  if (isNode && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be fetched: the server answered with ${response.status}.`);
  return response.arrayBuffer();
}

/** A wasm module of the package, compiled. */
export async function load(path) {
  return WebAssembly.compile(await read(path));
}
