//! Members by computed names: symbols, constants that hold a text, and keys of which nothing is known.

use crate::fixture::{build, render};
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&render(&build(files)));
}

#[test]
fn methods_under_symbols_are_called_by_them() {
    check(
        r#"
//- /symbols.js
const kRun = Symbol('run');
const kStop = Symbol('stop');
module.exports = { kRun, kStop };
//- /worker.js
const { kRun, kStop: kHalt } = require('./symbols');
class Worker {
  [kRun]() {}
  [kHalt]() {}
  go() { this[kRun](); this[kHalt](); }
}
module.exports = Worker;
//- /pool.js
const Worker = require('./worker');
const symbols = require('./symbols');
function drain() { const worker = new Worker(); worker[symbols.kStop](); }
//- /rows.ts
import { kRun } from "./symbols";
export class Rows {
  *[Symbol.iterator]() {}
  each() { return this[Symbol.iterator](); }
}
export function run(kRun: string, rows: any) { rows[kRun](); }
"#,
        expect![[r#"
            pool.drain -> worker.Worker (constructor)
            pool.drain -> worker.Worker.[kStop] (constructed)
            rows.Rows.each -> rows.Rows.[Symbol.iterator] (member)
            worker.Worker.go -> worker.Worker.[kRun] (member)
            worker.Worker.go -> worker.Worker.[kStop] (member)
        "#]],
    );
}

#[test]
fn a_constant_that_holds_a_text_is_that_text() {
    check(
        r#"
//- /expose.js
const start = 'start';
const fallback = process.env.NAME || 'fallback';
function expose(server, options) {
  const { close: closeKey = 'close', [start]: begin } = options;
  server[start] = function () {};
  server[fallback] = () => 1;
  server[closeKey] = function () {};
}
function all() {
  const server = {};
  expose(server, {});
  server.start(); server.fallback(); server.close();
}
function literal() {
  const made = { [start]() {}, [`text`]: () => 1 };
  made.start(); made.text(); made[start]();
}
"#,
        expect![[r#"
            expose.all -> expose.expose (scope)
            expose.all -> expose.expose.server.close (container)
            expose.all -> expose.expose.server.fallback (container)
            expose.all -> expose.expose.server.start (container)
            expose.literal -> expose.literal.made.start (container)
            expose.literal -> expose.literal.made.text (container)
        "#]],
    );
}

#[test]
fn names_that_are_written_again_or_hidden_are_no_constants() {
    check(
        r#"
//- /a.js
const key = 'one';
function hidden(table, key) { return table[key](); }
let moved = 'one';
function other(table) { return table[moved](); }
function all() {
  const table = { one() {}, two() {} };
  hidden(table, 'two');
  other(table);
  moved = 'two';
}
function dynamic(name) {
  const table = { [name]() {} };
  table.three();
}
"#,
        expect![[r#"
            a.all -> a.hidden (scope)
            a.all -> a.other (scope)
            a.hidden -> a.all.table.one (container)
            a.hidden -> a.all.table.two (container)
            a.other -> a.all.table.one (container)
            a.other -> a.all.table.two (container)
        "#]],
    );
}
