//! The tests of a project: how they are started, which of its files are tests, and what their output says. One kind a file;
//! [`KINDS`] is the table.

mod cargo;
mod go;
mod node;
mod pytest;
mod unittest;

use super::project::Project;
use code_runner::{Command, Ran};
use codebase::QuestionError;
use std::fmt::{self, Debug, Formatter};

/// The kinds of tests that are known, in the order in which they are looked for.
pub(crate) const KINDS: [&Kind; 5] = [&pytest::KIND, &unittest::KIND, &node::KIND, &cargo::KIND, &go::KIND];

/// A kind of tests.
pub(crate) struct Kind {
    /// For people.
    pub name: &'static str,
    /// A folder other than the root is a project of it only if it has one of these.
    pub roots: &'static [&'static str],
    /// The ends of the names of files whose change it tests.
    pub endings: &'static [&'static str],
    /// What the files of a project show.
    pub finds: fn(&Project<'_>) -> Result<Shown, QuestionError>,
    /// Whether a file, relative to the project, is one of its tests.
    pub is_test: fn(&str) -> bool,
    /// Whether a function of this name, in a file of tests, is a test that can be run alone.
    pub is_test_name: fn(&str) -> bool,
    /// The command for these tests alone; `None` where no command runs them without the others.
    pub some: fn(&Project<'_>, &[Picked]) -> Option<Vec<String>>,
    /// What the output of a run says.
    pub outcome: fn(&Ran) -> TestOutcome,
    /// The error of a failing test, as the output says it: a line.
    pub error: fn(&Ran, &str) -> Option<String>,
}

/// What the files of a project show of a kind of tests.
pub(crate) enum Shown {
    /// They have none of it.
    No,
    /// They have it, but it cannot be started: a clause that says why.
    Unknown(String),
    /// The command for all of them.
    Yes(Vec<String>),
}

/// A file of tests to run, relative to the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picked {
    pub file: String,
    /// Tests in it, as dotted paths inside the file; empty for all.
    pub tests: Vec<String>,
}

/// What the output of tests says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestOutcome {
    /// How many passed; `None` where the output does not say.
    pub passed: Option<u32>,
    /// How many failed or could not run; `None` where the output does not say.
    pub failed: Option<u32>,
    /// The first tests that failed, by name.
    pub failing: Vec<String>,
    /// Why no test ran, where none did: a clause.
    pub none_ran: Option<String>,
}

/// The tests of a project.
#[derive(Clone, PartialEq)]
pub struct Suite {
    pub(crate) kind: &'static Kind,
    /// The command for all of them.
    pub command: Command,
}

impl Suite {
    /// The kind of the tests, for people: `pytest`.
    pub fn kind(&self) -> &'static str {
        self.kind.name
    }

    /// The same of a command that somebody named; `None` where its words show no kind of tests that is known.
    pub fn named(command: Command) -> Option<Self> {
        Kind::of(&command.argv).map(|kind| Self { kind, command })
    }

    /// The failing tests with their errors, as far as the output says them.
    pub fn errors(&self, ran: &Ran, failing: &[String]) -> Vec<(String, String)> {
        // A test whose error was not found is listed without one.
        let error = |name: &String| (self.kind.error)(ran, name).unwrap_or_default();
        failing.iter().map(|name| (name.clone(), error(name))).collect()
    }

    /// What the output of a run says.
    pub fn outcome(&self, ran: &Ran) -> TestOutcome {
        (self.kind.outcome)(ran)
    }
}

impl Kind {
    /// The kind of tests that a command runs, by its words.
    pub fn of(argv: &[String]) -> Option<&'static Kind> {
        let program = argv.first()?.as_str();
        let has = |word: &str| argv.iter().any(|given| given == word);
        let name = match program {
            "pytest" => "pytest",
            "go" if has("test") => "go test",
            "cargo" if has("test") => "cargo test",
            "node" if has("--test") => "node --test",
            _ if has("pytest") => "pytest",
            _ if has("unittest") => "unittest",
            _ => return None,
        };
        KINDS.into_iter().find(|kind| kind.name == name)
    }

    /// Whether tests are in the files that they test.
    pub fn is_beside_code(&self) -> bool {
        (self.is_test)("src/any.rs")
    }

    /// Whether a folder can be a project of it.
    pub fn can_be_in(&self, project: &Project<'_>) -> bool {
        project.folder.is_empty() || self.roots.iter().any(|file| project.has(file))
    }

    /// Whether a changed file is one that it tests.
    pub fn is_about(&self, path: &str) -> bool {
        self.endings.iter().any(|ending| path.ends_with(ending))
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Debug for Suite {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name, self.command)
    }
}

impl TestOutcome {
    /// Most failing tests that are named.
    pub(crate) const MOST_NAMED: usize = 50;
    /// Most of them in a sentence.
    const IN_SENTENCE: usize = 10;

    /// `2 of 14 tests failed: a, b`, or `14 tests passed`; empty where the output does not say.
    pub fn sentence(&self) -> String {
        let names = match self.failing.as_slice() {
            [] => String::new(),
            names => {
                let more = names.len().saturating_sub(Self::IN_SENTENCE);
                let more = if more == 0 { String::new() } else { format!(" and {more} more") };
                let names = &names[..names.len().min(Self::IN_SENTENCE)];
                format!(": {}{more}", names.join(", "))
            }
        };
        match (self.passed, self.failed) {
            (_, Some(0)) | (Some(_), None) if self.failing.is_empty() => self.passed.map_or(String::new(), |passed| {
                if passed == 1 { "1 test passed".to_owned() } else { format!("{passed} tests passed") }
            }),
            (Some(passed), Some(failed)) => format!("{failed} of {} tests failed{names}", passed + failed),
            (None, Some(failed)) => format!("{failed} tests failed{names}"),
            (_, None) if names.is_empty() => String::new(),
            (_, None) => format!("tests failed{names}"),
        }
    }
}

/// Most characters of the error of a test.
const ERROR_CHARS: usize = 300;

/// A line of an output as the error of a test; `None` for a blank one.
fn error_of(line: &str) -> Option<String> {
    let line = line.trim();
    (!line.is_empty()).then(|| line.chars().take(ERROR_CHARS).collect())
}

/// The number before one of these words, anywhere in a line: `3` of `2 failed, 3 passed`.
fn number_before(line: &str, words: &[&str]) -> Option<u32> {
    let mut before = None;
    for word in line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if words.contains(&word) && before.is_some() {
            return before;
        }
        before = word.parse().ok();
    }
    None
}

/// A file as an argument: one whose name begins as an option does is no option.
fn file_argument(file: &str) -> String {
    if file.starts_with('-') { format!("./{file}") } else { file.to_owned() }
}

/// A list of program words.
fn argv(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests;
