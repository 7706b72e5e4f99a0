// The embed's markdown: what answers hold, as nodes; everything else as text, in bounded time.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { embedded, PACKAGE } from "./embed.mjs";

const CASES = [
  ["one\ntwo\n\nthree", "<p>one\ntwo</p><p>three</p>"],
  ["# A\n\n### B #", "<h4>A</h4><h6>B</h6>"],
  ["**bold** and *thin* and `code *x*` and snake_case_name", "<p><strong>bold</strong> and <em>thin</em> and <code>code *x*</code> and snake_case_name</p>"],
  ["a [[1]] b [[12]] c [[x]]", "<p>a <b>1</b> b <b>12</b> c [[x]]</p>"],
  ["`a[[1]]`", "<p><code>a[[1]]</code></p>"],
  ["- a\n- b\n  - c\n\n1. x\n2. y", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol><li>x</li><li>y</li></ol>"],
  ["3. three\n4. four", '<ol start="3"><li>three</li><li>four</li></ol>'],
  ["- a\n\n  more\n- b", "<ul><li><p>a</p><p>more</p></li><li>b</li></ul>"],
  ["```js\nif (a < b) {\n  [[1]]\n}\n```\nafter", '<pre part="code" tabindex="0" data-language="js"><code>if (a &lt; b) {\n  [[1]]\n}</code></pre><p>after</p>'],
  ["```\nnever closed", '<pre part="code" tabindex="0"><code>never closed</code></pre>'],
  ["> quoted\ngoes on\n\nout", "<blockquote><p>quoted\ngoes on</p></blockquote><p>out</p>"],
  ["| a | b |\n|---|:-:|\n| 1 | `x\\|y` |", '<div class="table" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>x|y</code></td></tr></tbody></table></div>'],
  ["[t](https://e.org/a_(b) \"x\") <https://e.org>", '<p><a href="https://e.org/a_(b)" target="_blank" rel="noopener noreferrer nofollow">t</a> <a href="https://e.org" target="_blank" rel="noopener noreferrer nofollow">https://e.org</a></p>'],
  ["[t](javascript:alert(1)) ![i](data:text/html,x)", "<p>t i</p>"],
  ["<b>raw</b> &amp; <script>x</script>", "<p>&lt;b&gt;raw&lt;/b&gt; &amp;amp; &lt;script&gt;x&lt;/script&gt;</p>"],
  ["a  \nb\\\nc \\*not\\*", "<p>a<br>b<br>c *not*</p>"],
  ["---\n\n***", "<hr><hr>"],
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
