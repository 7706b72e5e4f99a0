// Markdown that was read, as text: the same as in `crates/markdown/tests/readings.rs`, so that two readers can be compared.

/** Fifty texts of a dictionary's words; the same for a seed in every language. */
export function randomTexts(words, seed) {
  let state = (seed + 1) >>> 0;
  const next = (below) => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state % below;
  };
  return Array.from({ length: 50 }, () => {
    const length = 1 + next(30);
    return Array.from({ length }, () => words[next(words.length)]).join("");
  });
}

/** FNV-1a over the bytes, as hexadecimal digits. */
export function digest(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

export const outline = (blocks) => blocks.map(block).join(" ");

function block(it) {
  switch (it.type) {
    case "heading":
      return `h${it.level}(${parts(it.text)})`;
    case "paragraph":
      return `p(${parts(it.text)})`;
    case "list":
      return `${it.start === null ? "ul" : `ol${it.start}`}[${it.items.map(outline).join("; ")}]`;
    case "quote":
      return `q(${outline(it.blocks)})`;
    case "code":
      return `code ${it.language}:"${it.text}"`;
    case "table":
      return `table[${it.rows.map((row) => row.map(parts).join(" | ")).join("; ")}]`;
    case "rule":
      return "hr";
    default:
      return `plain "${it.text}"`;
  }
}

const parts = (all) => all.map(part).join(" ");

function part(it) {
  if (typeof it === "string") return `"${it}"`;
  switch (it.type) {
    case "code":
      return `code "${it.text}"`;
    case "strong":
      return `b(${parts(it.inside)})`;
    case "emphasis":
      return `i(${parts(it.inside)})`;
    case "link":
      return `a ${it.url}(${parts(it.inside)})`;
    case "citation":
      return `#${it.number}`;
    default:
      return "br";
  }
}
