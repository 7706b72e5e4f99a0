//! `quarry ask`

use crate::arguments::AskOptions;
use crate::runs::{self, Runs};
use crate::session::Session;
use crate::{load, model_choice};
use agent::{AgentKind, Models, Question, Work};
use anyhow::{Context, Result};
use futures::executor::block_on;

/// Starts a run, and prints its answer or all of its events.
pub fn run(options: &AskOptions, runs: &Runs) -> Result<()> {
    let agent = AgentKind::from_name(&options.agent).with_context(|| super::graph::unknown(&options.agent))?;
    let answering = model_choice::options(&options.answering, &options.agent)?;
    let models = model_choice::open(&answering);
    let reader = load::reader(&options.repository.path, options.repository.index)?;
    if let Some(before) = &options.after {
        runs.read(before)?;
    }
    let (run, _lock) = block_on(runs.begin())?;
    let question = Question {
        run: run.clone(),
        text: options.question.clone(),
        history: Vec::new(),
        after: options.after.clone(),
        options: protocol::AskOptions {
            approve_tools: options.approve,
            mode: options.mode(),
            gate: !options.no_gate,
            ..answering
        },
        repository: runs::absolute(&options.repository.path),
        asked_at: runs::wall_ms(),
    };
    let repository = question.repository.clone();
    let session = Session { runs, repository, reader: &reader, models: Models::of(&models), agent, json: options.json };
    session.run(&run, Work::Ask(question))
}
