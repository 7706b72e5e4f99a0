// Links to places in the code: to the site's own source pages, or to the viewer in the dialog.

import { h, icon, place } from "./dom.js";

/** The address of lines by the site's template; null without a template, or for an unsafe address. */
export function sourceUrl(template, { path, start_line: start, end_line: end }) {
  if (!template) return null;
  const values = { path: path.split("/").map(encodeURIComponent).join("/"), start, end: end || start };
  const filled = template.replace(/\{(path|start|end)\}/g, (_, name) => values[name]);
  try {
    const url = new URL(filled, document.baseURI);
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** A numbered chip in the text of an answer. */
export function chip(citation, context) {
  const label = context.localize("source", { number: citation.number, place: place(citation) });
  const attributes = { class: "chip", part: "citation", "data-testid": "citation", "data-number": citation.number, "aria-label": label, title: titleOf(citation) };
  return leadsTo(citation, context, attributes, [String(citation.number)]);
}

/** A row in the list of sources. */
export function sourceRow(citation, context) {
  const url = sourceUrl(context.sourceTemplate(), citation);
  const name = h("span", { class: "code" }, place(citation));
  const symbol = citation.symbol && h("span", { class: "muted symbol" }, citation.symbol);
  const attributes = { class: "source", part: "citation", "data-testid": "source" };
  const main = leadsTo(citation, context, attributes, [h("span", { class: "number" }, String(citation.number)), name, symbol, url && icon("out")]);
  const view = url && h("button", { type: "button", class: "link view", "data-testid": "source-view", "aria-label": `${context.localize("view")} ${place(citation)}`, click: () => context.view(citation) }, context.localize("view"));
  return h("li", {}, main, view);
}

/** A link if the site has source pages, otherwise a button. A listener of the page may handle either itself. */
export function leadsTo(span, context, attributes, children) {
  const url = sourceUrl(context.sourceTemplate(), span);
  const opens = (event) => {
    const detail = { path: span.path, startLine: span.start_line, endLine: span.end_line, symbol: span.symbol ?? null, number: span.number ?? null, url };
    if (!context.emit("quarry-citation", detail, { cancelable: true })) return event.preventDefault();
    if (!url) context.view(span);
  };
  if (url) return h("a", { ...attributes, href: url, target: "_blank", rel: "noopener", click: opens }, children);
  return h("button", { ...attributes, type: "button", click: opens }, children);
}

function titleOf(citation) {
  return citation.symbol ? `${citation.symbol}\n${place(citation)}` : place(citation);
}
