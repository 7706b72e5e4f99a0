// A reader of a docs site: its pages, and the ask element on them.

import assert from "node:assert/strict";

/** Longest wait for an answer, in milliseconds: the engine is loaded and compiled for the first one. */
const LONG = 30_000;

/** Waits for a condition; the complaint is what the test fails with. */
export async function until(condition, complaint) {
  const end = Date.now() + LONG;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(complaint);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export class Reader {
  constructor(page, url) {
    this.page = page;
    this.url = url;
    this.element = page.locator("quarry-ask");
  }

  /** Opens a page of the site by its path. */
  async visit(path = "") {
    await this.page.goto(new URL(path, this.url).href);
    await this.button.waitFor();
  }

  get button() {
    return this.element.locator('[part="button"]');
  }

  at(hook) {
    return this.element.getByTestId(hook);
  }

  async open() {
    await this.button.click();
    await this.at("dialog").waitFor();
  }

  async close() {
    await this.at("close").click();
    await this.at("dialog").waitFor({ state: "hidden" });
  }

  /** Types a query; returns the text of what was found for it, not for a query before it. */
  async find(query) {
    await this.at("input").fill(query);
    const searched = () => this.page.evaluate((query) => window.searches.find((search) => search.query === query), query);
    await until(searched, `no results for ${query}`);
    await this.at("result").first().waitFor();
    return this.at("results").innerText();
  }

  /** Asks; returns the answer and where its citations lead. */
  async ask(question) {
    const before = await this.at("turn").count();
    await this.at("input").fill(question);
    await this.at("input").press("Enter");
    const turn = this.at("turn").nth(before);
    await turn.locator('[data-testid="answer"][data-state="done"]').waitFor({ timeout: LONG });
    const citations = await turn.getByTestId("citation").evaluateAll((chips) => chips.map((chip) => chip.href));
    return { text: await turn.getByTestId("answer").innerText(), citations };
  }

  /** The engine's workers; a site may have its own. */
  workers() {
    return this.page.workers().filter((worker) => worker.url().includes("quarry-ask/"));
  }

  /** There is one element, and its engine runs once. */
  async assertOneOfEach() {
    assert.equal(await this.element.count(), 1, "elements on the page");
    assert.equal(this.workers().length, 1, "engine workers");
  }

  /** How light the dialog and the text in it are, from 0 to 1. */
  async lightness() {
    return this.at("dialog").evaluate((dialog) => {
      const lightness = (colour) => {
        const [red, green, blue] = colour.match(/[\d.]+/g).map(Number);
        return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
      };
      const { backgroundColor, color } = getComputedStyle(dialog);
      return { ground: lightness(backgroundColor), text: lightness(color) };
    });
  }
}
