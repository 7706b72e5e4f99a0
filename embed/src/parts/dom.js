// DOM nodes, made from data. Text becomes text nodes; nothing is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** An element: a function among the attributes is a listener. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** The same in SVG. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

const ICONS = {
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  back: "M9.5 3 4.5 8l5 5",
  ask: "M2.5 3.5h11v7.5h-6l-3 2.5V11h-2Z",
  out: "M9.5 2.5h4v4M13.5 2.5 7.5 8.5M6.5 3.5h-4v10h10v-4",
  copy: "M5.5 5.5h8v8h-8ZM3.5 10.5h-1v-8h8v1",
};

/** A small drawing, hidden from screen readers. */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** `text` with each of `terms` marked. */
export function marked(text, terms) {
  const words = terms.filter((term) => term.length > 1).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return [text];
  return text.split(new RegExp(`(${words.join("|")})`, "gi")).map((part, at) => (at % 2 ? h("mark", {}, part) : part));
}

/** `path:3-9`, or `path:3` for one line. */
export function place({ path, start_line: start, end_line: end }) {
  return end > start ? `${path}:${start}-${end}` : `${path}:${start}`;
}
