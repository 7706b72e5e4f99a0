// Files for the engine from a drop, the directory picker, or a file input.
//
// Each returns `{source, attachments}`: the kind of `ImportSource` with its name, and the handles, files, or pairs of path
// and file that are sent with it. Only names are read here; contents are read by the engine.

import { keepFolder } from "./folder.js";

// Folders that are not listed: each is sent as one entry, so that the engine reports it as skipped. The git data of what was
// dropped is listed, because the engine keeps its history.
const UNREAD = new Set([".git", ".hg", ".svn", "node_modules"]);
const OWN_GIT = /^[^/]+\/\.git$/;
const NO_HISTORY = /^[^/]+\/\.git\/(hooks|lfs|logs|modules|worktrees)$/;
const ARCHIVE = /\.(zip|tar\.gz|tgz|tar)$/i;
const PATCH = /\.(patch|diff)$/i;
const MOST_FILES = 300000;
/** Of several folders or files this many name the repository. */
const MOST_NAMED = 3;
/** Longest wait for a dropped folder's handle, in milliseconds. */
const HANDLE_LIMIT_MS = 3000;

/** What was dropped. `count(n)` is called with how many files are found so far and returns false to stop. */
export async function fromDrop(transfer, count) {
  // All three must be read before the first await: the browser empties the list after the event.
  const items = [...transfer.items].filter((item) => item.kind === "file").map((item) => ({
    handle: item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null),
    entry: item.webkitGetAsEntry?.() ?? null,
    file: item.getAsFile(),
  }));
  if (items.length === 0) return null;
  if (items.length === 1) {
    // A browser that keeps pages out of a folder may never answer; the entry lists the same files.
    const handle = await Promise.race([items[0].handle, new Promise((resolve) => setTimeout(resolve, HANDLE_LIMIT_MS))]);
    if (handle?.kind === "directory") return folder(handle);
    if (!items[0].entry?.isDirectory && items[0].file) return fromFiles([items[0].file]);
  }
  const found = [];
  for (const { entry, file } of items) {
    if (entry) await walk(entry, found, count);
    else if (file) found.push([file.name, file]);
  }
  return files(found);
}

/** A folder chosen in the browser's picker; null where the person closed it. */
export async function pickFolder() {
  try {
    return folder(await window.showDirectoryPicker({ id: "repository", mode: "read" }));
  } catch (error) {
    if (error.name === "AbortError") return null;
    throw error;
  }
}

export function canPickFolder() {
  return "showDirectoryPicker" in window;
}

/** What a file input holds; the input is emptied so that the same choice can be made again. */
export function fromInput(input) {
  const chosen = [...input.files];
  input.value = "";
  return chosen.length === 0 ? null : fromFiles(chosen);
}

/** Name of a file of runs, and the most that one may hold. */
const RUN = /\.(run|conversation)$/i;
const MOST_RUN_BYTES = 256 * 1024 * 1024;
/** Bytes of a patch that are read: more than the engine takes. */
const READ_OF_PATCH = 8 * 1024 * 1024;

/** A promise of the bytes of a dropped run file; undefined where something else was dropped. */
export function runInDrop(transfer) {
  const [file, ...rest] = transfer.files;
  return file && rest.length === 0 && RUN.test(file.name) ? bytesOf(file) : undefined;
}

/** A promise of the bytes of a file input's file; the input is emptied. */
export function runInInput(input) {
  const [file] = input.files;
  // Reading starts first: an emptied input releases its files.
  const bytes = file && bytesOf(file);
  input.value = "";
  return bytes;
}

async function bytesOf(file) {
  if (file.size > MOST_RUN_BYTES) throw new Error(["intake-run-too-large", file.name].join("\n"));
  return new Uint8Array(await file.arrayBuffer());
}

/** A promise of the name and the bytes of a dropped patch; undefined where something else was dropped. */
export function patchInDrop(transfer) {
  const [file, ...rest] = transfer.files;
  return file && rest.length === 0 && PATCH.test(file.name) ? patchOf(file) : undefined;
}

/** The same of a file input's file; the input is emptied. */
export function patchInInput(input) {
  const [file] = input.files;
  const patch = file && patchOf(file);
  input.value = "";
  return patch;
}

/** Of one that is far too large only as much is read as shows that. */
async function patchOf(file) {
  return [file.name, new Uint8Array(await file.slice(0, READ_OF_PATCH).arrayBuffer())];
}

function fromFiles(chosen) {
  const [first] = chosen;
  if (chosen.length === 1 && !first.webkitRelativePath && ARCHIVE.test(first.name)) {
    keepFolder(null);
    return { source: { type: "archive", name: first.name }, attachments: [first] };
  }
  if (chosen.length === 1 && PATCH.test(first.name)) {
    throw new Error(["intake-patch-alone", first.name].join("\n"));
  }
  return files(chosen.map((file) => [file.webkitRelativePath || file.name, file]));
}

function folder(handle) {
  keepFolder(handle);
  return { source: { type: "folder", name: handle.name }, attachments: [handle] };
}

function files(found) {
  keepFolder(null);
  if (found.length > MOST_FILES) throw new Error(["intake-too-many-files", MOST_FILES].join("\n"));
  const tops = [...new Set(found.map(([path]) => path.split("/")[0]))];
  const more = tops.length > MOST_NAMED ? ` and ${tops.length - MOST_NAMED} more` : "";
  const name = tops.slice(0, MOST_NAMED).join(", ") + more || "files";
  return { source: { type: "files", name }, attachments: found };
}

async function walk(top, found, count) {
  const open = [top];
  while (open.length > 0 && found.length <= MOST_FILES) {
    const entry = open.pop();
    const path = entry.fullPath.replace(/^\//, "");
    if (entry.isFile) {
      const file = await new Promise((resolve) => entry.file(resolve, () => resolve(null)));
      if (file) found.push([path, file]);
      if (found.length % 100 === 0 && count(found.length) === false) throw new Error("repositories-stopped");
    } else if ((UNREAD.has(entry.name) && !OWN_GIT.test(path)) || NO_HISTORY.test(path)) {
      found.push([`${path}/(not read)`, new File([], "(not read)")]);
    } else {
      open.push(...(await children(entry)));
    }
  }
}

async function children(directory) {
  const reader = directory.createReader();
  const all = [];
  for (;;) {
    // A reader returns at most 100 entries at a time; an unreadable folder reads as empty.
    const some = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
