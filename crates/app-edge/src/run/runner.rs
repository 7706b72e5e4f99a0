//! Starts, resumes, cancels and deletes the run of an object.

use super::context::RunContext;
use super::record::Record;
use super::spec::RunSpec;
use super::work;
use crate::failure::{Failure, FailureKind};
use agent::Controls;
use host_edge::WorkerClock;
use limits::edge::EVENT_STREAMS;
use model::spending::Spent;
use protocol::{Event, PersonAnswer, RunOutcome, UnnumberedEvent};
use state_graph::Clock;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// How long an object may be evicted before the alarm resumes its run.
const WATCHDOG: Duration = Duration::from_secs(30);
/// The largest number of resumes after evictions. Without a limit, a run that crashes its object each time would
/// continue for ever, at a cost.
const MOST_WAKES: u32 = 5;
/// Seconds after which a refused event stream may find a place.
const RETRY_AFTER: u32 = 10;

/// Starts and stops the run of one object.
pub struct Runner {
    pub run: RunContext,
    /// Set while this object works on the run.
    active: RefCell<Option<Controls>>,
    /// One more than there are open event streams.
    streams: Rc<()>,
}

/// An open event stream of a run; closed when it is dropped.
pub struct StreamGuard {
    _counted: Rc<()>,
}

impl Runner {
    /// For an object that was just created, or loaded after an eviction.
    pub fn new(run: RunContext) -> Self {
        Self { run, active: RefCell::default(), streams: Rc::new(()) }
    }

    /// Counts one more event stream.
    ///
    /// # Errors
    /// 429 where there are too many.
    pub fn open_stream(&self) -> Result<StreamGuard, Failure> {
        if Rc::strong_count(&self.streams) > EVENT_STREAMS {
            let why =
                format!("{EVENT_STREAMS} event streams of this run are open; close one, or read the run as JSON.");
            return Err(Failure { retry_after: Some(RETRY_AFTER), ..Failure::new(FailureKind::RateLimited, why) });
        }
        Ok(StreamGuard { _counted: Rc::clone(&self.streams) })
    }

    /// Stores a new run and starts it.
    ///
    /// # Errors
    /// 409 where the object has a run.
    pub async fn start(self: &Rc<Self>, spec: RunSpec, owner: Option<String>) -> Result<(), Failure> {
        if self.run.record()?.is_some() {
            return Err(Failure::conflict("There is a run of this name already; choose another, or none."));
        }
        let touched_at = spec.asked_at;
        let (spent, outcome, wakes) = (Spent::default(), None, 0);
        let (approval, answer, changes) = (None, None, None);
        self.run.create(Record { spec, owner, spent, outcome, approval, answer, changes, wakes, touched_at })?;
        self.work().await
    }

    /// Resumes a run that was stopped, failed, or waits for an answer.
    pub async fn resume(self: &Rc<Self>, record: &Record, answer: Option<PersonAnswer>) -> Result<(), Failure> {
        match (&record.outcome, &answer) {
            (None, _) => return Err(Failure::conflict("This run is being worked on; read its events.")),
            (Some(RunOutcome::Answered), _) => {
                return Err(Failure::conflict("This run is answered; ask a new question."));
            }
            (Some(RunOutcome::AwaitingApproval), None) => {
                return Err(Failure::bad(
                    "This run waits for `approval`: {\"allowed\": [ids], \"note\"}; or, if it asks a question, for `text`.",
                ));
            }
            (Some(RunOutcome::AwaitingApproval), Some(_)) | (Some(_), None) => {}
            (Some(_), Some(_)) => return Err(Failure::bad("This run waits for no approval; resume it without one.")),
        }
        self.run.change(|record| {
            record.outcome = None;
            record.answer = answer;
            record.changes = None;
            record.wakes = 0;
        })?;
        self.work().await
    }

    /// Resumes an open run whose object was evicted; does nothing if it is running.
    pub async fn resume_evicted(self: &Rc<Self>) -> Result<(), Failure> {
        if !self.run.is_open() || self.active.borrow().is_some() {
            return Ok(());
        }
        self.run.change(|record| record.wakes += 1)?;
        if self.run.record()?.is_some_and(|record| record.wakes > MOST_WAKES) {
            let message = format!("the run was interrupted {MOST_WAKES} times and is not resumed automatically");
            let outcome = RunOutcome::Failed { message, advice: Some("Resume it, or ask a narrower question.".into()) };
            return self.finish(outcome).await;
        }
        self.work().await
    }

    /// Cancels the run, and waits until it has ended.
    pub async fn cancel(&self) -> Result<(), Failure> {
        self.request_cancel();
        self.until_idle().await?;
        let waits = |record: &Record| {
            matches!(record.outcome, None | Some(RunOutcome::AwaitingApproval | RunOutcome::Paused { .. }))
        };
        match self.run.record()?.is_some_and(|record| waits(&record)) {
            true => self.finish(RunOutcome::Cancelled).await,
            false => Ok(()),
        }
    }

    /// Cancels the run without waiting until it has ended.
    pub fn request_cancel(&self) {
        if let Some(controls) = self.active.borrow().as_ref() {
            controls.cancel.cancel();
        }
    }

    /// Deletes everything that the object holds.
    pub async fn delete(&self) -> Result<(), Failure> {
        self.request_cancel();
        self.until_idle().await?;
        self.run.storage().delete_alarm().await?;
        self.run.storage().delete_all().await?;
        self.run.forget();
        Ok(())
    }

    /// Handles the alarm of the object: resumes an open run, deletes one whose time has expired.
    pub async fn alarm(self: &Rc<Self>) -> Result<(), Failure> {
        let Some(record) = self.run.record()? else { return Ok(()) };
        if record.is_open() {
            self.resume_evicted().await?;
            // While this waits, the object is not idle; should it be evicted all the same, the next alarm is set.
            self.set_watchdog().await?;
            return self.until_idle().await;
        }
        self.delete().await
    }

    /// Waits while the run is running in this object.
    pub async fn until_idle(&self) -> Result<(), Failure> {
        while self.active.borrow().is_some() {
            let changed = self.run.events()?.changed();
            // The sender is dropped when the events are forgotten; then there is nothing to wait for either.
            let _ = changed.await;
        }
        Ok(())
    }

    /// Sets the alarm that resumes the run after an eviction.
    async fn set_watchdog(&self) -> Result<(), Failure> {
        Ok(self.run.storage().set_alarm(WATCHDOG).await?)
    }

    /// Runs the agent in the background, while the object answers requests.
    async fn work(self: &Rc<Self>) -> Result<(), Failure> {
        self.set_watchdog().await?;
        let controls = Controls::default();
        self.active.replace(Some(controls.clone()));
        let runner = Rc::clone(self);
        wasm_bindgen_futures::spawn_local(async move {
            let outcome = work::work(&runner.run, &controls).await;
            runner.active.replace(None);
            if let Err(failure) = runner.finish(outcome).await {
                worker::console_error!("the end of a run could not be stored: {failure}");
            }
        });
        Ok(())
    }

    /// Stores how the run ended or why it is suspended, and sets when it is to be deleted.
    async fn finish(&self, outcome: RunOutcome) -> Result<(), Failure> {
        let events = self.run.events()?;
        // A run that failed before it started has reported no end.
        if events.last()?.is_none_or(|last| last.kind != "run_finished") {
            let event = Event::RunFinished { outcome: outcome.clone(), ms: 0.0 };
            events.append(UnnumberedEvent { at_ms: 0.0, event })?;
        }
        self.run.change(|record| {
            record.outcome = Some(outcome);
            record.approval = None;
            record.answer = None;
            record.touched_at = WorkerClock.now_ms();
        })?;
        let days = crate::config::run_days(&self.run.env);
        self.run.storage().set_alarm(Duration::from_secs(u64::from(days) * 24 * 60 * 60)).await?;
        events.wake();
        Ok(())
    }
}
