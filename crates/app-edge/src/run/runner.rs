//! The run of an object: begun, taken up again, stopped, deleted.

use super::call::{Asker, Commission};
use super::journal::Journal;
use super::record::Record;
use super::work;
use crate::access::Scope;
use crate::api::runs::GivenApproval;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::desk::INDEXES;
use crate::failure::{Failure, FailureKind};
use crate::isolate::Isolate;
use agent::Controls;
use host_edge::WorkerClock;
use limits::edge::EVENT_STREAMS;
use protocol::{Event, RunOutcome, TimedEvent};
use state_graph::Clock;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use worker::{Env, SqlStorage, State};

/// How long an object may be away before the alarm takes its run up again.
const WATCH: Duration = Duration::from_secs(30);
/// How often a run is taken up again. One that brings its object down each time would go on for ever, at a cost.
const MOST_WAKES: u32 = 5;

/// A run's object from within.
pub struct Runner {
    state: State,
    /// The deployment's bindings.
    pub env: Env,
    record: RefCell<Option<Record>>,
    journal: RefCell<Option<Rc<Journal>>>,
    /// Set while it is worked on here.
    active: RefCell<Option<Controls>>,
    loaded: Cell<bool>,
    /// One more than there are open event streams.
    listeners: Rc<()>,
}

/// Seconds after which a refused event stream may find a place.
const RETRY_AFTER: u32 = 10;

/// An open event stream of a run; dropped with it.
pub struct Listener {
    _counted: Rc<()>,
}

impl Runner {
    /// Of an object that just woke up.
    pub fn new(state: State, env: Env) -> Self {
        let (record, journal, active) = (RefCell::default(), RefCell::default(), RefCell::default());
        Self { state, env, record, journal, active, loaded: Cell::new(false), listeners: Rc::new(()) }
    }

    /// The object's database.
    pub fn sql(&self) -> SqlStorage {
        self.state.storage().sql()
    }

    /// The run, if the object has one that the asker may see.
    pub fn record_for(&self, asker: &Asker) -> Result<Record, Failure> {
        let seen = self.record()?.filter(|record| asker.may_see(record.owner.as_deref()));
        seen.ok_or_else(|| Failure::not_found("There is no such run; it may have been deleted."))
    }

    /// The run, if the object has one.
    pub fn record(&self) -> Result<Option<Record>, Failure> {
        if !self.loaded.replace(true) {
            *self.record.borrow_mut() = Record::load(&self.sql())?;
        }
        Ok(self.record.borrow().clone())
    }

    /// A place for one more event stream.
    pub fn listen(&self) -> Result<Listener, Failure> {
        if Rc::strong_count(&self.listeners) > EVENT_STREAMS {
            let why =
                format!("{EVENT_STREAMS} event streams of this run are open; close one, or read the run as JSON.");
            return Err(Failure { retry_after: Some(RETRY_AFTER), ..Failure::new(FailureKind::RateLimited, why) });
        }
        Ok(Listener { _counted: Rc::clone(&self.listeners) })
    }

    /// Looks at rights anew: tokens and what is public may have changed since the run was asked for.
    pub async fn check_rights(&self, asker: &Asker, record: &Record) -> Result<(), Failure> {
        let config = self.config()?;
        let catalog = Catalog::new(self.env.bucket(INDEXES)?);
        let repo = &record.commission.repo;
        let published = Isolate::current().published(&catalog, repo, WorkerClock.now_ms()).await?;
        let open = config.anonymous_ask && published.is_some_and(|repository| repository.public);
        asker.caller().require(Scope::Ask, Some(repo), open)
    }

    /// The deployment's settings.
    pub fn config(&self) -> Result<Config, Failure> {
        Config::read(|name| self.env.var(name).ok().map(|value| value.to_string())).map_err(Failure::bad)
    }

    /// Changes the run's row.
    pub fn change(&self, change: impl FnOnce(&mut Record)) -> Result<(), Failure> {
        if let Some(record) = self.record.borrow_mut().as_mut() {
            change(record);
            record.save(&self.sql())?;
        }
        Ok(())
    }

    /// The run's events.
    pub fn journal(&self) -> Result<Rc<Journal>, Failure> {
        if let Some(journal) = self.journal.borrow().as_ref() {
            return Ok(Rc::clone(journal));
        }
        let journal = Rc::new(Journal::open(self.sql())?);
        *self.journal.borrow_mut() = Some(Rc::clone(&journal));
        Ok(journal)
    }

    /// Whether the run is to be worked on.
    pub fn is_open(&self) -> bool {
        self.record.borrow().as_ref().is_some_and(Record::is_open)
    }

    /// Begins a run.
    pub async fn begin(self: &Rc<Self>, commission: Commission, owner: Option<String>) -> Result<(), Failure> {
        if self.record()?.is_some() {
            return Err(Failure::conflict("There is a run of this name already; choose another, or none."));
        }
        let touched_at = commission.asked_at;
        let record = Record {
            commission,
            owner,
            spent: Default::default(),
            standing: None,
            approval: None,
            wakes: 0,
            touched_at,
        };
        record.save(&self.sql())?;
        *self.record.borrow_mut() = Some(record);
        self.watch().await?;
        self.work();
        Ok(())
    }

    /// A run that stands still goes on.
    pub async fn go_on(self: &Rc<Self>, record: &Record, approval: Option<GivenApproval>) -> Result<(), Failure> {
        match (&record.standing, &approval) {
            (None, _) => return Err(Failure::conflict("This run is being worked on; read its events.")),
            (Some(RunOutcome::Answered), _) => {
                return Err(Failure::conflict("This run is answered; ask a new question."));
            }
            (Some(RunOutcome::AwaitingApproval), None) => {
                return Err(Failure::bad("This run waits for `approval`: {\"allowed\": [ids], \"note\"}."));
            }
            (Some(RunOutcome::AwaitingApproval), Some(_)) | (Some(_), None) => {}
            (Some(_), Some(_)) => return Err(Failure::bad("This run waits for no approval; resume it without one.")),
        }
        self.change(|record| {
            record.standing = None;
            record.approval = approval;
            record.wakes = 0;
        })?;
        self.watch().await?;
        self.work();
        Ok(())
    }

    /// Takes an open run up again after its object was evicted.
    pub async fn wake_up(self: &Rc<Self>) -> Result<(), Failure> {
        if !self.is_open() || self.active.borrow().is_some() {
            return Ok(());
        }
        self.change(|record| record.wakes += 1)?;
        if self.record()?.is_some_and(|record| record.wakes > MOST_WAKES) {
            let message = format!("the run was broken off {MOST_WAKES} times and is not taken up again by itself");
            let outcome = RunOutcome::Failed { message, advice: Some("Resume it, or ask a narrower question.".into()) };
            return self.stand(outcome).await;
        }
        self.watch().await?;
        self.work();
        Ok(())
    }

    /// Stops the run; ready when it stands still.
    pub async fn cancel(&self) -> Result<(), Failure> {
        if let Some(controls) = self.active.borrow().as_ref() {
            controls.cancel.cancel();
        }
        self.still().await?;
        let waits =
            |record: &Record| matches!(record.standing, None | Some(RunOutcome::AwaitingApproval | RunOutcome::Paused));
        match self.record()?.is_some_and(|record| waits(&record)) {
            true => self.stand(RunOutcome::Cancelled).await,
            false => Ok(()),
        }
    }

    /// Stops the run without waiting for it: nobody listens any more.
    pub fn abandon(&self) {
        if let Some(controls) = self.active.borrow().as_ref() {
            controls.cancel.cancel();
        }
    }

    /// Deletes everything that the object holds.
    pub async fn delete(&self) -> Result<(), Failure> {
        self.abandon();
        self.still().await?;
        self.state.storage().delete_alarm().await?;
        self.state.storage().delete_all().await?;
        self.record.replace(None);
        if let Some(journal) = self.journal.borrow_mut().take() {
            journal.wake();
        }
        Ok(())
    }

    /// The alarm rang.
    pub async fn alarm(self: &Rc<Self>) -> Result<(), Failure> {
        let Some(record) = self.record()? else { return Ok(()) };
        if record.is_open() {
            self.wake_up().await?;
            // As long as this waits, the object is not idle; should it be evicted all the same, the next alarm is set.
            self.watch().await?;
            return self.still().await;
        }
        // Nothing is left to do but to go.
        self.delete().await
    }

    /// Waits while the run is worked on here.
    pub async fn still(&self) -> Result<(), Failure> {
        while self.active.borrow().is_some() {
            let changed = self.journal()?.changed();
            let _ = changed.await;
        }
        Ok(())
    }

    /// Sets the alarm that takes the run up again.
    async fn watch(&self) -> Result<(), Failure> {
        Ok(self.state.storage().set_alarm(WATCH).await?)
    }

    /// Begins to work on the run beside whatever the object is asked meanwhile.
    fn work(self: &Rc<Self>) {
        let controls = Controls::default();
        *self.active.borrow_mut() = Some(controls.clone());
        let runner = Rc::clone(self);
        wasm_bindgen_futures::spawn_local(async move {
            let outcome = work::work(&runner, &controls).await;
            runner.active.replace(None);
            if let Err(failure) = runner.stand(outcome).await {
                worker::console_error!("a run could not be put away: {failure}");
            }
        });
    }

    /// The run stands still; what is kept of it goes after some days.
    async fn stand(&self, outcome: RunOutcome) -> Result<(), Failure> {
        let journal = self.journal()?;
        // A run that could not even begin has told no end.
        if journal.last()?.is_none_or(|last| last.kind != "run_finished") {
            journal.tell(TimedEvent {
                seq: 0,
                at_ms: 0.0,
                event: Event::RunFinished { outcome: outcome.clone(), ms: 0.0 },
            })?;
        }
        self.change(|record| {
            record.standing = Some(outcome);
            record.approval = None;
            record.touched_at = WorkerClock.now_ms();
        })?;
        let days = crate::config::run_days(&self.env);
        self.state.storage().set_alarm(Duration::from_secs(u64::from(days) * 24 * 60 * 60)).await?;
        journal.wake();
        Ok(())
    }
}
