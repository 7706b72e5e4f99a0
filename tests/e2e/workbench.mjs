// The page object of the scenarios: what a person does, and what is on screen.

import assert from "node:assert/strict";
import { PAGE } from "./chromium.mjs";
import { remove } from "./fixture.mjs";

/** Longest wait for an import or an answer, in milliseconds. */
const LONG = 60_000;

/** The ask box of a repository that is open, and no longer being imported. */
const OPEN = '[data-state="open"] [data-testid="ask-input"]';

export class Workbench {
  constructor(page) {
    this.page = page;
  }

  /** The element with this test id. */
  at(testid) {
    return this.page.getByTestId(testid);
  }

  /** Opens the page anew at its first screen, as somebody who comes without a link: a reload returns to the place. */
  async visit() {
    await this.page.goto(PAGE);
  }

  /** Waits until the first screen can import. */
  async ready() {
    await this.at("sample-button").waitFor({ timeout: LONG });
  }

  /** Imports a folder by the directory input and waits until questions can be asked. */
  async importFolder(folder) {
    await this.chooseFolder(folder);
    await this.opened();
  }

  /** Imports a temporary folder and deletes it. */
  async importFiles(folder) {
    await this.importFolder(folder);
    remove(folder);
  }

  async chooseFolder(folder) {
    await this.ready();
    await this.at("import-input").setInputFiles(folder);
  }

  async importArchive(name, buffer) {
    await this.ready();
    await this.at("archive-input").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  }

  async opened() {
    const ask = this.page.locator(OPEN);
    const error = this.at("error-message").first();
    await ask.or(error).first().waitFor({ timeout: LONG });
    if (!(await ask.isVisible())) assert.fail(`not imported: ${await error.innerText()}`);
  }

  /** Asks and waits for the end; returns the answer's text. */
  async ask(question) {
    const answers = await this.at("answer").count();
    await this.send(question);
    return this.answered(answers);
  }

  async send(question) {
    await this.at("ask-input").fill(question);
    await this.at("ask-input").press("Enter");
  }

  /** Lets what is asked about run, and waits until that form is gone: the next may be there at once. */
  async approve() {
    const asked = await this.at("approval").elementHandle();
    await this.at("approval-run").click();
    await asked.waitForElementState("hidden");
  }

  /** The text of the answer after `before` others, once it is complete. */
  async answered(before = 0) {
    const answer = this.at("answer").nth(before);
    const whole = this.page.locator('[data-testid="answer"][data-state="done"]').nth(before);
    const error = this.at("error-message").first();
    await whole.or(error).first().waitFor({ timeout: LONG });
    if (!(await whole.isVisible())) assert.fail(`no answer: ${await error.innerText()}`);
    return answer.innerText();
  }

  /** The citations of the answer at this place, the last one without: path, first and last line. */
  async citations(place = -1) {
    const chips = this.at("answer").nth(place).getByTestId("citation");
    return chips.evaluateAll((all) =>
      all.map((chip) => ({ path: chip.dataset.path, start: Number(chip.dataset.start), end: Number(chip.dataset.end) })),
    );
  }

  /** The text of a failure on screen. */
  async problem() {
    const message = this.at("error-message").first();
    await message.waitFor({ timeout: LONG });
    return message.innerText();
  }

  /** Finds by the palette and opens the first hit whose title is `title`. */
  async find(query, title = query) {
    await this.at("palette-open").click();
    await this.at("palette-input").fill(query);
    const item = this.at("palette-item").filter({ has: this.page.getByText(title, { exact: true }) }).first();
    await item.click();
  }

  async openSymbol(name) {
    await this.find(name);
    // The page of the symbol before may still be there for a moment.
    await this.at("symbol-page").and(this.page.locator(`[aria-label$="${name}"]`)).waitFor();
  }

  /** Sets up an endpoint in the model dialog, without saving. */
  async endpoint(baseUrl, { model = "tester", key = "", remember = false } = {}) {
    await this.at("model-open").click();
    await this.at("model-kind").selectOption("openai_compatible");
    await this.at("model-base-url").fill(baseUrl);
    await this.at("model-name").fill(model);
    if (key) await this.at("model-key").fill(key);
    if (remember) await this.at("model-remember").check();
  }

  async useEndpoint(baseUrl, options) {
    await this.endpoint(baseUrl, options);
    await this.at("model-save").click();
    await this.at("model-save").waitFor({ state: "hidden" });
  }

  /** The lines of the open file that are lit, as numbers. */
  async litLines() {
    const lit = this.page.locator('[data-testid="code-line"].lit');
    await lit.first().waitFor();
    return lit.evaluateAll((lines) => lines.map((line) => Number(line.dataset.line)));
  }
}
