//! JavaScript's tests by `node --test`.

use super::{Kind, Picked, Shown, TestOutcome, argv, error_of, file_argument};
use crate::verify::project::{Project, name_of};
use code_runner::Ran;
use codebase::QuestionError;

/// What a shell would read otherwise than as words.
const SHELL: &[char] =
    &['&', '|', ';', '<', '>', '$', '`', '"', '\'', '\\', '*', '?', '(', ')', '{', '}', '~', '#', '=', '\n'];

pub(super) const KIND: Kind = Kind {
    name: "node --test",
    roots: &["package.json"],
    endings: &[".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"],
    finds,
    is_test,
    // Tests are functions without names.
    is_test_name: |_| false,
    some,
    outcome,
    error,
};

/// As `node --test` finds them by their names.
fn is_test(file: &str) -> bool {
    let name = name_of(file);
    let Some((stem, "js" | "mjs" | "cjs")) = name.rsplit_once('.') else { return false };
    let of_name = stem == "test"
        || stem.starts_with("test-")
        || [".test", "-test", "_test"].iter().any(|end| stem.ends_with(end));
    of_name || file.split('/').rev().skip(1).any(|folder| folder == "test")
}

fn finds(project: &Project<'_>) -> Result<Shown, QuestionError> {
    let script = match project.text("package.json")? {
        None => None,
        Some(text) => {
            // A file that is no JSON says nothing of its tests.
            let package: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
            package["scripts"]["test"].as_str().map(|script| script.trim().to_owned())
        }
    };
    let has_tests = || project.files.iter().any(|file| is_test(file));
    Ok(match script.as_deref() {
        Some(script) if script.starts_with("node ") && script.split_whitespace().any(|word| word == "--test") => {
            if script.contains(SHELL) {
                // The script needs a shell; the tests may be found without it.
                if has_tests() {
                    Shown::Yes(all())
                } else {
                    Shown::Unknown(format!("its test script needs a shell: `{script}`"))
                }
            } else {
                Shown::Yes(script.split_whitespace().map(str::to_owned).collect())
            }
        }
        // What npm writes where there are no tests.
        Some(script) if !script.is_empty() && !script.contains("no test specified") => {
            Shown::Unknown(format!("its test script is `{script}`, and only `node --test` is known"))
        }
        _ if has_tests() => Shown::Yes(all()),
        _ => Shown::No,
    })
}

fn all() -> Vec<String> {
    argv(&["node", "--test"])
}

fn some(_: &Project<'_>, picked: &[Picked]) -> Option<Vec<String>> {
    let mut argv = all();
    argv.extend(picked.iter().map(|picked| file_argument(&picked.file)));
    Some(argv)
}

/// In TAP (`# pass 3`, `not ok 1 - name`), and as it is written for people (`ℹ pass 3`, `✖ name (0.4ms)`).
fn outcome(ran: &Ran) -> TestOutcome {
    let lines = || ran.stdout.lines().map(str::trim);
    let count = |of: &str| {
        let counts = |line: &str| {
            let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ "))?;
            rest.strip_prefix(of)?.trim().parse::<u32>().ok()
        };
        lines().find_map(counts)
    };
    let failing = |line: &str| {
        if let Some(rest) = line.strip_prefix("not ok ") {
            return Some(rest.split_once(" - ").map_or(rest, |(_, name)| name).to_owned());
        }
        let name = line.strip_prefix("✖ ")?;
        (name != "failing tests:").then(|| name.rsplit_once(" (").map_or(name, |(name, _)| name).to_owned())
    };
    let mut named: Vec<String> = Vec::new();
    for name in lines().filter_map(failing) {
        if !named.contains(&name) && named.len() < TestOutcome::MOST_NAMED {
            named.push(name);
        }
    }
    let (passed, failed) = (count("pass "), count("fail "));
    let none = count("tests ") == Some(0);
    TestOutcome { passed, failed, failing: named, none_ran: none.then(|| "node found no test".to_owned()) }
}

/// In TAP the field `error` below the test; for people the first line below its name among the failing ones.
fn error(ran: &Ran, name: &str) -> Option<String> {
    let lines = || ran.stdout.lines().map(str::trim);
    let is_tap = |line: &&str| {
        line.strip_prefix("not ok ").is_some_and(|rest| rest.split_once(" - ").is_some_and(|(_, found)| found == name))
    };
    let mut part = lines().skip_while(|line| !is_tap(line)).skip(1).take_while(|line| *line != "...");
    if let Some(field) = part.find_map(|line| line.strip_prefix("error:")) {
        return error_of(field.trim().trim_matches(['\'', '"', '|', '-']))
            // A text of several lines begins on the next one.
            .or_else(|| part.find_map(error_of));
    }
    let is_named = |line: &&str| {
        line.strip_prefix("✖ ").is_some_and(|rest| rest.rsplit_once(" (").map_or(rest, |(found, _)| found) == name)
    };
    let failing = lines().skip_while(|line| *line != "✖ failing tests:");
    failing.skip_while(|line| !is_named(line)).skip(1).take_while(|line| !line.starts_with('✖')).find_map(error_of)
}
