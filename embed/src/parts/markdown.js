// Markdown to DOM nodes, without anything active.
//
// The text comes from a model or a repository, so it is untrusted: raw HTML shows as text, a link goes only to the web or to
// mail, an image becomes a link. `[[number]]` outside code is a citation. Syntax that models do not write is not supported and
// shows as text. Everything is bounded, and takes time linear in the text.

import { h } from "./dom.js";
import { LIMITS } from "./markdown-lines.js";
import { read } from "./markdown-read.js";

/** From this length on, the open block is parsed again only when it has grown by a fraction of its length. */
const LARGE = 4_096;
/** The divisor of that fraction. */
const GROWTH = 8;

/** Nodes for `text`; `cite(number)` makes the node of a citation. Without `cite`, citations are text. */
export function render(text, cite = null) {
  const { blocks, limits } = read(text);
  return [...blocks.map((block) => draw(block, cite)), ...notes(limits)];
}

/** A growing answer in an element: complete blocks are kept, and only the last block is drawn again. */
export class Growing {
  #element;
  #cite;
  #text = "";
  #open = 0;
  #drawn = 0;
  #parts = 0;
  #nodes = [];
  #whole = 0;
  #limits = new Set();
  /** The number of characters parsed so far, including repeated parsing. */
  lettersRead = 0;

  constructor(element, cite) {
    this.#element = element;
    this.#cite = cite;
  }

  /** Updates to the current text. `isWhole` is true for the complete text: everything postponed is drawn then. */
  update(text, isWhole = false) {
    if (!text.startsWith(this.#text)) this.#clear();
    const grown = text.length - this.#drawn;
    const open = this.#drawn - this.#open;
    this.#text = text;
    if (grown > 0 && (isWhole || open < LARGE || grown >= open / GROWTH)) this.#draw();
  }

  #clear() {
    this.#element.replaceChildren();
    this.#nodes = [];
    this.#limits = new Set();
    this.#open = this.#drawn = this.#parts = this.#whole = 0;
  }

  #draw() {
    const tail = this.#text.slice(this.#open);
    this.lettersRead += tail.length;
    this.#drawn = this.#text.length;
    const { blocks, limits } = read(tail, Math.max(0, LIMITS.parts - this.#parts));
    for (const node of this.#nodes.splice(this.#whole)) node.remove();
    const made = blocks.map((block) => draw(block, this.#cite));
    const all = new Set([...this.#limits, ...limits]);
    this.#nodes.push(...made, ...notes(all));
    this.#element.append(...this.#nodes.slice(this.#whole));
    if (!all.has("parts")) this.#close(blocks, all);
  }

  /** Completes blocks that are followed by another that begins on a complete line. */
  #close(blocks, limits) {
    const lineEnd = this.#text.lastIndexOf("\n") + 1 - this.#open;
    const last = blocks.findLastIndex((block) => block.began < lineEnd);
    if (last < 1) return;
    const length = blocks[last].began;
    this.#parts += read(this.#text.slice(this.#open, this.#open + length)).parts;
    this.#whole += last;
    this.#open += length;
    this.#limits = limits;
  }
}

const SENTENCES = {
  depth: `Quotes and lists nested deeper than ${LIMITS.depth} are shown as text.`,
  columns: `A table of more than ${LIMITS.columns} columns is shown as text.`,
  parts: `The end of this answer is shown as plain text: it has over ${LIMITS.parts} parts.`,
};

const notes = (limits) => [...limits].map((limit) => h("p", { class: "muted", "data-testid": "answer-limit" }, SENTENCES[limit]));

function draw(block, cite) {
  switch (block.type) {
    case "heading":
      // The dialog has headings of its own above this level.
      return h(`h${Math.min(block.level + 3, 6)}`, {}, inside(block.text, cite));
    case "paragraph":
      return h("p", {}, inside(block.text, cite));
    case "list": {
      const start = block.start !== null && block.start !== 1 ? block.start : null;
      return h(block.start === null ? "ul" : "ol", { start }, block.items.map((item) => h("li", {}, itemOf(item, cite))));
    }
    case "quote":
      return h("blockquote", {}, block.blocks.map((it) => draw(it, cite)));
    case "code":
      return h("pre", { part: "code", tabindex: "0", "data-language": block.language || null }, h("code", {}, block.text));
    case "table": {
      const row = (tag, cells) => h("tr", {}, cells.map((cell) => h(tag, {}, inside(cell, cite))));
      const [head, ...rows] = block.rows;
      const body = h("tbody", {}, rows.map((cells) => row("td", cells)));
      return h("div", { class: "table", tabindex: "0" }, h("table", {}, h("thead", {}, row("th", head)), body));
    }
    case "rule":
      return h("hr");
    default:
      return h("pre", { class: "plain", tabindex: "0" }, block.text);
  }
}

/** An item with a single paragraph has its text directly. */
function itemOf(blocks, cite) {
  const isTight = blocks[0]?.type === "paragraph" && blocks.slice(1).every((block) => block.type === "list");
  if (!isTight) return blocks.map((block) => draw(block, cite));
  return [inside(blocks[0].text, cite), blocks.slice(1).map((block) => draw(block, cite))];
}

const inside = (parts, cite) => parts.map((part) => drawPart(part, cite));

function drawPart(part, cite) {
  if (typeof part === "string") return part;
  switch (part.type) {
    case "code":
      return h("code", {}, part.text);
    case "strong":
      return h("strong", {}, inside(part.inside, cite));
    case "emphasis":
      return h("em", {}, inside(part.inside, cite));
    case "link":
      return h("a", { href: part.url, target: "_blank", rel: "noopener noreferrer nofollow" }, inside(part.inside, cite));
    case "citation":
      return cite ? cite(part.number) : part.text;
    default:
      return h("br");
  }
}
