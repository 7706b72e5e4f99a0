// The host's side of index-maker and of the language packs: plain WebAssembly, so it runs in workerd, Node and browsers.

/** The index directory of an archive, as [name, bytes] pairs. `packs`: a compiled module by language id. */
export function make(maker, packs, archive) {
  const { exports } = new WebAssembly.Instance(maker, {});
  const taken = (place) => {
    const [at, length] = [Number(place >> 32n), Number(place & 0xffffffffn)];
    return new Uint8Array(exports.memory.buffer, at, length).slice();
  };
  const give = (bytes) => {
    const at = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  };
  if (exports.begin(give(archive), archive.length) !== 1) throw new Error("the archive could not be read");
  const text = (bytes) => new TextDecoder().decode(bytes);
  for (const row of text(taken(exports.pending())).split("\n").filter(Boolean)) {
    const [file, language] = row.split(" ");
    const facts = parse(packs[language], taken(exports.text(Number(file))));
    if (exports.add(Number(file), give(facts), facts.length) !== 1) throw new Error(`the facts of file ${file} do not fit`);
  }
  return unframe(taken(exports.finish()));
}

function parse(pack, input) {
  const { exports } = new WebAssembly.Instance(pack, {});
  const at = exports.pack_alloc(input.length);
  new Uint8Array(exports.memory.buffer, at, input.length).set(input);
  const place = exports.pack_run(0, at, input.length);
  return new Uint8Array(exports.memory.buffer, Number(place >> 32n), Number(place & 0xffffffffn)).slice();
}

/** A line `name length` for each file, an empty line, then the files one after the other. */
function unframe(bytes) {
  const end = bytes.findIndex((byte, at) => byte === 10 && bytes[at + 1] === 10);
  const rows = new TextDecoder().decode(bytes.subarray(0, end)).split("\n");
  let at = end + 2;
  return rows.map((row) => {
    const [name, length] = row.split(" ");
    return [name, bytes.subarray(at, (at += Number(length)))];
  });
}
