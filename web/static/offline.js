// Registers the service worker that opens the page without a network.

/**
 * Registers it under this build's name, once the page is loaded and idle. A build without a name, as in development, is
 * never kept: its files change under the same addresses. `strings` is the address of the page's language, where that is not
 * English.
 */
export function openOffline(build, strings) {
  if (!/^[0-9a-f]{16}$/.test(build) || !navigator.serviceWorker) return;
  if (strings && !navigator.serviceWorker.controller) {
    // At the first visit the language came before the worker that keeps it: it is asked for once more, from the browser's cache.
    const keep = () => fetch(strings).catch(() => {});
    navigator.serviceWorker.addEventListener("controllerchange", keep, { once: true });
  }
  const idle = (act) => (globalThis.requestIdleCallback ? requestIdleCallback(act) : setTimeout(act, 1000));
  const register = () => navigator.serviceWorker.register(new URL(`service-worker.js?v=${build}`, document.baseURI));
  // Where the browser refuses (a private window), all works but opening the page without a network.
  const later = () => idle(() => register().catch(() => {}));
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}
