// `node:fs` over the run's own copy of the files. What is not here throws when it is called, by name.

import { failure } from "./errors.js";

export function makeFs(host, process, modules) {
  /** Calls the host, and throws its errors as Node does. */
  const call = (name, ...parts) => {
    const result = host[name](...parts);
    if (result?.failed) throw failure(result.code, result.message, { path: result.path, errno: -2, syscall: name });
    return result;
  };
  const at = (path) => {
    if (path === 0) return "/dev/stdin";
    if (path instanceof Uint8Array) path = modules.builtin("buffer").Buffer.from(path).toString();
    else if (path?.href) path = modules.builtin("url").fileURLToPath(path);
    if (typeof path !== "string") throw failure("ERR_INVALID_ARG_TYPE", 'The "path" argument must be of type string');
    return host.resolve(process.cwd(), path);
  };
  const encodingOf = (options) => (typeof options === "string" ? options : options?.encoding);
  const bytesOf = (content) => modules.builtin("buffer").Buffer.from(content);
  const read = (path, options) => {
    const content = at(path) === "/dev/stdin" ? host.stdin : call("read", at(path));
    const encoding = encodingOf(options);
    if (typeof content === "string" && /^utf-?8$/i.test(encoding ?? "")) return content;
    return encoding ? bytesOf(content).toString(encoding) : bytesOf(content);
  };
  const write = (path, content, options) => {
    const encoding = encodingOf(options);
    const isText = typeof content === "string" && (!encoding || /^utf-?8$/i.test(encoding));
    const bytes = typeof content === "string" ? bytesOf(content, encoding) : new Uint8Array(content.buffer ?? content);
    call("store", at(path), isText ? content : bytes);
  };
  const append = (path, content) => {
    const before = host.kind(at(path)) ? read(path, "utf8") : "";
    write(path, before + String(content));
  };
  const stat = (path, options) => {
    const kind = host.kind(at(path));
    if (!kind && options?.throwIfNoEntry === false) return undefined;
    // Reading gives the error with its reason.
    if (!kind) call("read", at(path));
    const size = kind === "file" ? bytesOf(call("read", at(path))).length : 0;
    const time = new Date(0);
    return { isFile: () => kind === "file", isDirectory: () => kind === "folder", isSymbolicLink: () => false, size, mode: 0o644, mtime: time, ctime: time, atime: time, birthtime: time, mtimeMs: 0 };
  };
  const list = (path, options) => {
    const names = call("list", at(path));
    const all = options?.recursive ? names.flatMap((name) => below(at(path), name)) : names;
    if (!options?.withFileTypes) return all;
    return all.map((name) => ({ name, parentPath: at(path), ...stat(`${at(path)}/${name}`) }));
  };
  const below = (from, name) => {
    const path = `${from}/${name}`;
    return host.kind(path) === "folder" ? [name, ...call("list", path).flatMap((inner) => below(from, `${name}/${inner}`))] : [name];
  };
  const makeFolder = (path, options) => {
    if (!options?.recursive && host.kind(at(path))) throw failure("EEXIST", `EEXIST: file already exists, mkdir '${path}'`);
    call("makeFolder", at(path));
  };
  const remove = (path, options) => {
    if (options?.force && !host.kind(at(path))) return;
    call("remove", at(path));
  };
  const copy = (from, to) => call("store", at(to), call("read", at(from)));
  let made = 0;
  const sync = {
    readFileSync: read,
    writeFileSync: write,
    appendFileSync: append,
    existsSync: (path) => host.kind(at(path)) !== undefined,
    accessSync: (path) => void stat(path),
    statSync: stat,
    lstatSync: stat,
    readdirSync: list,
    mkdirSync: makeFolder,
    mkdtempSync: (prefix) => {
      const path = `${prefix}${(made++).toString(36).padStart(6, "0")}`;
      makeFolder(path);
      return path;
    },
    rmSync: remove,
    rmdirSync: remove,
    unlinkSync: remove,
    copyFileSync: copy,
    renameSync: (from, to) => (copy(from, to), remove(from)),
    realpathSync: (path) => (stat(path), at(path)),
  };
  const promises = {};
  const fs = { ...sync, promises, constants: { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 } };
  for (const [name, call] of Object.entries(sync)) {
    const short = name.slice(0, -"Sync".length);
    promises[short] = async (...parts) => call(...parts);
    if (short !== "exists") fs[short] = callback(call);
  }
  return missingByName(fs, "fs");
}

const callback = (call) => (...parts) => {
  const done = parts.pop();
  let result;
  try {
    result = call(...parts);
  } catch (error) {
    return void queueMicrotask(() => done(error));
  }
  queueMicrotask(() => done(null, result));
};

/** The module, where asking for a function that is not in it fails by name instead of being undefined. */
export function missingByName(module, name) {
  const known = new Set(["then", "default", "__esModule", "toJSON", "constructor", "inspect"]);
  return new Proxy(module, {
    get(target, key) {
      if (key in target || typeof key === "symbol" || known.has(key)) return target[key];
      return () => {
        throw failure("ERR_NOT_IN_TAB", `${name}.${key} does not exist in this tab`);
      };
    },
  });
}
