// The recipes show what is tested: every file and every line in them is in the site that is built.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { policyOf } from "./host.mjs";

const read = (path) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

for (const generator of ["mdbook", "sphinx", "mkdocs-material", "docusaurus", "starlight"]) {
  test(`the recipe for ${generator} shows what is built`, () => {
    const recipe = read(`../../docs/recipes/${generator}.md`);
    // A block begins with the name of its file, in a comment.
    const blocks = [...recipe.matchAll(/^```\w+\n(?:\/\/|#|\/\*) (\S+\.\w+)(?: \*\/)?\n([\s\S]*?)^```$/gm)];
    assert.equal(blocks.length, recipe.match(/^```\w+$/gm).length, "a block without a file");
    assert.ok(blocks.length >= 3);
    for (const [, file, text] of blocks) {
      // The style is the same for all, and is put into each site when it is built.
      const source = file.endsWith("ask.css") ? "ask.css" : `${generator}/${file}`;
      assert.ok(read(source).includes(text), `${file} is not as the recipe shows it`);
    }
    assert.ok(recipe.includes(`\n    ${policyOf("")}\n`), "the policy is another");
  });
}
