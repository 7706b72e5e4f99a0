// Keys at rest: AES-GCM under a key that WebCrypto will not export, both kept in IndexedDB.
const STORE = "vault";

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("quarry-keys", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function transact(mode, act) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

async function wrappingKey() {
  const known = await transact("readonly", (store) => store.get("key"));
  if (known) return known;
  const fresh = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  await transact("readwrite", (store) => store.put(fresh, "key"));
  return fresh;
}

export async function remember(origin, secret) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await wrappingKey();
  // The origin is authenticated with the secret: a stored entry cannot be moved to another origin.
  const additionalData = new TextEncoder().encode(origin);
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, new TextEncoder().encode(secret));
  await transact("readwrite", (store) => store.put({ iv, data }, `secret:${origin}`));
}

export async function recall(origin) {
  const entry = await transact("readonly", (store) => store.get(`secret:${origin}`));
  if (!entry) return undefined;
  const key = await wrappingKey();
  const additionalData = new TextEncoder().encode(origin);
  const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: entry.iv, additionalData }, key, entry.data);
  return new TextDecoder().decode(plain);
}

export async function forget(origin) {
  await transact("readwrite", (store) => store.delete(`secret:${origin}`));
}

export async function origins() {
  const keys = await transact("readonly", (store) => store.getAllKeys());
  return keys.filter((key) => key.startsWith("secret:")).map((key) => key.slice("secret:".length));
}
