// Diagrams in the page: drawn from Mermaid text (see `mermaid-strict.js`), panned and zoomed.

import { yieldToEvents } from "./platform.js";

const views = new WeakMap();
let drawn = 0;

/** Draws `text` into `host`; false where a later drawing replaced this one. `walk(name)` is called for a click on a node. */
export async function draw(host, text, testid, walk) {
  const turn = (views.get(host)?.turn ?? 0) + 1;
  views.set(host, { ...views.get(host), turn });
  const isCurrent = () => host.isConnected && views.get(host).turn === turn;
  const strict = await import(new URL("vendor/mermaid-strict.js", document.baseURI));
  // Layout blocks the main thread: what waits to be shown is shown first.
  await yieldToEvents();
  if (!isCurrent()) return false;
  const fragment = await strict.render(`diagram-${++drawn}`, text, host, { wrappingWidth: 420 });
  if (!isCurrent()) return false;
  const svg = fragment.querySelector("svg");
  svg.dataset.testid = testid;
  svg.setAttribute("role", "group");
  svg.removeAttribute("style");
  const box = svg.viewBox.baseVal;
  const size = { x: box.x, y: box.y, width: box.width || 100, height: box.height || 100 };
  for (const attribute of ["width", "height"]) svg.setAttribute(attribute, "100%");
  for (const node of svg.querySelectorAll("g.node")) dress(node, walk);
  host.replaceChildren(svg);
  views.set(host, { ...views.get(host), svg, size, view: { ...size }, moved: false });
  const { marks } = views.get(host);
  if (marks !== undefined) light(host, marks);
  showFirst(host);
  panAndZoom(host);
  return true;
}

function dress(node, walk) {
  const name = /flowchart-(.+)-\d+$/.exec(node.id)?.[1];
  if (!name) return;
  node.dataset.node = name;
  node.dataset.testid = "graph-node";
  if (!walk) return;
  node.setAttribute("tabindex", "0");
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", node.textContent.trim());
  node.addEventListener("click", () => viewOf(node)?.moved || walk(name));
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      walk(name);
    }
  });
}

const viewOf = (node) => views.get(node.closest("[data-diagram]"));

const MARKS = ["visited", "running", "next", "interrupted", "failed"];

/** Sets the marks of nodes, `planner=visited tool_node=running`, and removes all others. */
export function light(element, marks) {
  const state = views.get(element) ?? { turn: 0 };
  views.set(element, Object.assign(state, { marks }));
  const words = new Map(marks.split(" ").map((mark) => mark.split("=")));
  for (const node of element.querySelectorAll("g.node")) {
    for (const mark of MARKS) node.classList.toggle(mark, words.get(node.dataset.node) === mark);
  }
}

/** The diagram as the text of an SVG file. */
export function svgText(element) {
  const state = views.get(element);
  if (!state?.svg) return "";
  const copy = state.svg.cloneNode(true);
  const { x, y, width, height } = state.size;
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.setAttribute("width", Math.ceil(width));
  copy.setAttribute("height", Math.ceil(height));
  return new XMLSerializer().serializeToString(copy);
}

/** Fits the whole diagram into its box, at most at its own size. */
export function fit(element) {
  const state = views.get(element);
  if (!state?.svg) return;
  const { x, y, width, height } = state.size;
  const scale = Math.max(1, (width + 16) / element.clientWidth, (height + 16) / element.clientHeight);
  const [w, h] = [element.clientWidth * scale, element.clientHeight * scale];
  show(state, { x: x + width / 2 - w / 2, y: y + height / 2 - h / 2, width: w, height: h });
}

/** The most that a diagram is made smaller unless it is asked for: its letters, of 13 pixels, are then some 9 high. */
const SMALLEST = 1.4;

/**
 * What is shown of a diagram that was just drawn: all of it, or where that would be too small to read the part around the
 * node that runs, else around the first.
 */
function showFirst(element) {
  fit(element);
  const { svg, size, view } = views.get(element);
  const node = svg.querySelector("g.node.running") ?? svg.querySelector("g.node");
  if (view.width <= element.clientWidth * SMALLEST || !node) return;
  const [host, box] = [element.getBoundingClientRect(), node.getBoundingClientRect()];
  const unit = view.width / host.width;
  const middle = { x: view.x + (box.x + box.width / 2 - host.x) * unit, y: view.y + (box.y + box.height / 2 - host.y) * unit };
  const [width, height] = [element.clientWidth * SMALLEST, element.clientHeight * SMALLEST];
  // No empty room beside a diagram that is larger than its box.
  const from = (middle, start, whole, part) =>
    whole <= part ? start + (whole - part) / 2 : Math.min(Math.max(middle - part / 2, start - 8), start + whole + 8 - part);
  const x = from(middle.x, size.x, size.width, width);
  show(views.get(element), { x, y: from(middle.y, size.y, size.height, height), width, height });
}

export function zoom(element, factor) {
  const state = views.get(element);
  if (state?.svg) zoomAt(state, factor, 0.5, 0.5);
}

function zoomAt(state, factor, atX, atY) {
  const { x, y, width, height } = state.view;
  const wanted = Math.min(Math.max(width / factor, 40), state.size.width * 20 + 2000);
  const scale = wanted / width;
  show(state, { x: x + width * (1 - scale) * atX, y: y + height * (1 - scale) * atY, width: wanted, height: height * scale });
}

function show(state, view) {
  state.view = view;
  if (view.width > 0 && view.height > 0) {
    state.svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  }
}

function panAndZoom(element) {
  if (element.dataset.pans) return;
  element.dataset.pans = "yes";
  const state = () => views.get(element);
  element.addEventListener("wheel", (event) => {
    if (!state()?.svg) return;
    event.preventDefault();
    const box = element.getBoundingClientRect();
    zoomAt(state(), Math.exp(-event.deltaY / 400), (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
  }, { passive: false });
  // One pointer pans; two, as fingers, zoom around the point between them and pan with it.
  const down = new Map();
  let from = null;
  const middle = () => {
    const all = [...down.values()];
    const mean = (of) => all.reduce((sum, at) => sum + of(at), 0) / all.length;
    const [x, y] = [mean((at) => at.x), mean((at) => at.y)];
    return { x, y, apart: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 };
  };
  const begin = () => (from = down.size ? { ...middle(), view: { ...state().view } } : null);
  element.addEventListener("pointerdown", (event) => {
    if (event.isPrimary) down.clear();
    if (!state()?.svg || down.size > 1) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (down.size === 1) state().moved = false;
    begin();
  });
  element.addEventListener("pointermove", (event) => {
    if (!from || !state()?.svg || !(event.buttons & 1) || !down.has(event.pointerId)) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const to = middle();
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    if ((Math.hypot(dx, dy) > 4 || Math.abs(to.apart - from.apart) > 4) && !state().moved) {
      state().moved = true;
      for (const pointer of down.keys()) element.setPointerCapture(pointer);
    }
    if (!state().moved) return;
    const unit = from.view.width / element.clientWidth;
    show(state(), { ...from.view, x: from.view.x - dx * unit, y: from.view.y - dy * unit });
    if (from.apart > 0 && to.apart > 0) {
      const box = element.getBoundingClientRect();
      zoomAt(state(), to.apart / from.apart, (to.x - box.x) / box.width, (to.y - box.y) / box.height);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    element.addEventListener(end, (event) => {
      if (down.delete(event.pointerId) && state()?.svg) begin();
    });
  }
  element.addEventListener("keydown", (event) => {
    const pan = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const current = state();
    if (!current?.svg) return;
    if (pan) {
      const { x, y, width, height } = current.view;
      show(current, { x: x + pan[0] * width * 0.1, y: y + pan[1] * width * 0.1, width, height });
    } else if (event.key === "+" || event.key === "=") zoomAt(current, 1.25, 0.5, 0.5);
    else if (event.key === "-") zoomAt(current, 0.8, 0.5, 0.5);
    else if (event.key === "0") fit(element);
    else return;
    event.preventDefault();
  });
}
