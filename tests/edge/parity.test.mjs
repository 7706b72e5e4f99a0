// The Worker answers as the command line does; see tests/e2e/parity.test.mjs for the other hosts.

import { test } from "node:test";
import { remove } from "../e2e/fixture.mjs";
import { answersOf, answersOfCommandLine, assertSame } from "../parity/parity.mjs";
import { parityShop } from "../parity/shop.mjs";
import { all } from "./events.mjs";
import { indexOf, push } from "./index.mjs";
import { ASKER, startWorker } from "./worker.mjs";

test("the Worker answers as the command line", async () => {
  const folder = parityShop();
  const worker = await startWorker();
  try {
    await push(worker, "shop", indexOf(folder));
    const ask = async (question, history) => {
      const body = { repo: "shop", question, history, model: "offline" };
      const events = await all(new URL("/v1/ask", worker.url), { token: ASKER, body });
      return events.map(({ event, data }) => ({ type: event, ...data }));
    };
    assertSame("the Worker", await answersOf(ask), answersOfCommandLine(folder));
  } finally {
    await worker.stop();
    remove(folder);
  }
});
