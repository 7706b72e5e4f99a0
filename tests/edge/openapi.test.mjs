// The OpenAPI document against the Worker that serves it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { indexOf, push, SHOP } from "./index.mjs";
import { ADMIN, ASKER, startWorker } from "./worker.mjs";

let worker;
let document;

before(async () => {
  worker = await startWorker();
  await push(worker, "shop", indexOf(SHOP));
  document = (await worker.call("/v1/openapi.json")).json;
});

after(() => worker?.stop());

const resolved = (schema) => (schema?.$ref ? schema.$ref.slice(2).split("/").reduce((at, name) => at[name], document) : schema);

/** Every property that a schema names and requires is there, and there is none that it does not name. */
function fits(value, schema, where) {
  const { type, properties, required = [], items, anyOf } = resolved(schema) ?? {};
  if (value === null) return;
  if (anyOf) return fits(value, anyOf.find((one) => one.type !== "null"), where);
  if (type === "array") return value.forEach((item, at) => fits(item, items, `${where}[${at}]`));
  if (!properties) return;
  for (const name of required) assert.ok(name in value, `${where}.${name} is missing`);
  for (const [name, field] of Object.entries(value)) {
    assert.ok(name in properties, `${where}.${name} is not described`);
    fits(field, properties[name], `${where}.${name}`);
  }
}

test("the document is OpenAPI 3.1 of this deployment", () => {
  assert.match(document.openapi, /^3\.1\./);
  assert.equal(document.servers[0].url, worker.url.origin);
  assert.ok(Object.keys(document.paths).length >= 15);
});

test("every described operation is answered by its own route", async () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, responses, requestBody }] of Object.entries(methods)) {
      const address = path.replace(/\{\w+\}/g, "x");
      const body = requestBody && "{";
      const { status, json } = await worker.call(address, { token: ADMIN, method: method.toUpperCase(), body, headers: body && { "content-type": "application/json" } });
      assert.ok(status in responses, `${operationId}: ${status} is not described (${JSON.stringify(json)})`);
      assert.doesNotMatch(json?.error?.message ?? "", /no such path|This path takes/, operationId);
    }
  }
});

test("a path or a method that is not described is not there", async () => {
  assert.equal((await worker.call("/v1/not-described", { token: ADMIN })).status, 404);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of ["get", "put", "post", "delete"].filter((method) => !(method in methods))) {
      const { status } = await worker.call(path.replace(/\{\w+\}/g, "x"), { token: ADMIN, method: method.toUpperCase() });
      assert.equal(status, 405, `${method} ${path}`);
    }
  }
});

test("answers have the shapes that are described", async () => {
  const ask = await worker.call("/v1/ask", { token: ASKER, method: "POST", body: { repo: "shop", question: "Who calls place_order?" }, headers: { accept: "application/json" } });
  const schema = (path, method, media = "application/json") => document.paths[path][method].responses["200"].content[media].schema;
  fits(ask.json, schema("/v1/ask", "post"), "ask");
  for (const [path, query] of [["/v1/repos", ""], ["/v1/search", "?repo=shop&q=order"], ["/v1/symbols", "?repo=shop&q=order"], ["/v1/callers", "?repo=shop&symbol=place_order"]]) {
    const { status, json } = await worker.call(path + query, { token: ADMIN });
    assert.equal(status, 200);
    assert.ok(JSON.stringify(json).length > 50, path);
    fits(json, schema(path, "get"), path);
  }
  const stored = await worker.call("/v1/repos/shop/memory?scope=repository", { token: ASKER, method: "PUT", body: { key: "a", value: "b" } });
  fits(stored.json, schema("/v1/repos/{id}/memory", "put"), "put");
  const remembered = await worker.call("/v1/repos/shop/memory?conversation=c", { token: ASKER });
  assert.equal(remembered.json.scopes.length, 3, remembered.body);
  fits(remembered.json, schema("/v1/repos/{id}/memory", "get"), "memory");
  const refusal = await worker.call("/v1/search?repo=shop", { token: ADMIN });
  fits(refusal.json, document.components.responses.BadRequest.content["application/json"].schema, "refusal");
});
