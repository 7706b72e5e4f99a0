// WebKit, by WebKitGTK's driver: the engine of Safari with another system below it.

import { folder, freePort, ready, start } from "./driver.mjs";
import { Session } from "./webdriver.mjs";

const { QUARRY_WEBKIT, QUARRY_WEBKIT_DRIVER, QUARRY_XVFB } = process.env;

export const NAME = "WebKit";

/** WebKitGTK has no access handles of the origin private file system, which Safari has. */
export const STORES = false;

/** What is started by the driver: a window of WebKitGTK as it comes, without the sandbox, which cannot be had as root. */
export async function open() {
  const home = folder("webkit");
  const env = {
    DISPLAY: await screen(),
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CACHE_HOME: `${home}/.cache`,
    XDG_DATA_HOME: `${home}/.local`,
    // No bus, no graphics card, no settings of a desktop.
    DBUS_SESSION_BUS_ADDRESS: "disabled:",
    NO_AT_BRIDGE: "1",
    GSETTINGS_BACKEND: "memory",
    GDK_BACKEND: "x11",
    LIBGL_ALWAYS_SOFTWARE: "1",
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
  };
  const port = await freePort();
  const driver = start(QUARRY_WEBKIT_DRIVER, [`--port=${port}`], { env });
  const address = `http://127.0.0.1:${port}`;
  await ready(address, driver);
  const browser = { binary: QUARRY_WEBKIT, args: ["--automation"] };
  return Session.start(address, { browserName: "MiniBrowser", "webkitgtk:browserOptions": browser });
}

let display;

/** The number of a screen in memory, made for the first window. */
function screen() {
  display ??= new Promise((resolve, reject) => {
    const args = ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"];
    const server = start(QUARRY_XVFB, args, { stdio: ["ignore", "ignore", "pipe", "pipe"] });
    server.failed.catch(reject);
    server.child.stdio[3].once("data", (number) => resolve(`:${String(number).trim()}`));
  });
  return display;
}
