// A key is kept in the session or encrypted, never in plain text.

import assert from "node:assert/strict";
import { after } from "node:test";
import { shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";
import { startModelServer } from "./model-server.mjs";

const KEY = "sk-secret-feedc0ffee123456";

const server = await startModelServer();
after(() => server.stop());

async function ready(workbench, options) {
  await workbench.importFiles(shop());
  await workbench.useEndpoint(server.url("agent"), options);
}

async function reopened(workbench, page) {
  await workbench.visit();
  await workbench.at("stored-open").click();
  await workbench.opened();
}

/** Everything that the page's origin stores, as one text. */
function everythingStored() {
  const read = async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise((resolve, reject) => {
        const open = indexedDB.open(name);
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error);
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise((resolve, reject) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        const bytes = (value) =>
          value instanceof ArrayBuffer || ArrayBuffer.isView(value)
            ? new TextDecoder("latin1").decode(value)
            : value && typeof value === "object" && !(value instanceof CryptoKey)
              ? Object.values(value).map(bytes).join(" ")
              : value instanceof CryptoKey ? `extractable: ${value.extractable}` : String(value);
        texts.push(...all.map(bytes));
      }
      db.close();
    }
    const walk = async (folder) => {
      for await (const handle of folder.values()) {
        if (handle.kind === "directory") await walk(handle);
        else texts.push(new TextDecoder("latin1").decode(await (await handle.getFile()).arrayBuffer().catch(() => new ArrayBuffer())));
      }
    };
    await walk(await navigator.storage.getDirectory());
    return texts.join("\n");
  };
  return read();
}

scenario("a remembered key is encrypted at rest and works after a reload", async (workbench, { page }) => {
  await ready(workbench, { key: KEY, remember: true });
  const stored = await page.evaluate(everythingStored);
  assert.ok(!stored.includes(KEY), "the key is stored in plain text");
  assert.ok(!stored.includes(Buffer.from(KEY).toString("base64")), "the key is stored in base64");
  assert.doesNotMatch(stored, /extractable: true/);
  assert.match(stored, /extractable: false/);

  await reopened(workbench, page);
  const before = server.chats().length;
  await workbench.useEndpoint(server.url("agent"));
  await workbench.ask("Who calls place_order?");
  const chats = server.chats().slice(before);
  assert.ok(chats.length > 0 && chats.every((chat) => chat.headers.authorization === `Bearer ${KEY}`));

  await workbench.at("model-open").click();
  await workbench.at("model-forget").click();
  await workbench.at("model-forget").waitFor({ state: "detached" });
});

scenario("a key that is not remembered is gone after a reload", async (workbench, { page }) => {
  await ready(workbench, { key: KEY });
  assert.ok(!(await page.evaluate(everythingStored)).includes(KEY));
  await reopened(workbench, page);
  const before = server.chats().length;
  await workbench.useEndpoint(server.url("agent"));
  await workbench.ask("Who calls place_order?");
  assert.ok(server.chats().slice(before).every((chat) => chat.headers.authorization === undefined));
});

scenario("a key goes to its own origin alone", async (workbench) => {
  await ready(workbench, { key: KEY });
  const other = await startModelServer();
  await workbench.useEndpoint(other.url("agent"));
  await workbench.ask("Who calls place_order?");
  assert.ok(other.requests.length > 0);
  assert.ok(other.requests.every((request) => request.headers.authorization === undefined));
  await other.stop();
});
