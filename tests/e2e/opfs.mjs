// Reading and changing the origin private file system in tests.

/** Runs `act(root, argument, helpers)` in the page, with the root folder of its storage. */
async function inStorage(page, act, argument) {
  const source = `(async (argument) => (${act})(await navigator.storage.getDirectory(), argument))`;
  return page.evaluate(`${source}(${JSON.stringify(argument ?? null)})`);
}

/** Writes files below a folder: `{path: text}`. */
export async function writeFiles(page, folder, files) {
  await inStorage(
    page,
    async (root, { folder, files }) => {
      for (const [path, text] of Object.entries(files)) {
        const parts = `${folder}/${path}`.split("/");
        let at = root;
        for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part, { create: true });
        const writable = await (await at.getFileHandle(parts.at(-1), { create: true })).createWritable();
        await writable.write(text);
        await writable.close();
      }
    },
    { folder, files },
  );
}

/** The texts of files below a folder. */
export async function readFiles(page, folder, paths) {
  return inStorage(
    page,
    async (root, { folder, paths }) => {
      const read = async (path) => {
        const parts = `${folder}/${path}`.split("/");
        let at = root;
        for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part);
        return (await (await at.getFileHandle(parts.at(-1))).getFile()).text();
      };
      return Promise.all(paths.map(read));
    },
    { folder, paths },
  );
}

/** The bytes of files below a folder. */
export async function readBytes(page, folder, paths) {
  const files = await inStorage(
    page,
    async (root, { folder, paths }) => {
      const read = async (path) => {
        const parts = `${folder}/${path}`.split("/");
        let at = root;
        for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part);
        const file = await (await at.getFileHandle(parts.at(-1))).getFile();
        return [...new Uint8Array(await file.arrayBuffer())];
      };
      return Promise.all(paths.map(read));
    },
    { folder, paths },
  );
  return files.map((bytes) => Buffer.from(bytes));
}

/** What is stored as versions before identities stored it: notes without one, runs under the name in plain letters. */
export async function makeOld(page, names) {
  await inStorage(
    page,
    async (root, names) => {
      const text = async (folder, name) => (await (await folder.getFileHandle(name)).getFile()).text();
      const write = async (folder, name, content) => {
        const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await writable.write(content);
        await writable.close();
      };
      const repositories = await root.getDirectoryHandle("quarry-1");
      const runs = await root.getDirectoryHandle("quarry-runs-1");
      for await (const [id, folder] of repositories.entries()) {
        if (id.startsWith(".")) continue;
        const table = await text(folder, "table");
        const name = names.find((name) => table.includes(name));
        const { imported_at, identity } = JSON.parse(await text(folder, "note"));
        await write(folder, "note", JSON.stringify({ imported_at }));
        const plain = [...name.toLowerCase()].map((c) => (/[a-z0-9]/.test(c) ? c : "-")).join("");
        const to = await runs.getDirectoryHandle(plain, { create: true });
        const from = await runs.getDirectoryHandle(`id.${identity}`, { create: true });
        for await (const [run, file] of from.entries()) await write(to, run, await file.getFile());
        await runs.removeEntry(`id.${identity}`, { recursive: true });
      }
    },
    names,
  );
}

/** All that is stored: `{path: content in Base64}`. */
export async function readStorage(page) {
  return inStorage(page, async (root) => {
    const files = {};
    const walk = async (folder, at) => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === "directory") await walk(handle, `${at}${name}/`);
        else files[at + name] = (await handle.getFile().then((file) => file.bytes())).toBase64();
      }
    };
    await walk(root, "");
    return files;
  });
}

/** Stores what `readStorage` returned. */
export async function writeStorage(page, files) {
  await inStorage(
    page,
    async (root, files) => {
      for (const [path, content] of Object.entries(files)) {
        const parts = path.split("/");
        let folder = root;
        for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
        const writable = await (await folder.getFileHandle(parts.at(-1), { create: true })).createWritable();
        await writable.write(Uint8Array.fromBase64(content));
        await writable.close();
      }
    },
    files,
  );
}
