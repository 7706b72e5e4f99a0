//! `quarry fork`

use super::still_there::{codebase, model};
use crate::arguments::ForkOptions;
use crate::runs::{self, Runs};
use crate::session::{Session, Work};
use agent::Fork;
use anyhow::{Context, Result, bail};
use protocol::{CheckpointSummary, RunOrigin};

/// The node that begins a step of the plan. Before it runs, a plan can take the place of another; later the model has
/// been told of the old one, earlier the planner would make a new one.
const FOLLOWS_PLAN: &str = "setup_executor";

/// Goes on from a checkpoint of a stored run as a run of its own.
pub fn run(options: &ForkOptions, runs: &Runs) -> Result<()> {
    let stored = runs.read(&options.run)?;
    let checkpoints = stored.checkpoints();
    let found = checkpoints.iter().find(|checkpoint| checkpoint.id == options.checkpoint);
    let checkpoint = found.with_context(|| {
        format!("run {} has no checkpoint {}; `quarry runs show` lists them", options.run, options.checkpoint)
    })?;
    if checkpoint.next.is_empty() {
        bail!("at checkpoint {} nothing is left to do; fork from one before it", options.checkpoint);
    }
    if !options.plan.is_empty() && !follows_plan(checkpoint) {
        let places: Vec<String> =
            checkpoints.iter().filter(|at| follows_plan(at)).map(|at| at.id.to_string()).collect();
        let places = if places.is_empty() { "none in this run".to_owned() } else { places.join(", ") };
        bail!("a plan can be given only where a step is about to begin: checkpoints {places}");
    }
    let model = model(&stored.about, &options.place)?;
    let codebase = codebase(&stored.about, &options.place)?;
    let (run, _lock) = runs.begin()?;
    let fork = Fork {
        origin: RunOrigin { run: options.run.clone(), checkpoint: options.checkpoint },
        run: run.clone(),
        question: options.question.clone(),
        plan: (!options.plan.is_empty()).then(|| options.plan.clone()),
        asked_at: runs::wall_ms(),
    };
    drop(stored);
    let session = Session { runs, codebase: &codebase, model: model.as_ref(), json: options.json };
    session.run(&run, Work::Fork(fork))
}

fn follows_plan(checkpoint: &CheckpointSummary) -> bool {
    checkpoint.next.iter().any(|node| node == FOLLOWS_PLAN)
}
