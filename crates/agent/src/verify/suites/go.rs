//! Go's tests by `go test`.

use super::{Kind, Picked, Shown, TestOutcome, argv, error_of};
use crate::verify::project::Project;
use code_runner::Ran;
use codebase::QuestionError;

pub(super) const KIND: Kind = Kind {
    name: "go test",
    roots: &["go.mod"],
    endings: &[".go"],
    finds,
    is_test,
    is_test_name: |name| ["Test", "Example", "Fuzz"].iter().any(|start| name.starts_with(start)),
    some,
    outcome,
    error,
};

fn is_test(file: &str) -> bool {
    file.ends_with("_test.go")
}

fn finds(project: &Project<'_>) -> Result<Shown, QuestionError> {
    let has_tests = project.files.iter().any(|file| is_test(file));
    Ok(if has_tests && project.has("go.mod") { Shown::Yes(argv(&["go", "test", "./..."])) } else { Shown::No })
}

fn some(_: &Project<'_>, picked: &[Picked]) -> Option<Vec<String>> {
    let (mut packages, mut names): (Vec<String>, Vec<&str>) = Default::default();
    for Picked { file, tests } in picked {
        let package = file.rsplit_once('/').map_or("./".to_owned(), |(folder, _)| format!("./{folder}"));
        if !packages.contains(&package) {
            packages.push(package);
        }
        if tests.is_empty() {
            return None;
        }
        names.extend(tests.iter().map(String::as_str));
    }
    let mut argv = argv(&["go", "test"]);
    argv.extend(packages);
    argv.extend(["-run".to_owned(), format!("^({})$", names.join("|"))]);
    Some(argv)
}

/// Without `-v` only failing tests are named, and packages have a line each.
fn outcome(ran: &Ran) -> TestOutcome {
    let lines = || ran.stdout.lines();
    let failing = |line: &str| Some(line.trim_start().strip_prefix("--- FAIL: ")?.split(' ').next()?.to_owned());
    let tested =
        |line: &str| (line.starts_with("ok ") || line.starts_with("ok\t")) && !line.contains("[no tests to run]");
    let none_ran = ran.succeeded() && !lines().any(tested);
    TestOutcome {
        passed: None,
        failed: None,
        failing: lines().filter_map(failing).take(TestOutcome::MOST_NAMED).collect(),
        none_ran: none_ran.then(|| "go found no test".to_owned()),
    }
}

/// The first line below the test.
fn error(ran: &Ran, name: &str) -> Option<String> {
    let heading = format!("--- FAIL: {name} ");
    let mut lines = ran.stdout.lines().skip_while(|line| !line.trim_start().starts_with(&heading)).skip(1);
    lines.next().filter(|line| line.starts_with(' ')).and_then(error_of)
}
