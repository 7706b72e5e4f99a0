// The folder that the open repository came from: read and written once the person has accepted changes.

/** Its handle, where the browser gave one in this visit. */
let folder = null;

/** The folder that a stored repository was read from in an earlier visit: it is read, and written only if chosen again. */
let remembered = null;

export function keepFolder(handle) {
  folder = handle;
  remembered = null;
}

const READ = { mode: "read" };

/** Whether the folder of the repository `id` can be read again: "open", "asks" where the person has to allow it, or "none". */
export async function recallFolder(id) {
  remembered = folder ?? (await handleOf(id));
  if (!remembered) return "none";
  const right = await remembered.queryPermission?.(READ);
  return { granted: "open", prompt: "asks" }[right] ?? "none";
}

/** Asks for the right to read the folder; resolves to whether it is given. Called within a click. */
export async function allowFolder() {
  return (await remembered?.requestPermission(READ)) === "granted";
}

export function folderHandle() {
  return remembered ?? undefined;
}

/** The handle that the engine has kept (crates/host-web/js/indexed-db.js); null where there is none. */
function handleOf(id) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("quarry-folders", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("folders");
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const read = database.transaction("folders", "readonly").objectStore("folders").get(id);
      read.onsuccess = () => resolve(read.result ?? null);
      read.onerror = () => reject(read.error);
      read.transaction.oncomplete = () => database.close();
    };
  });
}

/** Whether this browser can write to a folder at all. */
export function canWriteFolder() {
  return folder !== null || "showDirectoryPicker" in window;
}

/** Asks for the folder, if it is not known, and for the right to write; resolves to false where the person refuses. */
export async function openFolder() {
  const mode = { mode: "readwrite" };
  try {
    folder ??= await window.showDirectoryPicker({ id: "repository", ...mode });
    if ((await folder.queryPermission(mode)) === "granted") return true;
    return (await folder.requestPermission(mode)) === "granted";
  } catch (error) {
    if (error.name === "AbortError") return false;
    throw error;
  }
}

/** The open folder as an import takes it. */
export function sourceOfFolder() {
  const handle = folder ?? remembered;
  return { source: { type: "folder", name: handle.name }, attachments: [handle] };
}

/** The bytes of each file, null where there is none. */
export function readFiles(paths) {
  return Promise.all(paths.map(read));
}

async function read(path) {
  try {
    const parent = await parentOf(path, false);
    const file = await (await parent.getFileHandle(path.split("/").at(-1))).getFile();
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    if (error.name === "NotFoundError") return null;
    throw new Error(["folder-file-not-read", path, error.message].join("\n"));
  }
}

/** Writes each file, or deletes it where its bytes are null. Where one fails, those before it are written back. */
export async function writeFiles(paths, contents) {
  const before = await readFiles(paths);
  for (let at = 0; at < paths.length; at += 1) {
    try {
      await write(paths[at], contents[at]);
    } catch (error) {
      const left = await takeBack(paths.slice(0, at + 1), before);
      const id = left.length > 0 ? "folder-files-not-put-back" : "folder-file-not-written";
      throw new Error([id, paths[at], error.message, left.join(", ")].join("\n"));
    }
  }
}

async function takeBack(paths, before) {
  const left = [];
  for (const [at, path] of paths.entries()) await write(path, before[at]).catch(() => left.push(path));
  return left;
}

async function write(path, bytes) {
  const name = path.split("/").at(-1);
  if (bytes === null) {
    const parent = await parentOf(path, false);
    return parent.removeEntry(name).catch((error) => {
      if (error.name !== "NotFoundError") throw error;
    });
  }
  const parent = await parentOf(path, true);
  const stream = await (await parent.getFileHandle(name, { create: true })).createWritable();
  await stream.write(bytes);
  await stream.close();
}

async function parentOf(path, create) {
  let at = folder;
  for (const part of path.split("/").slice(0, -1)) at = await at.getDirectoryHandle(part, { create });
  return at;
}
