// The runs of tests/golden give the same events in workerd as natively and in a browser.

import { after, before, test } from "node:test";
import { assertGolden, runs } from "../golden/golden.mjs";
import { all } from "./events.mjs";
import { indexOf, push, SHOP } from "./index.mjs";
import { ASKER, startWorker } from "./worker.mjs";

let worker;

before(async () => {
  worker = await startWorker();
  await push(worker, "shop", indexOf(SHOP));
});
after(() => worker?.stop());

for (const asked of runs) {
  test(`${asked.agent} reports the events of the golden file`, async () => {
    const { agent, question, mode, decline } = asked;
    const call = (path, body) => all(new URL(path, worker.url), { token: ASKER, body });
    const events = await call("/v1/ask", { repo: "shop", question, agent, model: "offline", ...(mode && { mode }) });
    if (decline) {
      const approval = { allowed: [], note: decline };
      events.push(...(await call(`/v1/runs/${events[0].data.run}/resume`, { approval })));
    }
    assertGolden(asked, events.map(({ event, data }) => ({ type: event, ...data })));
  });
}
