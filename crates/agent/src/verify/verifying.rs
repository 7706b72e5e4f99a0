//! One check of proposed changes: what is run, who is asked, what is reported.

use super::judge::{Judged, judge};
use super::permission::{Permissions, Wanted, permissions};
use super::recipe::{self, First, Recipe};
use super::report::Parts;
use super::{Failure, Verification};
use crate::graphs::Setting;
use crate::parser::text;
use crate::policy::{Grant, Grants};
use crate::report::record;
use crate::secrets::{self, Known};
use crate::{IndexFailure, RunContext, programs};
use change_set::{ChangeSet, Overlay};
use code_runner::{Command, FileChange, Runner};
use codebase::{Overlaid, Reader};
use protocol::Event;
use source::RepoPath;
use state_graph::NodeError;
use std::collections::BTreeMap;

/// What it takes to check changes.
#[derive(Clone, Copy)]
pub struct Verifying<'a> {
    /// The repository as it was before any change; `None` where there is none to run over.
    pub reader: Option<&'a Reader>,
    /// What the run may do, and the runner.
    pub setting: &'a Setting<'a>,
    /// The files that the request is about, beside the changed ones: what is run is looked for around them.
    pub about: &'a [RepoPath],
    /// What was tried before without success, one line each, oldest first: for the report.
    pub tried: &'a [String],
}

/// What a check gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified {
    /// To be written to the state.
    pub verification: Verification,
    /// The failure, where there is one.
    pub failure: Option<Failure>,
    /// To be written to the state's grants.
    pub grants: Vec<Grant>,
    /// How the changes were, or would be, checked; `None` where nothing was found.
    pub recipe: Option<Recipe>,
}

impl Verifying<'_> {
    /// Checks the changes: finds what to run, asks the person where the policy wants that, runs it over the repository with
    /// the changes, and reports it ([`Event::CommandStarted`], [`Event::CommandFinished`], [`Event::Verified`]).
    ///
    /// It writes nothing, so a node that was suspended or killed in it runs it again.
    ///
    /// # Errors
    /// That the index could not be read: nothing can be checked then.
    pub async fn verify(
        &self,
        changes: &ChangeSet,
        grants: &Grants,
        cx: &RunContext<'_>,
    ) -> Result<Verified, NodeError> {
        let verified = self.check(changes, grants, cx).await?;
        let Verified { verification, .. } = &verified;
        record(cx, Event::Verified { passed: verification.passed(), report: verification.report().to_owned() });
        Ok(verified)
    }

    /// How changes would be checked, or why they can't be: a clause. Nothing runs, and nobody is asked.
    ///
    /// # Errors
    /// That the index could not be read.
    pub async fn recipe(&self, changes: &ChangeSet) -> Result<Result<Recipe, String>, NodeError> {
        let Some(runner) = self.setting.services.runner.as_deref() else {
            return Ok(Err("nothing runs programs here".to_owned()));
        };
        let Some(reader) = self.reader else { return Ok(Err("there is no repository to run over".to_owned())) };
        let check = self.setting.check.as_deref();
        let found = reader.ask(|codebase| recipe::find(Overlaid::new(codebase, changes), self.about, check, runner));
        let found = found.await.map_err(IndexFailure::from).map_err(unreadable)?;
        found.map_err(|error| unreadable(IndexFailure::new(error.to_string())))
    }

    async fn check(&self, changes: &ChangeSet, grants: &Grants, cx: &RunContext<'_>) -> Result<Verified, NodeError> {
        let recipe = match self.recipe(changes).await? {
            Ok(recipe) => recipe,
            Err(why) => return Ok(Verified::not_run(why, None, Vec::new())),
        };
        // A recipe is only found where both are there.
        let (Some(reader), Some(runner)) = (self.reader, self.setting.services.runner.as_deref()) else {
            return Ok(Verified::not_run("nothing runs programs here".to_owned(), None, Vec::new()));
        };
        let commands = commands(&recipe);
        let id = |at: usize| format!("{}-{}-{}", cx.node(), cx.step(), at + 1);
        let commands = commands.into_iter().enumerate();
        let wanted: Vec<Wanted<'_>> =
            commands.map(|(at, (command, purpose))| Wanted { id: id(at), command, purpose }).collect();
        let Permissions { refused, grants } = permissions(&wanted, self.setting, grants, cx).await?;
        let files = programs::files(reader, changes).await.map_err(unreadable)?;
        let run = Running { runner, reader, changes, files: &files, recipe: &recipe };
        let (mut passed, mut said) = (false, Vec::new());
        for (wanted, refused) in wanted.iter().zip(refused) {
            let judged = match refused {
                Some(why) => Judged::Nothing(why),
                None => run.run(&wanted.id, wanted.command, cx).await?,
            };
            match judged {
                Judged::Nothing(why) => said.push(why),
                Judged::Passed(what) => {
                    passed = true;
                    said.push(what);
                }
                Judged::Failed { hash, parts } => {
                    let failure = self.failure(hash, *parts, run, cx).await?;
                    let verification = Verification::Failed { report: failure.headline.clone() };
                    return Ok(Verified { verification, failure: Some(failure), grants, recipe: Some(recipe) });
                }
            }
        }
        let said = said.join("; ");
        Ok(match passed {
            true => Verified {
                verification: Verification::Passed { what: said },
                failure: None,
                grants,
                recipe: Some(recipe),
            },
            false => Verified::not_run(said, Some(recipe), grants),
        })
    }

    /// The failure as a model gets it: with the file to look at and what was tried before, without secrets.
    async fn failure(
        &self,
        hash: String,
        parts: Parts,
        run: Running<'_>,
        cx: &RunContext<'_>,
    ) -> Result<Failure, NodeError> {
        let mut known = Known::default();
        let mut parts = Parts { tried: self.tried.to_vec(), ..parts };
        if let Some(path) = run.file_to_look_at()
            && let Some(text) = text(run.reader, run.changes, path).await.map_err(unreadable)?
        {
            known.add(&text);
            parts.file = Some((path.to_string(), text));
        }
        let masked = without_secrets(&mut parts, &known);
        if let Some(summary) = secrets::summary(&masked) {
            record(cx, Event::Masked { place: "the report of the check".to_owned(), summary });
        }
        Ok(Failure { hash, headline: parts.headline.clone(), report: parts.report() })
    }
}

impl Verified {
    fn not_run(why: String, recipe: Option<Recipe>, grants: Vec<Grant>) -> Self {
        Self { verification: Verification::NotRun { why }, failure: None, grants, recipe }
    }
}

/// The commands of a recipe in their order, each with what it is for.
fn commands(recipe: &Recipe) -> Vec<(&Command, String)> {
    match recipe {
        Recipe::Check { command } => vec![(command, "It is your command for checking changes.".to_owned())],
        Recipe::Expected { command, expected, .. } => {
            vec![(command, format!("Its output is compared with `{expected}`, to check the proposed changes."))]
        }
        Recipe::Tests { suite, first } => {
            let all = (&suite.command, "It runs all tests of the project, to check the proposed changes.".to_owned());
            let first = first.iter().map(|First { command, share }| {
                (command, format!("It runs the tests that reach the proposed changes first: {share}."))
            });
            first.chain([all]).collect()
        }
    }
}

/// What the commands of a check run over.
#[derive(Clone, Copy)]
struct Running<'r> {
    runner: &'r dyn Runner,
    reader: &'r Reader,
    changes: &'r ChangeSet,
    files: &'r [FileChange],
    recipe: &'r Recipe,
}

impl Running<'_> {
    async fn run(&self, id: &str, command: &Command, cx: &RunContext<'_>) -> Result<Judged, NodeError> {
        let expected = match self.recipe {
            Recipe::Expected { expected, .. } => text(self.reader, self.changes, expected).await.map_err(unreadable)?,
            Recipe::Check { .. } | Recipe::Tests { .. } => None,
        };
        let ran = match programs::run(self.runner, id, command, self.files, cx).await {
            Ok(ran) => ran,
            Err(error) => return Ok(Judged::Nothing(error.to_string())),
        };
        let judged = judge(self.recipe, command, &ran, expected.as_deref());
        Ok(match (judged, self.recipe) {
            (Judged::Passed(what), Recipe::Tests { first: Some(first), .. }) => {
                let is_first = first.command == *command;
                let which = if is_first {
                    format!("the tests that reach the changes ({})", first.share)
                } else {
                    "all tests".to_owned()
                };
                Judged::Passed(format!("{which}: {what}"))
            }
            (judged, _) => judged,
        })
    }

    /// The program whose output is wrong, else the only changed file.
    fn file_to_look_at(&self) -> Option<&RepoPath> {
        if let Recipe::Expected { main, .. } = self.recipe {
            return Some(main);
        }
        let mut changed = self.changes.iter().filter(|(_, overlay)| matches!(overlay, Overlay::Changed { .. }));
        let (path, _) = changed.next()?;
        changed.next().is_none().then_some(path)
    }
}

/// Masks every part before it is cut, and counts what it masks.
fn without_secrets(parts: &mut Parts, known: &Known) -> BTreeMap<&'static str, usize> {
    let mut masked = BTreeMap::new();
    let Parts { headline, expected, actual, stdout, stderr, file, tried, advice: _ } = parts;
    let texts = [headline, expected, actual, stdout, stderr].into_iter().chain(file.as_mut().map(|(_, text)| text));
    for text in texts.chain(tried) {
        let first = known.mask(text);
        let second = secrets::mask(&first.text);
        for (kind, count) in first.found.iter().chain(&second.found) {
            *masked.entry(*kind).or_insert(0) += count;
        }
        let without = second.text.into_owned();
        *text = without;
    }
    masked
}

fn unreadable(failure: IndexFailure) -> NodeError {
    NodeError::from(failure).permanent()
}
