//! `quarry resume`

use super::replay;
use super::run_sources::{options_of, reader, runner, source_folder};
use crate::arguments::ResumeOptions;
use crate::runs::Runs;
use crate::session::{self, Session};
use crate::{model_choice, servers};
use agent::{About, AgentKind, Models, Work};
use anyhow::{Result, bail};
use model::Profiles;
use std::io::IsTerminal;

/// Resumes a stored run, such as one whose process ended. If it has ended with an answer, that is printed again.
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
    let (agent, profiles) = models(&stored.about, options)?;
    let reader = reader(&stored.about, &options.place)?;
    let runner = runner(&stored.about, &options.place)?;
    let folder = source_folder(&stored.about, &options.place)?;
    // The agent reads it again.
    let repository = stored.about.repository.clone();
    drop(stored);
    let models = options.spending.instead(Models::of(&profiles));
    let outside = servers::open(options.outside.servers.as_deref(), runs)?;
    let session =
        Session { outside, runs, repository, reader: &reader, folder, runner, models, agent, json: options.json };
    session.run(&options.run, Work::Resume { run: options.run.clone(), answer })
}

fn models(about: &About, options: &ResumeOptions) -> Result<(AgentKind, Profiles)> {
    let answering = options_of(about, &options.place)?;
    model_choice::check_prices(&answering, options.spending.max_cost)?;
    Ok((AgentKind::named(&answering.agent)?, model_choice::open(&answering)))
}
