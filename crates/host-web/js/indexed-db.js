// What is kept in IndexedDB: keys of model providers, and handles of folders.

/** A database with one object store. `transact(mode, act)` resolves to the result of the request that `act(store)` makes. */
class ObjectStore {
  constructor(database, store) {
    this.database = database;
    this.store = store;
  }

  #open() {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(this.database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(this.store);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  async transact(mode, act) {
    const database = await this.#open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(this.store, mode);
        const request = act(transaction.objectStore(this.store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  }
}

// Which folder of the person's disk a stored repository came from: its handle, under the repository's name. A handle does not
// reveal the path; it can be compared with another without asking the person.
const folders = new ObjectStore("quarry-folders", "folders");

export async function rememberFolder(id, handle) {
  await folders.transact("readwrite", (store) => store.put(handle, id));
}

export async function forgetFolder(id) {
  await folders.transact("readwrite", (store) => store.delete(id));
}

export async function isSameFolder(id, handle) {
  const known = await folders.transact("readonly", (store) => store.get(id));
  return known ? known.isSameEntry(handle) : false;
}

// Keys at rest: AES-GCM under a key that WebCrypto will not export, both kept here.
const vault = new ObjectStore("quarry-keys", "vault");

async function wrappingKey() {
  const known = await vault.transact("readonly", (store) => store.get("key"));
  if (known) return known;
  const fresh = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  await vault.transact("readwrite", (store) => store.put(fresh, "key"));
  return fresh;
}

export async function rememberKey(origin, secret) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await wrappingKey();
  // The origin is authenticated with the secret: a stored entry cannot be moved to another origin.
  const additionalData = new TextEncoder().encode(origin);
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, new TextEncoder().encode(secret));
  await vault.transact("readwrite", (store) => store.put({ iv, data }, `secret:${origin}`));
}

export async function recallKey(origin) {
  const entry = await vault.transact("readonly", (store) => store.get(`secret:${origin}`));
  if (!entry) return undefined;
  const key = await wrappingKey();
  const additionalData = new TextEncoder().encode(origin);
  const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: entry.iv, additionalData }, key, entry.data);
  return new TextDecoder().decode(plain);
}

export async function forgetKey(origin) {
  await vault.transact("readwrite", (store) => store.delete(`secret:${origin}`));
}

export async function keyOrigins() {
  const keys = await vault.transact("readonly", (store) => store.getAllKeys());
  return keys.filter((key) => key.startsWith("secret:")).map((key) => key.slice("secret:".length));
}
