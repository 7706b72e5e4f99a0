// `console`: texts as they are, everything else by `util.inspect`.

export function makeConsole(process, modules) {
  const counts = new Map();
  const started = new Map();
  let indent = "";
  const shown = (part) => (typeof part === "string" ? part : isSimple(part) ? String(part) : modules.inspect(part));
  const format = (parts) => {
    const [first, ...rest] = parts;
    if (typeof first !== "string" || rest.length === 0 || !first.includes("%")) return parts.map(shown).join(" ");
    const text = first.replace(/%([sdifjoOc%])/g, (whole, kind) => {
      if (kind === "%") return "%";
      if (rest.length === 0) return whole;
      return DIRECTIVES[kind](rest.shift(), shown);
    });
    return [text, ...rest.map(shown)].join(" ");
  };
  const write = (stream, parts) => stream.write(`${indent}${format(parts).replaceAll("\n", `\n${indent}`)}\n`);
  const out = (...parts) => write(process.stdout, parts);
  const error = (...parts) => write(process.stderr, parts);
  return {
    log: out,
    info: out,
    debug: out,
    error,
    warn: error,
    trace: (...parts) => error(`Trace: ${format(parts)}\n${new Error().stack}`),
    dir: (value) => out(modules.inspect(value)),
    table: (value) => out(modules.inspect(value)),
    assert: (holds, ...parts) => holds || error(`Assertion failed${parts.length > 0 ? `: ${format(parts)}` : ""}`),
    count: (label = "default") => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      out(`${label}: ${counts.get(label)}`);
    },
    time: (label = "default") => void started.set(label, performance.now()),
    timeEnd: (label = "default") => out(`${label}: ${(performance.now() - started.get(label)).toFixed(3)}ms`),
    group: (...parts) => {
      if (parts.length > 0) out(...parts);
      indent += "  ";
    },
    groupEnd: () => (indent = indent.slice(2)),
  };
}

/** What needs no library to be shown. */
const isSimple = (part) => ["number", "boolean", "undefined"].includes(typeof part) || part === null;

const DIRECTIVES = {
  s: (part, shown) => shown(part),
  d: (part) => String(typeof part === "bigint" ? part : Number(part)),
  i: (part) => String(Number.parseInt(part, 10)),
  f: (part) => String(Number.parseFloat(part)),
  j: (part) => JSON.stringify(part) ?? "undefined",
  o: (part, shown) => shown(part),
  O: (part, shown) => shown(part),
  c: () => "",
};
