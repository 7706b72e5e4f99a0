//! Runs the agent: from where the log ends until the run ends or is suspended.

use super::call::Asker;
use super::context::RunContext;
use super::record::Record;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::failure::Failure;
use crate::isolate::Isolate;
use crate::models;
use agent::{Agent, AskError, Controls, Question, RunEnd, StoredRun, Work};
use codebase::Reader;
use host_edge::{DelayTimer, SqliteCheckpointStore, WorkerClock};
use protocol::{Approval, Event, RunOutcome, TimedEvent};
use state_graph::{CheckpointStore, Clock};
use std::rc::Rc;

/// Runs the object's run. The last event holds the outcome, too.
pub async fn work(run: &RunContext, controls: &Controls) -> RunOutcome {
    match run_agent(run, controls).await {
        Ok(end) => end.as_ref().map_or_else(AskError::outcome, RunEnd::outcome),
        Err(failure) => RunOutcome::Failed { message: failure.message, advice: None },
    }
}

async fn run_agent(run: &RunContext, controls: &Controls) -> Result<Result<RunEnd, AskError>, Failure> {
    let Some(record) = run.record()? else { return Err(Failure::not_found("the run is gone")) };
    let spec = &record.spec;
    let config = Config::of(&run.env)?;
    // The owner must have the right now too, after a long suspension or a resume by someone else.
    run.check_rights(&Asker::owner(record.owner.as_deref(), &config.tokens)?, &record).await?;
    let reader = open(run, &spec.repo).await?;
    let account = Rc::new(spec.budget.account(record.spent));
    let model = models::open(&config, &spec.options.model, &account)?;
    let store = Rc::new(SqliteCheckpointStore::open(run.sql()).map_err(|error| Failure::bad(error.to_string()))?);
    let log = store.read(&spec.run).await.map_err(|error| Failure::bad(error.to_string()))?;
    let agent = Agent::over(&reader, model.as_ref(), Rc::new(WorkerClock), Rc::new(DelayTimer), store);
    let events = run.events()?;
    let on = |event: TimedEvent| {
        let used = matches!(event.event, Event::ModelUsed { .. });
        let stored = events.append(event.into()).map_err(Failure::from);
        // The offline model spends nothing, so nothing is written for it.
        let grown = used && account.spent() != record.spent;
        let charged = if grown { run.change(|record| record.spent = account.spent()) } else { Ok(()) };
        // A listener cannot stop a run; where storage is full, the run's own log fails too and ends it.
        if let Err(failure) = stored.and(charged) {
            worker::console_error!("an event was lost: {failure}");
        }
    };
    Ok(agent.work(to_do(&record, log), controls, on).await)
}

/// A run without a log is started, any other resumed.
fn to_do(record: &Record, log: Option<Vec<u8>>) -> Work {
    let spec = &record.spec;
    let Some(log) = log.filter(|log| !log.is_empty()) else {
        return Work::Ask(Question {
            run: spec.run.clone(),
            text: spec.question.clone(),
            history: spec.history.clone(),
            after: None,
            options: spec.options.clone(),
            repository: spec.repo.clone(),
            asked_at: spec.asked_at,
        });
    };
    // An approval that is in the log already, from before an eviction, is not given twice.
    let waits = StoredRun::read(&log).is_ok_and(|stored| !stored.asked().is_empty());
    let approval = record.approval.clone().filter(|_| waits).map(Approval::from);
    Work::Resume { run: spec.run.clone(), answer: approval.map(Into::into) }
}

async fn open(run: &RunContext, repo: &str) -> Result<Rc<Reader>, Failure> {
    let catalog = Catalog::open(&run.env)?;
    let isolate = Isolate::current();
    let published = isolate.published(&catalog, repo, WorkerClock.now_ms()).await?;
    let gone = || Failure::not_found(format!("the repository `{repo}` is no longer here"));
    isolate.reader(&catalog, &published.ok_or_else(gone)?).await
}
