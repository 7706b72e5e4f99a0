//! `quarry runs`: lists stored runs.

use super::words;
use crate::arguments::ListOptions;
use crate::calendar::ago;
use crate::output;
use crate::runs::{self, Listed, Runs};
use anyhow::Result;
use protocol::{RunStatus, RunSummary};
use serde::Serialize;

/// Most letters of a question in the list.
const QUESTION: usize = 80;

/// Lists runs, newest first, and after them logs that cannot be read, with the reason.
pub fn run(options: &ListOptions, runs: &Runs) -> Result<()> {
    let mut listed = runs.list()?;
    if let Some(path) = &options.repository {
        let repository = runs::absolute(path);
        // A run that cannot be read is listed too, so that it can be deleted.
        listed.retain(|listed| listed.run.as_ref().map_or(true, |(_, about)| about.repository == repository));
    }
    if options.json {
        return output::json(&listed.iter().map(row).collect::<Vec<_>>());
    }
    if listed.is_empty() {
        return output::line("No runs are stored.");
    }
    let now = runs::wall_ms();
    listed.iter().try_for_each(|listed| output::line(line(listed, now)))
}

fn line(listed: &Listed, now: f64) -> String {
    let id = &listed.id;
    let (summary, _) = match &listed.run {
        Ok(run) => run,
        Err(error) => return format!("{id}  can't be read: {}", output::one_line(&format!("{error:#}"))),
    };
    let mut line = format!(
        "{id}  {:9}  {:>3} steps  {:>10}  {}",
        words::status(&summary.status),
        summary.steps,
        ago(now - summary.started_at),
        output::shortened(&summary.question, QUESTION)
    );
    if let Some(origin) = &summary.forked_from {
        line.push_str(&output::one_line(&format!("  (fork of {} at {})", origin.run, origin.checkpoint)));
    }
    if let RunStatus::Failed { message } = &summary.status {
        line.push_str(&format!("  ({})", output::shortened(message, QUESTION)));
    }
    line
}

/// A run as JSON, with its repository.
#[derive(Serialize)]
pub struct RunAbout<'r> {
    #[serde(flatten)]
    pub run: &'r RunSummary,
    /// The path of the repository, or its name for an imported run.
    pub repository: &'r str,
}

/// A file in the folder of runs as JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Row<'r> {
    Run(RunAbout<'r>),
    Unreadable { id: &'r str, bytes: u64, error: String },
}

fn row(listed: &Listed) -> Row<'_> {
    match &listed.run {
        Ok((run, about)) => Row::Run(RunAbout { run, repository: &about.repository }),
        Err(error) => Row::Unreadable { id: &listed.id, bytes: listed.bytes, error: format!("{error:#}") },
    }
}
