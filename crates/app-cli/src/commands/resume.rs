//! `quarry resume`

use super::replay;
use super::run_sources::{model, reader};
use crate::arguments::ResumeOptions;
use crate::runs::Runs;
use crate::session::{self, Session};
use agent::Work;
use anyhow::{Result, bail};
use std::io::IsTerminal;

/// Resumes a stored run. If it has ended with an answer, that is printed again.
pub fn run(options: &ResumeOptions, runs: &Runs) -> Result<()> {
    let (stored, _lock) = runs.take(&options.run)?;
    let asked = stored.asked();
    let answer = session::given(&options.approval, &asked)?;
    if stored.is_done() {
        return replay::print(&stored, options.place.repository.as_deref(), options.json);
    }
    if !asked.is_empty() && answer.is_none() && !std::io::stdin().is_terminal() {
        bail!(session::waits(&options.run));
    }
    let (_, model) = model(&stored.about, &options.place)?;
    let reader = reader(&stored.about, &options.place)?;
    // The agent reads it again.
    let repository = stored.about.repository.clone();
    drop(stored);
    let session = Session { runs, repository, reader: &reader, model: model.as_ref(), json: options.json };
    session.run(&options.run, Work::Resume { run: options.run.clone(), answer })
}
