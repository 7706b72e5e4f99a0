//! Runs the agent: from where the log ends until the run ends or is suspended.

use super::call::Asker;
use super::context::RunContext;
use super::outside;
use super::record::Record;
use crate::api::runs::{ChangedFile, Changes};
use crate::catalog::Catalog;
use crate::config::Config;
use crate::failure::Failure;
use crate::isolate::Isolate;
use crate::{memory, models};
use agent::tools::ActingServices;
use change_set::diff::{FileDiff, unified};

use agent::{Agent, AskError, Controls, Models, NoParser, Question, RunEnd, StoredRun, Work};
use codebase::Reader;
use host_edge::{DelayTimer, SqliteCheckpointStore, WorkerClock};
use protocol::{Approval, AskOptions, Event, ProfileName, RunOutcome, TimedEvent};
use state_graph::{CheckpointStore, Clock};
use std::rc::Rc;

/// Most bytes of the patch in a run's result: a row of the database holds 2 MB.
const PATCH_BYTES: usize = 1_000_000;

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
    let reader = open(run, &spec.repo, spec.options.folder.as_deref()).await?;
    let models = models::open(&config, &spec.options)?;
    let store = Rc::new(SqliteCheckpointStore::open(run.sql()).map_err(|error| Failure::bad(error.to_string()))?);
    let log = store.read(&spec.run).await.map_err(|error| Failure::bad(error.to_string()))?;
    let logs: Rc<dyn CheckpointStore> = store;
    let agent = Agent::over(
        &reader,
        models.get(ProfileName::Default),
        Rc::new(WorkerClock),
        Rc::new(DelayTimer),
        Rc::clone(&logs),
    );
    let models = Models::of(&models).within(spec.budget.of_runs()).after(record.spent);
    let agent = Agent { models, ..agent.acting_with(&reader, services(run, &record, &config)) };
    let events = run.events()?;
    let on = |event: TimedEvent| {
        // The offline model is charged with nothing, so nothing is written for it.
        let charge = if let Event::ModelUsed { charge, .. } = event.event.innermost() { *charge } else { None };
        let stored = events.append(event.into()).map_err(Failure::from);
        let charged = charge.map_or(Ok(()), |charge| run.change(|record| record.spent = record.spent.and(charge)));
        // A listener cannot stop a run; where storage is full, the run's own log fails too and ends it.
        if let Err(failure) = stored.and(charged) {
            worker::console_error!("an event was lost: {failure}");
        }
    };
    let end = agent.work(to_do(&record, log, reader.scope()), controls, on).await;
    let changes = proposed(&reader, &*logs, &spec.run).await?;
    run.change(|record| record.changes = changes)?;
    Ok(end)
}

/// What agents that act may use. There is no parser, nothing runs programs, and an index holds no git data.
fn services(run: &RunContext, record: &Record, config: &Config) -> ActingServices {
    ActingServices {
        memory: memory::of_run(&run.env, &record.spec, record.owner.as_deref()),
        wall_clock: Some(Rc::new(WorkerClock)),
        tool_cache: Some(Rc::default()),
        parser: Some(Rc::new(NoParser) as _),
        mcp: outside::servers(config),
        web: outside::web(config),
        attended: record.spec.attended,
        ..ActingServices::default()
    }
}

/// What the run proposes to change.
async fn proposed(reader: &Reader, logs: &dyn CheckpointStore, run: &str) -> Result<Option<Changes>, Failure> {
    let bad = |error: &dyn std::error::Error| Failure::bad(error.to_string());
    let Some(log) = logs.read(run).await.map_err(|error| bad(&error))?.filter(|log| !log.is_empty()) else {
        return Ok(None);
    };
    let set = agent::record::proposed_changes(&log).map_err(|error| bad(&error))?;
    if set.is_empty() {
        return Ok(None);
    }
    let files = reader.ask(|codebase| code_view::differences(codebase, &set)).await.map_err(|error| bad(&error))?;
    let files = files.map_err(|error| bad(&error))?;
    let patch = unified(&files);
    let file = |file: &FileDiff| ChangedFile { path: file.path.to_string(), added: file.added, removed: file.removed };
    let files = files.iter().map(file).collect();
    Ok(Some(Changes { patch: (patch.len() <= PATCH_BYTES).then_some(patch), files }))
}

/// A run without a log is started, any other resumed. `folder` is the one that it is limited to.
fn to_do(record: &Record, log: Option<Vec<u8>>, folder: Option<&str>) -> Work {
    let spec = &record.spec;
    let Some(log) = log.filter(|log| !log.is_empty()) else {
        return Work::Ask(Question {
            run: spec.run.clone(),
            text: spec.question.clone(),
            history: spec.history.clone(),
            after: None,
            conversation: spec.conversation.clone(),
            instead_of: None,
            options: AskOptions { folder: folder.map(str::to_owned), ..spec.options.clone() },
            repository: spec.repo.clone(),
            asked_at: spec.asked_at,
        });
    };
    // An answer that is in the log already, from before an eviction, is not given twice.
    let waits = StoredRun::read(&log).is_ok_and(|stored| !stored.asked().is_empty());
    let earlier = || record.approval.clone().map(|approval| Approval::from(approval).into());
    let answer = record.answer.clone().or_else(earlier).filter(|_| waits);
    Work::Resume { run: spec.run.clone(), answer }
}

/// The repository, limited to a folder where the run is.
async fn open(run: &RunContext, repo: &str, folder: Option<&str>) -> Result<Rc<Reader>, Failure> {
    let catalog = Catalog::open(&run.env)?;
    let isolate = Isolate::current();
    let published = isolate.published(&catalog, repo, WorkerClock.now_ms()).await?;
    let gone = || Failure::not_found(format!("the repository `{repo}` is no longer here"));
    let whole = isolate.reader(&catalog, &published.ok_or_else(gone)?).await?;
    let Some(folder) = folder else { return Ok(whole) };
    let limited = whole.limited_to(folder).await?.map_err(|error| Failure::bad(format!("`in`: {error}.")))?;
    Ok(Rc::new(limited))
}
