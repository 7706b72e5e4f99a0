// Sites whose links do not load a page: the element and its engine stay as they are.

import assert from "node:assert/strict";

/** Adds the test. `there` and `further` each follow a link of the site: `(reader, page)`. */
export function staysAlive(visit, { there, further }) {
  visit("moving between pages keeps one element, one engine and the conversation", async (reader, page) => {
    await reader.visit();
    await reader.open();
    const { text } = await reader.ask("Who calls place_order?");
    const [worker] = reader.workers();
    await reader.close();
    // A mark that a page load would wipe out.
    await page.evaluate(() => (window.marked = true));

    await there(reader, page);
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    await further(reader, page);
    await page.getByRole("heading", { level: 1, name: "Pricing" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    assert.equal(await page.evaluate(() => window.marked), true, "the site loaded a page");

    await reader.assertOneOfEach();
    assert.equal(reader.workers()[0], worker, "the engine was started anew");
    await reader.open();
    assert.equal(await reader.at("answer").innerText(), text);
    assert.match(await reader.find("is_loyal"), /server\/pricing\/discount\.py/);
    await reader.assertOneOfEach();
  });
}
