//! What is run to check changes.

use crate::world::{World, failed, not_run, passed, path};
use code_runner::scripted::exit;

fn runs(world: &World) -> Vec<String> {
    world.check();
    world.ran()
}

fn quiet(fixture: &str) -> World {
    World::new(fixture, |_| Ok(exit(0, "", "")))
}

#[test]
fn the_persons_command_comes_first() {
    let check = Some(vec!["python".to_owned(), "check.py".to_owned()]);
    let world = World { check: check.clone(), ..quiet(fixtures::BUG) };
    assert_eq!(world.check().verification, passed("`python check.py`: exit code 0"));
    let fails = World { check, ..World::new(fixtures::BUG, |_| Ok(exit(3, "", "no"))) };
    assert_eq!(fails.check().verification, failed("`python check.py`: exit code 3"));
}

#[test]
fn a_command_that_does_not_run_here_is_not_replaced_by_another() {
    let world = World { check: Some(vec!["make".to_owned()]), ..quiet(fixtures::BUG) };
    assert_eq!(world.check().verification, not_run("`make` does not run here: the test has python and node"));
    assert!(world.ran().is_empty());
}

#[test]
fn of_several_programs_the_one_that_is_changed_or_asked_about_counts() {
    let two =
        "//- a/main.py\nprint(1)\n//- a/expected.txt\n1\n//- a/b/main.js\n1\n//- a/b/expected.txt\n1\n//- c/x.py\n1\n";
    assert_eq!(runs(&quiet(two).with("a/b/main.js", "2\n")), ["node main.js (in a/b)"]);
    assert_eq!(runs(&quiet(two).with("a/main.py", "2\n")), ["python main.py (in a)"]);
    let about = World { about: vec![path("a/b/main.js")], ..quiet(two) };
    assert_eq!(runs(&about), ["node main.js (in a/b)"]);
    // Neither is about another folder.
    let elsewhere = quiet(two).with("c/x.py", "2\n").check().verification;
    assert_eq!(
        elsewhere,
        not_run("no `main.*` beside an `expected.txt`, and no tests of a kind that is known, were found")
    );
    let both = "//- main.js\n1\n//- main.py\n1\n//- expected.txt\n1\n";
    assert_eq!(runs(&quiet(both)), ["node main.js"]);
    assert_eq!(runs(&quiet(both).with("main.py", "2\n")), ["python main.py"]);
}

#[test]
fn the_tests_of_a_project_are_known_by_its_files() {
    for (fixture, argv) in [
        ("//- tests/test_a.py\nimport pytest\n", "python -m pytest -q --tb=short"),
        ("//- test_a.py\ndef test_x():\n    assert True\n", "python -m pytest -q --tb=short"),
        (
            "//- pyproject.toml\n[tool.pytest.ini_options]\n//- tests/test_a.py\nimport unittest\n",
            "python -m pytest -q --tb=short",
        ),
        ("//- a.py\nx = 1\n//- tests/test_a.py\nimport unittest\n", "python -m unittest discover -s tests"),
        (
            "//- a.py\nx = 1\n//- tests/__init__.py\n//- tests/test_a.py\nimport unittest\n",
            "python -m unittest discover -s tests -t .",
        ),
        ("//- test_a.py\nimport unittest\n", "python -m unittest discover"),
        ("//- package.json\n{\"scripts\": {\"test\": \"node --test lib\"}}\n", "node --test lib"),
        ("//- package.json\n{\"scripts\": {\"test\": \"node --test 'lib/*.js'\"}}\n//- a.test.js\n1\n", "node --test"),
        ("//- lib/a.test.mjs\n1\n", "node --test"),
    ] {
        assert_eq!(runs(&quiet(fixture)), [argv], "{fixture}");
    }
    let rust =
        World::having(&["cargo"], "//- Cargo.toml\n[package]\n//- src/lib.rs\nfn a() {}\n", |_| Ok(exit(0, "", "")));
    assert_eq!(runs(&rust), ["cargo test"]);
    let go = World::having(&["go"], "//- go.mod\nmodule a\n//- a_test.go\npackage a\n", |_| Ok(exit(0, "", "")));
    assert_eq!(runs(&go), ["go test ./..."]);
}

#[test]
fn why_tests_cannot_run_is_said() {
    let jest = "//- package.json\n{\"scripts\": {\"test\": \"jest\"}}\n";
    assert_eq!(quiet(jest).check().verification, not_run("its test script is `jest`, and only `node --test` is known"));
    let rust = "//- Cargo.toml\n[package]\n//- src/lib.rs\nfn a() {}\n";
    assert_eq!(quiet(rust).check().verification, not_run("`cargo` does not run here: the test has python and node"));
}

#[test]
fn the_innermost_project_around_the_changes_is_tested_in_its_language() {
    let two = "//- package.json\n{\"scripts\": {\"test\": \"node --test\"}}\n//- test_root.py\nimport pytest\n//- py/setup.py\n//- py/tests/test_a.py\nimport pytest\n//- py/a.py\nx = 1\n//- web/a.js\n1\n";
    assert_eq!(runs(&quiet(two).with("py/a.py", "x = 2\n")), ["python -m pytest -q --tb=short (in py)"]);
    assert_eq!(runs(&quiet(two).with("web/a.js", "2\n")), ["node --test"]);
}

#[test]
fn tests_that_do_not_run_verify_nothing() {
    let fixture = "//- tests/test_a.py\nimport pytest\n";
    let empty = World::new(fixture, |_| Ok(exit(5, "no tests ran in 0.00s", "")));
    assert_eq!(empty.check().verification, not_run("`python -m pytest -q --tb=short`: pytest found no test"));
    let skipped = World::new(fixture, |_| Ok(exit(0, "s\n1 skipped in 0.00s\n", "")));
    assert!(matches!(skipped.check().verification, agent::verify::Verification::NotRun { .. }));
    let missing = World::new(fixture, |_| Ok(exit(1, "", "python: No module named pytest")));
    assert_eq!(
        missing.check().verification,
        not_run("`python -m pytest -q --tb=short`: pytest is not installed there")
    );
}
