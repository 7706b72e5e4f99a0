// <quarry-ask>: a button, or a box to ask in, that opens search and answers about a code repository.
//
// This file is all that a page loads before the first opening; the dialog, the engine and the index come after it, from
// the folder beside this file. It changes nothing outside the element's own shadow root.

/** The folder of everything that is loaded later. The build names it after its content, so that it can be cached for ever. */
const PARTS = new URL("./parts/", import.meta.url);

/** Strings that are needed before the dialog is loaded; the others are in `parts/strings.js`. */
const LABEL = "Ask the code";
const BOX = "Ask a question about the code";
const BROKEN = "The search could not be loaded. Check the connection and try again.";

const STYLES = new CSSStyleSheet();
STYLES.replaceSync(`
:host { display: inline-block; font: 400 15px/1.5 var(--quarry-font-ui, ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif); }
:host([mode="inline"]) { display: block; }
:host([hidden]) { display: none; }
.host { color-scheme: light; text-align: start; letter-spacing: normal; text-transform: none;
  --surface-raised: var(--quarry-surface-raised, light-dark(#ffffff, #1b2024));
  --surface-sunken: var(--quarry-surface-sunken, light-dark(#eceef0, #0f1214));
  --text: var(--quarry-text, light-dark(#1a2126, #e3e8eb));
  --text-muted: var(--quarry-text-muted, light-dark(#55616a, #9ba8b0));
  --border-strong: var(--quarry-border-strong, light-dark(#78838b, #6a7780));
  --accent: var(--quarry-accent, light-dark(#0b6570, #5cc0ca));
  --accent-text: var(--quarry-accent-text, light-dark(#ffffff, #06282c));
  --danger: var(--quarry-danger, light-dark(#a8261b, #f28b7f));
  --radius: var(--quarry-radius, 6px); }
.host[data-theme="dark"] { color-scheme: dark; }
.open, .box { box-sizing: border-box; display: inline-flex; align-items: center; gap: 8px; min-height: 36px; margin: 0; padding: 6px 14px 6px 12px;
  border: 1px solid var(--border-strong); border-radius: var(--radius); background: var(--surface-raised); color: var(--text); font: inherit; }
.open { cursor: pointer; }
.open:hover { border-color: var(--accent); color: var(--accent); }
.open[aria-busy="true"] { cursor: progress; }
.open:focus-visible, .box:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
.box { display: flex; padding: 4px 4px 4px 12px; }
.box input { all: unset; flex: 1; min-width: 0; min-height: 28px; font: inherit; font-size: max(16px, 1em); color: var(--text); cursor: text; }
.box input::placeholder { color: var(--text-muted); opacity: 1; }
.box button { all: unset; padding: 4px 12px; border-radius: calc(var(--radius) - 2px); background: var(--accent); color: var(--accent-text); cursor: pointer; }
.box button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.open svg, .box svg, .icon { flex: none; width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.broken { margin: 4px 0 0; max-width: 40ch; color: var(--danger); font-size: 13px; }
@media (forced-colors: active) { .open, .box { border-color: ButtonText; } }
`);

/** Whether a colour is light; null for a transparent one. */
function isDark(colour) {
  const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
  return alpha === 0 ? null : 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

/** The theme of the page around an element: as declared, else by the background's brightness, else by the text's. */
function themeAround(element) {
  const declared = getComputedStyle(element).colorScheme;
  const dark = /\bdark\b/.test(declared);
  const light = /\blight\b/.test(declared);
  if (dark && !light) return "dark";
  if (dark && light) return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  if (light) return "light";
  for (let node = element; node; node = node.assignedSlot ?? node.parentElement ?? node.getRootNode().host) {
    const ground = isDark(getComputedStyle(node).backgroundColor);
    if (ground !== null) return ground ? "dark" : "light";
  }
  return isDark(getComputedStyle(element.parentElement ?? element).color) === false ? "dark" : "light";
}

function node(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function glass() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14");
  svg.append(path);
  return svg;
}

export class QuarryAsk extends HTMLElement {
  static observedAttributes = ["index", "server", "repo", "token", "mode", "label", "theme", "strings"];

  #host = node("div", { class: "host" });
  #dialog = null;
  #loading = null;
  #strings = {};
  #watch = null;
  #media = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [STYLES];
    root.append(this.#host);
  }

  /** Texts of the dialog that replace the English ones, by name: see `parts/strings.js`. */
  get strings() {
    let given = {};
    try {
      given = JSON.parse(this.getAttribute("strings") ?? "{}");
    } catch {
      console.warn("<quarry-ask>: the attribute `strings` is not JSON; it is left out");
    }
    return { ...given, ...this.#strings };
  }

  set strings(strings) {
    this.#strings = { ...strings };
    this.#render();
    this.#dialog?.reword();
  }

  /** Whether the dialog is open. */
  get open() {
    return this.#dialog?.isOpen ?? false;
  }

  /** Opens the dialog, with `text` in the input if given. Resolves once it is open. */
  async show(text) {
    const dialog = await this.#load();
    if (this.isConnected) dialog?.show(text);
  }

  /** Opens the dialog and asks. */
  async ask(question) {
    const dialog = await this.#load();
    if (this.isConnected) dialog?.ask(question);
  }

  /** Closes the dialog. The conversation is kept for the next opening. */
  close() {
    this.#dialog?.close();
  }

  connectedCallback() {
    this.#render();
    this.#followTheme();
  }

  disconnectedCallback() {
    // Moving an element removes and inserts it at once: one that is not connected afterwards was removed.
    queueMicrotask(() => this.isConnected || this.#release());
  }

  attributeChangedCallback(name, before, after) {
    if (!this.isConnected || before === after) return;
    // For another repository a new conversation starts.
    if (["index", "server", "repo", "token"].includes(name)) this.#drop();
    this.#render();
    this.#theme();
    if (name === "strings") this.#dialog?.reword();
  }

  #load() {
    this.#loading ??= this.#start().catch((error) => {
      this.#loading = null;
      this.#opener()?.removeAttribute("aria-busy");
      this.#host.append(node("p", { class: "broken", part: "error", role: "alert" }, this.strings.broken ?? BROKEN));
      this.#dispatch("quarry-error", { kind: "unreachable", message: String(error?.message ?? error) });
    });
    return this.#loading;
  }

  async #start() {
    this.#host.querySelector(".broken")?.remove();
    this.#opener()?.setAttribute("aria-busy", "true");
    const { Dialog } = await import(new URL("dialog.js", PARTS));
    this.#opener()?.removeAttribute("aria-busy");
    if (!this.isConnected) return (this.#loading = null);
    this.#dialog = new Dialog(this, this.#host, (type, detail, options) => this.#dispatch(type, detail, options));
    return this.#dialog;
  }

  /** True unless a listener prevented the default. */
  #dispatch(type, detail, options) {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, ...options }));
  }

  #opener() {
    return this.#host.querySelector("[data-opens]");
  }

  #render() {
    const given = this.strings;
    const label = this.getAttribute("label") ?? given.label ?? LABEL;
    const opener = this.getAttribute("mode") === "inline" ? this.#box(label, given) : this.#button(label);
    const old = this.#opener();
    if (old) old.replaceWith(opener);
    else this.#host.prepend(opener);
  }

  #button(label) {
    const button = node("button", { type: "button", class: "open", part: "button", "data-opens": "", "aria-haspopup": "dialog" }, glass(), label);
    button.addEventListener("click", () => this.show());
    return button;
  }

  #box(label, given) {
    const text = given.box ?? BOX;
    const input = node("input", { part: "input", type: "text", placeholder: text, "aria-label": text, enterkeyhint: "send", autocomplete: "off" });
    const form = node("form", { class: "box", part: "box", role: "search", "data-opens": "" }, glass(), input);
    form.append(node("button", { part: "button", type: "submit", "aria-haspopup": "dialog" }, label));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const question = input.value.trim();
      input.value = "";
      if (question) this.ask(question);
      else this.show();
    });
    return form;
  }

  #theme() {
    const asked = this.getAttribute("theme");
    const theme = asked === "light" || asked === "dark" ? asked : themeAround(this);
    if (this.#host.dataset.theme !== theme) this.#host.dataset.theme = theme;
  }

  /** Pages change their theme by a class or an attribute of the root element, or follow the system. */
  #followTheme() {
    if (this.#watch) return this.#theme();
    // At once, and again after the page's own colour transitions.
    const again = () => {
      for (const ms of [0, 400]) setTimeout(() => this.isConnected && this.#theme(), ms);
    };
    this.#watch = new MutationObserver(again);
    const attributeFilter = ["class", "style", "data-theme", "data-mode", "data-md-color-scheme", "data-bs-theme"];
    for (const root of [document.documentElement, document.body]) if (root) this.#watch.observe(root, { attributeFilter });
    this.#media = matchMedia("(prefers-color-scheme: dark)");
    this.#media.onchange = again;
    this.#theme();
  }

  #drop() {
    this.#dialog?.destroy();
    this.#dialog = this.#loading = null;
  }

  #release() {
    this.#drop();
    this.#watch?.disconnect();
    if (this.#media) this.#media.onchange = null;
    this.#watch = this.#media = null;
  }
}

// A page may load the script twice.
if (!customElements.get("quarry-ask")) customElements.define("quarry-ask", QuarryAsk);
