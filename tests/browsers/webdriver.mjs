// A client of the W3C WebDriver protocol: what the tests of Firefox and WebKit need of it, and no more.

import { setTimeout as sleep } from "node:timers/promises";

/** The name under which the protocol passes an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Longest wait for what should appear, in milliseconds: an import in a debug build takes most of it. */
const LONG_MS = 60_000;
const POLL_MS = 50;

/** One browser window. */
export class Session {
  #address;

  /** Starts a browser by the driver at `driver`, an address such as `http://127.0.0.1:4444`. */
  static async start(driver, capabilities) {
    const { sessionId } = await request("POST", `${driver}/session`, { capabilities: { alwaysMatch: capabilities } });
    const session = new Session();
    session.#address = `${driver}/session/${sessionId}`;
    return session;
  }

  #send(method, path, body) {
    return request(method, this.#address + path, body);
  }

  open(url) {
    return this.#send("POST", "/url", { url });
  }

  reload() {
    return this.#send("POST", "/refresh", {});
  }

  /** Sets the size of the window; the page inside is a little smaller. */
  resize(width, height) {
    return this.#send("POST", "/window/rect", { width, height });
  }

  end() {
    return this.#send("DELETE", "");
  }

  /** A PNG of the page. */
  async picture() {
    return Buffer.from(await this.#send("GET", "/screenshot"), "base64");
  }

  /** Runs a function in the page and returns its result; a promise is waited for. The function sees only its arguments. */
  async run(act, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      const args = [...arguments].slice(0, -1);
      Promise.resolve().then(() => (${act})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.#send("POST", "/execute/async", { script, args });
    if (error !== undefined) throw new Error(`in the page: ${error}`);
    return value;
  }

  /** Waits for the first element that a selector finds, that is shown, and that has the text. */
  async wait(selector, { text = "", limit = LONG_MS } = {}) {
    const end = Date.now() + limit;
    for (;;) {
      const found = await this.run(shown, selector, text);
      if (found) return found;
      if (Date.now() > end) throw new Error(`no ${selector} ${text ? `with "${text}" ` : ""}on:\n${await this.words()}`);
      await sleep(POLL_MS);
    }
  }

  /** Waits for the first element that a selector finds, shown or not. */
  async #present(selector) {
    const end = Date.now() + LONG_MS;
    for (;;) {
      const found = await this.run((selector) => document.querySelector(selector), selector);
      if (found) return found;
      if (Date.now() > end) throw new Error(`no ${selector} on:\n${await this.words()}`);
      await sleep(POLL_MS);
    }
  }

  async count(selector) {
    return this.run((selector) => document.querySelectorAll(selector).length, selector);
  }

  async click(selector, options) {
    const element = await this.wait(selector, options);
    await this.#send("POST", `/element/${element[ELEMENT]}/click`, {});
  }

  /** Clicks into the middle of an element: drivers do not take the parts of a drawing for something to click on. */
  async pointAt(selector, options) {
    const element = await this.wait(selector, options);
    const [x, y] = await this.run((element) => {
      const box = element.getBoundingClientRect();
      return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    }, element);
    const actions = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    await this.#send("POST", "/actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  /** Types into an element, or chooses a file for an input: then `text` is the file's path. Such an input is not shown. */
  async type(selector, text) {
    const element = await this.#present(selector);
    await this.#send("POST", `/element/${element[ELEMENT]}/value`, { text });
  }

  /** Presses a key where the focus is: a character, or a code of the protocol. */
  async press(...keys) {
    const actions = [...keys.map((value) => ({ type: "keyDown", value })), ...keys.reverse().map((value) => ({ type: "keyUp", value }))];
    await this.#send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Chooses the option of a select by its value, as a person does: the page receives the event. */
  async choose(selector, value) {
    await this.wait(selector);
    await this.run(
      (selector, value) => {
        const select = document.querySelector(selector);
        select.value = value;
        if (select.value !== value) throw new Error(`${selector} has no ${value}`);
        select.dispatchEvent(new Event("change", { bubbles: true }));
      },
      selector,
      value,
    );
  }

  async text(selector, options) {
    const element = await this.wait(selector, options);
    return this.run((element) => element.innerText, element);
  }

  /** All words on the page, for the message of a failure. */
  words() {
    return this.run(() => document.body.innerText.slice(0, 3000));
  }
}

/** The element with this test id. */
export const at = (testid) => `[data-testid="${testid}"]`;

/** Run in the page. */
function shown(selector, text) {
  const isShown = (element) => element.getClientRects().length > 0 && (element.innerText ?? element.textContent).includes(text);
  return [...document.querySelectorAll(selector)].find(isShown) ?? null;
}

async function request(method, address, body) {
  const headers = body ? { "Content-Type": "application/json" } : {};
  const response = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${new URL(address).pathname}: ${value?.error}: ${value?.message}`);
  return value;
}
