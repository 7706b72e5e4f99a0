// The modules of Node that come from a library, each evaluated when it is first asked for. It wants a few of Node's and a
// browser's globals, which the guest has set.

const nodelib = (load) => () => {
  const module = load();
  return module.default ?? module;
};

export const assert = nodelib(() => require("@jspm/core/nodelibs/assert"));
export const buffer = nodelib(() => require("@jspm/core/nodelibs/buffer"));
export const events = nodelib(() => require("@jspm/core/nodelibs/events"));
export const path = nodelib(() => require("@jspm/core/nodelibs/path"));
export const querystring = nodelib(() => require("@jspm/core/nodelibs/querystring"));
export const string_decoder = nodelib(() => require("@jspm/core/nodelibs/string_decoder"));

/** What prints values is taken from Node's own source: the older one does not know maps, symbols or classes. */
export const util = () => {
  const { inspect, format, formatWithOptions, stripVTControlCharacters } = inspector();
  const older = nodelib(() => require("@jspm/core/nodelibs/util"))();
  return { ...older, inspect, format, formatWithOptions, stripVTControlCharacters, isDeepStrictEqual };
};

export const inspect = () => inspector().inspect;

/** It copies all globals of JavaScript when it is evaluated; QuickJS is built without this one. */
function inspector() {
  const lacks = !("Atomics" in globalThis);
  if (lacks) globalThis.Atomics = {};
  const module = require("node-inspect-extracted");
  if (lacks) delete globalThis.Atomics;
  return module;
}

function isDeepStrictEqual(a, b) {
  try {
    assert().deepStrictEqual(a, b);
    return true;
  } catch {
    return false;
  }
}
