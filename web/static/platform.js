// Browser functions that cost less code here than through web-sys.

/** Resolves with the next frame; in a hidden tab, which has none, after 100 ms. */
export function nextFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Resolves after pending events and rendering. */
export function yieldToEvents() {
  return globalThis.scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Asks the browser not to evict this site's storage; resolves to whether it promised. Workers may not ask. */
export async function keepStorage() {
  return (await navigator.storage?.persist?.()) ?? false;
}

/** The UTF-16 offset in `line`'s text at a point of the window, or -1. */
export function textOffsetAt(line, x, y) {
  let node, offset;
  if (document.caretPositionFromPoint) {
    const at = document.caretPositionFromPoint(x, y);
    [node, offset] = [at?.offsetNode, at?.offset];
  } else {
    const at = document.caretRangeFromPoint?.(x, y);
    [node, offset] = [at?.startContainer, at?.startOffset];
  }
  if (!node || !line.contains(node) || node.nodeType !== Node.TEXT_NODE) return -1;
  const before = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let total = 0;
  for (let text = before.nextNode(); text && text !== node; text = before.nextNode()) total += text.length;
  return total + offset;
}

export function hasSelection() {
  return !(document.getSelection()?.isCollapsed ?? true);
}

/** The first and last line of the code that is selected; empty where none is. */
export function selectedLines() {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return new Uint32Array();
  const { startContainer, endContainer } = selection.getRangeAt(0);
  const lineOf = (node) => Number((node.closest ? node : node.parentElement)?.closest(".code [data-line]")?.dataset.line ?? 0);
  const [first, last] = [lineOf(startContainer), lineOf(endContainer)];
  return first > 0 ? Uint32Array.of(first, Math.max(first, last)) : new Uint32Array();
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Downloads a text or bytes as a file. */
export function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Calls back whenever the box of `element` changes size, until it leaves the document. */
export function onResize(element, callback) {
  const observer = new ResizeObserver(() => {
    if (element.isConnected) callback(element.clientHeight);
    else observer.disconnect();
  });
  observer.observe(element);
}

/** Calls back when the system changes between light and dark. */
export function onSchemeChange(callback) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => callback());
}

/** Moves the focus among the items of the list it is in: j, k and the arrows. False where it is in none. */
export function moveFocus(by) {
  const list = document.activeElement?.closest("[data-list]");
  if (!list) return false;
  const items = [...list.querySelectorAll("[data-item]")].filter((item) => item.offsetParent !== null);
  const at = items.findIndex((item) => item === document.activeElement || item.contains(document.activeElement));
  items[Math.max(0, Math.min(items.length - 1, at + by))]?.focus();
  return true;
}

/** Scrolls to the element with this id, as little as possible. */
export function reveal(id) {
  document.getElementById(id)?.scrollIntoView({ block: "nearest" });
}

/** A call's arguments as text, separated by `between`: `query: session, n_results: 5`; text that is no JSON object unchanged. */
export function argumentLine(json, between) {
  try {
    const fields = JSON.parse(json);
    if (fields === null || typeof fields !== "object" || Array.isArray(fields)) return json;
    const shown = (value) => (typeof value === "string" ? value : JSON.stringify(value));
    return Object.entries(fields).map(([name, value]) => `${name}: ${shown(value)}`).join(between);
  } catch {
    return json;
  }
}

/** The argument `name` of a call where it is a list of texts; else empty. */
export function listArgument(json, name) {
  const value = argument(json, name);
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : [];
}

/** The argument `name` of a call where it is a text; else empty. */
export function textArgument(json, name) {
  const value = argument(json, name);
  return typeof value === "string" ? value : "";
}

function argument(json, name) {
  try {
    return JSON.parse(json)?.[name];
  } catch {
    return undefined;
  }
}

/** The texts in a JSON list; none where it is no list. */
export function stringList(json) {
  try {
    return [JSON.parse(json)].flat().filter((item) => typeof item === "string");
  } catch {
    return [];
  }
}

/** The repository that the page was opened with: `?repo=owner/name`. */
export function linkedRepository() {
  return new URLSearchParams(location.search).get("repo")?.trim() || undefined;
}

/** Moves the focus to the element with this id, if nothing has it. Not on a touch screen, where it would raise the keyboard. */
export function focusIfFree(id) {
  const isFree = !document.activeElement || document.activeElement === document.body;
  if (isFree && matchMedia("(hover: hover)").matches) document.getElementById(id)?.focus({ preventScroll: true });
}
