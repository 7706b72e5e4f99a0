// A diagram of the calls around a symbol: callers left, the symbol in the middle, callees right. Built node by node, so that it
// works under a Content-Security-Policy that forbids inline styles; the same calls as Mermaid text are shown below it.

import { h, s } from "./dom.js";

const WIDTH = 200;
const HEIGHT = 30;
const GAP_X = 64;
const GAP_Y = 10;
const LETTERS = 26;

/** The diagram of `around`; `walk(symbol)` is called for a click on a node. */
export function picture(around, label, walk) {
  const columns = [[], [], []];
  around.nodes.forEach((node, at) => {
    const isCaller = around.edges.some(([from, to]) => from === at && to === 0);
    columns[at === 0 ? 1 : isCaller ? 0 : 2].push(at);
  });
  const shown = columns.filter((column) => column.length > 0);
  const tallest = Math.max(...shown.map((column) => column.length));
  const size = { width: shown.length * WIDTH + (shown.length - 1) * GAP_X + 4, height: tallest * (HEIGHT + GAP_Y) - GAP_Y + 4 };
  const places = new Map();
  shown.forEach((column, x) => {
    const top = (size.height - (column.length * (HEIGHT + GAP_Y) - GAP_Y)) / 2;
    column.forEach((node, y) => places.set(node, { x: 2 + x * (WIDTH + GAP_X), y: top + y * (HEIGHT + GAP_Y), column: x }));
  });
  const svg = s("svg", { class: "picture", viewBox: `0 0 ${size.width} ${size.height}`, width: size.width, height: size.height, role: "group", "aria-label": label, "data-testid": "picture" });
  svg.append(...around.edges.map((edge) => line(edge, places)), ...around.nodes.map((node, at) => box(node.symbol, at, places.get(at), walk)));
  return h("div", { class: "canvas", tabindex: "0", role: "region", "aria-label": label }, svg);
}

function line([from, to, proven], places) {
  const a = places.get(from);
  const b = places.get(to);
  if (from === to || a.column === b.column) return sideways(a, b, proven);
  const forward = a.column < b.column;
  const start = { x: a.x + (forward ? WIDTH : 0), y: a.y + HEIGHT / 2 };
  const end = { x: b.x + (forward ? -5 : WIDTH + 5), y: b.y + HEIGHT / 2 };
  const bend = ((forward ? 1 : -1) * GAP_X) / 2;
  const path = `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
  return arrow(path, end, forward ? 1 : -1, proven);
}

/** An edge within a column, or from a symbol to itself: a loop at the right. */
function sideways(a, b, proven) {
  const x = a.x + WIDTH;
  const [from, to] = [a.y + HEIGHT / 2 - 4, b.y + HEIGHT / 2 + 4];
  return arrow(`M${x} ${from}C${x + 28} ${from} ${x + 28} ${to} ${x + 5} ${to}`, { x: x + 5, y: to }, -1, proven);
}

function arrow(path, { x, y }, way, proven) {
  const head = `M${x + way * 5} ${y}l${way * -7} -4v8Z`;
  return s("g", { class: proven ? "edge" : "edge possible" }, s("path", { d: path }), s("path", { class: "arrow", d: head }));
}

function box(symbol, at, { x, y }, walk) {
  const name = symbol.qualified_name.split(".").slice(-2).join(".");
  const text = name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name;
  const go = () => walk(symbol);
  const keys = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    go();
  };
  const isMiddle = at === 0;
  const acts = isMiddle ? {} : { tabindex: "0", role: "button", "aria-label": symbol.qualified_name, click: go, keydown: keys };
  return s("g", { class: isMiddle ? "node middle" : "node", "data-testid": "node", ...acts },
    s("title", {}, symbol.qualified_name),
    s("rect", { x, y, width: WIDTH, height: HEIGHT, rx: 5 }),
    s("text", { x: x + WIDTH / 2, y: y + HEIGHT / 2 + 4, "text-anchor": "middle" }, text));
}
