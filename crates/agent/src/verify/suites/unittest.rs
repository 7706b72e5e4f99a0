//! Python's tests by its own `unittest`, where nothing shows that they need pytest.

use super::pytest::{ROOTS, is_test as has_name_of_test};
use super::{Kind, Picked, Shown, TestOutcome, argv, error_of};
use crate::verify::project::{Project, name_of};
use code_runner::Ran;
use codebase::QuestionError;

pub(super) const KIND: Kind = Kind {
    name: "unittest",
    roots: ROOTS,
    endings: &[".py", ".pyi"],
    finds,
    is_test,
    // A class or a method of one; functions beside classes are no tests for it.
    is_test_name: |name| name.starts_with("test"),
    some,
    outcome,
    error,
};

fn is_test(file: &str) -> bool {
    has_name_of_test(file) || name_of(file) == "tests.py"
}

fn finds(project: &Project<'_>) -> Result<Shown, QuestionError> {
    let mut folders = Vec::new();
    for file in project.files.iter().filter(|file| is_test(file)) {
        let text = project.text(file)?.unwrap_or_default();
        if text.contains("unittest") || text.contains("TestCase") {
            folders.push(file.rsplit_once('/').map_or("", |(folder, _)| folder));
            if folders.len() == 200 {
                break;
            }
        }
    }
    let Some(first) = folders.first() else { return Ok(Shown::No) };
    let top = first.split('/').next().unwrap_or_default();
    // `discover` looks into packages alone, so it begins in the folder that they share.
    let shares = |folder: &&str| folder.split('/').next() == Some(top);
    let mut command = argv(&["python", "-m", "unittest", "discover"]);
    if !top.is_empty() && folders.iter().all(shares) {
        command.extend(["-s".to_owned(), top.to_owned()]);
        if project.has(&format!("{top}/__init__.py")) {
            command.extend(argv(&["-t", "."]));
        }
    }
    Ok(Shown::Yes(command))
}

fn some(project: &Project<'_>, picked: &[Picked]) -> Option<Vec<String>> {
    let mut argv = argv(&["python", "-m", "unittest"]);
    for Picked { file, tests } in picked {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        // Modules of a folder that is no package import each other by their short names, which only `discover` arranges.
        let is_package = folder.is_empty() || project.has(&format!("{folder}/__init__.py"));
        // What begins as an option does would be one.
        if !is_package || file.starts_with('-') {
            return None;
        }
        let module = file.strip_suffix(".py")?.replace('/', ".");
        match tests.as_slice() {
            [] => argv.push(module),
            tests => argv.extend(tests.iter().map(|test| format!("{module}.{test}"))),
        }
    }
    Some(argv)
}

fn outcome(ran: &Ran) -> TestOutcome {
    // It writes to standard error.
    let lines = || ran.stderr.lines().chain(ran.stdout.lines());
    let total = lines().find_map(|line| line.strip_prefix("Ran ")?.split(' ').next()?.parse::<u32>().ok());
    let failing: Vec<String> = lines()
        .filter_map(|line| line.strip_prefix("FAIL: ").or_else(|| line.strip_prefix("ERROR: ")))
        .map(str::to_owned)
        .collect();
    let failed = total.map(|_| failing.len() as u32);
    TestOutcome {
        passed: total.zip(failed).map(|(total, failed)| total.saturating_sub(failed)),
        failed,
        failing: failing.into_iter().take(TestOutcome::MOST_NAMED).collect(),
        none_ran: (total == Some(0)).then(|| "unittest found no test".to_owned()),
    }
}

/// The last line of the test's part, which begins with its name and ends before a ruled line.
fn error(ran: &Ran, name: &str) -> Option<String> {
    let heading = |line: &&str| line.strip_prefix("FAIL: ").or_else(|| line.strip_prefix("ERROR: ")) == Some(name);
    let lines = || ran.stderr.lines().chain(ran.stdout.lines());
    let is_rule = |line: &str| line.starts_with("=====") || line.starts_with("-----");
    let part = lines().skip_while(|line| !heading(line)).skip_while(|line| !line.starts_with("-----")).skip(1);
    part.take_while(|line| !is_rule(line)).filter_map(error_of).last()
}
