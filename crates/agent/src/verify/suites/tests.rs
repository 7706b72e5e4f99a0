//! What the outputs of the kinds of tests say, by outputs as the programs write them.

use super::*;
use code_runner::scripted::exit;

#[track_caller]
fn says(kind: &Kind, ran: &Ran, sentence: &str) {
    let outcome = (kind.outcome)(ran);
    assert_eq!(outcome.none_ran, None);
    assert_eq!(outcome.sentence(), sentence);
}

#[track_caller]
fn ran_nothing(kind: &Kind, ran: &Ran, why: &str) {
    assert_eq!((kind.outcome)(ran).none_ran.as_deref(), Some(why));
}

fn kind(name: &str) -> &'static Kind {
    KINDS.into_iter().find(|kind| kind.name == name).unwrap()
}

#[test]
fn pytest_counts_errors_as_failures() {
    let output = "F.E  [100%]\n=== short test summary info ===\nFAILED tests/test_a.py::T::test_x - assert 1 == 2\nERROR tests/test_b.py\n1 failed, 1 passed, 1 error in 0.02s\n";
    says(kind("pytest"), &exit(1, output, ""), "2 of 3 tests failed: tests/test_a.py::T::test_x, tests/test_b.py");
    says(kind("pytest"), &exit(0, "...\n3 passed, 1 skipped in 0.01s\n", ""), "3 tests passed");
    says(kind("pytest"), &exit(0, ".\n1 passed in 0.01s\n", ""), "1 test passed");
    // A test may be named after a count.
    says(
        kind("pytest"),
        &exit(1, "FAILED a.py::test_2 - 3 errors\n1 failed in 0.02s\n", ""),
        "1 of 1 tests failed: a.py::test_2",
    );
    ran_nothing(kind("pytest"), &exit(5, "no tests ran in 0.00s\n", ""), "pytest found no test");
    ran_nothing(
        kind("pytest"),
        &exit(1, "", "/usr/bin/python: No module named pytest\n"),
        "pytest is not installed there",
    );
}

#[test]
fn unittest_writes_to_standard_error() {
    let output = ".F\n======\nFAIL: test_y (test_a.T.test_y)\n------\nAssertionError: 1 != 2\n\n------\nRan 2 tests in 0.000s\n\nFAILED (failures=1)\n";
    says(kind("unittest"), &exit(1, "", output), "1 of 2 tests failed: test_y (test_a.T.test_y)");
    says(kind("unittest"), &exit(0, "", "..\n-----\nRan 2 tests in 0.000s\n\nOK\n"), "2 tests passed");
    // Older versions end with success.
    ran_nothing(kind("unittest"), &exit(0, "", "-----\nRan 0 tests in 0.000s\n\nOK\n"), "unittest found no test");
}

#[test]
fn node_writes_tap_or_for_people() {
    let tap = "TAP version 13\nok 1 - adds\nnot ok 2 - subtracts\n  ---\n  duration_ms: 0.8\n  ...\n1..2\n# tests 2\n# pass 1\n# fail 1\n";
    says(kind("node --test"), &exit(1, tap, ""), "1 of 2 tests failed: subtracts");
    let spec = "✔ adds (0.9ms)\n✖ subtracts (0.8ms)\nℹ tests 2\nℹ pass 1\nℹ fail 1\n\n✖ failing tests:\n\n✖ subtracts (0.8ms)\n";
    says(kind("node --test"), &exit(1, spec, ""), "1 of 2 tests failed: subtracts");
    says(kind("node --test"), &exit(0, "# tests 2\n# pass 2\n# fail 0\n", ""), "2 tests passed");
    ran_nothing(kind("node --test"), &exit(0, "# tests 0\n# pass 0\n# fail 0\n", ""), "node found no test");
}

#[test]
fn cargo_has_a_result_for_each_program() {
    let output =
        "test a::adds ... ok\ntest a::subtracts ... FAILED\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n";
    says(kind("cargo test"), &exit(101, output, ""), "1 of 2 tests failed: a::subtracts");
    let output = "test result: ok. 2 passed; 0 failed; 0 ignored\n\ntest result: ok. 1 passed; 0 failed; 0 ignored\n";
    says(kind("cargo test"), &exit(0, output, ""), "3 tests passed");
    ran_nothing(
        kind("cargo test"),
        &exit(0, "test result: ok. 0 passed; 0 failed; 0 ignored\n", ""),
        "cargo found no test",
    );
    // It did not compile.
    says(kind("cargo test"), &exit(101, "", "error[E0308]: mismatched types\n"), "");
}

#[test]
fn go_names_what_fails_alone() {
    let output = "--- FAIL: TestAdds (0.00s)\n    a_test.go:7: 3\nFAIL\nFAIL\texample.com/a\t0.002s\nok  \texample.com/b\t0.001s\n";
    says(kind("go test"), &exit(1, output, ""), "tests failed: TestAdds");
    says(kind("go test"), &exit(0, "ok  \texample.com/b\t0.001s\n", ""), "");
    ran_nothing(kind("go test"), &exit(0, "?   \texample.com/b\t[no test files]\n", ""), "go found no test");
    ran_nothing(kind("go test"), &exit(0, "ok  \texample.com/b\t0.001s [no tests to run]\n", ""), "go found no test");
}

#[test]
fn tests_are_known_by_the_names_of_their_files() {
    for (name, yes, no) in [
        ("pytest", "tests/test_a.py", "tests/conftest.py"),
        ("unittest", "app/tests.py", "app/testing.py"),
        ("node --test", "lib/a.test.mjs", "lib/latest.mjs"),
        ("node --test", "test/helper.js", "tests/helper.js"),
        ("go test", "a/a_test.go", "a/test.go"),
    ] {
        assert!((kind(name).is_test)(yes) && !(kind(name).is_test)(no), "{name}");
    }
}

#[test]
fn the_error_of_a_failing_test_is_a_line() {
    let of = |name: &str, ran: &Ran| {
        let kind = kind(name);
        let failing = (kind.outcome)(ran).failing;
        let suite = Suite { kind, command: Command::default() };
        suite.errors(ran, &failing).into_iter().map(|(name, error)| format!("{name}: {error}")).collect::<Vec<_>>()
    };
    let pytest = "FAILED tests/test_a.py::test_x - assert 1 == 2\nFAILED tests/test_a.py::test_y\n2 failed in 0.02s\n";
    assert_eq!(
        of("pytest", &exit(1, pytest, "")),
        ["tests/test_a.py::test_x: assert 1 == 2", "tests/test_a.py::test_y: "]
    );
    let unittest = "======\nFAIL: test_y (test_a.T.test_y)\n------\nTraceback (most recent call last):\n  File \"a\"\nAssertionError: 1 != 2\n\n------\nRan 2 tests in 0.000s\n\nFAILED (failures=1)\n";
    assert_eq!(of("unittest", &exit(1, "", unittest)), ["test_y (test_a.T.test_y): AssertionError: 1 != 2"]);
    let tap = "ok 1 - adds\nnot ok 2 - subtracts\n  ---\n  duration_ms: 0.8\n  error: 'Expected values to be strictly equal'\n  ...\n# pass 1\n# fail 1\n";
    assert_eq!(of("node --test", &exit(1, tap, "")), ["subtracts: Expected values to be strictly equal"]);
    let long = "not ok 1 - subtracts\n  ---\n  error: |-\n    Expected values to be strictly equal:\n    1 !== 2\n  ...\n# fail 1\n";
    assert_eq!(of("node --test", &exit(1, long, "")), ["subtracts: Expected values to be strictly equal:"]);
    let spec = "✖ subtracts (0.8ms)\nℹ pass 1\nℹ fail 1\n\n✖ failing tests:\n\ntest at a.test.js:3:1\n✖ subtracts (0.8ms)\n  AssertionError [ERR_ASSERTION]: 1 !== 2\n";
    assert_eq!(of("node --test", &exit(1, spec, "")), ["subtracts: AssertionError [ERR_ASSERTION]: 1 !== 2"]);
    let cargo = "test a::subtracts ... FAILED\n\n---- a::subtracts stdout ----\n\nthread 'a::subtracts' (7) panicked at src/lib.rs:9:5:\nassertion `left == right` failed\n  left: 1\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n";
    assert_eq!(of("cargo test", &exit(101, cargo, "")), ["a::subtracts: assertion `left == right` failed"]);
    let go = "--- FAIL: TestAdds (0.00s)\n    a_test.go:7: 3\nFAIL\n";
    assert_eq!(of("go test", &exit(1, go, "")), ["TestAdds: a_test.go:7: 3"]);
}

#[test]
fn a_command_shows_its_kind_of_tests() {
    let of = |line: &str| {
        let argv: Vec<String> = line.split(' ').map(str::to_owned).collect();
        Kind::of(&argv).map(|kind| kind.name)
    };
    assert_eq!(of("pytest -q"), Some("pytest"));
    assert_eq!(of("uv run pytest"), Some("pytest"));
    assert_eq!(of("python -m unittest a.b"), Some("unittest"));
    assert_eq!(of("node --test"), Some("node --test"));
    assert_eq!(of("cargo test -p a"), Some("cargo test"));
    assert_eq!((of("npm test"), of("cargo build")), (None, None));
}

#[test]
fn a_sentence_names_some_of_many_failures() {
    let failing: Vec<String> = (0..12).map(|n| format!("t{n}")).collect();
    let sentence = TestOutcome { passed: Some(1), failed: Some(12), failing, none_ran: None }.sentence();
    assert_eq!(sentence, "12 of 13 tests failed: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 2 more");
}
