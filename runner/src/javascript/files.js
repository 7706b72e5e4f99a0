// A run's own copy of the repository's files, in memory: absolute paths under ROOT, gone with the worker.

/** Where the repository's root is for the program. */
export const ROOT = "/repo";

/** An error as Node's file system throws it. */
export class FileError extends Error {
  constructor(code, what, path) {
    super(`${code}: ${what}, '${path}'`);
    this.code = code;
    this.path = path;
  }
}

const parent = (path) => path.slice(0, Math.max(path.lastIndexOf("/"), 1));

/** Makes a path absolute, without `.`, `..` and doubled slashes. */
export function resolve(from, path) {
  const parts = [];
  for (const part of (path.startsWith("/") ? path : `${from}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

export class Files {
  /** By absolute path: a text, or bytes. */
  #contents = new Map();
  #folders = new Set(["/"]);
  /** What the import left out, by absolute path, with the reason. */
  #leftOut = new Map();

  constructor(paths, texts, leftOut) {
    this.makeFolder("/tmp");
    this.makeFolder(ROOT);
    paths.forEach((path, at) => this.#add(`${ROOT}/${path}`, texts[at]));
    for (const [path, why] of leftOut) this.#leftOut.set(`${ROOT}/${path}`.replace(/\/+$/, ""), why);
  }

  paths() {
    return [...this.#contents.keys()];
  }

  /** `file`, `folder`, or undefined. */
  kind(path) {
    if (this.#contents.has(path)) return "file";
    return this.#folders.has(path) ? "folder" : undefined;
  }

  read(path) {
    const content = this.#contents.get(path);
    if (content !== undefined) return content;
    if (this.#folders.has(path)) throw new FileError("EISDIR", "illegal operation on a directory, read", path);
    throw new FileError("ENOENT", `no such file or directory${this.#reason(path)}`, path);
  }

  list(path) {
    if (this.kind(path) === "file") throw new FileError("ENOTDIR", "not a directory", path);
    if (!this.#folders.has(path)) throw new FileError("ENOENT", `no such file or directory${this.#reason(path)}`, path);
    const inside = [...this.#contents.keys(), ...this.#folders].filter((each) => each !== "/" && parent(each) === path);
    return inside.map((each) => each.slice(each.lastIndexOf("/") + 1)).sort();
  }

  write(path, content) {
    if (this.#folders.has(path)) throw new FileError("EISDIR", "illegal operation on a directory, open", path);
    if (!this.#folders.has(parent(path))) throw new FileError("ENOENT", "no such file or directory, open", path);
    this.#contents.set(path, content);
  }

  makeFolder(path) {
    if (this.#contents.has(path)) throw new FileError("EEXIST", "file already exists, mkdir", path);
    for (let each = path; !this.#folders.has(each); each = parent(each)) this.#folders.add(each);
  }

  remove(path) {
    if (this.#contents.delete(path)) return;
    if (!this.#folders.has(path)) throw new FileError("ENOENT", "no such file or directory", path);
    const isInside = (each) => each === path || each.startsWith(`${path}/`);
    for (const each of this.paths().filter(isInside)) this.#contents.delete(each);
    for (const each of [...this.#folders].filter(isInside)) this.#folders.delete(each);
  }

  /** Words about a path that the repository has and the import left out; empty for others. */
  #reason(path) {
    for (let each = path; each.length > ROOT.length; each = parent(each)) {
      const why = this.#leftOut.get(each);
      if (why !== undefined) return ` (${each.slice(ROOT.length + 1)} was left out when the repository was imported: ${why})`;
    }
    return "";
  }

  #add(path, content) {
    this.makeFolder(parent(path));
    this.#contents.set(path, content);
  }
}
