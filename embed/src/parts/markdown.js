// Markdown to DOM nodes: what answers and docs hold, and nothing that could act.
//
// The text comes from a model or a repository, so it is untrusted: raw HTML shows as text, a link goes only to the web or to
// mail, an image becomes a link. `[[number]]` is a citation. Left out is what models do not write; it shows as text.

import { h } from "./dom.js";

const DEEPEST = 10;

/** Nodes for `text`; `cite(number)` makes the node of a citation. */
export function render(text, cite) {
  return blocks(text.replace(/\r\n?/g, "\n").replace(/\t/g, "    ").split("\n"), cite, 0);
}

const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)(.*)$/;
const FENCE = /^( {0,3})(`{3,}|~{3,})\s*([^`\s]*)[^`]*$/;
const RULE = /^ {0,3}([-*_])( *\1){2,} *$/;
const HEADING = /^ {0,3}(#{1,6})(?: +(.*?))?(?: +#+)? *$/;
const QUOTE = /^ {0,3}> ?(.*)$/;

const begins = (line) => FENCE.test(line) || RULE.test(line) || HEADING.test(line) || QUOTE.test(line) || /^ {0,3}([-*+]|1[.)]) +\S/.test(line);
const isBlank = (line) => line.trim() === "";

function blocks(lines, cite, depth) {
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    let match;
    if (isBlank(line)) {
      at += 1;
    } else if ((match = FENCE.exec(line))) {
      at = fence(lines, at, match, out);
    } else if ((match = HEADING.exec(line))) {
      // The dialog has headings of its own above these.
      out.push(h(`h${Math.min(match[1].length + 3, 6)}`, {}, inlines(match[2] ?? "", cite)));
      at += 1;
    } else if (RULE.test(line)) {
      out.push(h("hr"));
      at += 1;
    } else if (QUOTE.test(line) && depth < DEEPEST) {
      const inner = [];
      while (at < lines.length && (QUOTE.test(lines[at]) || (!isBlank(lines[at]) && !begins(lines[at])))) {
        inner.push(QUOTE.exec(lines[at])?.[1] ?? lines[at]);
        at += 1;
      }
      out.push(h("blockquote", {}, blocks(inner, cite, depth + 1)));
    } else if (ITEM.test(line) && depth < DEEPEST) {
      at = list(lines, at, cite, depth, out);
    } else if (isTable(lines, at)) {
      at = table(lines, at, cite, out);
    } else {
      const start = at;
      do at += 1;
      while (at < lines.length && !isBlank(lines[at]) && !begins(lines[at]));
      const text = lines.slice(start, at).map((part) => part.replace(/^ +/, "")).join("\n");
      out.push(h("p", {}, inlines(text.trimEnd(), cite)));
    }
  }
  return out;
}

function fence(lines, start, [, indent, sign, language], out) {
  const closes = new RegExp(`^ {0,3}${sign[0]}{${sign.length},} *$`);
  let end = start + 1;
  while (end < lines.length && !closes.test(lines[end])) end += 1;
  const text = lines.slice(start + 1, end).map((line) => line.replace(new RegExp(`^ {0,${indent.length}}`), ""));
  out.push(h("pre", { part: "code", tabindex: "0", "data-language": language || null }, h("code", {}, text.join("\n"))));
  return end + 1;
}

function list(lines, start, cite, depth, out) {
  const first = ITEM.exec(lines[start]);
  const sign = first[2].at(-1);
  const isNumbered = /\d/.test(first[2]);
  const made = h(isNumbered ? "ol" : "ul", { start: isNumbered && parseInt(first[2], 10) !== 1 ? parseInt(first[2], 10) : null });
  let at = start;
  while (at < lines.length) {
    const item = ITEM.exec(lines[at]);
    if (!item || item[2].at(-1) !== sign || RULE.test(lines[at])) break;
    const width = item[1].length + item[2].length + Math.min(item[3].length || 1, 4);
    const inner = [item[4]];
    for (at += 1; at < lines.length; at += 1) {
      const line = lines[at];
      const indent = line.length - line.trimStart().length;
      const goesOn = !isBlank(inner.at(-1)) && !begins(line) && !ITEM.test(line);
      if (!isBlank(line) && indent < width && !goesOn) break;
      inner.push(line.slice(Math.min(indent, width)));
    }
    const content = blocks(inner, cite, depth + 1);
    // A lone paragraph is the item itself.
    const isTight = content[0]?.tagName === "P" && content.slice(1).every((node) => /^[UO]L$/.test(node.tagName));
    made.append(h("li", {}, isTight ? [[...content[0].childNodes], content.slice(1)] : content));
  }
  out.push(made);
  return at;
}

const cells = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, "|"));
const isTable = (lines, at) =>
  lines[at].includes("|") && /^[\s|:-]+$/.test(lines[at + 1] ?? "") && lines[at + 1].includes("-") && cells(lines[at]).length === cells(lines[at + 1]).length;

function table(lines, start, cite, out) {
  const head = cells(lines[start]);
  const row = (tag, texts) => h("tr", {}, head.map((_, at) => h(tag, {}, inlines(texts[at] ?? "", cite))));
  const body = [];
  let at = start + 2;
  for (; at < lines.length && !isBlank(lines[at]) && !begins(lines[at]); at += 1) body.push(row("td", cells(lines[at])));
  out.push(h("div", { class: "table", tabindex: "0" }, h("table", {}, h("thead", {}, row("th", head)), h("tbody", {}, body))));
  return at;
}

// Code first, then citations, links and emphasis: what stands in code is code.
const INLINE = /(`+)(?!`)([\s\S]*?[^`])\1(?!`)|\[\[(\d{1,4})\]\]|!?\[((?:[^[\]\\]|\\.|\[[^[\]]*\]){0,500})\]\(\s*<?([^\s<>()]{1,1000}(?:\([^\s()]*\)[^\s()]*)?)>?(?:\s+["'(][^\n]{0,200})?\s*\)|<((?:https?:\/\/|mailto:)[^\s<>]{1,1000})>|(\*\*|__)(?=\S)([\s\S]{1,2000}?\S)\7(?![*_])|(?<![\w*])([*_])(?=[^\s*_])([\s\S]{0,2000}?[^\s*_])\9(?!\w)|\\([!-/:-@[-`{-~])|( {2,}|\\)\n/;

function inlines(text, cite, depth = 0) {
  const out = [];
  let rest = text;
  while (rest !== "") {
    const match = depth < DEEPEST ? INLINE.exec(rest) : null;
    if (!match) {
      out.push(rest);
      break;
    }
    if (match.index > 0) out.push(rest.slice(0, match.index));
    out.push(inline(match, cite, depth));
    rest = rest.slice(match.index + match[0].length);
  }
  return out;
}

function inline([whole, tick, code, number, label, url, auto, strong, bold, emphasis, slanted, escaped], cite, depth) {
  if (tick) return h("code", {}, code.replace(/\n/g, " ").replace(/^ (.*\S.*) $/, "$1"));
  if (number) return cite(Number(number)) ?? whole;
  if (url !== undefined) return link(url, label === "" ? [url] : inlines(label, cite, depth + 1));
  if (auto) return link(auto, [auto]);
  if (strong) return h("strong", {}, inlines(bold, cite, depth + 1));
  if (emphasis) return h("em", {}, inlines(slanted, cite, depth + 1));
  if (escaped) return escaped;
  return h("br");
}

function link(url, children) {
  if (!/^(https?:\/\/|mailto:)/i.test(url)) return children;
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, children);
}
