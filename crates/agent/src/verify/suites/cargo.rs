//! Rust's tests by `cargo test`.

use super::{Kind, Picked, Shown, TestOutcome, argv, error_of, number_before};
use crate::verify::project::Project;
use code_runner::Ran;
use codebase::QuestionError;

pub(super) const KIND: Kind = Kind {
    name: "cargo test",
    roots: &["Cargo.toml"],
    endings: &[".rs"],
    finds,
    // Tests are beside the code, in any file.
    is_test: |file| file.ends_with(".rs"),
    is_test_name: |_| true,
    some,
    outcome,
    error,
};

fn finds(project: &Project<'_>) -> Result<Shown, QuestionError> {
    Ok(if project.has("Cargo.toml") { Shown::Yes(argv(&["cargo", "test"])) } else { Shown::No })
}

fn some(_: &Project<'_>, picked: &[Picked]) -> Option<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for Picked { tests, .. } in picked {
        // A file alone is no filter.
        if tests.is_empty() {
            return None;
        }
        for test in tests {
            let name = test.replace('.', "::");
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let mut argv = argv(&["cargo", "test", "--"]);
    argv.extend(names);
    Some(argv)
}

fn outcome(ran: &Ran) -> TestOutcome {
    let results = || ran.stdout.lines().filter(|line| line.starts_with("test result: "));
    let sum = |word: &str| results().filter_map(|line| number_before(line, &[word])).sum::<u32>();
    let failing = |line: &str| Some(line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?.to_owned());
    let has_result = results().next().is_some();
    let (passed, failed) = (sum("passed"), sum("failed"));
    let none_ran = has_result && ran.succeeded() && passed == 0;
    TestOutcome {
        passed: has_result.then_some(passed),
        failed: has_result.then_some(failed),
        failing: ran.stdout.lines().filter_map(failing).take(TestOutcome::MOST_NAMED).collect(),
        none_ran: none_ran.then(|| "cargo found no test".to_owned()),
    }
}

/// What the test wrote, without the line that names the place.
fn error(ran: &Ran, name: &str) -> Option<String> {
    let heading = format!("---- {name} stdout ----");
    let part =
        ran.stdout.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !line.starts_with("---- "));
    let is_place = |line: &&str| line.starts_with("thread '") && line.contains("panicked at") && line.ends_with(':');
    part.filter(|line| !is_place(line)).find_map(error_of)
}
