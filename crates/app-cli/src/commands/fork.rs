//! `quarry fork`

use super::run_sources::{options_of, reader, runner, source_folder};
use crate::arguments::ForkOptions;
use crate::runs::{self, Runs};
use crate::session::Session;
use crate::{model_choice, servers};
use agent::{AgentKind, Fork, Models, Work};
use anyhow::{Context, Result, bail};
use futures::executor::block_on;
use protocol::RunOrigin;

/// Starts a new run from a checkpoint of a stored run.
pub fn run(options: &ForkOptions, runs: &Runs) -> Result<()> {
    let stored = runs.read(&options.run)?;
    let checkpoints = stored.checkpoints();
    let found = checkpoints.iter().find(|checkpoint| checkpoint.id == options.checkpoint);
    let checkpoint = found.with_context(|| {
        format!("run {} has no checkpoint {}; `quarry runs show` lists them", options.run, options.checkpoint)
    })?;
    if checkpoint.next.is_empty() && options.question.is_none() && options.plan.is_empty() {
        bail!(
            "at checkpoint {} nothing is left to do; fork from one before it, or give a question or a plan",
            options.checkpoint
        );
    }
    let answering = options_of(&stored.about, &options.place)?;
    let (agent, models) = (AgentKind::named(&answering.agent)?, model_choice::open(&answering));
    let reader = reader(&stored.about, &options.place)?;
    let runner = runner(&stored.about, &options.place)?;
    let (run, _lock) = block_on(runs.begin())?;
    let fork = Fork {
        origin: RunOrigin { run: options.run.clone(), checkpoint: options.checkpoint },
        run: run.clone(),
        question: options.question.clone(),
        plan: (!options.plan.is_empty()).then(|| options.plan.clone()),
        model: answering.model,
        asked_at: runs::wall_ms(),
    };
    let folder = source_folder(&stored.about, &options.place)?;
    let repository = stored.about.repository.clone();
    drop(stored);
    let outside = servers::open(options.outside.servers.as_deref(), runs)?;
    let session = Session {
        outside,
        runs,
        repository,
        reader: &reader,
        folder,
        runner,
        models: Models::of(&models),
        agent,
        json: options.json,
    };
    session.run(&run, Work::Fork(fork))
}
