// All references to a symbol: by the page and by the command line, each with how sure it is.

import assert from "node:assert/strict";
import { shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";

const PAY = `class Gateway:
    def close(self):
        self.closed = True


limit = 5
`;
const USE = `from server.pay import Gateway, limit


def work(gateway: Gateway, thing):
    gateway.close()
    thing.close()
    made = Gateway()
    return made, limit
`;
const DOOR = `class Door:
    def close(self):
        pass


def leave(door: Door):
    door.close()


class Gate(Door):
    def close(self):
        return 1
`;

const files = () => shop({ "server/pay.py": PAY, "server/use.py": USE, "server/door.py": DOOR });

/** Every row: file, line, kind, how sure. */
async function rows(workbench) {
  await workbench.at("references").waitFor();
  return workbench.at("reference-row").evaluateAll((all) => all.map((row) => {
    const path = row.closest(".reference-file").querySelector("h4 bdi").textContent;
    return `${path}:${row.dataset.line} ${row.dataset.kind}, ${row.dataset.sure}`;
  }));
}

scenario("all references are listed by file with how sure each is", async (workbench, { page }) => {
  await workbench.importFiles(files());
  await workbench.openSymbol("Gateway");
  await workbench.at("find-references").click();
  assert.deepEqual(await rows(workbench), [
    "server/pay.py:1 definition, proven",
    "server/use.py:1 import, proven",
    "server/use.py:4 type, possible",
    "server/use.py:7 call, proven",
  ]);
  assert.equal(await workbench.at("reference-counts").innerText(), "4 lines: 3 proven, 1 possible");
  await page.getByRole("button", { name: "call 1" }).click();
  assert.deepEqual(await rows(workbench), ["server/use.py:7 call, proven"]);
  await workbench.at("reference-row").getByRole("button").click();
  await page.locator('[data-testid="code-view"][data-path="server/use.py"]').waitFor();
  assert.deepEqual(await workbench.litLines(), [7]);
});

scenario("a name alone is never called a reference without saying so", async (workbench, { page }) => {
  await workbench.importFiles(files());
  await workbench.find("pay.py");
  await page.locator('[data-testid="code-view"][data-path="server/pay.py"]').waitFor();
  // By keyboard: down to the method, then its references.
  await workbench.at("code-view").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.locator("mark.cursor", { hasText: "close" }).waitFor();
  await page.keyboard.press("Shift+F12");
  const found = await rows(workbench);
  assert.deepEqual(found, [
    "server/pay.py:2 definition, proven",
    "server/use.py:5 call, proven",
    "server/use.py:6 call, same name",
  ]);
  const panel = await workbench.at("references").innerText();
  assert.match(panel, /nothing but the name says that this symbol is meant/);
  assert.match(panel, /Not listed: 3 lines with this name that mean something else/);
  // The focus is in the list: Esc closes it.
  await page.keyboard.press("Escape");
  assert.equal(await workbench.at("references").count(), 0);
});

scenario("what overrides a method and what it overrides are listed", async (workbench) => {
  await workbench.importFiles(files());
  await workbench.find("Door", "Door");
  await workbench.at("symbol-page").waitFor();
  await workbench.at("find-relatives").click();
  await workbench.at("relative-row").and(workbench.page.locator('[data-symbol$="Gate"]')).waitFor();
  assert.equal(await workbench.at("relative-row").count(), 1);
});
