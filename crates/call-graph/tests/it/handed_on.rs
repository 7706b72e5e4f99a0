//! Functions and values that go through code outside the repository, or through classes that a call makes.

use crate::fixture::{build, edges, symbol, whole};

/// Who calls symbols whose names end so, sorted.
fn callers(files: &str, callee: &str) -> Vec<String> {
    let all = edges(&build(files));
    all.into_iter().filter(|(_, to)| to.ends_with(callee)).map(|(from, _)| from).collect()
}

#[test]
fn what_is_put_into_a_queue_reaches_the_function_that_it_runs() {
    let files = "\
//- /boot.js
const fastq = require('fastq');
function Boot() {
  this.queue = fastq(this, work, 1);
  this.queue.pause();
  this.queue.drain = function drained() { this.end(); };
}
function work(job, done) { job(done); }
Boot.prototype.ready = function (job) { this.queue.push(job, noticed); };
function noticed() {}
module.exports = Boot;
//- /test.js
const Boot = require('./boot');
function first() {}
const boot = new Boot();
boot.ready(first);
boot.ready(() => second());
function second() {}
";
    assert_eq!(callers(files, "test.first"), ["boot.work"]);
    assert_eq!(callers(files, "test.<lambda1>"), ["boot.work"]);
    assert!(!callers(files, "noticed").contains(&"boot.work".to_owned()));
    assert!(!callers(files, "drained").contains(&"boot.work".to_owned()));
    // A function of another package of that name makes none.
    let other = files.replace("require('fastq')", "require('slowq')");
    assert_eq!(callers(&other, "test.first"), Vec::<String>::new());
}

#[test]
fn what_is_run_later_gets_what_is_behind_it() {
    let files = "\
//- /later.js
class Plugin { exec() {} stop() {} }
function start() {
  process.nextTick(load, new Plugin(), done);
  setTimeout(halt, 10, new Plugin());
  setImmediate(other.bind(null), new Plugin());
  process.emit(wrong, new Plugin());
}
function load(plugin, callback) { plugin.exec(); callback(); }
function halt(plugin) { plugin.stop(); }
function other(plugin) { plugin.stop(); }
function wrong(plugin) { plugin.stop(); }
function done() {}
";
    assert_eq!(callers(files, "Plugin.exec"), ["later.load"]);
    assert_eq!(callers(files, "Plugin.stop"), ["later.halt", "later.other"]);
    assert!(callers(files, "later.done").contains(&"later.load".to_owned()));
}

#[test]
fn handlers_of_a_table_are_called_however_many_they_are() {
    let routes = |count: usize| {
        let own: String =
            (0..count).map(|at| format!("on('/{at}', () => hit{at}());\nfunction hit{at}() {{}}\n")).collect();
        format!(
            "//- /app.js\nconst routes = [];\nfunction on(path, handler) {{ routes.push({{ path, handler }}); }}\nfunction serve(path) {{ for (const route of routes) route.handler(); }}\n{own}"
        )
    };
    for count in [3, 300] {
        assert_eq!(callers(&routes(count), "app.<lambda2>"), ["app.serve"], "{count}");
    }
    let sure = |count: usize| {
        let graph = build(&routes(count));
        let edges = whole(&graph).edges();
        let is_first = |id| symbol(&graph, id).qualified_name == "app.<lambda2>";
        edges.iter().find(|edge| is_first(edge.to)).unwrap().confidence
    };
    assert!(sure(300) < sure(3) / 10.0);
}

#[test]
fn a_class_that_a_call_makes_has_the_members_of_its_bases_and_its_own() {
    let files = "\
//- /log.py
class Base:
    def __init__(self, out): pass
    def write(self, text): pass

def made(level):
    def method(name):
        def logs(self, text):
            return self.write(text)
        return logs

    members = {\"close\": close}
    for name in (\"info\", \"error\"):
        members[name] = method(name)
    return type(\"Made\" + level, (Base,), members)

def close(self):
    self.write(\"end\")

def use():
    log = made(\"x\")(None)
    log.info(\"a\")
    log.close()
    log.write(\"b\")

def no_class():
    kind = type(3)
    kind.write()
";
    assert_eq!(callers(files, "Base.__init__"), ["log.use"]);
    assert_eq!(callers(files, "Base.write"), ["log.close", "log.made.method.logs", "log.use"]);
    assert_eq!(callers(files, "log.close"), ["log.use"]);
    // By which names the loop stores them is not known: any member may be one.
    assert_eq!(callers(files, "logs"), ["log.close", "log.made.method.logs", "log.use"]);
}

#[test]
fn a_parametrized_test_calls_what_it_is_given() {
    let files = "\
//- /shop.py
class Cash:
    def pay(self): pass
class Card:
    def pay(self): pass
def first(): pass
def second(): pass
//- /test_shop.py
import pytest
from shop import Card, Cash, first, second

@pytest.mark.parametrize(\"kind\", [Cash, Card])
def test_kinds(kind):
    kind().pay()

@pytest.mark.parametrize((\"a\", \"b\"), [(first, 1), (second, 2)])
def test_pairs(a, b):
    a()

@pytest.mark.parametrize(\"a, b\", [(1, first)])
def test_last(a, b, kind=None):
    b()
    kind()

@pytest.mark.parametrize(\"kind\", [pytest.param(Cash, id=\"cash\")])
class TestCash:
    def test_of_class(self, kind):
        kind().pay()

@pytest.fixture(name=\"card\", params=(Card,))
def card_(request):
    return request.param

def test_fixture(card):
    card().pay()
";
    assert_eq!(callers(files, "Cash.pay"), ["test_shop.TestCash.test_of_class", "test_shop.test_kinds"]);
    assert_eq!(callers(files, "Card.pay"), ["test_shop.test_fixture", "test_shop.test_kinds"]);
    assert_eq!(callers(files, "shop.first"), ["test_shop.test_last", "test_shop.test_pairs"]);
    assert_eq!(callers(files, "shop.second"), ["test_shop.test_pairs"]);
}
