//! Checks and trial fixes with real programs: `node` and `python` as processes of this machine.

use crate::world::{World, failed, passed, path};
use change_set::Overlay;
use code_runner::Runner;
use host_native::ProcessRunner;
use host_native::runner::Base;
use source::RepoPath;
use std::rc::Rc;
use std::sync::Arc;

/// A fixture whose programs run as processes.
fn real(fixture: &'static str) -> World {
    let texts = move || {
        let file = |(path, text): (String, String)| (RepoPath::parse(&path).expect("a path"), Arc::from(text));
        Ok(fixtures::files(fixture).into_iter().map(file).collect())
    };
    let runner = Rc::new(ProcessRunner::new(Base::Texts(Arc::new(texts))));
    World {
        real: Some(runner as Rc<dyn Runner>),
        repairs: true,
        ..World::new(fixture, |_| unreachable!("programs run"))
    }
}

/// Repairs a fixture, and checks it again with what was found.
#[track_caller]
fn repaired(fixture: &'static str, main: &str, report: &str, what: &str) {
    let world = real(fixture);
    let checked = world.check();
    assert_eq!(checked.verification, failed(report));
    let repair = checked.repair.unwrap();
    let found = repair.repaired.unwrap_or_else(|| panic!("{}", repair.said));
    assert!(found.what.contains(what), "{}", found.what);
    assert!(matches!(checked.changes.read(&path(main)), Overlay::Changed { .. }));
    let again = World { changes: checked.changes, repairs: false, ..real(fixture) }.check();
    let program = if main.ends_with(".js") { "node" } else { "python" };
    assert_eq!(again.verification, passed(&format!("`{program} {main}` writes what `expected.txt` holds")));
}

#[test]
fn a_range_that_ends_too_early_is_repaired_in_javascript_and_python() {
    let says = |command: &str| {
        format!("`{command}`: the output is not that of `expected.txt`: line 1 is `10` and should be `15`")
    };
    repaired(fixtures::BUG, "main.js", &says("node main.js"), "is now `for (let i = start; i <= end; i++) {`");
    repaired(fixtures::BUG_PYTHON, "main.py", &says("python main.py"), "is now `for i in range(start, end + 1):`");
}

#[test]
fn two_slips_are_repaired_in_javascript_and_python() {
    let says = |command: &str| {
        format!(
            "`{command}`: the output is not that of `expected.txt`: line 1 is `subtotal=12.00` and should be `subtotal=17.00`"
        )
    };
    repaired(fixtures::DISCOUNT, "main.js", &says("node main.js"), "is now `return amount * (1 - share);`");
    repaired(fixtures::DISCOUNT_PYTHON, "main.py", &says("python main.py"), "`continue` is now `pass`");
}

const UNITTEST: &str = "\
//- sums.py
def add(a, b):
    return a + b


def half(a):
    return a / 2
//- tests/__init__.py
//- tests/test_add.py
import unittest
from sums import add


class AddTest(unittest.TestCase):
    def test_add(self):
        self.assertEqual(add(1, 2), 3)
//- tests/test_half.py
import unittest
from sums import half


class HalfTest(unittest.TestCase):
    def test_half(self):
        self.assertEqual(half(4), 2)
";

#[test]
fn the_tests_that_reach_a_broken_function_run_first_and_fail() {
    let world = World { repairs: false, ..real(UNITTEST) };
    let text = |body: &str| format!("def add(a, b):\n    return {body}\n\n\ndef half(a):\n    return a / 2\n");
    let failure = world.with("sums.py", &text("a - b")).check().failure.unwrap();
    let headline = "`python -m unittest tests.test_add.AddTest.test_add`: 1 of 1 tests failed: test_add (tests.test_add.AddTest.test_add) (exit code 1)";
    assert_eq!(failure.headline, headline);
    assert!(failure.report.contains("AssertionError: -1 != 3"), "{}", failure.report);
    // Another change that fails alike is the same failure, though its times and folders differ.
    let again = World { repairs: false, ..real(UNITTEST) }.with("sums.py", &text("a - b  # again")).check();
    assert_eq!(again.failure.unwrap().hash, failure.hash);
    let mended = World { repairs: false, ..real(UNITTEST) }.with("sums.py", &text("b + a")).check();
    let what = "the tests that reach the changes (1 test in 1 of 2 test files): `python -m unittest tests.test_add.AddTest.test_add`: 1 test passed; all tests: `python -m unittest discover -s tests -t .`: 2 tests passed";
    assert_eq!(mended.verification, passed(what));
}

const NODE: &str = "\
//- sums.mjs
export function add(a, b) {
  return a + b;
}
//- add.test.mjs
import assert from \"node:assert/strict\";
import test from \"node:test\";
import { add } from \"./sums.mjs\";

test(\"adds\", () => {
  assert.equal(add(1, 2), 3);
});
//- other.test.mjs
import test from \"node:test\";

test(\"holds\", () => {});
";

#[test]
fn tests_of_node_run_by_file() {
    let broken = "export function add(a, b) {\n  return a - b;\n}\n";
    let failure = World { repairs: false, ..real(NODE) }.with("sums.mjs", broken).check().failure.unwrap();
    assert_eq!(failure.headline, "`node --test add.test.mjs`: 1 of 1 tests failed: adds (exit code 1)");
    let kept = "export function add(a, b) {\n  return b + a;\n}\n";
    let what = "the tests that reach the changes (1 of 2 test files): `node --test add.test.mjs`: 1 test passed; all tests: `node --test`: 2 tests passed";
    assert_eq!(World { repairs: false, ..real(NODE) }.with("sums.mjs", kept).check().verification, passed(what));
}
