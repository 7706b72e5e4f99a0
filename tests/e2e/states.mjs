// The states of the page that are looked at: by axe-core in the tests, and by people in `docs/states`.

/** What is asked about the repository of a fixture. */
export const SHOP = {
  question: "What does place_order do?",
  symbol: "place_order",
  request: 'replace "place_order" with "take_order" in server/orders.py',
  words: "order",
};

/** The states that follow from one another with a repository open, by name: each is brought about from the one before. */
export const states = ({ question, symbol, request, words }) => [
  ["a repository without a question", () => {}],
  ["an answer", (workbench) => workbench.ask(question)],
  [
    "cited lines",
    async (workbench) => {
      await workbench.at("citation").first().click();
      await workbench.litLines();
    },
  ],
  ["a symbol's page", (workbench) => workbench.openSymbol(symbol)],
  [
    "the graph",
    async (workbench) => {
      await workbench.at("symbol-page").getByRole("button", { name: "Graph" }).click();
      await workbench.at("neighbourhood-svg").waitFor();
    },
  ],
  ["the run", (workbench) => workbench.at("tab-run").click()],
  [
    "proposed changes",
    async (workbench) => {
      await workbench.at("agent").selectOption("intent-router");
      await workbench.at("mode").selectOption("edit");
      // Where the repository has tests, the run waits for the person's leave to check the edit by them.
      await workbench.send(request);
      await workbench.at("see-changes").click();
      await workbench.at("changed-file").first().waitFor();
    },
  ],
  [
    "the palette with hits",
    async (workbench) => {
      await workbench.at("palette-open").click();
      await workbench.at("palette-input").fill(words);
      await workbench.at("palette-item").first().waitFor();
    },
  ],
  ["the model's dialog", (workbench, page) => dialog(workbench, page, workbench.at("model-open"))],
  ["the keys", (workbench, page) => dialog(workbench, page, page.getByRole("button", { name: "Keyboard shortcuts" }))],
  ["agents' memory", (workbench, page) => dialog(workbench, page, workbench.at("memory-open"))],
  ["tools", (workbench, page) => dialog(workbench, page, workbench.at("tools-open"))],
  ["what is stored", (workbench, page) => dialog(workbench, page, workbench.at("storage-word"))],
];

async function dialog(workbench, page, button) {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "hidden" });
  await button.click();
  await page.locator("dialog[open]").waitFor();
}

/** Waits until nothing moves: a colour on its way to another is neither. */
export function settled(page) {
  return page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
}
