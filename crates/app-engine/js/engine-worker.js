// The engine worker: loads the engine and says "ready" once it listens. Messages sent earlier would be lost.
//
// The files keep their names from build to build, so they are asked for under the build's name, as this one was.
import { set } from "./instance.js";

const { search } = new URL(import.meta.url);

try {
  const { default: init } = await import(`./engine.js${search}`);
  set(await init({ module_or_path: new URL(`./engine_bg.wasm${search}`, import.meta.url) }));
} catch (error) {
  // Thrown outside the module's evaluation, so that the page's `onerror` receives it in every browser.
  setTimeout(() => {
    throw error;
  });
}
