//! What a run says of the changes.

use super::expected::difference;
use super::failure::{hash, hash_unordered};
use super::recipe::Recipe;
use super::report::Parts;
use super::suites::Suite;
use super::verification::Verification;
use code_runner::{Command, End, Ran};

/// What a run says of the changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Judged {
    /// Nothing, since nothing that counts ran: why, as a clause.
    Nothing(String),
    /// They are as they should be: what ran, and how it ended.
    Passed(String),
    /// They are not.
    Failed {
        hash: String,
        /// Without the file and what was tried before.
        parts: Box<Parts>,
    },
}

impl From<Judged> for Verification {
    fn from(judged: Judged) -> Self {
        match judged {
            Judged::Nothing(why) => Self::NotRun { why },
            Judged::Passed(what) => Self::Passed { what },
            Judged::Failed { parts, .. } => Self::Failed { report: parts.headline },
        }
    }
}

/// What a program says of the changes that it ran over, by its exit code alone.
pub fn verified_by(command: &Command, ran: &Ran) -> Verification {
    check(command, ran).into()
}

impl Suite {
    /// What a run of tests says of the changes that it ran over.
    pub fn verified_by(&self, command: &Command, ran: &Ran) -> Verification {
        tests(self, command, ran).into()
    }
}

/// Judges a run of a command of a recipe. `expected`: the text of the file with the expected output, if there is one.
pub(crate) fn judge(recipe: &Recipe, command: &Command, ran: &Ran, expected: Option<&str>) -> Judged {
    match recipe {
        Recipe::Expected { expected: file, .. } => output(command, ran, expected.unwrap_or_default(), file.as_str()),
        Recipe::Check { .. } => check(command, ran),
        Recipe::Tests { suite, .. } => tests(suite, command, ran),
    }
}

fn output(command: &Command, ran: &Ran, expected: &str, file: &str) -> Judged {
    let difference = difference(expected, &ran.stdout);
    let why = match (ran.end, difference) {
        (End::Exit(0), None) => return Judged::Passed(format!("`{command}` writes what `{file}` holds")),
        (End::Exit(0), Some(difference)) => format!("the output is not that of `{file}`: {difference}"),
        (end, _) => end.to_string(),
    };
    let headline = format!("`{command}`: {why}");
    Judged::Failed {
        hash: hash(&headline, &[&ran.stdout, &ran.stderr]),
        parts: Box::new(Parts {
            headline,
            expected: expected.to_owned(),
            actual: ran.stdout.clone(),
            stderr: ran.stderr.clone(),
            advice: format!(
                "Change the code so that its output is the expected one. `{file}` is right; leave it as it is."
            ),
            ..Parts::default()
        }),
    }
}

fn check(command: &Command, ran: &Ran) -> Judged {
    let headline = format!("`{command}`: {}", ran.end);
    if ran.succeeded() {
        return Judged::Passed(headline);
    }
    let advice = "Change the code so that this command succeeds.".to_owned();
    failed_streams(headline, ran, advice)
}

fn tests(suite: &Suite, command: &Command, ran: &Ran) -> Judged {
    let outcome = suite.outcome(ran);
    let said = |what: &str| format!("`{command}`: {what}");
    if let Some(why) = &outcome.none_ran {
        return Judged::Nothing(said(why));
    }
    let sentence = outcome.sentence();
    if !ran.succeeded() {
        let end = ran.end.to_string();
        let headline = if sentence.is_empty() { said(&end) } else { said(&format!("{sentence} ({end})")) };
        let advice = "Change the code so that the tests pass; change a test only where the request says so.".to_owned();
        return failed_streams(headline, ran, advice);
    }
    match outcome.passed {
        Some(0) => Judged::Nothing(said("every test was skipped")),
        Some(_) => Judged::Passed(said(&sentence)),
        None => Judged::Passed(said(&ran.end.to_string())),
    }
}

fn failed_streams(headline: String, ran: &Ran, advice: String) -> Judged {
    let (stdout, stderr) = (ran.stdout.clone(), ran.stderr.clone());
    let hash = hash_unordered(&headline, &[&stdout, &stderr]);
    Judged::Failed { hash, parts: Box::new(Parts { headline, stdout, stderr, advice, ..Parts::default() }) }
}
