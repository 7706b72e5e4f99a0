// Several stored repositories, opened as one: a question is asked of all of them.

import assert from "node:assert/strict";
import { scenario } from "./browser.mjs";
import { folderOf } from "./fixture.mjs";

const PRICES = {
  "pyproject.toml": '[project]\nname = "prices"\n',
  "prices/__init__.py": "def with_tax(price):\n    return price * 1.2\n",
};
const TILL = {
  "pyproject.toml": '[project]\nname = "till"\ndependencies = ["prices"]\n',
  "till/checkout.py": "from prices import with_tax\n\n\ndef total(items):\n    return sum(with_tax(item) for item in items)\n",
};
const LAMP = { "lamp.py": "def light_up():\n    return 'on'\n" };

async function importAll(workbench, repositories) {
  for (const [name, files] of Object.entries(repositories)) {
    await workbench.visit();
    await workbench.importFiles(folderOf(files, name));
  }
  await workbench.visit();
  await workbench.at("stored-repo").nth(Object.keys(repositories).length - 1).waitFor();
}

async function choose(workbench, names) {
  await workbench.at("together-start").click();
  for (const name of names) {
    await workbench.at("stored-repo").filter({ hasText: name }).getByTestId("together-choice").check();
  }
}

scenario("a question is asked of two repositories, and calls lead from one into the other", async (workbench, { page }) => {
  await importAll(workbench, { prices: PRICES, till: TILL, lamp: LAMP });
  await choose(workbench, ["prices", "till"]);
  await workbench.at("together-open").click();
  await workbench.opened();
  assert.equal(await workbench.at("repo-name").innerText(), "till + prices");
  const answer = await workbench.ask("Who calls with_tax?");
  assert.match(answer, /total/);
  assert.match(answer, /till\/till\/checkout\.py/);
  assert.doesNotMatch(answer, /lamp/);
  // It is stored as a repository of its own, and the others are as they were.
  await workbench.visit();
  await workbench.at("stored-repo").nth(3).waitFor();
  const names = await workbench.at("stored-open").locator(".stored-name").allInnerTexts();
  assert.deepEqual(names.sort(), ["lamp", "prices", "till", "till + prices"]);
  await page.getByText("till + prices").click();
  await workbench.opened();
  await page.getByText("Who calls with_tax?").first().waitFor();
});

scenario("two or more are chosen, and repositories of one name have folders of their own", async (workbench, { page }) => {
  await importAll(workbench, { lamp: LAMP });
  assert.equal(await workbench.at("together-start").count(), 0);
  await workbench.importFiles(folderOf({ "lamp.py": "def switch_off():\n    return 'off'\n" }, "lamp"));
  await workbench.visit();
  await workbench.at("together-start").click();
  const boxes = workbench.at("together-choice");
  await boxes.nth(1).waitFor();
  assert.ok(await workbench.at("together-open").isDisabled());
  await boxes.first().check();
  assert.ok(await workbench.at("together-open").isDisabled());
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await boxes.count(), 0);
  await workbench.at("together-start").click();
  await boxes.first().check();
  await boxes.nth(1).check();
  await workbench.at("together-open").click();
  await workbench.opened();
  await page.getByRole("treeitem", { name: "lamp-2" }).waitFor();
});
