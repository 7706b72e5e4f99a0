// The engine worker: loads the engine and says "ready" once it listens. Messages sent earlier would be lost.
import init from "./engine.js";

try {
  await init({ module_or_path: new URL("./engine_bg.wasm", import.meta.url) });
} catch (error) {
  // Thrown outside the module's evaluation, so that the page's `onerror` hears it in every browser.
  setTimeout(() => {
    throw error;
  });
}
