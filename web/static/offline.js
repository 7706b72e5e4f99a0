// Registers the service worker that opens the page without a network.

/**
 * Registers it under this build's name, once the page is loaded and idle. A build without a name, as in development, is
 * never kept: its files change under the same addresses.
 */
export function openOffline(build) {
  if (!/^[0-9a-f]{16}$/.test(build) || !navigator.serviceWorker) return;
  const idle = (act) => (globalThis.requestIdleCallback ? requestIdleCallback(act) : setTimeout(act, 1000));
  const register = () => navigator.serviceWorker.register(new URL(`service-worker.js?v=${build}`, document.baseURI));
  // Where the browser refuses (a private window), all works but opening the page without a network.
  const later = () => idle(() => register().catch(() => {}));
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}
