// The page's address and its place in the browser's history.

/** What an entry of the history keeps beside its address, as the page wrote it. */
const kept = () => (typeof history.state === "object" && history.state !== null ? history.state : {});

/** The fragment, with its `#`; empty where there is none. */
export function fragment() {
  return location.hash;
}

/** The conversation of this entry of the history; empty for none. */
export function keptConversation() {
  const { conversation } = kept();
  return typeof conversation === "string" ? conversation : "";
}

/** Whether the page wrote this entry. */
export function isKept() {
  return history.state !== null;
}

/** The pane of this entry that a phone shows; empty where it is not known. */
export function keptPane() {
  const { pane } = kept();
  return typeof pane === "string" ? pane : "";
}

/** Makes `fragment` the address, as a new entry of the history or in place of this one. */
export function write(fragment, conversation, pane, isNew) {
  // From the root of the site, because the page's base may be another folder.
  const address = location.pathname + location.search + fragment;
  try {
    if (isNew) history.pushState({ conversation, pane }, "", address);
    else history.replaceState({ conversation, pane }, "", address);
  } catch {
    // A browser that was asked too often refuses for a while: then the address stays as it is, and the page works on.
  }
}

/** The address of this page with another fragment. */
export function absolute(fragment) {
  return location.origin + location.pathname + location.search + fragment;
}

/** Calls back when the person goes back or forward, or changes the fragment. */
export function onMove(callback) {
  addEventListener("popstate", () => callback());
}
