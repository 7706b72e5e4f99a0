//! Repairs a program by trying small changes of its text until its output is as expected.
//!
//! Nothing here understands the program. So an outcome counts only if the output is the expected one and the exit code is
//! 0, only programs with a file of their expected output are tried, and what is found is said to be a trial fix. Start at
//! [`repair`]; [`mutations`] are the small changes, [`mod@candidates`] their order.

mod candidates;
mod code;
mod mutations;

use crate::parser::text;
use crate::policy::{Grant, Grants};
use crate::report::record;
use crate::verify::permission::{Permissions, Wanted, permissions};
use crate::verify::{Judged, Recipe, Verifying, judge};
use crate::{IndexFailure, RunContext, programs};
use candidates::{Candidate, candidates};
use change_set::diff::{FileDiff, Status, unified};
use change_set::{ChangeSet, Update};
use code::{Code, Spelling};
use code_runner::{Command, FileChange, Job, Runner};
use codebase::Overlaid;
use futures::future::join_all;
use limits::running::{REPAIR_AT_ONCE, REPAIR_MS, REPAIR_TRIAL_MS, REPAIR_TRIALS};
use protocol::Event;
use serde_json::json;
use source::RepoPath;
use state_graph::NodeError;
use std::sync::Arc;

/// What trying small changes gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Repair {
    /// The change that was found, if one was.
    pub repaired: Option<Repaired>,
    /// What was tried and how it ended: a sentence.
    pub said: String,
    /// To be written to the state's grants.
    pub grants: Vec<Grant>,
}

/// A change with which the output is as expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// To be written to the state's change set.
    pub updates: Vec<Update>,
    /// What it is, for people: a trial fix, and what it changes.
    pub what: String,
}

/// Tries small changes of the program of a recipe over the changes, until its output is as expected. `call` names the
/// group of what it proposes, and is unique within the run.
///
/// The person is asked once for all trials, unless the policy allows the command or the person allowed it for the run. What
/// is found is reported ([`Event::Changed`]) and is the caller's to write and to verify.
///
/// # Errors
/// That the index could not be read.
pub async fn repair(
    verifying: &Verifying<'_>,
    recipe: &Recipe,
    changes: &ChangeSet,
    grants: &Grants,
    call: &str,
    cx: &RunContext<'_>,
) -> Result<Repair, NodeError> {
    let Recipe::Expected { main, expected, command } = recipe else {
        return Ok(none("Small changes are tried only where the expected output of a program is known."));
    };
    let (Some(reader), Some(runner)) = (verifying.reader, verifying.setting.services.runner.as_deref()) else {
        return Ok(none("Small changes were not tried: nothing runs programs here."));
    };
    let Some(spelling) = Spelling::of(main.as_str()) else {
        return Ok(none("Small changes were not tried: they are known for JavaScript and Python alone."));
    };
    let (before, wanted) = (text(reader, changes, main).await, text(reader, changes, expected).await);
    let (Some(before), Some(wanted)) = (before.map_err(unreadable)?, wanted.map_err(unreadable)?) else {
        return Ok(none(&format!("Small changes were not tried: `{main}` or `{expected}` is not there.")));
    };
    let tries = candidates(&Code::new(&before, spelling), REPAIR_TRIALS);
    if tries.is_empty() {
        return Ok(none(&format!("`{main}` has no place for one of the small changes that are tried.")));
    }
    let purpose = format!(
        "It is run up to {} times, each with a small change of `{main}`, to find one with which the output is as `{expected}` has it.",
        tries.len()
    );
    let asked = [Wanted { id: format!("{call}-trials"), command, purpose }];
    let Permissions { refused, grants } = permissions(&asked, verifying.setting, grants, cx).await?;
    if let Some(why) = refused.into_iter().flatten().next() {
        return Ok(Repair { grants, ..none(&format!("Small changes were not tried: {why}.")) });
    }
    let files = programs::files(reader, changes).await.map_err(unreadable)?;
    let trials = Trials { runner, recipe, command, main, wanted: &wanted, files: &files };
    let id = format!("{call}-trials");
    let arguments = json!({ "file": main, "most_trials": tries.len() }).to_string();
    record(cx, Event::ToolStarted { id: id.clone(), name: "try_small_changes".to_owned(), arguments });
    let began = cx.now();
    let Tried { found, trials: made, stopped } = trials.run(&tries, began, cx).await;
    let said = said(main, made, found.is_some(), stopped);
    let ms = cx.now().zip(began).map_or(0.0, |(now, began)| now - began);
    record(
        cx,
        Event::ToolFinished {
            id,
            name: "try_small_changes".to_owned(),
            ok: found.is_some(),
            summary: said.clone(),
            output: said.clone(),
            evidence: Vec::new(),
            ms,
        },
    );
    let Some(candidate) = found else { return Ok(Repair { repaired: None, said, grants }) };
    let base = reader.ask(|codebase| Overlaid::new(codebase, changes).base_hash(main));
    let base = base.await.map_err(IndexFailure::from).map_err(unreadable)?;
    let base = base.map_err(|error| unreadable(IndexFailure::new(error.to_string())))?;
    let mut proposal = changes.propose(call);
    if let Err(why) = proposal.write(main, base, &candidate.text) {
        return Ok(Repair { grants, ..none(&format!("A small change was found and could not be proposed: {why}.")) });
    }
    let diff = FileDiff::new(main.clone(), None, Status::Modified, &before, &candidate.text);
    let (path, added, removed) = (main.to_string(), diff.added, diff.removed);
    record(cx, Event::Changed { path, added, removed, diff: unified(&[diff]) });
    let updates = proposal.finish().into_iter().map(Update::Change).collect();
    let what = what(main, &before, candidate);
    Ok(Repair { repaired: Some(Repaired { updates, what }), said, grants })
}

/// What the trials of small changes run over.
struct Trials<'t> {
    runner: &'t dyn Runner,
    recipe: &'t Recipe,
    command: &'t Command,
    main: &'t RepoPath,
    /// The expected output.
    wanted: &'t str,
    files: &'t [FileChange],
}

/// How the trials ended.
struct Tried<'c> {
    found: Option<&'c Candidate>,
    trials: usize,
    /// Why they ended before all were made.
    stopped: Option<String>,
}

impl Trials<'_> {
    /// Tries a few at a time. Of those that run together the first in order counts, so the outcome depends on no timing.
    async fn run<'c>(&self, tries: &'c [Candidate], began: Option<f64>, cx: &RunContext<'_>) -> Tried<'c> {
        let mut trials = 0;
        for together in tries.chunks(REPAIR_AT_ONCE) {
            // A run without a clock has no limit of time: only tests have such runs.
            let used = cx.now().zip(began).map_or(0.0, |(now, began)| now - began);
            let left = f64::from(REPAIR_MS) - used;
            if left < 1.0 {
                let stopped = Some(format!("the {} s for them were used up", REPAIR_MS / 1000));
                return Tried { found: None, trials, stopped };
            }
            let ms = REPAIR_TRIAL_MS.min(left as u32);
            let ended = join_all(together.iter().map(|candidate| self.trial(candidate, ms))).await;
            trials += together.len();
            let mut stopped = None;
            for (candidate, ended) in together.iter().zip(ended) {
                match ended {
                    Ok(true) => return Tried { found: Some(candidate), trials, stopped: None },
                    Ok(false) => {}
                    Err(why) => stopped = Some(why),
                }
            }
            // What cannot be started now can't be started with another change either.
            if stopped.is_some() {
                return Tried { found: None, trials, stopped };
            }
        }
        Tried { found: None, trials, stopped: None }
    }

    /// Whether the output is as expected with a change; the error is why it could not be started.
    async fn trial(&self, candidate: &Candidate, ms: u32) -> Result<bool, String> {
        let mut changes = self.files.to_vec();
        let change = FileChange { path: self.main.clone(), text: Some(Arc::from(candidate.text.as_str())) };
        match changes.binary_search_by(|known| known.path.cmp(self.main)) {
            Ok(at) => changes[at] = change,
            Err(at) => changes.insert(at, change),
        }
        let command = Command { limits: self.command.limits.within_ms(ms), ..self.command.clone() };
        let ran = self.runner.run(Job { command: &command, changes: &changes }, &mut |_, _| {}).await;
        let ran = ran.map_err(|error| error.to_string())?;
        Ok(matches!(judge(self.recipe, &command, &ran, Some(self.wanted)), Judged::Passed(_)))
    }
}

/// What was tried and how it ended.
fn said(main: &RepoPath, trials: usize, is_found: bool, stopped: Option<String>) -> String {
    let tried = if trials == 1 { "1 small change".to_owned() } else { format!("{trials} small changes") };
    let tried = format!("{tried} of `{main}` {} tried", if trials == 1 { "was" } else { "were" });
    match (is_found, stopped) {
        (true, _) => format!("{tried}, until the output was as expected."),
        (false, None) => format!("{tried}; with none is the output as expected."),
        (false, Some(why)) => format!("{tried}; with none was the output as expected, and {why}."),
    }
}

/// The change in words: its lines as they were and are.
fn what(main: &RepoPath, before: &str, candidate: &Candidate) -> String {
    let line = |text: &str, number: usize| text.lines().nth(number - 1).unwrap_or_default().trim().to_owned();
    // No mutation adds or takes lines, so a line keeps its number.
    let changed = candidate
        .lines
        .iter()
        .map(|number| format!("line {number} `{}` is now `{}`", line(before, *number), line(&candidate.text, *number)));
    let changed: Vec<String> = changed.collect();
    format!(
        "A trial fix, found by trying small changes and not by understanding the code: in `{main}` {}. With it the output is as expected.",
        changed.join(", ")
    )
}

fn none(said: &str) -> Repair {
    Repair { repaired: None, said: said.to_owned(), grants: Vec::new() }
}

fn unreadable(failure: IndexFailure) -> NodeError {
    NodeError::from(failure).permanent()
}
