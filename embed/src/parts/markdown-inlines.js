// Parses a block's text: code, citations, emphasis, links, breaks. One pass, after one that finds code spans and brackets. The
// same as `crates/markdown/src/inlines.rs`.

import { LIMITS } from "./markdown-lines.js";

const LONGEST_ADDRESS = 2_000;
const LONGEST_RUN = 2 * LIMITS.depth;
const PUNCTUATION = /^[!-/:-@[-`{-~]$/;
const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": "\u00a0" };

/** Runs of backticks that are code: `{start, end, ticks}`, in order. */
export function codeSpans(text) {
  const runs = [...text.matchAll(/`+/g)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const lastOf = new Map(runs.map(({ start, end }) => [end - start, start]));
  const spans = [];
  for (let at = 0; at < runs.length; ) {
    const run = runs[at++];
    const start = run.start + (isEscaped(text, run.start, spans.at(-1)?.end ?? 0) ? 1 : 0);
    const ticks = run.end - start;
    if (ticks === 0 || !((lastOf.get(ticks) ?? -1) >= run.end)) continue;
    while (at < runs.length) {
      const close = runs[at++];
      if (close.end - close.start !== ticks) continue;
      spans.push({ start, end: close.end, ticks });
      break;
    }
  }
  return spans;
}

/** In code a backslash does not escape, so only those from `from` on count. */
function isEscaped(text, at, from) {
  let count = 0;
  while (at - count > from && text[at - count - 1] === "\\") count += 1;
  return count % 2 === 1;
}

/** The number of the citation that begins at `at`, and its length: digits alone, as they are written. */
function citationAt(text, at) {
  const [whole, number] = /^\[\[([1-9]\d{0,9})\]\]/.exec(text.slice(at, at + 14)) ?? [];
  return whole && Number(number) <= 4_294_967_295 ? { number: Number(number), length: whole.length } : null;
}

/** Brackets outside code with their partners. */
function brackets(text, code) {
  const starts = new Map(code.map((span) => [span.start, span.end]));
  const pairs = new Map();
  const open = [];
  for (let at = 0; at < text.length; at += 1) {
    if (starts.has(at)) at = starts.get(at) - 1;
    else if (text[at] === "\\" && PUNCTUATION.test(text[at + 1] ?? "")) at += 1;
    else if (text[at] === "[") open.push(at);
    else if (text[at] === "]" && open.length > 0) pairs.set(open.pop(), at);
  }
  return pairs;
}

/** The text between the parenthesis at `at` and its partner; it contains no bracket and no backtick. */
function target(text, at) {
  if (text[at] !== "(") return null;
  let depth = 0;
  for (let to = at; to < text.length && to - at < LONGEST_ADDRESS; to += 1) {
    const letter = text[to];
    if (letter === "[" || letter === "`") return null;
    if (letter === "\\") to += 1;
    else if (letter === "(") depth += 1;
    else if (letter === ")") depth -= 1;
    if (depth === 0) return text.slice(at + 1, to);
    if (depth > 8) return null;
  }
  return null;
}

const isSafe = (url) => /^(https?:\/\/|mailto:)/i.test(url);
const flat = (node) => ({ node, height: 0 });

/** Too many parts. */
class TooMany extends Error {}

/** The parts of a text and how many there are; null where there are more than `most`. */
export function inlines(text, most) {
  const reader = new Reader(text, most);
  try {
    const parts = reader.read(0, text.length, false).map((it) => it.node);
    return { parts, count: reader.made };
  } catch (error) {
    if (error instanceof TooMany) return null;
    throw error;
  }
}

class Reader {
  made = 0;

  constructor(text, most) {
    this.text = text;
    this.most = most;
    const code = codeSpans(text);
    this.code = new Map(code.map((span) => [span.start, span]));
    this.brackets = brackets(text, code);
  }

  read(from, to, isLabel) {
    const pieces = [];
    let plain = "";
    const flush = () => {
      if (plain === "") return;
      this.#count(1);
      pieces.push(flat(plain));
      plain = "";
    };
    for (let at = from; at < to; ) {
      const letter = this.text[at];
      if (letter === "*" || letter === "_" || letter === "~") {
        let end = at;
        while (end < to && this.text[end] === letter) end += 1;
        flush();
        pieces.push(marks(letter, end - at, this.#before(at, from), this.#letter(end, to)));
        at = end;
        continue;
      }
      const found = this.#found(at, to, isLabel);
      if (found.parts) {
        flush();
        this.#count(found.parts.length);
        for (const part of found.parts) pieces.push(part);
      } else {
        plain += found.text ?? this.text.slice(at, at + found.length);
      }
      at += found.length;
    }
    flush();
    return emphasised(pieces);
  }

  #letter(at, to) {
    return at < to ? String.fromCodePoint(this.text.codePointAt(at)) : null;
  }

  #before(at, from) {
    if (at <= from) return null;
    const isPair = at - from > 1 && /[\udc00-\udfff]/.test(this.text[at - 1]);
    return this.text.slice(at - (isPair ? 2 : 1), at);
  }

  #count(parts) {
    this.made += parts;
    if (this.made > this.most) throw new TooMany();
  }

  #found(at, to, isLabel) {
    const { text } = this;
    const next = at + 1 < to ? text[at + 1] : "";
    switch (text[at]) {
      case "\\":
        if (next === "\n") return { parts: [flat({ type: "break" })], length: 2 };
        return PUNCTUATION.test(next) ? { text: next, length: 2 } : { length: 1 };
      case " ":
      case "\n":
        return space(text, at, to);
      case "`":
        return this.#code(at, to);
      case "<":
        return autolink(text, at, to) ?? { length: 1 };
      case "&": {
        const known = Object.keys(ENTITIES).find((entity) => text.startsWith(entity, at) && at + entity.length <= to);
        return known ? { text: ENTITIES[known], length: known.length } : { length: 1 };
      }
      case "[": {
        const cited = citationAt(text, at);
        if (cited) return { parts: [flat({ type: "citation", number: cited.number, text: text.slice(at, at + cited.length) })], length: cited.length };
        return this.#link(at, isLabel) ?? { length: 1 };
      }
      case "!": {
        if (next !== "[" || citationAt(text, at + 1)) return { length: 1 };
        const found = this.#link(at + 1, isLabel);
        return found ? { ...found, length: found.length + 1 } : { length: 1 };
      }
      default:
        return { length: 1 };
    }
  }

  #code(at, to) {
    const span = this.code.get(at);
    if (!span) {
      let end = at;
      while (end < to && this.text[end] === "`") end += 1;
      return { length: end - at };
    }
    let inner = this.text.slice(span.start + span.ticks, span.end - span.ticks).replace(/\n/g, " ");
    if (inner.length > 1 && inner.startsWith(" ") && inner.endsWith(" ") && inner.trim() !== "") inner = inner.slice(1, -1);
    return { parts: [flat({ type: "code", text: inner })], length: span.end - span.start };
  }

  #link(at, isLabel) {
    const close = this.brackets.get(at);
    const address = close === undefined || isLabel ? null : target(this.text, close + 1);
    if (address === null) return null;
    const length = close + 1 + address.length + 2 - at;
    const url = (address.trim().split(/\s+/)[0] ?? "").replace(/^[<>]+|[<>]+$/g, "");
    const label = this.read(at + 1, close, true);
    if (!isSafe(url)) return { parts: label, length };
    const height = 1 + label.reduce((most, part) => Math.max(most, part.height), 0);
    const inside = label.length > 0 ? label.map((part) => part.node) : [url];
    return { parts: [{ node: { type: "link", url, inside }, height }], length };
  }
}

/** White space; two spaces at the end of a line are a break. */
function space(text, at, to) {
  let end = at;
  while (end < to && (text[end] === " " || text[end] === "\n")) end += 1;
  const line = text.slice(at, end).indexOf("\n");
  return line >= 2 ? { parts: [flat({ type: "break" })], length: end - at } : { text: " ", length: end - at };
}

function autolink(text, at, to) {
  let end = at + 1;
  while (end < to && !"><` \n[".includes(text[end])) end += 1;
  const url = text.slice(at + 1, end);
  if (end >= to || text[end] !== ">" || !isSafe(url)) return null;
  return { parts: [{ node: { type: "link", url, inside: [url] }, height: 1 }], length: url.length + 2 };
}

/** Whether signs open or close depends on what is around them; `_` does neither within a word. */
function marks(mark, count, before, after) {
  const isSpace = (letter) => letter === null || /^\s$/u.test(letter);
  const isWord = (letter) => letter !== null && /^[\p{Alphabetic}\p{N}]$/u.test(letter);
  const isSign = (letter) => letter !== null && PUNCTUATION.test(letter);
  const fits = count <= LONGEST_RUN && (mark !== "~" || count === 2);
  let opens = fits && !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before));
  let closes = fits && !isSpace(before) && (!isSign(before) || isSpace(after) || isSign(after));
  if (mark === "_") [opens, closes] = [opens && !isWord(before), closes && !isWord(after)];
  return { mark, count, opens, closes };
}

const done = (piece) => (piece.mark ? flat(piece.mark.repeat(piece.count)) : piece);

/** Pairs signs that open with signs that close, innermost first; signs without a partner are text. */
function emphasised(pieces) {
  const out = [];
  // For each mark, the positions in `out` of the latest signs without a partner.
  const waiting = { "*": [], _: [], "~": [] };
  for (const piece of pieces) {
    if (!piece.mark) {
      out.push(piece);
      continue;
    }
    const { mark, opens, closes } = piece;
    let { count } = piece;
    const own = waiting[mark];
    while (own.length > 0 && closes && count > 0) {
      const opener = own.at(-1);
      const there = out[opener];
      const used = Math.min(count, there.count, 2);
      there.count -= used;
      count -= used;
      const inside = out.splice(opener + 1).map(done);
      for (const places of Object.values(waiting)) while (places.length > 0 && places.at(-1) > opener) places.pop();
      if (there.count === 0) {
        out.pop();
        own.pop();
      }
      wrap(inside, mark, used, out);
    }
    if (count === 0) continue;
    if (opens) {
      own.push(out.length);
      if (own.length > LIMITS.depth) own.shift();
    }
    out.push({ mark, count, opens, closes });
  }
  return joined(out.map(done));
}

function wrap(inside, mark, used, out) {
  const height = 1 + inside.reduce((most, part) => Math.max(most, part.height), 0);
  // Struck out text is text; what is nested too deep loses its outer emphasis.
  if (mark === "~" || height > LIMITS.depth) {
    for (const part of inside) out.push(part);
    return;
  }
  const type = used === 2 ? "strong" : "emphasis";
  out.push({ node: { type, inside: joined(inside).map((part) => part.node) }, height });
}

/** Texts that follow each other as one. */
function joined(parts) {
  const out = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (typeof part.node === "string" && typeof last?.node === "string") out[out.length - 1] = flat(last.node + part.node);
    else out.push(part);
  }
  return out;
}
