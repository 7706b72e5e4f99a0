//! Work on a run, until it is answered or stands still.

use super::call::Asker;
use super::runner::Runner;
use crate::budget::{Account, Prices};
use crate::catalog::Catalog;
use crate::desk::INDEXES;
use crate::failure::Failure;
use crate::isolate::Isolate;
use crate::models;
use agent::{Agent, AskError, CodebaseVerifier, Controls, Question, RunEnd, StoredRun, Toolbox};
use codebase::Reader;
use host_edge::{SqliteCheckpointStore, WorkerClock};
use protocol::{Event, RunOutcome, TimedEvent};
use state_graph::{CheckpointStore, Clock};
use std::rc::Rc;

/// Works on the object's run. How it ends is told by its events too.
pub async fn work(runner: &Rc<Runner>, controls: &Controls) -> RunOutcome {
    match stretch(runner, controls).await {
        Ok(outcome) => outcome,
        Err(failure) => RunOutcome::Failed { message: failure.message, advice: None },
    }
}

async fn stretch(runner: &Rc<Runner>, controls: &Controls) -> Result<RunOutcome, Failure> {
    let Some(record) = runner.record()? else { return Err(Failure::not_found("the run is gone")) };
    let commission = &record.commission;
    let config = runner.config()?;
    // Whoever asked has to have the right still, however long the run was suspended and whoever resumed it.
    runner.check_rights(&Asker::owner(record.owner.as_deref(), &config.tokens)?, &record).await?;
    let reader = open(runner, &commission.repo).await?;
    let prices = config.endpoint.as_ref().map_or(Prices::default(), |endpoint| endpoint.prices);
    let account = Rc::new(Account::new(commission.budget, prices, record.spent));
    let model = models::open(&config, &commission.options.model, &account)?;
    let store = Rc::new(SqliteCheckpointStore::open(runner.sql()).map_err(|error| Failure::bad(error.to_string()))?);
    let tools = Toolbox::over(&reader);
    let verifier = CodebaseVerifier::new(&reader);
    let agent = Agent {
        model: model.as_ref(),
        tools: &tools,
        verifier: &verifier,
        clock: Rc::new(WorkerClock),
        store: Rc::clone(&store) as _,
    };
    let journal = runner.journal()?;
    let on = |event: TimedEvent| {
        let used = matches!(event.event, Event::ModelUsed { .. });
        let told = journal.tell(event).map_err(Failure::from);
        // The offline model takes nothing, so nothing is written for it.
        let grown = used && account.spent() != record.spent;
        let charged = if grown { runner.change(|record| record.spent = account.spent()) } else { Ok(()) };
        // The run's own store says so too when there is no room; a listener cannot stop a run.
        if let Err(failure) = told.and(charged) {
            worker::console_error!("an event was lost: {failure}");
        }
    };
    let log = store.read(&commission.run).await.map_err(|error| Failure::bad(error.to_string()))?;
    let end = match log.filter(|log| !log.is_empty()) {
        None => {
            let question = Question {
                run: commission.run.clone(),
                text: commission.question.clone(),
                history: commission.history.iter().cloned().map(Into::into).collect(),
                options: commission.options.clone(),
                repository: commission.repo.clone(),
                asked_at: commission.asked_at,
            };
            agent.ask(question, controls, on).await
        }
        Some(log) => {
            // A word that the log holds already, from before an eviction, is not given twice.
            let waits = StoredRun::read(&log).is_ok_and(|stored| !stored.proposed().is_empty());
            let approval = record.approval.clone().filter(|_| waits).map(Into::into);
            agent.resume(&commission.run, approval, controls, on).await
        }
    };
    Ok(outcome(end))
}

fn outcome(end: Result<RunEnd, AskError>) -> RunOutcome {
    match end {
        Ok(RunEnd::Answered(_)) => RunOutcome::Answered,
        Ok(RunEnd::Paused) => RunOutcome::Paused,
        Ok(RunEnd::AwaitingApproval(_)) => RunOutcome::AwaitingApproval,
        Err(error) => error.outcome(),
    }
}

async fn open(runner: &Runner, repo: &str) -> Result<Rc<Reader>, Failure> {
    let catalog = Catalog::new(runner.env.bucket(INDEXES)?);
    let isolate = Isolate::current();
    let published = isolate.published(&catalog, repo, WorkerClock.now_ms()).await?;
    let gone = || Failure::not_found(format!("the repository `{repo}` is no longer here"));
    isolate.reader(&catalog, &published.ok_or_else(gone)?).await
}
