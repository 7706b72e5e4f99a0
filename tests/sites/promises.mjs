// What every recipe promises, whatever generator built the site.

import assert from "node:assert/strict";
import { until } from "./reader.mjs";

/** The address of the source that the sites are configured with. */
const SOURCE = "https://github.com/example/shop/blob/main/";

/**
 * Adds the tests of the promises.
 *
 * `pages`: paths of two pages beside the first. `follow(reader, page)` follows the site's own link from the first page to
 * `pages[0]`. `toggleTheme(page)` turns the site from light to dark by its own switch. `isSearchOpen(page)` is whether
 * the site's search is open, which `searchKey` opens and `closeSearch(page)` closes.
 */
export function keepsPromises(visit, { pages, follow, toggleTheme, searchKey, isSearchOpen, closeSearch }) {
  visit("every page has one button, and loads nothing of the engine before it is pressed", async (reader, page) => {
    for (const path of ["", ...pages]) {
      await reader.visit(path);
      assert.equal(await reader.element.count(), 1);
      assert.match(await reader.button.innerText(), /Ask/);
    }
    assert.equal(reader.workers().length, 0);
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
    assert.deepEqual(loaded.filter((url) => /\.wasm|\/quarry\//.test(url)), []);
  });

  visit("a symbol is found with its documentation", async (reader) => {
    await reader.visit(pages[0]);
    await reader.open();
    const found = await reader.find("place_order");
    assert.match(found, /place_order/);
    assert.match(found, /server\/orders\.py/);
    await reader.at("result").first().click();
    await reader.at("caller").first().waitFor();
    assert.match(await reader.at("side").innerText(), /Check an order, save it and return what is to be paid\./);
    const callers = await reader.at("caller").allInnerTexts();
    assert.ok(callers.some((name) => name.endsWith("handle_checkout")), callers.join());
  });

  visit("an answer cites the code, at the site's source address", async (reader) => {
    await reader.visit();
    await reader.open();
    const { text, citations } = await reader.ask("Who calls place_order?");
    assert.match(text, /handle_checkout/);
    assert.match(text, /reorder/);
    assert.ok(citations.length > 0, "no citation");
    for (const url of citations) assert.match(url, new RegExp(`^${SOURCE}server/[a-z_/]+\\.py#L\\d+-L\\d+$`));
    await reader.assertOneOfEach();
  });

  visit("it still works after the reader follows a link", async (reader, page) => {
    await reader.visit();
    await reader.open();
    await reader.find("apply_discount");
    await reader.close();
    await follow(reader, page);
    await reader.open();
    assert.match(await reader.find("add_tax"), /server\/pricing\/tax\.py/);
    await reader.assertOneOfEach();
  });

  visit("its dialog follows the site's own theme switch", async (reader, page) => {
    await reader.visit();
    await reader.open();
    const light = await reader.lightness();
    await reader.close();
    await toggleTheme(page);
    await reader.open();
    const dark = await reader.lightness();
    assert.ok(light.ground > 0.8 && light.text < 0.4, `light: ${JSON.stringify(light)}`);
    assert.ok(dark.ground < 0.3 && dark.text > 0.7, `dark: ${JSON.stringify(dark)}`);
    // A page that is loaded in the dark is dark from the start.
    await page.reload();
    await reader.open();
    assert.deepEqual(await reader.lightness(), dark);
  });

  visit("the site's search keys are the site's, and what is typed in the dialog is the dialog's", async (reader, page) => {
    await reader.visit();
    await reader.open();
    // Every key that one of the generators listens for.
    await reader.at("input").pressSequentially("s/f?.,npk");
    assert.equal(await reader.at("input").inputValue(), "s/f?.,npk");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press(searchKey);
    await reader.at("dialog").waitFor();
    assert.equal(await isSearchOpen(page), false, "the site's search opened beneath the dialog");
    assert.equal(page.url(), reader.url, "the site turned the page");
    await reader.close();

    await page.keyboard.press(searchKey);
    await until(() => isSearchOpen(page), "the site's search does not open any more");
    await closeSearch(page);
    await until(async () => !(await isSearchOpen(page)), "the site's search does not close any more");
  });
}
