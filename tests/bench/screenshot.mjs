// The README's picture: an answered question about a real repository.
//
// Usage: screenshot.mjs FOLDER QUESTION PICTURE

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { launch, PAGE } from "../e2e/chromium.mjs";
import { drop, droppable } from "../e2e/drop.mjs";
import { Workbench } from "../e2e/workbench.mjs";

const [folder, question, picture] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
const workbench = new Workbench(page);
await page.goto(PAGE);
await workbench.ready();
await drop(page, workbench.at("drop-target"), droppable(folder));
await workbench.opened();
await workbench.ask(question);
await workbench.at("citation").first().click();
await workbench.litLines();
await page.mouse.move(0, 0);
await page.waitForTimeout(500);
mkdirSync(dirname(picture), { recursive: true });
await page.screenshot({ path: picture });
await browser.close();
console.log(picture);
