// Which block each line belongs to: CommonMark's reading, a line at a time, in time linear in the line.
//
// The same as `crates/markdown/src/lines.rs`, which the filter of citations uses: both must agree on what is code. A test
// compares the two.

/** The page has the same; a test compares them. */
export const LIMITS = { depth: 12, columns: 100, parts: 20_000 };

const SPACE = /[ \t]/;

/** Trims spaces and tabs, and no other white space. */
export function trim(text) {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text[start])) start += 1;
  while (end > start && SPACE.test(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const trimStart = (text) => text.replace(/^[ \t]+/, "");

/** A position in a line, in characters and columns: a tab advances to the next multiple of four columns. */
class Cursor {
  at = 0;
  column = 0;
  inTab = false;

  constructor(line) {
    this.line = line;
  }

  copy() {
    return Object.assign(new Cursor(this.line), this);
  }

  /** Columns of white space from here. */
  indent() {
    let column = this.column;
    for (let at = this.at; at < this.line.length; at += 1) {
      if (this.line[at] === " ") column += 1;
      else if (this.line[at] === "\t") column += 4 - (column % 4);
      else break;
    }
    return column - this.column;
  }

  get rest() {
    return this.line.slice(this.at);
  }

  isBlank() {
    return trim(this.rest) === "";
  }

  /** The rest, with the spaces that were part of a tab. */
  code() {
    return this.inTab ? " ".repeat(4 - (this.column % 4)) + this.line.slice(this.at + 1) : this.rest;
  }

  advance(columns) {
    while (columns > 0) {
      const letter = this.line[this.at];
      if (letter !== " " && letter !== "\t") return;
      const width = letter === " " ? 1 : 4 - (this.column % 4);
      this.inTab = width > columns;
      this.column += Math.min(width, columns);
      columns -= Math.min(width, columns);
      if (!this.inTab) this.at += 1;
    }
  }

  step(letters) {
    this.at += letters;
    this.column += letters;
  }

  quote() {
    const indent = this.indent();
    if (indent >= 4 || !trimStart(this.rest).startsWith(">")) return false;
    this.advance(indent);
    this.step(1);
    this.advance(1);
    return true;
  }
}

const runOf = (text, sign) => {
  let length = 0;
  while (text[length] === sign) length += 1;
  return length;
};

const all = (text, isIt) => {
  for (const sign of text) if (!isIt(sign)) return false;
  return true;
};

function heading(text) {
  const level = runOf(text, "#");
  if (level < 1 || level > 6 || (level < text.length && !SPACE.test(text[level]))) return null;
  const after = text.slice(level);
  let end = after.length;
  while (after[end - 1] === "#") end -= 1;
  const bare = after.slice(0, end);
  return { level, title: trim(bare === "" || SPACE.test(bare.at(-1)) ? bare : after) };
}

function fence(text, indent) {
  const sign = text[0];
  if (sign !== "`" && sign !== "~") return null;
  const length = runOf(text, sign);
  const info = trim(text.slice(length));
  return length >= 3 && (sign === "~" || !info.includes("`")) ? { type: "fence", sign, length, indent, info } : null;
}

function isRule(text) {
  const sign = text[0];
  if (sign !== "-" && sign !== "*" && sign !== "_") return false;
  let count = 0;
  return all(text, (it) => (it === sign ? ++count > 0 : SPACE.test(it))) && count >= 3;
}

function underline(text) {
  if (text.length < 3) return 0;
  if (all(text, (it) => it === "=")) return 1;
  return all(text, (it) => it === "-") ? 2 : 0;
}

function marker(text) {
  const [, digits, sign] = /^(\d{0,10})([-*+.)])?/.exec(text);
  if (!sign || (digits === "" ? !"-*+".includes(sign) : digits.length > 9 || !".)".includes(sign))) return null;
  return { sign, number: digits === "" ? null : Number(digits), length: digits.length + 1 };
}

/** The cells of a table row, separated by bars that are not escaped. */
export function cells(line) {
  let text = trim(line);
  if (text.startsWith("|")) text = text.slice(1);
  const found = [];
  let from = 0;
  for (let bar = text.indexOf("|"); bar >= 0; bar = text.indexOf("|", bar + 1)) {
    if (text[bar - 1] === "\\") continue;
    found.push(text.slice(from, bar));
    from = bar + 1;
  }
  // A bar at the end terminates the last cell.
  if (from < text.length || found.length === 0) found.push(text.slice(from));
  return found;
}

function tableRule(text) {
  if (!all(text, (it) => "|:- \t".includes(it))) return null;
  const found = cells(text);
  const isDashes = (cell) => {
    let dashes = trim(cell);
    if (dashes.startsWith(":")) dashes = dashes.slice(1);
    if (dashes.endsWith(":")) dashes = dashes.slice(0, -1);
    return dashes !== "" && all(dashes, (it) => it === "-");
  };
  return found.every(isDashes) ? found.length : null;
}

/** The quote or list item that begins here, and the position after its marker. */
function container(cursor, isTight) {
  const after = cursor.copy();
  if (after.quote()) return [{ type: "quote" }, after];
  const indent = cursor.indent();
  const found = marker(trimStart(cursor.rest));
  if (!found) return null;
  after.advance(indent);
  after.step(found.length);
  let gap = after.indent();
  const isEmpty = after.isBlank();
  // A paragraph may continue with "1986." or with a dash.
  if ((gap === 0 && !isEmpty) || (isTight && (isEmpty || (found.number ?? 1) !== 1))) return null;
  // Five or more spaces are one space and indented code.
  if (isEmpty || gap > 4) gap = 1;
  after.advance(gap);
  return [{ type: "item", sign: found.sign, number: found.number, width: indent + found.length + gap, isEmpty }, after];
}

export class Lines {
  #containers = [];
  #leaf = null;

  /** Reads the next line: containers kept and opened, what it is, its text. */
  read(line) {
    const cursor = new Cursor(line);
    const kept = this.#matched(cursor);
    const isWhole = kept === this.#containers.length;
    if (isWhole && this.#leaf?.type === "fence") return this.#inFence(cursor);
    const made = { kept, opened: [], kind: "blank", text: "", limit: null };
    this.#leaf = this.#begin(cursor, isWhole, made);
    if (made.kind === "continued") made.kept = this.#containers.length;
    this.#containers = [...this.#containers.slice(0, made.kept), ...made.opened];
    return made;
  }

  #matched(cursor) {
    for (const [at, it] of this.#containers.entries()) {
      if (it.type === "quote") {
        if (!cursor.quote()) return at;
      } else if (cursor.isBlank()) {
        if (it.isEmpty) return at;
      } else if (cursor.indent() >= it.width) {
        it.isEmpty = false;
        cursor.advance(it.width);
      } else {
        return at;
      }
    }
    return this.#containers.length;
  }

  #inFence(cursor) {
    const { sign, length, indent } = this.#leaf;
    const text = trim(cursor.rest);
    const made = { kept: this.#containers.length, opened: [], kind: "fenceText", text: "", limit: null };
    if (cursor.indent() < 4 && text.length >= length && all(text, (it) => it === sign)) {
      this.#leaf = null;
      return { ...made, kind: "fenceClose" };
    }
    cursor.advance(Math.min(indent, cursor.indent()));
    return { ...made, text: cursor.code() };
  }

  #begin(cursor, isWhole, made) {
    for (;;) {
      const isFirst = made.opened.length === 0;
      const tip = isWhole && isFirst ? this.#leaf : null;
      // A paragraph continues without the markers of its containers.
      const isLazy = isFirst && this.#leaf?.type === "paragraph";
      if (cursor.isBlank()) return tip?.type === "indented" ? tip : null;
      if (cursor.indent() >= 4) {
        if (isLazy) return this.#text(cursor, made, true, tip);
        cursor.advance(4);
        made.text = cursor.code();
        made.kind = "indented";
        return { type: "indented" };
      }
      const leaf = this.#leafStart(cursor, tip, made);
      if (leaf !== undefined) return leaf;
      const found = container(cursor, tip?.type === "paragraph" || tip?.type === "table");
      if (!found) return this.#text(cursor, made, isLazy, tip);
      if (made.kept + made.opened.length >= LIMITS.depth) {
        made.limit = "depth";
        return this.#text(cursor, made, isLazy, tip);
      }
      made.opened.push(found[0]);
      cursor = found[1];
    }
  }

  /** The leaf for a heading, a fence, a thematic break, or a line that changes the previous paragraph; otherwise undefined. */
  #leafStart(cursor, tip, made) {
    const text = trim(cursor.rest);
    const title = heading(text);
    if (title) {
      Object.assign(made, { kind: "heading", level: title.level, text: title.title });
      return null;
    }
    const open = fence(text, cursor.indent());
    if (open) {
      Object.assign(made, { kind: "fenceOpen", text: open.info });
      return open;
    }
    if (tip?.type === "paragraph") {
      if (tip.head !== null && tip.head === tableRule(text)) {
        made.kind = "tableRule";
        return { type: "table" };
      }
      const level = underline(text);
      if (level > 0) {
        Object.assign(made, { kind: "underline", level });
        return null;
      }
    }
    if (!isRule(text)) return undefined;
    made.kind = "rule";
    return null;
  }

  #text(cursor, made, isLazy, tip) {
    made.text = trimStart(cursor.rest);
    if (tip?.type === "table") {
      made.kind = "tableRow";
      return tip;
    }
    if (isLazy) {
      made.kind = "continued";
      return { type: "paragraph", head: null };
    }
    made.kind = "paragraph";
    const columns = made.text.includes("|") ? cells(made.text).length : null;
    const isTooWide = columns !== null && columns > LIMITS.columns;
    if (isTooWide) made.limit = "columns";
    return { type: "paragraph", head: isTooWide ? null : columns };
  }
}
