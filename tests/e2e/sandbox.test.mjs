// What a program that an agent runs can reach from inside of its interpreter: nothing of the page, its storage, the network or
// other workers. And that it is stopped at its limits, while the page stays usable.

import assert from "node:assert/strict";
import { scenario } from "./browser.mjs";
import { node, openPython, python } from "./interpreters.mjs";

const exit = (code) => ({ end: "exit", code });

/** What a page or a worker has and a program must not. */
const DOORS = [
  "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "importScripts", "Worker", "SharedWorker", "BroadcastChannel", "indexedDB",
  "caches", "navigator", "postMessage", "self", "window", "document", "parent", "localStorage", "eval",
];

scenario("a program of JavaScript finds no network, no storage, no page and no worker", async (workbench, { page }) => {
  await workbench.ready();
  const look = `console.log(${JSON.stringify(DOORS.filter((name) => name !== "eval"))}.filter((name) => typeof globalThis[name] !== "undefined" || Function("return typeof " + name)() !== "undefined").join())`;
  const found = await node(page, ["-e", look]);
  assert.deepEqual([found.end, found.out.trim(), found.error], [exit(0), "", ""]);
  for (const [code, refused] of [
    ["fetch('/')", /ReferenceError: fetch is not defined/],
    ["new Worker('x.js')", /ReferenceError: Worker is not defined/],
    ["for (;;) new (require('worker_threads').Worker)('x.js')", /'worker_threads' of Node does not exist in this tab/],
    ["require('child_process').fork('x.js')", /'child_process' of Node does not exist in this tab/],
    ["require('http').get('http://localhost')", /'http' of Node does not exist in this tab/],
    ["import('http://localhost/x.js').then(() => console.log('loaded'))", /Cannot find module 'http:/],
  ]) {
    const ended = await node(page, ["-e", code]);
    assert.deepEqual([ended.end, ended.out], [exit(1), ""], code);
    assert.match(ended.error, refused);
  }
});

scenario("a program of Python finds none either, also by way of JavaScript", async (workbench, { page }) => {
  await workbench.ready();
  await openPython(page);
  const look = `
import js, pyodide_js
names = ${JSON.stringify(DOORS)}
print([name for name in names if hasattr(js, name) or hasattr(pyodide_js, name)])
`;
  const found = await python(page, ["-c", look]);
  assert.deepEqual([found.end, found.out, found.error], [exit(0), "[]\n", ""]);
  const ways = [
    ["import js; js.fetch('/')", "AttributeError"],
    ["from js import Worker", "ImportError"],
    ["import pyodide.code; pyodide.code.run_js('1')", "ImportError"],
    ["import pyodide_js; pyodide_js.runPython.constructor('return globalThis')()", "JsException"],
    ["import urllib.request; urllib.request.urlopen('http://localhost')", "URLError"],
    ["import subprocess; subprocess.run(['ls'])", "OSError"],
    ["import os; os.fork()", "OSError"],
    ["import threading\nwhile True: threading.Thread(target=print).start()", "RuntimeError"],
    ["import multiprocessing; multiprocessing.Process(target=print).start()", "ModuleNotFoundError"],
  ];
  const tryAll = `
import json
for code in json.loads(${JSON.stringify(JSON.stringify(ways.map(([code]) => code)))}):
    try:
        exec(code)
        print("reached")
    except Exception as error:
        print(type(error).__name__)
`;
  const tried = await python(page, ["-c", tryAll]);
  assert.deepEqual(tried.out.trim().split("\n"), ways.map(([, error]) => error), tried.error);
});

scenario(
  "the frame of Python has an origin of its own, which reaches nothing even where JavaScript runs in it",
  { mayLog: /policy violated|Content Security Policy|violates|Refused|ERR_|blocked|sandbox/i },
  async (workbench, { page }) => {
    await workbench.ready();
    const heard = page.evaluate(() => {
      const channel = new BroadcastChannel("anyone");
      window.heard = [];
      channel.onmessage = ({ data }) => window.heard.push(data);
      // What there is to be found, were the origin the page's.
      return new Promise((done) => (indexedDB.open("treasure").onsuccess = () => done()));
    });
    await heard;
    const frame = await openPython(page);
    const tried = await frame.evaluate(attempts, new URL(page.url()).href);
    assert.deepEqual(tried, {
      origin: "null", fetch: "refused", "fetch of the page": "refused", xhr: "refused", webSocket: "refused", eventSource: "refused", beacon: "refused",
      indexedDB: "refused", caches: "refused", opfs: "refused", localStorage: "refused", cookie: "refused", parent: "refused", script: "refused",
      image: "refused", frame: "refused", "worker of the page": "refused", eval: "refused", popup: "refused",
    });
    const inWorker = await frame.evaluate(workerAttempts, new URL(page.url()).href);
    assert.deepEqual(inWorker, {
      origin: "null", fetch: "refused", xhr: "refused", webSocket: "refused", importScripts: "refused", indexedDB: "refused", caches: "refused", opfs: "refused", eval: "refused",
    });
    assert.deepEqual(await page.evaluate(() => window.heard), []);
  },
);

/** Tries every way out of the frame; each is `refused`, or what it reached. */
async function attempts(url) {
  const tried = { origin: self.origin };
  const attempt = async (name, way) => {
    const late = new Promise((_, fail) => setTimeout(fail, 3000, new Error("nothing happened")));
    tried[name] = await Promise.race([way(), late]).then((it) => `reached ${it}`, () => "refused");
  };
  const event = (target, good, bad = "error") =>
    new Promise((done, fail) => (target.addEventListener(good, () => done(good)), target.addEventListener(bad, () => fail(new Error(bad)))));
  new BroadcastChannel("anyone").postMessage("out");
  await attempt("fetch", async () => (await fetch(`${url}?out`, { mode: "no-cors" })).type);
  await attempt("fetch of the page", async () => (await fetch(url)).status);
  await attempt("xhr", async () => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.send();
    return event(request, "load");
  });
  await attempt("webSocket", async () => event(new WebSocket(url.replace(/^http/, "ws")), "open"));
  await attempt("eventSource", async () => event(new EventSource(url), "open"));
  await attempt("beacon", async () => {
    if (navigator.sendBeacon(url, "out")) {
      // It is queued before the policy is looked at; a violation says that it was not sent.
      await new Promise((done, fail) => (document.addEventListener("securitypolicyviolation", () => fail(new Error("refused"))), setTimeout(done, 1000)));
    } else throw new Error("not queued");
  });
  await attempt("indexedDB", async () => event(indexedDB.open("treasure"), "success"));
  await attempt("caches", async () => caches.open("any"));
  await attempt("opfs", async () => navigator.storage.getDirectory());
  await attempt("localStorage", async () => localStorage.length);
  await attempt("cookie", async () => document.cookie);
  await attempt("parent", async () => parent.document.title);
  const element = (tag, source) => async () => {
    const made = Object.assign(document.createElement(tag), { src: source });
    document.body.append(made);
    return event(made, "load");
  };
  await attempt("script", element("script", `${url}engine/engine-worker.js`));
  await attempt("image", element("img", `${url}icon.svg`));
  await attempt("frame", async () => {
    const violated = event(document, "never", "securitypolicyviolation");
    document.body.append(Object.assign(document.createElement("iframe"), { src: url }));
    return violated;
  });
  await attempt("worker of the page", async () => event(new Worker(`${url}engine/engine-worker.js`), "message"));
  await attempt("eval", () => new Promise((done, fail) => setTimeout(() => { try { done(new Function("return 1")()); } catch (error) { fail(error); } })));
  await attempt("popup", async () => { if (!open(url)) throw new Error("none"); return "a window"; });
  return tried;
}

/** The same from a worker of the frame, as programs have one, before anything is taken from its scope. */
function workerAttempts(url) {
  const inside = async (url) => {
    const tried = { origin: self.origin };
    const attempt = async (name, way) => {
      const late = new Promise((_, fail) => setTimeout(fail, 3000, new Error("nothing happened")));
      tried[name] = await Promise.race([way(), late]).then((it) => `reached ${it}`, () => "refused");
    };
    const event = (target, good, bad = "error") => new Promise((done, fail) => { target.addEventListener(good, () => done(good)); target.addEventListener(bad, () => fail(new Error(bad))); });
    await attempt("fetch", async () => (await fetch(url, { mode: "no-cors" })).type);
    await attempt("xhr", async () => { const request = new XMLHttpRequest(); request.open("GET", url); request.send(); return event(request, "load"); });
    await attempt("webSocket", async () => event(new WebSocket(url.replace(/^http/, "ws")), "open"));
    await attempt("importScripts", async () => importScripts(url + "engine/pack.js"));
    await attempt("indexedDB", async () => event(indexedDB.open("treasure"), "success"));
    await attempt("caches", async () => caches.open("any"));
    await attempt("opfs", async () => navigator.storage.getDirectory());
    await attempt("eval", async () => new Function("return 1")());
    self.postMessage(tried);
  };
  const script = `(${inside})(${JSON.stringify(url)})`;
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  return new Promise((done) => (worker.onmessage = ({ data }) => done(data)));
}

scenario("the frame's document does nothing where it is opened by itself", async (workbench, { page, context }) => {
  await workbench.ready();
  const alone = await context.newPage();
  await alone.goto(new URL("runner/python/frame.html", page.url()).href);
  assert.equal(await alone.evaluate(() => self.origin), "null");
  await alone.close();
});

scenario("endless loops, memory without end and floods of output are stopped, and the page stays usable", async (workbench, { page }) => {
  await workbench.ready();
  await openPython(page);
  const flood = { output: 100_000 };
  for (const [run, code, options, end] of [
    [node, "for (;;);", { time: 500 }, "time"],
    [node, "const all = []; for (;;) all.push('x'.repeat(1e6));", { memory: 64 << 20 }, { end: "memory" }],
    [node, "for (;;) try { console.log('x'.repeat(1000)); } catch {}", flood, { end: "output" }],
    [node, "new Uint8Array(10 * 2 ** 30)", {}, exit(1)],
    [python, "while True: pass", { time: 500 }, "time"],
    [python, "a = []\nwhile True: a.append(bytearray(10_000_000))", { memory: 128 << 20 }, { end: "memory" }],
    [python, "while True:\n    try: print('x' * 1000)\n    except BaseException: pass", flood, { end: "output" }],
    [python, "bytearray(10 * 2**30)", {}, exit(1)],
  ]) {
    const ended = await run(page, [run === node ? "-e" : "-c", code], {}, options);
    assert.deepEqual(ended.end, end, `${code}\n${ended.error}`);
    assert.ok(ended.out.length < 150_000, code);
  }
  await workbench.at("sample-button").click();
  await workbench.opened();
});
