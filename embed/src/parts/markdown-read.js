// Builds a tree of blocks from lines, as plain data. The same as `crates/markdown/src/tree.rs`.

import { inlines } from "./markdown-inlines.js";
import { cells, LIMITS, Lines } from "./markdown-lines.js";

/** The blocks with their start offsets, the limits that were reached, and the number of parts. */
export function read(text, most = LIMITS.parts) {
  const lines = new Lines();
  const tree = new Tree(most);
  for (let at = 0; at < text.length; ) {
    if (tree.parts >= most) {
      tree.end();
      tree.limits.add("parts");
      tree.root.blocks.push({ type: "plain", began: at, text: text.slice(at) });
      break;
    }
    tree.at = at;
    const end = text.indexOf("\n", at);
    const line = end < 0 ? text.slice(at) : text.slice(at, end);
    tree.add(lines.read(line.endsWith("\r") ? line.slice(0, -1) : line));
    at = end < 0 ? text.length : end + 1;
  }
  tree.end();
  return { blocks: tree.root.blocks, limits: tree.limits, parts: tree.parts };
}

class Tree {
  at = 0;
  parts = 0;
  limits = new Set();
  root = { blocks: [], list: null };
  #frames = [];
  #leaf = null;

  constructor(most) {
    this.most = most;
  }

  add(line) {
    if (line.limit) this.limits.add(line.limit);
    if (line.kept === this.#frames.length && line.opened.length === 0 && this.#goesOn(line)) return;
    this.#closeLeaf();
    while (this.#frames.length > line.kept) this.#closeFrame();
    for (const container of line.opened) {
      this.parts += 1;
      this.#frames.push({ container, began: this.at, blocks: [], list: null });
    }
    this.#begin(line);
  }

  end() {
    this.#closeLeaf();
    while (this.#frames.length > 0) this.#closeFrame();
  }

  /** Adds the line to the open leaf, if it belongs to it. */
  #goesOn({ kind, text, level }) {
    const leaf = this.#leaf;
    switch (`${kind} ${leaf?.type}`) {
      case "continued paragraph":
        leaf.lines.push(text);
        return true;
      case "fenceText code":
        leaf.lines.push(text);
        return true;
      case "blank indented":
        leaf.blanks += 1;
        return true;
      case "indented indented":
        while (leaf.blanks > 0) {
          leaf.lines.push("");
          leaf.blanks -= 1;
        }
        leaf.lines.push(text);
        return true;
      case "underline paragraph":
        this.#leaf = null;
        this.#push({ type: "heading", began: leaf.began, level, text: this.#inlines(leaf.lines.join("\n")) });
        return true;
      case "tableRule paragraph":
        this.#leaf = { type: "table", began: leaf.began, rows: [this.#row(leaf.lines[0], Infinity)] };
        return true;
      case "tableRow table":
        leaf.rows.push(this.#row(text, leaf.rows[0].length));
        return true;
      default:
        return false;
    }
  }

  #begin({ kind, text, level }) {
    const began = this.at;
    if (kind === "fenceOpen") this.#leaf = { type: "code", began, language: text.split(/[ \t]/)[0], lines: [] };
    else if (kind === "indented") this.#leaf = { type: "indented", began, lines: [text], blanks: 0 };
    else if (kind === "heading") this.#push({ type: "heading", began, level, text: this.#inlines(text) });
    else if (kind === "rule") this.#push({ type: "rule", began });
    else if (kind === "paragraph") this.#leaf = { type: "paragraph", began, lines: [text] };
  }

  #row(text, width) {
    return cells(text).slice(0, width).map((cell) => this.#inlines(cell.trim().replaceAll("\\|", "|")));
  }

  /** The parsed text of a leaf; plain if it would have too many parts. */
  #inlines(text) {
    const bare = text.trimEnd();
    this.parts += 1;
    const made = inlines(bare, Math.max(0, this.most - this.parts));
    if (!made) {
      this.limits.add("parts");
      this.parts = this.most;
      return [bare];
    }
    this.parts += made.count;
    return made.parts;
  }

  #closeLeaf() {
    const leaf = this.#leaf;
    this.#leaf = null;
    if (!leaf) return;
    const { type, began } = leaf;
    if (type === "paragraph") this.#push({ type, began, text: this.#inlines(leaf.lines.join("\n")) });
    else if (type === "code") this.#push({ type, began, language: leaf.language, text: leaf.lines.join("\n").replace(/\n+$/, "") });
    else if (type === "indented") this.#push({ type: "code", began, language: "", text: leaf.lines.join("\n").trimEnd() });
    else this.#push({ type, began, rows: leaf.rows });
  }

  #closeFrame() {
    const { container, began, blocks } = this.#frames.pop();
    if (container.type === "quote") return this.#push({ type: "quote", began, blocks });
    const around = this.#frames.at(-1) ?? this.root;
    if (around.list === container.sign) {
      around.blocks.at(-1).items.push(blocks);
    } else {
      this.#push({ type: "list", began, start: container.number, items: [blocks] });
      around.list = container.sign;
    }
  }

  #push(block) {
    this.parts += 1;
    const around = this.#frames.at(-1) ?? this.root;
    around.list = null;
    around.blocks.push(block);
  }
}
