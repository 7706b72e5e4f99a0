//! `quarry runs`

mod files;
mod list;
mod proposed;
mod show;
mod words;

use crate::arguments::{RunsCommand, RunsOptions};
use crate::runs::Runs;
use anyhow::Result;

/// Lists runs, or runs the sub-command.
pub fn run(options: &RunsOptions, runs: &Runs) -> Result<()> {
    match &options.command {
        None => list::run(&options.list, runs),
        Some(RunsCommand::Show(options)) => show::run(options, runs),
        Some(RunsCommand::Rm { ids }) => files::remove(ids, runs),
        Some(RunsCommand::Export { run, file }) => files::export(run, file, runs),
        Some(RunsCommand::Import { file }) => files::import(file, runs),
    }
}
