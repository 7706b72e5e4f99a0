//! Python's tests by pytest.

use super::{Kind, Picked, Shown, TestOutcome, argv, error_of, file_argument, number_before};
use crate::verify::project::{Project, name_of};
use code_runner::{End, Ran};
use codebase::QuestionError;

/// What the folder of a project in Python has.
pub(super) const ROOTS: &[&str] =
    &["pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "requirements.txt"];
/// Most files of tests whose text is looked at.
const LOOKED_AT: usize = 20;

pub(super) const KIND: Kind = Kind {
    name: "pytest",
    roots: ROOTS,
    endings: &[".py", ".pyi"],
    finds,
    is_test,
    is_test_name: |name| name.starts_with("test"),
    some,
    outcome,
    error,
};

/// As pytest finds them: `test_*.py` and `*_test.py`.
pub(super) fn is_test(file: &str) -> bool {
    name_of(file).strip_suffix(".py").is_some_and(|stem| stem.starts_with("test_") || stem.ends_with("_test"))
}

fn finds(project: &Project<'_>) -> Result<Shown, QuestionError> {
    if !project.files.iter().any(|file| is_test(file)) {
        return Ok(Shown::No);
    }
    let yes = || Ok(Shown::Yes(command()));
    if project.has("pytest.ini") || project.files.iter().any(|file| name_of(file) == "conftest.py") {
        return yes();
    }
    for (file, section) in [("pyproject.toml", "[tool.pytest"), ("setup.cfg", "[tool:pytest]"), ("tox.ini", "[pytest]")]
    {
        if project.text(file)?.is_some_and(|text| text.contains(section)) {
            return yes();
        }
    }
    for file in project.files.iter().filter(|file| is_test(file)).take(LOOKED_AT) {
        // Functions beside classes, which unittest does not find, or its own import.
        let of_pytest = |line: &str| {
            ["import pytest", "from pytest", "def test", "async def test"].iter().any(|start| line.starts_with(start))
        };
        if project.text(file)?.is_some_and(|text| text.lines().any(of_pytest)) {
            return yes();
        }
    }
    Ok(Shown::No)
}

fn command() -> Vec<String> {
    argv(&["python", "-m", "pytest", "-q", "--tb=short"])
}

fn some(_: &Project<'_>, picked: &[Picked]) -> Option<Vec<String>> {
    let mut argv = command();
    for Picked { file, tests } in picked {
        let file = file_argument(file);
        match tests.as_slice() {
            [] => argv.push(file),
            tests => argv.extend(tests.iter().map(|test| format!("{file}::{}", test.replace('.', "::")))),
        }
    }
    Some(argv)
}

fn outcome(ran: &Ran) -> TestOutcome {
    let text = &ran.stdout;
    // The last line that counts.
    let counts =
        |line: &&str| number_before(line, &["passed", "failed", "error", "errors", "skipped", "xfailed"]).is_some();
    let summary = text.lines().rev().find(counts).unwrap_or_default();
    let failed = number_before(summary, &["failed"]).unwrap_or(0);
    let errors = number_before(summary, &["error", "errors"]).unwrap_or(0);
    let named = |line: &str| {
        let rest = line.strip_prefix("FAILED ").or_else(|| line.strip_prefix("ERROR "))?;
        Some(rest.split(" - ").next().unwrap_or(rest).trim().to_owned())
    };
    let none_ran = match ran.end {
        _ if ran.stderr.contains("No module named pytest") => Some("pytest is not installed there".to_owned()),
        End::Exit(5) => Some("pytest found no test".to_owned()),
        End::Exit(4) => Some("pytest could not be started with these arguments".to_owned()),
        _ => None,
    };
    let is_known = !summary.is_empty();
    TestOutcome {
        passed: is_known.then(|| number_before(summary, &["passed"]).unwrap_or(0)),
        failed: is_known.then_some(failed + errors),
        failing: text.lines().filter_map(named).take(TestOutcome::MOST_NAMED).collect(),
        none_ran,
    }
}

/// `FAILED tests/test_a.py::test_x - assert 1 == 2`
fn error(ran: &Ran, name: &str) -> Option<String> {
    let said = |line: &str| {
        let rest = line.strip_prefix("FAILED ").or_else(|| line.strip_prefix("ERROR "))?;
        error_of(rest.strip_prefix(name)?.strip_prefix(" - ")?)
    };
    ran.stdout.lines().find_map(said)
}
