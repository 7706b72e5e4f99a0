// Web Locks. Resolves to a function that releases the lock, or to undefined where another tab holds it.
export function tryLock(name) {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise((release) => resolve(release));
      })
      .catch(reject);
  });
}
