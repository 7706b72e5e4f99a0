// The embed's markdown: what answers hold, as nodes; everything else as text, in bounded time.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { LIMITS } from "../../embed/src/parts/markdown-lines.js";
import { read as readMarkdown } from "../../embed/src/parts/markdown-read.js";
import { embedded, PACKAGE } from "./embed.mjs";
import { digest, outline, randomTexts } from "./markdown-outline.mjs";

const CASES = [
  ["one\ntwo\n\nthree", "<p>one two</p><p>three</p>"],
  ["# A\n\n### B #", "<h4>A</h4><h6>B</h6>"],
  ["**bold** and *thin* and `code *x*` and snake_case_name", "<p><strong>bold</strong> and <em>thin</em> and <code>code *x*</code> and snake_case_name</p>"],
  ["a [[1]] b [[12]] c [[x]]", "<p>a <b>1</b> b <b>12</b> c [[x]]</p>"],
  ["`a[[1]]`", "<p><code>a[[1]]</code></p>"],
  ["- a\n- b\n  - c\n\n1. x\n2. y", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol><li>x</li><li>y</li></ol>"],
  ["3. three\n4. four", '<ol start="3"><li>three</li><li>four</li></ol>'],
  ["- a\n\n  more\n- b", "<ul><li><p>a</p><p>more</p></li><li>b</li></ul>"],
  ["```js\nif (a < b) {\n  [[1]]\n}\n```\nafter", '<pre part="code" tabindex="0" data-language="js"><code>if (a &lt; b) {\n  [[1]]\n}</code></pre><p>after</p>'],
  ["```\nnever closed", '<pre part="code" tabindex="0"><code>never closed</code></pre>'],
  ["> quoted\ngoes on\n\nout", "<blockquote><p>quoted goes on</p></blockquote><p>out</p>"],
  ["| a | b |\n|---|:-:|\n| 1 | `x\\|y` |", '<div class="table" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>x|y</code></td></tr></tbody></table></div>'],
  ["[t](https://e.org/a_(b) \"x\") <https://e.org>", '<p><a href="https://e.org/a_(b)" target="_blank" rel="noopener noreferrer nofollow">t</a> <a href="https://e.org" target="_blank" rel="noopener noreferrer nofollow">https://e.org</a></p>'],
  ["[t](javascript:alert(1)) ![i](data:text/html,x)", "<p>t i</p>"],
  ["<b>raw</b> &amp; <script>x</script>", "<p>&lt;b&gt;raw&lt;/b&gt; &amp; &lt;script&gt;x&lt;/script&gt;</p>"],
  ["a  \nb\\\nc \\*not\\*", "<p>a<br>b<br>c *not*</p>"],
  ["---\n\n***", "<hr><hr>"],
  ["Setext\n---", "<h5>Setext</h5>"],
  ["````md\n```\n[[1]]\n```\n````\n[[1]]", '<pre part="code" tabindex="0" data-language="md"><code>```\n[[1]]\n```</code></pre><p><b>1</b></p>'],
  ["[[+1]] [\\[1]] [[01]] [[1\\]] &#91;[1]]", "<p>[[+1]] [[1]] [[01]] [[1]] &amp;#91;[1]]</p>"],
  ["[[1]](https://e.org) [[[2]]]", "<p><b>1</b>(https://e.org) [<b>2</b>]</p>"],
  ["2 * 3 * 4 and a_b_c __init__", "<p>2 * 3 * 4 and a_b_c <strong>init</strong></p>"],
  ["", ""],
];

embedded("markdown: each case", { csp: null }, async ({ page }) => {
  const [parts] = readdirSync(PACKAGE).filter((name) => name.startsWith("parts-"));
  const rendered = await page.evaluate(async ([parts, texts]) => {
    const { render } = await import(`/ask/${parts}/markdown.js`);
    return texts.map((text) => {
      const holder = document.createElement("div");
      const cite = (number) => Object.assign(document.createElement("b"), { textContent: number });
      holder.append(...render(text, cite));
      return holder.innerHTML;
    });
  }, [parts, CASES.map(([text]) => text)]);
  CASES.forEach(([text, html], at) => assert.equal(rendered[at], html, text));
});

test("markdown: the dialog, the page and the filter of citations parse alike", () => {
  const folder = new URL("../fixtures/markdown/", import.meta.url);
  const lines = (name) => readFileSync(new URL(name, folder), "utf8").split("\n").filter((line) => line !== "");
  const words = lines("dictionary.txt").map((line) => line.replaceAll("\\n", "\n").replaceAll("\\t", "\t"));
  lines("readings.txt").forEach((wanted, seed) => {
    const read = randomTexts(words, seed).map((text) => outline(readMarkdown(text).blocks));
    assert.equal(digest(read.join("\n")), wanted, `seed ${seed}`);
  });
});

test("markdown: the limits are those of the page", () => {
  const table = readFileSync(new URL("../../crates/limits/src/answer.rs", import.meta.url), "utf8");
  const limit = (name) => Number(new RegExp(`${name}: usize = ([\\d_]+)`).exec(table)[1].replaceAll("_", ""));
  assert.deepEqual(LIMITS, { depth: limit("MARKDOWN_DEPTH"), columns: limit("MARKDOWN_COLUMNS"), parts: limit("MARKDOWN_PARTS") });
});

test("markdown: a hostile text is read in bounded parts", () => {
  const wide = "|a".repeat(2_000) + "\n" + "|-".repeat(2_000) + "\n" + "|\n".repeat(2_000);
  assert.ok(readMarkdown(wide).limits.has("columns"));
  const [table] = readMarkdown("|a".repeat(100) + "\n" + "|-".repeat(100) + "\n" + "|\n".repeat(2_000)).blocks;
  assert.equal(table.rows.flat().length, 100 + 2_000);
  const many = readMarkdown("- `a`\n".repeat(20_000));
  assert.ok(many.limits.has("parts") && many.parts < 20_100 && many.blocks.at(-1).type === "plain");
  // Each would take minutes in a reader that looks for partners again and again.
  for (const piece of ["`a``", "[", "[a](", "*a ", "a* ", "**a*b_", "<a", "`"]) {
    assert.ok(readMarkdown(piece.repeat(200_000 / piece.length)).blocks.length > 0, piece);
  }
});

embedded("markdown: an answer that grows is drawn block by block", { csp: null }, async ({ page }) => {
  const [parts] = readdirSync(PACKAGE).filter((name) => name.startsWith("parts-"));
  const result = await page.evaluate(async (parts) => {
    const { Growing, render } = await import(`/ask/${parts}/markdown.js`);
    const cite = (number) => Object.assign(document.createElement("b"), { textContent: number });
    const text = "# A\n\nSome `code` [[1]]\n\n- one\n  two\n- three\n\n```rs\nlet x;\n```\n| a | b |\n|---|---|\n| c |\n\n> q\n\nend";
    const grown = document.createElement("div");
    const growing = new Growing(grown, cite);
    let [differs, first] = [null, null];
    for (let end = 1; end <= text.length; end += 1) {
      growing.update(text.slice(0, end));
      const whole = document.createElement("div");
      whole.append(...render(text.slice(0, end), cite));
      if (whole.innerHTML !== grown.innerHTML) differs ??= text.slice(0, end);
      if (end === 24) first = grown.firstElementChild;
    }
    const long = new Growing(document.createElement("div"), cite);
    const sentence = "A sentence of words, `code` and more. ";
    const answer = sentence.repeat(200_000 / sentence.length);
    for (let end = 0; end < answer.length; end += 20) long.update(answer.slice(0, end));
    long.update(answer, true);
    return { differs, isKept: first === grown.firstElementChild, read: long.lettersRead, length: answer.length };
  }, parts);
  assert.equal(result.differs, null);
  assert.ok(result.isKept, "a block that is whole is not drawn again");
  assert.ok(result.read < 30 * result.length, `${result.read} letters read for ${result.length}`);
});

embedded("markdown: any text ends, quickly, and any beginning of it", { csp: null }, async ({ page }) => {
  const [parts] = readdirSync(PACKAGE).filter((name) => name.startsWith("parts-"));
  const slowest = await page.evaluate(async (parts) => {
    const { render } = await import(`/ask/${parts}/markdown.js`);
    const nasty = ["[", "![", "**a", "*a _b ", "`", "``` ", "> ", "- ", "| ", "[[", "<https://", "\\", "__", "1. ", "[a](", "_*", "((((", "a".repeat(60) + "*"];
    let slowest = [0, ""];
    for (const piece of nasty) {
      const text = piece.repeat(20_000 / piece.length);
      const start = performance.now();
      render(text, () => null);
      const ms = performance.now() - start;
      if (ms > slowest[0]) slowest = [ms, piece];
    }
    const whole = "# A **b** `c` [d](https://e.org)\n\n- x [[1]]\n  - y\n\n```js\nz\n```\n\n| a |\n|---|\n| b |\n";
    for (let end = 0; end <= whole.length; end += 1) render(whole.slice(0, end), () => null);
    return slowest;
  }, parts);
  assert.ok(slowest[0] < 3_000, `${slowest[1]} took ${slowest[0]} ms`);
});
