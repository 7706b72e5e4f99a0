// Firefox, by geckodriver.

import { folder, freePort, ready, start } from "./driver.mjs";
import { Session } from "./webdriver.mjs";

const { QUARRY_FIREFOX, QUARRY_GECKODRIVER } = process.env;

export const NAME = "Firefox";

export const STORES = true;

/** What Firefox does not do by itself in a test: ask, update, report. */
const PREFERENCES = {
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.enabled": false,
};

export async function open() {
  const port = await freePort();
  // A home of its own: root's Firefox refuses a home of someone else.
  const env = { HOME: folder("firefox"), MOZ_HEADLESS: "1" };
  const driver = start(QUARRY_GECKODRIVER, ["--port", String(port), "--log", "warn"], { env });
  const address = `http://127.0.0.1:${port}`;
  await ready(address, driver);
  return Session.start(address, {
    browserName: "firefox",
    "moz:firefoxOptions": { binary: QUARRY_FIREFOX, args: ["-headless"], prefs: PREFERENCES },
  });
}
