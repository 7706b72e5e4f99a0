// Which folder of the person's disk a stored repository came from: its handle, in IndexedDB, under the repository's name.
// A handle says nothing of the path; it can be compared with another, without asking the person.
const STORE = "folders";

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("quarry-folders", 1);
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

export async function remember(id, handle) {
  await transact("readwrite", (store) => store.put(handle, id));
}

export async function forget(id) {
  await transact("readwrite", (store) => store.delete(id));
}

export async function isSame(id, handle) {
  const known = await transact("readonly", (store) => store.get(id));
  return known ? known.isSameEntry(handle) : false;
}
