//! `quarry replay`

use super::checked;
use crate::arguments::ReplayOptions;
use crate::runs::Runs;
use crate::trace::Trace;
use crate::{answer, output, run_file};
use agent::StoredRun;
use anyhow::Result;
use protocol::{Event, Grounds, RunOutcome};
use state_graph::store::check_run_name;
use std::path::Path;

/// Shows a run again from its log, which is stored or in a file.
pub fn run(options: &ReplayOptions, runs: &Runs) -> Result<()> {
    let (named, file) = (options.run.as_str(), Path::new(&options.run));
    let is_stored = check_run_name(named).is_ok() && runs.has(named)?;
    if !is_stored && file.is_file() {
        let mut stored = StoredRun::read(&run_file::read(file)?)?;
        stored.about = stored.about.imported();
        return print(&stored, options.repository.as_deref(), options.json);
    }
    print(&runs.read(named)?, options.repository.as_deref(), options.json)
}

/// Prints a run's events, and then its answer, if it has one. Its citations are checked against `repository`, or
/// against the one that the run recorded.
pub fn print(stored: &StoredRun, repository: Option<&Path>, json: bool) -> Result<()> {
    let events = checked::events(stored, repository)?;
    if json {
        return events.iter().try_for_each(output::event);
    }
    let mut trace = Trace::default();
    events.iter().for_each(|event| trace.print(event));
    match events.last().map(|last| &last.event) {
        Some(Event::RunFinished { outcome, .. }) => print_end(outcome),
        _ => output::note("the run was interrupted here"),
    }
    let answer = events.iter().rev().find_map(|timed| match &timed.event {
        Event::Answer { markdown, citations, dropped } => Some((markdown, citations, *dropped)),
        _ => None,
    });
    let grounds = Grounds::of(events.iter().map(|timed| &timed.event));
    answer.map_or(Ok(()), |(markdown, citations, dropped)| answer::print(markdown, citations, dropped, grounds))
}

fn print_end(outcome: &RunOutcome) {
    match outcome {
        // The answer follows, as after a run that ends now.
        RunOutcome::Answered => {}
        RunOutcome::Cancelled => output::note("stopped here"),
        RunOutcome::Paused { why } => {
            output::note(why.as_ref().map_or("paused here".to_owned(), |why| format!("paused here: {why}")));
        }
        RunOutcome::AwaitingApproval => output::note("waits for approval"),
        RunOutcome::Failed { message, .. } => output::note(format!("failed: {message}")),
    }
}
