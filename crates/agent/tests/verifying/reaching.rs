//! The tests that reach a change run before all others.

use crate::world::{World, passed};
use code_runner::scripted::exit;
use code_runner::{Ran, RunError};

const PYTHON: &str = "\
//- calc/sums.py
RATE = 2


def add(a, b):
    return plus(a, b)


def plus(a, b):
    return a + b


def half(a):
    return a / RATE
//- calc/texts.py
def upper(text):
    return text.upper()
//- tests/test_sums.py
import pytest
from calc.sums import add, half


class TestAdd:
    def test_add(self):
        assert add(1, 2) == 3


def test_half():
    assert half(4) == 2
//- tests/test_texts.py
from calc.texts import upper


def test_upper():
    assert upper('a') == 'A'
";

fn runs(world: &World) -> Vec<String> {
    world.check();
    world.ran()
}

fn passing(ran: &'static str) -> impl FnMut(&code_runner::scripted::Asked) -> Result<Ran, RunError> {
    move |_| Ok(exit(0, ran, ""))
}

/// A world in which a text of a file is replaced by another.
fn changed(programs: &'static [&'static str], fixture: &str, path: &str, from: &str, to: &str) -> World {
    let files = fixtures::files(fixture);
    let before = &files.iter().find(|(name, _)| name == path).unwrap().1;
    assert!(before.contains(from), "{path} holds {from}");
    let after = before.replace(from, to);
    World::having(programs, fixture, passing("2 passed in 0.1s\n")).with(path, &after)
}

#[test]
fn the_tests_that_reach_the_change_run_first_and_then_all() {
    let world = changed(&["python"], PYTHON, "calc/sums.py", "a + b", "b + a");
    let checked = world.check();
    let first = "python -m pytest -q --tb=short tests/test_sums.py::TestAdd::test_add";
    let all = "python -m pytest -q --tb=short";
    assert_eq!(world.ran(), [first, all]);
    let what = format!(
        "the tests that reach the changes (1 test in 1 of 2 test files): `{first}`: 2 tests passed; all tests: `{all}`: 2 tests passed"
    );
    assert_eq!(checked.verification, passed(&what));
}

#[test]
fn where_they_fail_the_others_do_not_run() {
    let world = changed(&["python"], PYTHON, "calc/sums.py", "a + b", "a - b");
    let failing = "FAILED tests/test_sums.py::TestAdd::test_add - assert -1 == 3\n1 failed in 0.1s\n";
    let runner = World::having(&["python"], PYTHON, move |_| Ok(exit(1, failing, "")));
    let world = World { runner: runner.runner, ..world };
    let failure = world.check().failure.unwrap();
    assert_eq!(
        failure.headline,
        "`python -m pytest -q --tb=short tests/test_sums.py::TestAdd::test_add`: 1 of 1 tests failed: tests/test_sums.py::TestAdd::test_add (exit code 1)"
    );
    assert!(failure.report.contains("`calc/sums.py` as it is now"), "{}", failure.report);
    assert_eq!(world.ran().len(), 1);
}

#[test]
fn what_is_outside_of_functions_concerns_the_whole_file() {
    let world = changed(&["python"], PYTHON, "calc/sums.py", "RATE = 2", "RATE = 4");
    let first = &runs(&world)[0];
    assert!(first.contains("tests/test_sums.py") && !first.contains("test_texts"), "{first}");
}

#[test]
fn a_changed_file_of_tests_runs_as_a_whole() {
    let world = changed(&["python"], PYTHON, "tests/test_texts.py", "'A'", "'B'");
    assert_eq!(runs(&world)[0], "python -m pytest -q --tb=short tests/test_texts.py");
}

#[test]
fn where_no_test_is_known_to_reach_the_change_all_run_at_once() {
    let fixture = format!("{PYTHON}//- calc/alone.py\ndef alone():\n    return 1\n");
    let world = changed(&["python"], &fixture, "calc/alone.py", "1", "2");
    assert_eq!(runs(&world), ["python -m pytest -q --tb=short"]);
}

#[test]
fn each_kind_of_tests_has_its_words_for_some() {
    let unittest = "//- a.py\ndef add(a, b):\n    return a + b\n//- tests/__init__.py\n//- tests/test_a.py\nimport unittest\nfrom a import add\n\n\nclass SumsTest(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n//- tests/test_b.py\nimport unittest\n";
    let world = changed(&["python"], unittest, "a.py", "a + b", "b + a");
    assert_eq!(runs(&world)[0], "python -m unittest tests.test_a.SumsTest.test_add");
    let node = "//- README.md\n//- lib/sums.mjs\nexport function add(a, b) {\n  return a + b;\n}\n//- lib/sums.test.mjs\nimport test from 'node:test';\nimport { add } from './sums.mjs';\ntest('adds', () => {\n  add(1, 2);\n});\n//- lib/other.test.mjs\n1;\n";
    let world = changed(&["node"], node, "lib/sums.mjs", "a + b", "b + a");
    assert_eq!(runs(&world)[0], "node --test lib/sums.test.mjs");
    let rust = "//- Cargo.toml\n[package]\n//- src/lib.rs\npub fn add(a: u32, b: u32) -> u32 {\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n}\n";
    let world = changed(&["cargo"], rust, "src/lib.rs", "a + b", "b + a");
    assert_eq!(runs(&world)[0], "cargo test -- tests::adds");
    let go = "//- go.mod\nmodule a\n//- sums/sums.go\npackage sums\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n//- sums/sums_test.go\npackage sums\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n\tAdd(1, 2)\n}\n//- sums/other_test.go\npackage sums\n";
    let world = changed(&["go"], go, "sums/sums.go", "a + b", "b + a");
    assert_eq!(runs(&world)[0], "go test ./sums -run ^(TestAdd)$");
}

#[test]
fn a_file_that_is_named_like_an_option_is_none() {
    let fixture = "//- a.py\ndef add(a, b):\n    return a + b\n//- -px/test_a.py\nimport pytest\nfrom a import add\n\n\ndef test_add():\n    add(1, 2)\n//- test_b.py\n";
    let world = changed(&["python"], fixture, "-px/test_a.py", "add(1, 2)", "add(2, 1)");
    assert_eq!(runs(&world)[0], "python -m pytest -q --tb=short ./-px/test_a.py");
}

#[test]
fn the_person_decides_about_both_runs() {
    let world = changed(&["python"], PYTHON, "calc/sums.py", "a + b", "b + a");
    let world = World { policy: agent::policy::Policy { allow_run: false, ..world.policy }, ..world };
    let checked = world.check_as(|calls| {
        assert!(calls[0].why.contains("the tests that reach the proposed changes first: 1 test in 1 of 2 test files"));
        protocol::Approval { allowed: vec![calls[0].id.clone()], ..Default::default() }
    });
    assert_eq!((checked.asked.len(), world.ran().len()), (2, 1));
    let agent::verify::Verification::Passed { what } = checked.verification else { panic!("it passed") };
    assert!(what.ends_with("; the person did not allow `python -m pytest -q --tb=short`"), "{what}");
}
