// `node:test`, as far as tests of plain code need it: tests, suites, hooks, subtests; no mocks, no snapshots, no concurrency.

import { uncaught } from "./errors.js";

class Suite {
  constructor(name, parent) {
    Object.assign(this, { name, parent, entries: [], hooks: { before: [], after: [], beforeEach: [], afterEach: [] } });
  }
}

export class TestRun {
  #root = new Suite("", null);
  #open = this.#root;
  #counts = { tests: 0, suites: 0, pass: 0, fail: 0, skipped: 0, todo: 0 };
  #failed = [];
  #isStarted = false;

  constructor(process) {
    this.process = process;
  }

  /** What a program gets of `node:test`. */
  module() {
    const test = this.#define((name, options, body) => this.#add(this.#open, name, options, body));
    const suite = this.#define((name, options, body) => this.#addSuite(name, options, body));
    const hook = (kind) => (body) => void this.#open.hooks[kind].push(body);
    const hooks = { before: hook("before"), after: hook("after"), beforeEach: hook("beforeEach"), afterEach: hook("afterEach") };
    const mock = new Proxy({}, { get: () => () => { throw new Error("mocks of node:test do not exist in this tab"); } });
    return Object.assign(test, { test, it: test, describe: suite, suite, ...hooks, mock });
  }

  /** Runs what was registered; nothing where there are no tests. */
  async finish() {
    const entries = this.#root.entries.length;
    if (entries === 0 || this.#isStarted) return;
    this.#isStarted = true;
    await this.#runSuite(this.#root, 0, []);
    const out = (line) => this.process.stdout.write(`${line}\n`);
    for (const [name, count] of Object.entries(this.#counts)) out(`# ${name} ${count}`);
    if (this.#failed.length > 0) out("\nFailed:");
    for (const { path, error } of this.#failed) out(`\n${path}\n  ${uncaught(error, { inspect: String }).trimEnd().replaceAll("\n", "\n  ")}`);
    if (this.#counts.fail > 0) this.process.exitCode = 1;
  }

  /** A function with `skip`, `todo` and `only`, whose arguments may leave out the name or the options. */
  #define(add) {
    const read = (parts, more) => {
      const name = typeof parts[0] === "string" ? parts[0] : undefined;
      const body = parts.find((part) => typeof part === "function");
      const options = parts.find((part) => typeof part === "object" && part !== null);
      return add(name ?? (body?.name || "<anonymous>"), { ...options, ...more }, body ?? (() => {}));
    };
    const define = (...parts) => read(parts, {});
    for (const word of ["skip", "todo", "only"]) define[word] = (...parts) => read(parts, { [word]: true });
    return define;
  }

  #add(suite, name, options, body) {
    return new Promise((done) => suite.entries.push({ name, options, body, done }));
  }

  #addSuite(name, options, body) {
    const suite = new Suite(name, this.#open);
    suite.options = options;
    this.#open.entries.push(suite);
    if (options.skip) return;
    this.#open = suite;
    try {
      suite.ready = body();
    } catch (error) {
      suite.error = error;
    } finally {
      this.#open = suite.parent;
    }
  }

  async #runSuite(suite, depth, above) {
    const chain = [...above, suite];
    try {
      if (suite.error) throw suite.error;
      await suite.ready;
      for (const hook of suite.hooks.before) await hook({});
    } catch (error) {
      this.#report(false, suite, depth, chain, error);
      return;
    }
    // Tests can add others while they run.
    for (let at = 0; at < suite.entries.length; at++) {
      const entry = suite.entries[at];
      if (entry instanceof Suite) {
        this.#counts.suites += 1;
        this.process.stdout.write(`${"  ".repeat(depth)}# ${entry.name}${entry.options.skip ? " (skipped)" : ""}\n`);
        if (!entry.options.skip) await this.#runSuite(entry, depth + 1, chain);
      } else {
        await this.#runTest(entry, depth, chain);
      }
    }
    for (const hook of suite.hooks.after) {
      try {
        await hook({});
      } catch (error) {
        this.#report(false, { name: `after ${suite.name}` }, depth, chain, error);
      }
    }
  }

  async #runTest(entry, depth, chain) {
    if (entry.options.skip) {
      this.#counts.skipped += 1;
      this.#counts.tests += 1;
      this.#line("ok", entry.name, depth, " # SKIP");
      return entry.done();
    }
    const inner = new Suite(entry.name, chain.at(-1));
    const context = this.#context(entry, inner, depth, chain);
    let error;
    try {
      for (const suite of chain) for (const hook of suite.hooks.beforeEach) await hook(context);
      await call(entry.body, context);
      for (const suite of [...chain].reverse()) for (const hook of suite.hooks.afterEach) await hook(context);
      if (context.failedInside > 0) throw new Error(`${context.failedInside} subtest${context.failedInside > 1 ? "s" : ""} failed`);
    } catch (thrown) {
      error = { thrown };
    }
    for (const hook of inner.hooks.after) await hook(context);
    const isSkipped = context.skipped && !error;
    if (isSkipped) {
      this.#counts.tests += 1;
      this.#counts.skipped += 1;
      this.#line("ok", entry.name, depth, " # SKIP");
    } else {
      this.#report(!error, entry, depth, chain, error?.thrown);
    }
    entry.done();
    return !error;
  }

  #context(entry, inner, depth, chain) {
    const context = { name: entry.name, failedInside: 0, skipped: false, signal: undefined };
    context.diagnostic = (text) => this.process.stdout.write(`# ${text}\n`);
    context.skip = () => (context.skipped = true);
    context.todo = () => (entry.options.todo = true);
    context.before = (hook) => hook(context);
    for (const kind of ["after", "beforeEach", "afterEach"]) context[kind] = (hook) => void inner.hooks[kind].push(hook);
    context.test = this.#define(async (name, options, body) => {
      const passed = await this.#runTest({ name, options, body, done: () => {} }, depth + 1, [...chain, inner]);
      if (passed === false && !options.todo) context.failedInside += 1;
    });
    return context;
  }

  #report(passed, entry, depth, chain, error) {
    this.#counts.tests += 1;
    const isTodo = entry.options?.todo;
    if (passed) this.#counts.pass += 1;
    else if (isTodo) this.#counts.todo += 1;
    else {
      this.#counts.fail += 1;
      const path = [...chain.map((suite) => suite.name).filter(Boolean), entry.name].join(" > ");
      this.#failed.push({ path, error });
    }
    this.#line(passed ? "ok" : "not ok", entry.name, depth, isTodo ? " # TODO" : "");
  }

  #line(word, name, depth, more) {
    this.process.stdout.write(`${"  ".repeat(depth)}${word} - ${name}${more}\n`);
  }
}

/** Calls a test; one that takes a second parameter ends by calling it. */
function call(body, context) {
  if (body.length < 2) return body(context);
  return new Promise((done, fail) => body(context, (error) => (error ? fail(error) : done())));
}
